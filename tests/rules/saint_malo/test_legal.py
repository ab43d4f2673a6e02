"""The legal turns against brute force on small positions: nothing legal missing, nothing illegal offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from rules.game import Allowed
from rules.saint_malo.city import INDEX, PLACES
from rules.saint_malo.game import SAINT_MALO as GAME
from rules.saint_malo.legal import groups
from rules.saint_malo.state import SYMBOLS, Action, Bonus, State, Turn
from tests.rules.saint_malo.boards import city, dice, table

PERSONS = ("citizen", "soldier", "priest", "architect", "merchant", "juggler", "noble")


def subsets(things: Sequence[Any], most: int) -> Iterator[tuple[Any, ...]]:
    for n in range(most + 1):
        yield from combinations(things, n)


def every_turn(state: State, rolled: tuple[str, ...]) -> Iterator[Turn]:
    """Every turn that can be written down at all, in the one form that the legal turns use."""
    free = [place for place, i in INDEX.items() if state.cities[state.seat].cells[i] == "."]
    free.sort(key=PLACES.index)
    yield Turn(rolled, None)
    persons = [
        (person, cell, houses)
        for person in PERSONS
        for cell in free
        for houses in (subsets([c for c in free if c != cell], 3) if person == "architect" else ((),))
    ]
    level = {"citizen": 1, "soldier": 2, "priest": 2, "architect": 3, "merchant": 3, "juggler": 4, "noble": 5}
    bonuses = [(), *((Bonus(p, (c,), h, level[p]),) for p, c, h in persons)]
    for symbol in SYMBOLS:
        for rotated in subsets(range(5), 3):  # one more than the coins of these positions pay for
            for used in range(1, 6):
                if symbol == "log":
                    yield Turn(rolled, symbol, used, rotated)
                elif symbol == "cross":
                    for cell in free:
                        yield Turn(rolled, symbol, used, rotated, (cell,))
                elif symbol == "head":
                    for person, cell, houses in persons:
                        yield Turn(rolled, symbol, used, rotated, (cell,), person, houses)
                else:
                    for cells in combinations(free, used):
                        for bonus in bonuses if symbol == "wall" else ((),):
                            yield Turn(rolled, symbol, used, rotated, cells, bonus=bonus)


def agree(state: State, rolled: list[str]) -> int:
    offered = Counter(GAME.legal(state, {"dice": rolled}))
    assert max(offered.values(), default=1) == 1, "an action is offered twice"
    expected = {turn for turn in every_turn(state, tuple(rolled)) if isinstance(GAME.judge(state, turn), Allowed)}
    assert set(offered) == expected
    return len(expected)


NEARLY_FULL = " .wwww\nccccccc\ncccc..c\ncccc.cc\nccccccc\nwcccccc\n ccccc"  # the top wall wants one section
TWO_ROOMS = " ccccc\nc.cccc.\nc..cccc\nccccccc\nccccccc\nccccccc\n ccccc"
WALL_GAPS = " .www.\nccccccc\nccccccc\nccc.ccc\nccccccc\nccccccc\n w.www"


@pytest.mark.parametrize("drawing", [NEARLY_FULL, TWO_ROOMS, WALL_GAPS])
@pytest.mark.parametrize(
    "rolled",
    [
        ["log", "crate", "wall", "cross", "head"],
        ["crate", "crate", "crate", "swords", "head"],
        ["wall", "wall", "head", "head", "head"],
        dice(),
        ["head"] * 5,
    ],
)
@pytest.mark.parametrize("stock", [{"coins": 4, "logs": 3}, {"coins": 1, "logs": 0}])
def test_the_legal_turns_are_those_that_the_judge_allows(
    drawing: str, rolled: list[str], stock: dict[str, int]
) -> None:
    assert agree(table(city(drawing, **stock)), rolled) > 0


@pytest.mark.parametrize(
    "settings",
    [{"crates_connect": "any"}, {"pass": "always"}, {"bonus_person": "may"}, {"idle_architect": False}],
)
def test_the_settings_bind_both_alike(settings: dict[str, Any]) -> None:
    for drawing in (NEARLY_FULL, TWO_ROOMS):
        state = table(city(drawing, coins=2, logs=2), settings=settings)
        for rolled in (["crate", "crate", "wall", "log", "swords"], ["wall", "head", "head", "head", "swords"]):
            agree(state, rolled)


def test_a_wall_that_brings_two_persons_asks_for_both() -> None:
    rewards = {"top": {"person": 3}, "right": {"person": 1}, "bottom": {"vp": 3}, "left": {"coins": 2}}
    drawing = " .wwww\ncccccc.\ncccc..w\ncccc.cw\nccccccw\ncccccc.\n ccccc"
    state = table(city(drawing, coins=0, logs=0), edition={"rewards": rewards})
    turns = [t for t in GAME.legal(state, {"dice": ["wall"] * 3 + ["swords"] * 2}) if isinstance(t, Turn)]
    both = [t for t in turns if set(t.cells) == {"0,1", "1,6", "5,6"}]
    assert both
    assert all(len(turn.bonus) == 2 for turn in both)
    for turn in turns:
        assert isinstance(GAME.judge(state, turn), Allowed)


def test_any_legal_turn_can_come_first() -> None:
    """Whatever turn is wanted, an order that mostly prefers its parts brings it first before long."""
    state = table(city(NEARLY_FULL, coins=2, logs=2))
    given = {"dice": ["crate", "crate", "wall", "head", "head"]}
    rng = Random(4)
    for wanted in GAME.legal(state, given):
        assert isinstance(wanted, Turn)
        cells = {INDEX[c] for c in (*wanted.cells, *wanted.houses, *(c for b in wanted.bonus for c in b.cells))}
        persons = {wanted.person, *(b.person for b in wanted.bonus)}
        assert isinstance(wanted.rotated, tuple)
        parts = {wanted.symbol, wanted.used, wanted.rotated, len(wanted.rotated), len(wanted.houses), *cells, *persons}

        def order(choices: Sequence[Any], parts: set[Any] = parts) -> list[Any]:
            mixed = rng.random() < 0.3
            return sorted(choices, key=lambda choice: (not mixed and choice not in parts, rng.random()))

        assert any(next(GAME.legal(state, given, order)) == wanted for _ in range(2000)), wanted


def test_an_open_board_offers_its_first_turn_without_counting_the_rest() -> None:
    """Five crates on 41 spaces have thousands of shapes: the iterator is lazy."""
    state = table(city(coins=30, logs=20))
    asked: list[int] = []

    def order(choices: Sequence[Any]) -> Sequence[Any]:
        asked.append(len(choices))
        return choices

    first: list[Action] = list(islice(GAME.legal(state, {"dice": ["crate"] * 5}, order), 3))
    assert len(first) == 3
    assert len(asked) < 60


def test_the_turned_dice_can_be_told_by_number() -> None:
    state = table(city(coins=9))
    given = {"dice": ["crate", "log", "wall", "head", "swords"], "rotated": 2}
    for turn in islice(GAME.legal(state, given), 500):
        assert isinstance(turn, Turn)
        assert isinstance(turn.rotated, tuple)
        assert len(turn.rotated) == 2


def test_every_connected_group_comes_once() -> None:
    line = {i: tuple(j for j in (i - 1, i + 1) if 0 <= j < 6) for i in range(6)}
    found = list(groups(frozenset(range(6)), 3, range(6), line.__getitem__, lambda choices: choices))
    assert sorted(tuple(sorted(group)) for group in found) == [(0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5)]
    rooted = list(groups(frozenset(range(6)), 2, [0, 1], line.__getitem__, lambda choices: choices))
    assert sorted(tuple(sorted(group)) for group in rooted) == [(0, 1), (1, 2)]
