"""Every clause once refusing and once allowing, side by side."""

# ruff: noqa: E501 - the cases read as a table

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from rules.game import Allowed, Refused
from rules.saint_malo.game import SAINT_MALO as GAME
from rules.saint_malo.state import State
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.rules.play import allowed, refusal, verdict_of
from tests.rules.saint_malo.boards import city, dice, table

FULL = " wwwwc\n" + "ccccccc\n" * 5 + " ccccc"
ALMOST = " wwwwc\n" + "ccccccc\n" * 4 + "cccccc.\n ccccc"
FOUR_WALLS = " .wwww\n" + ".......\n" * 5 + " ....."
TOP_FOR_A_PERSON = {"dice": dice("wall"), "symbol": "wall", "cells": ["0,1"]}


class Case(NamedTuple):
    clause: str
    state: State
    wrong: dict[str, Any]
    right: dict[str, Any]
    places: tuple[str, ...] = ()


def turn(rolled: list[str], symbol: str | None, **more: Any) -> dict[str, Any]:
    return {"dice": rolled, "symbol": symbol, **more}


def heads(n: int, person: str, cell: str = "3,3", **more: Any) -> dict[str, Any]:
    return turn(dice(*["head"] * n), "head", dice_used=n, person=person, cells=[cell], **more)


START = table(city())
RICH = table(city(coins=20))
POOR = table(city(coins=1))
BUILDER = table(city(logs=9))
WALLS = table(city(FOUR_WALLS))
ALONE = table(city(), alone=True)
MIXED = ["log", "crate", "wall", "cross", "head"]
TWO = dice("crate", "crate")
THREE_ROLLS = [dice("crate"), dice("crate", "wall"), TWO]
ON_3_3: dict[str, Any] = {"cells": ["3,3"]}

CASES = [
    Case("not-your-turn", START, turn(TWO, "crate", player=1, **ON_3_3), turn(TWO, "crate", player=0, **ON_3_3)),
    Case(
        "too-many-rolls",
        START,
        {"rolls": [*THREE_ROLLS, TWO], "symbol": "crate", **ON_3_3},
        {"rolls": THREE_ROLLS, "symbol": "crate", **ON_3_3},
    ),
    Case(
        "kept-die-changed",
        START,
        {"rolls": THREE_ROLLS, "kept": [[0], [0, 1]], "symbol": "crate", **ON_3_3},
        {"rolls": THREE_ROLLS, "kept": [[0], [0, 2, 3, 4]], "symbol": "crate", **ON_3_3},
    ),
    Case("unknown-symbol", START, turn(TWO, "sheep", **ON_3_3), turn(TWO, "crate", **ON_3_3)),
    Case("swords-chosen", START, turn(TWO, "swords", **ON_3_3), turn(TWO, "crate", **ON_3_3)),
    Case("bad-rotation", RICH, turn(MIXED, "log", rotated=[1, 1]), turn(MIXED, "log", rotated=[1, 2])),
    Case("bad-rotation", RICH, turn(MIXED, "log", rotated=[5]), turn(MIXED, "log", rotated=[4])),
    Case("bad-rotation", RICH, turn(MIXED, "log", rotated=[0]), turn(MIXED, "log", rotated=[3])),
    Case("bad-rotation", RICH, turn(MIXED, "log", rotated=["log"]), turn(MIXED, "log", rotated=["wall"])),
    Case("bad-rotation", RICH, turn(MIXED, "log", rotated=["wall"] * 2), turn(MIXED, "log", rotated=["wall", "head"])),
    Case("bad-rotation", RICH, turn(MIXED, "log", rotated=5), turn(MIXED, "log", rotated=4)),
    Case("swords-rotated", RICH, turn(dice("log", "head"), "log", rotated=[2]), turn(dice("log", "head"), "log", rotated=[1])),
    Case("swords-rotated", RICH, turn(dice("log"), "log", rotated=["swords"]), turn(dice("log"), "log", rotated=[])),
    Case("swords-rotated", RICH, turn(dice("log", "head"), "log", rotated=2), turn(dice("log", "head"), "log", rotated=1)),
    Case(
        "no-coins-rotate",
        START,
        turn(MIXED, "crate", rotated=[0, 2], cells=["3,3", "3,4", "3,5"]),
        turn(MIXED, "crate", rotated=[0], cells=["3,3", "3,4"]),
    ),
    Case("nothing-shown", START, turn(TWO, "wall", cells=["0,1"]), turn([*TWO[:4], "wall"], "wall", cells=["0,1"])),
    Case(
        "nothing-shown",
        START,
        turn(TWO, "cross", dice_used=1, **ON_3_3),
        turn(TWO, "cross", dice_used=1, rotated=[0], **ON_3_3),
    ),
    Case("too-many-dice", START, turn(TWO, "crate", dice_used=3, cells=["3,3", "3,4", "3,5"]), turn(TWO, "crate", dice_used=2, cells=["3,3", "3,4"])),
    Case("too-many-dice", START, turn(TWO, "crate", cells=["3,3", "3,4", "3,5"]), turn(TWO, "crate", cells=["3,3", "3,4"])),
    Case("no-dice", START, turn(TWO, "crate", dice_used=0), turn(TWO, "crate", dice_used=1, **ON_3_3)),
    Case("no-dice", START, turn(TWO, "crate", cells=[]), turn(TWO, "crate", **ON_3_3)),
    Case("may-not-pass", START, turn(TWO, None), turn(dice(), None)),
    Case("may-not-pass", table(city(FULL, coins=2)), turn(dice("log"), None), turn(dice("head"), None)),
    Case("may-not-pass", table(city(ALMOST)), turn(dice("wall"), None), turn(dice(), None)),
    Case("superfluous", START, turn(dice(), None, cells=["3,3"]), turn(dice(), None)),
    Case("superfluous", START, turn(dice("log"), "log", cells=["3,3"]), turn(dice("log"), "log")),
    Case("superfluous", START, turn(TWO, "crate", person="citizen", **ON_3_3), turn(TWO, "crate", **ON_3_3)),
    Case("not-a-space", START, turn(TWO, "crate", cells=["0,0"]), turn(TWO, "crate", cells=["0,1"]), ("0,0",)),
    Case("not-a-space", START, turn(TWO, "crate", cells=["7,3"]), turn(TWO, "crate", cells=["6,3"]), ("7,3",)),
    Case("filled-space", START, turn(TWO, "crate", cells=["1,1"]), turn(TWO, "crate", cells=["1,3"]), ("1,1",)),
    Case("space-twice", START, turn(TWO, "crate", cells=["3,3", "3,3"]), turn(TWO, "crate", cells=["3,3", "3,4"]), ("3,3",)),
    Case("wrong-count", START, turn(TWO, "crate", dice_used=2, cells=["3,3"]), turn(TWO, "crate", dice_used=1, cells=["3,3"])),
    Case("no-coins-logs", POOR, turn(dice("log"), "log"), turn(dice("log", "head"), "head", person="citizen", **ON_3_3)),
    Case("no-coins-logs", START, turn(MIXED, "log", rotated=[1]), turn(MIXED, "log")),
    Case(
        "crates-not-connected",
        START,
        turn(TWO, "crate", cells=["3,3", "4,4"]),
        turn(TWO, "crate", cells=["3,3", "4,3"]),
        ("3,3", "4,4"),
    ),
    Case("crates-not-connected", START, turn(TWO, "crate", cells=["2,2", "1,3"]), turn(TWO, "crate", cells=["2,3", "1,3"])),
    Case("wall-inside", START, turn(dice("wall"), "wall", cells=["3,3"]), turn(dice("wall"), "wall", cells=["3,0"]), ("3,3",)),
    Case(
        "bonus-missing",
        WALLS,
        TOP_FOR_A_PERSON,
        {**TOP_FOR_A_PERSON, "bonus": {"person": "citizen", "cells": ["3,3"]}},
    ),
    Case(
        "bonus-not-earned",
        START,
        {**TOP_FOR_A_PERSON, "bonus": {"person": "citizen", "cells": ["3,3"]}},
        TOP_FOR_A_PERSON,
        ("3,3",),
    ),
    Case("superfluous", START, turn(TWO, "crate", bonus={"person": "citizen", "cells": ["3,3"]}, cells=["2,2"]), turn(TWO, "crate", cells=["2,2"])),
    Case(
        "bonus-level",
        WALLS,
        {**TOP_FOR_A_PERSON, "bonus": {"person": "noble", "cells": ["3,3"]}},
        {**TOP_FOR_A_PERSON, "bonus": {"person": "merchant", "cells": ["3,3"]}},
        ("3,3",),
    ),
    Case("one-church", START, turn(dice("cross", "cross"), "cross", cells=["3,3", "3,4"]), turn(dice("cross", "cross"), "cross", **ON_3_3)),
    Case("one-person", START, heads(2, "soldier", "3,3") | {"cells": ["3,3", "3,4"]}, heads(2, "soldier")),
    Case("wrong-person", START, heads(2, "citizen"), heads(1, "citizen")),
    Case("wrong-person", START, heads(4, "architect"), heads(4, "juggler")),
    Case(
        "wrong-person",
        WALLS,
        {**TOP_FOR_A_PERSON, "bonus": {"person": "citizen", "dice_used": 3, "cells": ["3,3"]}},
        {**TOP_FOR_A_PERSON, "bonus": {"person": "citizen", "dice_used": 1, "cells": ["3,3"]}},
    ),
    Case("houses-without-architect", START, heads(3, "merchant", houses=["3,4"]), heads(3, "architect", houses=["3,4"])),
    Case(
        "architect-idle",
        table(city(), settings={"idle_architect": False}),
        heads(3, "architect"),
        heads(3, "architect", houses=["3,4"]),
    ),
    Case(
        "too-many-houses",
        BUILDER,
        heads(3, "architect", houses=["3,4", "3,5", "4,5", "5,5"]),
        heads(3, "architect", houses=["3,4", "3,5", "4,5"]),
    ),
    Case("no-logs", START, heads(3, "architect", houses=["3,4", "3,5", "4,5"]), heads(3, "architect", houses=["3,4", "3,5"])),
    Case(
        "houses-not-connected",
        BUILDER,
        heads(3, "architect", houses=["3,4", "4,5"]),
        heads(3, "architect", houses=["3,4", "4,4"]),
    ),
    Case(
        "houses-not-at-architect",
        BUILDER,
        heads(3, "architect", houses=["3,5", "4,5"]),
        heads(3, "architect", houses=["3,5", "3,4"]),
    ),
    Case("houses-not-at-architect", BUILDER, heads(3, "architect", houses=["1,3"]), heads(3, "architect", houses=["4,4"])),
    Case("counted-here", START, {"attack": 1}, turn(TWO, "crate", **ON_3_3)),
    Case("counted-here", START, {"end": True}, turn(TWO, "crate", **ON_3_3)),
    Case("attacks-in-order", ALONE._replace(marked=2), {"attack": 2}, {"attack": 3}),
    Case("attacks-in-order", ALONE._replace(marked=6), {"attack": 7}, turn(TWO, "crate", **ON_3_3)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.clause)
def test_the_clause_refuses_and_allows(case: Case) -> None:
    refused = refusal(GAME, case.state, case.wrong)
    assert refused.clause == case.clause, refused
    if case.places:
        assert refused.places == case.places
    allowed(GAME, case.state, case.right)


def test_nothing_is_done_in_a_game_that_is_over() -> None:
    over = table(city(), over=True)
    assert refusal(GAME, over, turn(TWO, "crate", **ON_3_3)).clause == "game-over"


def test_heads_bring_nobody_whom_the_game_does_not_know() -> None:
    assert refusal(GAME, START, heads(5, "bishop")).clause == "wrong-person"
    assert isinstance(verdict_of(GAME, START, heads(5, "bishop"), "wrong-person"), Refused)


def test_every_clause_that_refuses_has_its_case() -> None:
    generic = {"game-over", "wrong-moment"}  # the first has its test above; turns here have no moments
    assert {c.id for c in GAME.clauses.values() if c.refuses} - generic == {case.clause for case in CASES}


@pytest.mark.parametrize("case", [c for c in CASES if GAME.clauses[c.clause].waivable], ids=lambda case: case.clause)
def test_a_clause_that_can_be_set_aside_lets_the_action_stand(case: Case) -> None:
    assert isinstance(verdict_of(GAME, case.state, case.wrong, case.clause), Allowed)


@pytest.mark.parametrize(
    "case", [c for c in CASES if not GAME.clauses[c.clause].waivable], ids=lambda case: case.clause
)
def test_a_clause_whose_breach_has_no_meaning_cannot_be_set_aside(case: Case) -> None:
    assert isinstance(verdict_of(GAME, case.state, case.wrong, case.clause), Refused)
    sitting = Sitting(GAME, case.state)
    with pytest.raises(Trouble, match="cannot be set aside"):
        sitting.do({"do": "override", "action": case.wrong, "clause": case.clause})
    assert isinstance(sitting.do({"do": "action", "action": case.right}), Done)
