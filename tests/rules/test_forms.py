"""Reading what comes from outside: every wrong thing has its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from rules.forms import DEEPEST, MOST, Form, NotJson, from_json, shown
from rules.trouble import Trouble


def test_json_is_read() -> None:
    text = '{"a": [1, -2.5, true, null, "ä\\n\\ud83c\\udfb2"], "b": {}}'
    assert from_json(text) == {"a": [1, -2.5, True, None, "ä\n🎲"], "b": {}}


@pytest.mark.parametrize(
    "text", ["", " ", "{", '{"a":', "[1,]", "nul", "'a'", '"a', "{} {}", '"\n"', "\x00", "01", "+1"]
)
def test_what_is_no_json_is_told_from_what_is_read_differently(text: str) -> None:
    with pytest.raises(NotJson):
        from_json(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"a": 1, "b": 2, "a": 1}', "the field 'a' twice"),
        ('[{"a": {"b": 1, "b": 2}}]', "the field 'b' twice"),
        ("[NaN]", "NaN, which is no number"),
        ("[Infinity]", "Infinity"),
        ("[-Infinity]", "-Infinity"),
        ("1e999", "too large"),
        ("-1e999", "too large"),
        (str(MOST + 1), "too large"),
        (str(-MOST - 1), "too large"),
        ("9" * 5000, "too large"),
        ('["\\ud83c"]', "half a character"),
        ('{"\\udfb2": 1}', "half a character"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested too deeply"),
        ('{"a":' * 3000 + "1" + "}" * 3000, "nested too deeply"),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_what_two_programs_might_read_differently_is_trouble(text: str, sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence) as raised:
        from_json(text)
    assert not isinstance(raised.value, NotJson)
    assert len(str(raised.value)) < 150


def test_as_large_and_as_deep_as_may_be() -> None:
    assert from_json(str(MOST)) == MOST
    assert from_json(str(-MOST)) == -MOST
    deep: Any = from_json("[" * (DEEPEST - 1) + "]" * (DEEPEST - 1))
    for _ in range(DEEPEST - 2):
        (deep,) = deep
    assert deep == []


def test_a_value_is_shown_on_one_short_line() -> None:
    assert shown("a\nb") == "'a\\nb'"
    assert shown("x" * 1000) == "'" + "x" * 56 + "..."


FORM = {"word": "log", "number": 3, "flag": True, "list": [1, 2], "words": ["a", "b"], "form": {"x": 1}, "null": None}


def form() -> Form:
    return Form(FORM, "the turn")


def test_a_form_is_read_field_by_field() -> None:
    it = form()
    assert it.text("word", among=("log", "wall")) == "log"
    assert it.number("number", low=3, high=3) == 3
    assert it.flag("flag") is True
    assert it.items("list") == [1, 2]
    assert it.numbers("list") == (1, 2)
    assert it.texts("words", among=("a", "b")) == ("a", "b")
    assert it.form("form").number("x") == 1
    assert it.any("null") is None
    it.done()


def test_what_is_left_out_is_its_default() -> None:
    it = form()
    assert it.text("no", None) is None
    assert it.number("no", None) is None
    assert it.number("no", 7) == 7
    assert it.flag("no", False) is False
    assert it.texts("no", ()) == ()
    assert it.form("no", {}).data == {}
    assert it.has("null") is False
    assert it.has("no") is False
    assert it.has("flag")


@pytest.mark.parametrize(
    ("reading", "sentence"),
    [
        (lambda it: it.text("no"), "the turn lacks “no”"),
        (lambda it: it.text("number"), "“number” of the turn must be a word, not 3"),
        (lambda it: it.text("word", among=("wall", "head")), "cannot be 'log'; choose one of: wall, head"),
        (lambda it: it.number("word"), "must be a whole number, not 'log'"),
        (lambda it: it.number("flag"), "must be a whole number, not True"),
        (lambda it: it.number("number", low=4), "must be at least 4, not 3"),
        (lambda it: it.number("number", high=2), "must be at most 2, not 3"),
        (lambda it: it.flag("number"), "must be true or false, not 3"),
        (lambda it: it.items("word"), "must be a list, not 'log'"),
        (lambda it: it.items("form"), "must be a list"),
        (lambda it: it.texts("list"), "must be a list of words, and 1 is none"),
        (lambda it: it.texts("words", among=("a",)), "cannot hold 'b'; choose from: a"),
        (lambda it: it.numbers("words"), "must be a list of whole numbers, and 'a' is none"),
        (lambda it: it.form("list"), "“list” of the turn must be an object with named fields"),
        (lambda it: it.form("null"), "must be an object with named fields, not None"),
        (lambda it: list(it.forms("list")), "item 1 of “list” of the turn must be an object"),
        (lambda it: it.done(), "the turn has a field that Umpire does not know: 'word'"),
        (lambda it: Form([], "the turn"), "the turn must be an object with named fields"),
    ],
)
def test_what_is_wrong_has_its_sentence(reading: Any, sentence: str) -> None:
    with pytest.raises(Trouble) as raised:
        reading(form())
    assert sentence in str(raised.value)
