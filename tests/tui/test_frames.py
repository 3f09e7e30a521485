"""Random frames: a reference terminal shows what the app writes and what the screen diff believes.

`frames.py` tries as many as one likes.
"""

import pytest
from frames import MAX_FRAMES_OF_A_SCREEN, try_screen
from many import many


@pytest.mark.parametrize("seed", range(1, 1 + many(100)))
def test_screens_are_the_same_after_random_frames(seed: int) -> None:
    screen = try_screen(seed, 8)
    assert not screen.differences, (seed, screen.frames, screen.differences[:3])


@pytest.mark.long
@pytest.mark.parametrize("first", range(200, 400, 20))  # for several processes to share
def test_screens_are_the_same_after_many_random_frames(first: int) -> None:
    for seed in range(first, first + many(20)):
        screen = try_screen(seed, MAX_FRAMES_OF_A_SCREEN)
        assert not screen.differences, (seed, screen.frames, screen.differences[:3])
