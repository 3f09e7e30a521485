"""Former names of commands, options and variables are refused with the new name."""

from pathlib import Path

import pytest
from many import each_of

from ludoscope.tui.commands import renamed


@each_of(
    ("words", "message"),
    [
        (("company",), 'the command "company" is now "lobby"'),
        (("company", "shared", "--json"), 'the command "company" is now "lobby"'),
        (("play", "--company", "shared"), 'the option "--company" is now "--lobby"'),
        (("lucas-01", "--company=shared"), 'the option "--company" is now "--lobby"'),
        (("--company", "shared"), 'the option "--company" is now "--lobby"'),
    ],
)
def test_former_words_give_the_new_ones(words: tuple[str, ...], message: str, ludoscope) -> None:
    run = ludoscope(*words)
    assert (run.code, run.out, run.err) == (64, "", f"ludoscope: {message}\n")


def test_a_former_variable_gives_the_new_one(
    ludoscope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOSCOPE_COMPANY", str(tmp_path))
    message = 'the environment variable "LUDOSCOPE_COMPANY" is now "LUDOSCOPE_LOBBY"'
    run = ludoscope("lobby")
    assert (run.code, run.err) == (64, f"ludoscope: {message}\n")
    with pytest.raises(renamed.UsageError, match="is now"):
        renamed.refuse_former_variables()
    monkeypatch.setenv("LUDOSCOPE_LOBBY", str(tmp_path))
    renamed.refuse_former_variables()  # a host may set both for a while
