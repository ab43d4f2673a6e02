"""Conversations: markers, something else, two steps, numbers, going back, and dice put right one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from firmware.byhand.asking import ELSE, Answer, Hearing, Interview, Kind, Steps
from firmware.byhand.dice import dice
from rules.words import Phrase, say
from tests.firmware.byhand.ways import answered, followed

FRUIT = [Answer(name, say(name)) for name in ("apple", "pear", "plum")]
STONES = [Answer("flint", say("flint"))]


def interview(steps: Any) -> Interview:
    def script(hearing: Hearing) -> Steps[dict[str, Any]]:
        return {"told": (yield from steps(hearing))}

    return Interview(script)


def words(entry: Interview) -> list[str]:
    asked = entry.question()
    assert asked is not None
    return [str(option.words) for option in asked.options]


def test_the_marker_stands_on_what_was_seen() -> None:
    entry = interview(lambda hearing: hearing.choose(say("fruit"), FRUIT, ("plum",)))
    assert followed(entry) == [2]
    assert entry.action() == {"told": "plum"}


def test_what_was_seen_and_is_refused_lies_behind_something_else() -> None:
    entry = interview(lambda hearing: hearing.choose(say("fruit"), FRUIT, ("flint",), [*FRUIT, *STONES]))
    assert words(entry) == ["apple", "pear", "plum", str(ELSE)]
    assert followed(entry) == [3, 3]
    assert entry.action() == {"told": "flint"}


def test_once_something_else_was_asked_for_everything_is_offered_at_once() -> None:
    def two(hearing: Hearing) -> Steps[list[str]]:
        one = yield from hearing.choose(say("one"), FRUIT, (), STONES)
        other = yield from hearing.choose(say("other"), FRUIT, (), STONES)
        return [one, other]

    entry = interview(two)
    entry.answer(3)
    entry.answer(3)
    assert words(entry) == ["apple", "pear", "plum", "flint"]
    entry.back()
    entry.back()
    entry.answer(0)
    assert words(entry) == ["apple", "pear", "plum", str(ELSE)]


def test_many_answers_are_asked_for_in_two_steps_and_few_in_one() -> None:
    many = [Kind(say("row {}", row), [Answer((row, n), say("{}.{}", row, n)) for n in range(4)]) for row in range(3)]
    entry = interview(lambda hearing: hearing.choose_by_kind(say("where?"), many, ((2, 1),), many))
    assert words(entry) == ["row 0", "row 1", "row 2", str(ELSE)]
    assert followed(entry) == [2, 1]
    few = interview(lambda hearing: hearing.choose_by_kind(say("where?"), many[:1], (), many))
    assert words(few) == ["0.0", "0.1", "0.2", "0.3", str(ELSE)]


def test_nothing_to_choose_by_the_rules_leaves_what_they_refuse() -> None:
    entry = interview(lambda hearing: hearing.choose(say("fruit"), [], (), FRUIT))
    assert words(entry) == ["apple", "pear", "plum"]
    by_kind = interview(lambda hearing: hearing.choose_by_kind(say("fruit"), [], (), [Kind(say("all"), FRUIT)] * 2))
    assert words(by_kind) == ["all", "all"]


def test_what_leaves_no_choice_is_not_asked() -> None:
    entry = interview(lambda hearing: hearing.choose(say("stone"), STONES))
    assert entry.question() is None
    assert entry.action() == {"told": "flint"}
    assert not entry.back()


@pytest.mark.parametrize("number", [-20, -1, 0, 9, 10, 57, 99, 100, 350, 999])
def test_every_number_between_the_limits_can_be_told(number: int) -> None:
    seeded = interview(lambda hearing: hearing.number(say("how many?"), -20, 999, (number,)))
    way = followed(seeded)
    assert len(way) == 3
    entry = interview(lambda hearing: hearing.number(say("how many?"), -20, 999))
    answered(entry, way)
    assert entry.action() == {"told": number}


def test_a_number_begins_where_it_is_now() -> None:
    entry = interview(lambda hearing: hearing.number(say("how many?"), 0, 99, (), 57))
    assert followed(entry) == [5, 7]


def test_back_takes_answers_back_until_there_is_none() -> None:
    entry = interview(lambda hearing: hearing.number(say("how many?"), 0, 99))
    first = entry.question()
    entry.answer(3)
    second = entry.question()
    entry.answer(4)
    assert entry.question() is None
    assert entry.action() == {"told": 34}
    assert entry.back()
    assert entry.question() == second
    assert entry.back()
    assert entry.question() == first
    assert not entry.back()
    assert entry.question() == first


def test_nothing_is_told_before_everything_is_answered_and_no_answer_is_made_up() -> None:
    entry = interview(lambda hearing: hearing.choose(say("fruit"), FRUIT))
    with pytest.raises(ValueError):
        entry.action()
    for option in (-1, 3):
        with pytest.raises(ValueError):
            entry.answer(option)
    entry.answer(1)
    with pytest.raises(ValueError):
        entry.answer(0)


def three_dice(seen: Sequence[int] = (), read: bool = False) -> Interview:
    def steps(hearing: Hearing) -> Steps[tuple[int, ...]]:
        def ask(title: Phrase, near: Sequence[int]) -> Steps[int]:
            return (yield from hearing.choose(title, [Answer(n, say("{}", n)) for n in range(1, 7)], near))

        return (yield from dice(hearing, 3, ask, lambda n: say("{}", n), seen, read))

    return interview(steps)


def test_dice_that_were_read_are_put_right_one_by_one() -> None:
    entry = three_dice((4, 4, 6), read=True)
    assert words(entry) == ["yes, so they lie", "die 1: 4", "die 2: 4", "die 3: 6"]
    answered(entry, [2, 4, 0])
    assert entry.action() == {"told": (4, 5, 6)}


def test_dice_are_told_one_after_another_and_said_back() -> None:
    entry = three_dice()
    entry.answer(1)
    entry.answer(1)
    asked = entry.question()
    assert asked is not None
    assert str(asked.about) == "2, 2"
    assert asked.chosen == 1
    answered(entry, [5, 0])
    assert entry.action() == {"told": (2, 2, 6)}


def test_a_reading_with_too_few_dice_is_not_taken_for_all_of_them() -> None:
    asked = three_dice((4, 4), read=True).question()
    assert asked is not None
    assert str(asked.title) == "die 1 of 3"
    assert asked.chosen == 3
