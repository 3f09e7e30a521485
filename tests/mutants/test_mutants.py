"""The configuration of mutation testing: it names what exists, and the operators do as they say."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from many import case

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
MODULES: dict[str, list[str]] = tomllib.loads((HERE / "mutants.toml").read_text("utf-8"))["modules"]
EQUIVALENT: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (HERE / "equivalent.toml").read_text("utf-8")
)


def test_modules_and_their_tests_exist() -> None:
    for module, tests in MODULES.items():
        with case(module):
            assert (PROJECT / module).is_file()
            assert all((PROJECT / name).exists() for name in tests if name.startswith("tests/"))


def test_equivalent_mutants_are_of_lines_that_still_exist() -> None:
    assert EQUIVALENT.keys() <= MODULES.keys()
    for module, entries in EQUIVALENT.items():
        source = "".join((PROJECT / module).read_text("utf-8").split())
        for entry in entries:
            with case(module, entry["line"]):
                assert "".join(entry["line"].split()) in source
                assert entry["mutants"]
                assert entry["reason"].endswith(".")


def test_operators_do_what_their_examples_say() -> None:
    pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed, see `make mutants`")
    from cosmic_ray.mutating import mutate_code
    from operators import PROVIDER

    for name in PROVIDER:
        operator = PROVIDER[name]
        for example in operator.examples():
            with case(name, example):
                mutated = mutate_code(example.pre_mutation_code, operator(), example.occurrence)
                assert mutated.split() == example.post_mutation_code.split()
