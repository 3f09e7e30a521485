"""A short round of `attack.py`, whose table must not have a thing that did not hold."""

import sys

import pytest
from attack import Attack
from doors import emptied, environment, links_to_files, links_to_folders, locale

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


@pytest.mark.long
@pytest.mark.slow
def test_a_hostile_visitor_gets_nowhere(start, tmp_path):
    attack = Attack(start, tmp_path, seed=1, typed=2)
    attack.run()
    assert len(attack.table) == 15
    for row in attack.table:
        assert not row[1], f"{row[0]}: {row[1]}"
    assert attack.most  # solvers were seen


@pytest.mark.parametrize(
    "door",
    [
        environment,
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in (emptied, locale, links_to_files, links_to_folders)
        ),
    ],
)
def test_what_surrounds_a_session_opens_nothing(start, tmp_path, door):
    door(start, tmp_path)
