"""Every clause that can refuse, refusing and allowing; and those that a house rule may set aside."""

from __future__ import annotations

from typing import Any

import pytest

from rules.arkadia.edition import DEFAULT_DATA
from rules.arkadia.game import ARKADIA
from rules.arkadia.state import State
from tests.rules.arkadia.boards import building, done, gained, house, introduce, lay, piece, refused, table, workers

BESIDE_LOT = ("g4", "h4", "i4")
CLOSED_BUT_ONE: dict[str, Any] = {  # a house of which only d4 is still open
    "buildings": [house("silver", "b4", "c4")],
    "at": workers(yellow="a4 b3", orange="c3 b5", beige="c5"),
}
ROOM = [{"seals": {"red": 2}}, {}]


def last_but_one_turn(**more: Any) -> State:
    return table(2, trigger=1, turn=1, **more)


REFUSALS: list[tuple[str, State, dict[str, Any], dict[str, Any]]] = [
    # clause, state, what it refuses, what it allows
    ("card-in-hand", table(), lay("castle", "red", *BESIDE_LOT), lay("farm", "red", *BESIDE_LOT)),
    (
        "building-left",
        table(
            edition={
                "forms": {
                    **DEFAULT_DATA["forms"],
                    "farm": {"cells": [[0, 0], [1, 0], [2, 0]], "count": 1, "cards": {"red": 4}},
                }
            },
            buildings=[building("farm", "red", "a1", "a2", "a3")],
        ),
        lay("farm", "red", *BESIDE_LOT),
        lay("tavern", "red", "g4", "h4", "g3"),
    ),
    ("off-board", table(), lay("farm", "red", "k5", "k6", "z6"), lay("farm", "red", "k5", "k6", "k7")),
    ("form-shape", table(), lay("farm", "red", "g4", "h4", "h3"), lay("tavern", "red", "g4", "h4", "h3")),
    (
        "mirrored-form",
        table(),
        lay("trade_centre", "red", "h4", "h3", "h2", "g4"),
        lay("trade_centre", "red", "g4", "g3", "g2", "h4"),
    ),
    (
        "square-taken",
        table(at=workers(yellow="h4")),
        lay("farm", "red", *BESIDE_LOT),
        lay("farm", "red", "g4", "f4", "e4"),
    ),
    ("square-taken", table(), lay("farm", "red", "g4", "g5", "g6"), lay("farm", "red", "f5", "f6", "f7")),
    (
        "square-taken",
        table(buildings=[house("red", "g4", "h4")]),
        introduce(0, yellow="h4"),
        introduce(0, yellow="i4"),
    ),
    ("touches_nothing", table(), lay("farm", "red", "f4", "e4", "d4"), lay("farm", "red", "g4", "f4", "e4")),
    (
        "tent-workers",
        table(),
        lay("residential_house", "red", "h4", "h3", neutral_gained=2),
        lay("residential_house", "red", "h4", "h3", neutral_gained=1),
    ),
    ("card-drawn", table(), {**lay("farm", "red", *BESIDE_LOT), "draw": None}, lay("farm", "red", *BESIDE_LOT)),
    (
        "card-drawn",
        table(face_up=[["farm", "red"]]),
        {**lay("mill", "red", "g4", "h4", "g3", "h3"), "draw": {"from": 1}},
        {**lay("mill", "red", "g4", "h4", "g3", "h3"), "draw": {"from": 0}},
    ),
    (
        "card-count",
        table(face_up=[["mill", "black"], ["farm", "red"]]),
        {**lay("farm", "red", *BESIDE_LOT), "draw": {"from": 1, "refill": ["mill", "black"]}},
        {**lay("farm", "red", *BESIDE_LOT), "draw": {"from": 1, "refill": ["mill", "red"]}},
    ),
    ("one-worker", table(), introduce("lot"), introduce("lot", yellow="g4")),
    ("own-workers", table(), introduce("lot", orange="g4"), introduce("lot", yellow="g4")),
    ("workers-left", table(), introduce("lot", yellow="g4 h4 i4 j4"), introduce("lot", yellow="g4 h4 i4")),
    ("workers-left", table(), introduce("lot", beige="g4"), introduce("lot", yellow="g4")),
    ("no-building", table(), introduce(yellow="a1"), introduce(yellow="k5")),
    ("no-building", table(), introduce(3, yellow="k5"), introduce("lot", yellow="k5")),
    (
        "two_buildings",
        table(buildings=[house("red", "b2", "c2"), house("red", "f2", "g2")]),
        introduce(yellow="a2 h2"),
        introduce(yellow="a2 b3"),
    ),
    (
        "near-lot",
        table(settings={"workers_near_lot": False}, buildings=[house("red", "g4", "h4")]),
        introduce(yellow="k5"),
        introduce(yellow="i4"),
    ),
    ("passing", table(), {"type": "pass"}, introduce("lot", yellow="g4")),
    ("passing", table(), {"type": "pass"}, lay("farm", "red", *BESIDE_LOT)),
    (
        "castle-due",
        table(**CLOSED_BUT_ONE),
        introduce(0, yellow="d4"),
        introduce(0, yellow="d4", castle=[piece("red", "g5")]),
    ),
    (
        "castle-due",
        table(**CLOSED_BUT_ONE),
        introduce("lot", yellow="g4", castle=[piece("red", "g5")]),
        introduce("lot", yellow="g4"),
    ),
    (
        "castle-pool",
        table(**CLOSED_BUT_ONE, castle={"g5": ["red"], "h5": ["red"], "i5": ["red"]}),
        introduce(0, yellow="d4", castle=[piece("red", "j5")]),
        introduce(0, yellow="d4", castle=[piece("black", "j5")]),
    ),
    (
        "castle-square",
        table(**CLOSED_BUT_ONE),
        introduce(0, yellow="d4", castle=[piece("red", "h6")]),
        introduce(0, yellow="d4", castle=[piece("red", "g6")]),
    ),
    (
        "castle-square",
        table(**CLOSED_BUT_ONE),
        introduce(0, yellow="d4", castle=[piece("red", "g5", floor=2)]),
        introduce(0, yellow="d4", castle=[piece("red", "g5", floor=1)]),
    ),
    (
        "floor_too_early",
        table(**CLOSED_BUT_ONE, castle={"g5": ["silver"]}),
        introduce(0, yellow="d4", castle=[piece("red", "g5")]),
        introduce(0, yellow="d4", castle=[piece("red", "h5")]),
    ),
    (
        "banner-left",
        table([{"banners": 0}, {}]),
        introduce("lot", yellow="g4", banner={"cash": {}}),
        introduce("lot", yellow="g4"),
    ),
    (
        "seals-owned",
        table(ROOM),
        introduce("lot", yellow="g4", banner={"cash": {"red": 3}}),
        introduce("lot", yellow="g4", banner={"cash": {"red": 2}}),
    ),
    (
        "as-told",
        table(),
        lay("residential_house", "red", "h4", "h3", tents_covered=["h4"]),
        lay("residential_house", "red", "h4", "h3", tents_covered=["h3"]),
    ),
    (
        "not-your-turn",
        table(),
        {**introduce("lot", yellow="g4"), "player": "orange"},
        {**introduce("lot", yellow="g4"), "player": "yellow"},
    ),
    ("game-over", table(2, over=True), introduce("lot", yellow="g4"), {}),
]


@pytest.mark.parametrize(("clause", "state", "no", "yes"), REFUSALS)
def test_a_clause_refuses_and_allows(clause: str, state: State, no: dict[str, Any], yes: dict[str, Any]) -> None:
    assert refused(state, no).clause == clause
    if yes:
        done(state, yes)


def test_every_clause_that_refuses_is_tested() -> None:
    assert {case[0] for case in REFUSALS} == {c.id for c in ARKADIA.clauses.values() if c.refuses}


def test_the_photo_sets_codes_are_clauses() -> None:
    assert {"touches_nothing", "two_buildings", "floor_too_early"} <= set(ARKADIA.clauses)


def test_refusals_name_the_places_concerned() -> None:
    assert refused(table(), lay("farm", "red", "f4", "e4", "d4")).places == ("d4", "e4", "f4")
    two = table(buildings=[house("red", "b2", "c2"), house("red", "f2", "g2")])
    assert refused(two, introduce(yellow="a2 b3 h2")).places == ("h2",)
    assert refused(two, introduce(1, yellow="a2 b3 h2")).places == ("a2", "b3")
    early = table(**CLOSED_BUT_ONE, castle={"g5": ["silver"]})
    assert refused(early, introduce(0, yellow="d4", castle=[piece("red", "g5")])).places == ("g5",)
    assert refused(table(at=workers(yellow="h4")), lay("farm", "red", *BESIDE_LOT)).places == ("h4",)


@pytest.mark.parametrize(
    ("clause", "state", "action"),
    [
        ("touches_nothing", table(), lay("farm", "red", "f4", "e4", "d4")),
        ("mirrored-form", table(), lay("trade_centre", "red", "h4", "h3", "h2", "g4")),
        ("card-drawn", table(), {**lay("farm", "red", *BESIDE_LOT), "draw": None}),
        (
            "two_buildings",
            table(buildings=[house("red", "b2", "c2"), house("red", "f2", "g2")]),
            introduce(yellow="a2 h2"),
        ),
        ("no-building", table(), introduce(yellow="a1")),
        ("near-lot", table(settings={"workers_near_lot": False}), introduce("lot", yellow="k5")),
        ("passing", table(), {"type": "pass"}),
    ],
)
def test_a_house_rule_may_set_it_aside(clause: str, state: State, action: dict[str, Any]) -> None:
    assert refused(state, action).clause == clause
    after = done(state, action, clause).state
    assert after.turn == 1
    assert ARKADIA.from_text(ARKADIA.text(after)) == after


def test_the_clauses_that_may_be_set_aside_are_just_those() -> None:
    waivable = {c.id for c in ARKADIA.clauses.values() if c.waivable}
    assert waivable == {
        "touches_nothing",
        "mirrored-form",
        "card-drawn",
        "two_buildings",
        "no-building",
        "near-lot",
        "passing",
    }


def test_a_card_not_drawn_by_a_house_rule_is_missing_afterwards() -> None:
    verdict = done(table(), {**lay("farm", "red", *BESIDE_LOT), "draw": None}, "card-drawn")
    assert verdict.state.players[0].hand == 3
    assert gained(verdict, 0, "cards") == -1


def test_a_third_floor_square_is_built_on_once() -> None:
    full = {"g5": ["red", "red"], "h5": ["red", "red"], "i5": ["red", "red"], "j5": ["olive", "olive"]}
    full |= {"g6": ["olive", "olive"], "j6": ["olive", "olive"], "g7": ["silver", "silver"]}
    full |= {"h7": ["silver", "silver"], "i7": ["black", "black"], "j7": ["black", "black", "silver"]}
    state = table(2, **CLOSED_BUT_ONE, castle=full, trigger=1)
    assert refused(state, introduce(0, yellow="d4", castle=[piece("black", "j7")])).clause == "castle-square"
    done(state, introduce(0, yellow="d4", castle=[piece("black", "i7")]))
    assert (
        refused(state, introduce(0, yellow="d4", castle=[piece("olive", "h7"), piece("red", "g5")])).clause
        == "castle-due"
    )
