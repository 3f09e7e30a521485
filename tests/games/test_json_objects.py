"""The bounded reader of JSON objects."""

import json
import time

import pytest
from many import case

from ludoscope.games import NotationError
from ludoscope.games.json_objects import MAX_DEPTH, MAX_DIGITS, parse_json, parse_object

DEEP = 200_000
REFUSED = {  # texts, and what the error says
    "": "expected a JSON object",
    "[]": "expected a JSON object",
    "1": "expected a JSON object",
    "null": "expected a JSON object",
    "{": "expected a JSON object",
    "{} {}": "expected a JSON object",
    "\ufeff{}": "expected a JSON object",
    "[" * DEEP: "expected a JSON object",
    '{"a":' * DEEP: "expected a JSON object",
    "[" * DEEP + "]" * DEEP: "expected a JSON object",
    '{"a":' * DEEP + "1" + "}" * DEEP: "expected a JSON object",
    '{"a":' * (MAX_DEPTH + 1) + "1" + "}" * (MAX_DEPTH + 1): "at most 16 deep",
    '{"a":' + "[" * 500 + "]" * 500 + "}": "at most 16 deep",
    '{"a": NaN}': "found 'NaN', expected a finite number",
    '{"a": [-Infinity]}': "found '-Infinity', expected a finite number",
    '{"a": 1e999}': "found '1e999', expected a finite number",
    '{"a": ' + "9" * (MAX_DIGITS + 1) + "}": "at most 300 digits",
    '{"a": ' + "9" * 5000 + "}": "at most 300 digits",
    '{"a": 1, "a": 2}': "found 'a' twice",
    '{"b": {"a": 1, "\\u0061": 2}}': "found 'a' twice",
    '{"a": "\\ud800"}': "half of a character",
    '{"a": ["\\udfff\\ud800"]}': "half of a character",
    '{"\\ud800": 1}': "half of a character",
    '{"a": "\ud800"}': "half of a character",
    " " * 101: "at most 100 characters",
}


def test_refused_texts() -> None:
    for text, reason in REFUSED.items():
        max_length = 100 if text.isspace() else 1 << 26
        with case(text[:60]), pytest.raises(NotationError) as caught:
            parse_object(text, max_length)
        assert reason in str(caught.value)
        assert len(str(caught.value)) < 100


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_bytes_are_utf_8(encoding: str) -> None:
    with pytest.raises(NotationError):
        parse_object('{"a": "é"}'.encode(encoding))
    with pytest.raises(NotationError):
        parse_object(b'{"a": "\xff"}')
    with pytest.raises(NotationError):  # half of a character, as UTF-8 must not have it
        parse_object(b'{"a": "\xed\xa0\x80"}')


def test_accepted_texts() -> None:
    nested: object = "x"
    for _ in range(MAX_DEPTH - 1):
        nested = [nested]
    for value in (
        {},
        {"a": nested},
        {"a": -(10 ** (MAX_DIGITS - 1)) + 1, "b": 1.5e300, "c": [True, None, ""]},
        {"é": "\N{HEAVY BLACK HEART} \U0001f600 \x00"},
    ):
        for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
            with case(text[:60]):
                assert parse_object(text) == parse_object(text.encode()) == value


def test_lists_and_single_values() -> None:
    for value in ([], ["resize", {"width": 80}], 1, None, "é"):
        assert parse_json(json.dumps(value)) == value
    for text in ("[" * DEEP, "[NaN]", "[" * 17 + "]" * 17, '"\\ud800"', "9" * 301):
        with case(text[:20]), pytest.raises(NotationError):
            parse_json(text)


def test_line_of_the_error() -> None:
    with pytest.raises(NotationError) as caught:
        parse_object('{"a": 1,\n "b": }\n')
    assert caught.value.line == 2


def test_time_is_proportional_to_the_length() -> None:
    text = json.dumps({"moves": ["4,2:N"] * 500_000})
    start = time.process_time()
    parse_object(text)
    assert time.process_time() - start < 2.0
