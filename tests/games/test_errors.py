"""Texts of strangers in messages: short, quoted, and without what controls a terminal."""

import ast

from hypothesis import given
from hypothesis import strategies as st

from ludoscope.games.errors import NotationError, short_repr


def test_texts_are_cut_to_40_characters_and_their_escapes_to_80() -> None:
    whole = "x" * 40
    assert short_repr(whole) == repr(whole)
    assert short_repr(whole + "x") == repr(whole[:-3] + "...")
    escapes = "\x1b" * 19 + "xx"  # its repr has 4 · 19 + 2 characters, and two quotes
    assert len(repr(escapes)) == 80
    assert short_repr(escapes) == repr(escapes)
    assert short_repr(escapes + "x") == repr(escapes + "x")[:77] + "..."
    assert short_repr(17) == "'17'"
    assert short_repr(None) == "'None'"


@given(st.one_of(st.text(), st.text("\x00\x1b\n\u202e\U0010ffff'\"\\"), st.integers()))
def test_a_message_has_one_short_line_of_printable_characters(value: object) -> None:
    quoted = short_repr(value)
    assert quoted.isprintable()
    assert len(quoted) <= 80
    if len(str(value)) <= 40 and not quoted.endswith("..."):
        assert ast.literal_eval(quoted) == str(value)


def test_an_error_knows_its_line() -> None:
    assert NotationError("found 'x'").line is None
    assert NotationError("found 'x'", 0).line == 0
    assert str(NotationError("found 'x'", 7)) == "found 'x'"
