"""The worked examples of the rulebook, on boards built to match: the pictures are lost."""

from __future__ import annotations

import pytest

from rules.arkadia.game import ARKADIA
from rules.arkadia.state import State
from tests.rules.arkadia.boards import building, done, gained, introduce, lay, piece, refused, seals, table, workers


def payout_board() -> State:
    """A red trade centre and an olive monastery, with one vacant square (e10) that touches both."""
    around = workers(orange="b8", yellow="f8 e9", green="g9 h10", beige="c7 b9 d9 b10 c11 e11 g11 f12")
    return table(
        [{}, {}, {}, {"workers": 2, "neutral": 1}],
        turn=3,
        buildings=[
            building("trade_centre", "red", "c8", "c9", "c10", "d10"),
            building("monastery", "olive", "f9", "f10", "f11", "g10"),
        ],
        at=around,
    )


def test_the_worked_payout_example() -> None:
    """Violet closes two buildings at once with two workers of his own and a neutral one."""
    action = introduce(0, violet="d8 e10", beige="d11", castle=[piece("black", "h5"), piece("black", "i7")])
    verdict = done(payout_board(), action)
    after = verdict.state
    assert [seals(after, seat)["red"] for seat in range(4)] == [0, 1, 0, 3]
    assert [seals(after, seat)["olive"] for seat in range(4)] == [2, 0, 2, 2]
    triggers = [(e.seat, e.what, e.change) for e in verdict.ledger if e.clause == "trigger-seal"]
    assert triggers == [(3, "red seals", 1), (3, "olive seals", 1)]
    assert ARKADIA.values(after) == {"red": 2, "olive": 2, "silver": 2, "black": 4}
    assert all(b.done for b in after.buildings)
    assert not any(e.what == "gold" for e in verdict.ledger)
    told = ARKADIA.retold(payout_board(), ARKADIA.action(action), after)
    assert told["completed"] == [
        {"building": 0, "family": "red", "payout": {"orange": 1, "violet": 3}},
        {"building": 1, "family": "olive", "payout": {"yellow": 2, "green": 2, "violet": 2}},
    ]


def test_all_workers_of_that_example_touch_the_trade_centre() -> None:
    action = introduce(violet="d8 e10", beige="d11", castle=[piece("black", "h5"), piece("black", "i7")])
    assert ARKADIA.retold(payout_board(), ARKADIA.action(action), done(payout_board(), action).state)["could_mean"] == [
        0
    ]


def test_seven_red_and_five_silver_seals_are_41_gold() -> None:
    """From above three red and four silver squares: 7 x 3 + 5 x 4."""
    state = table(
        [{}, {}, {"seals": {"red": 7, "silver": 5, "olive": 2}}],
        turn=2,
        castle={"h5": ["silver"], "i7": ["red"], "j5": ["silver"]},
    )
    assert ARKADIA.values(state) == {"red": 3, "olive": 1, "silver": 4, "black": 2}
    verdict = done(state, lay("farm", "red", "g4", "h4", "i4", banner={"cash": {"red": 7, "silver": 5}, "gold": 41}))
    assert gained(verdict, 2, "gold") == 41
    assert [(e.change, str(e.why)) for e in verdict.ledger if e.what == "gold"] == [
        (21, "red seals: 7 x 3"),
        (20, "silver seals: 5 x 4"),
    ]
    assert gained(verdict, 2, "workers") == 2
    assert gained(verdict, 2, "banners") == -1
    assert seals(verdict.state, 2) == {"red": 0, "olive": 2, "silver": 0, "black": 0}


def laying_board() -> State:
    """Two buildings and two workers, and green to lay a trade centre."""
    return table(
        3,
        turn=2,
        buildings=[
            building("monastery", "olive", "m8", "l9", "m9", "n9"),
            building("farm", "black", "l12", "m12", "n12"),
        ],
        at=workers(yellow="k10", orange="c10"),
    )


@pytest.mark.parametrize(
    "cells",
    [
        ("a10", "b10", "b11", "b12"),  # 1: beside a worker
        ("o7", "o8", "o9", "p9"),  # 2: beside the monastery
        ("o10", "o11", "o12", "p12"),  # 3: beside the other building
        ("l10", "m10", "n10", "l11"),  # 4: beside two buildings and a worker
    ],
)
def test_where_the_trade_centre_may_be_laid(cells: tuple[str, ...]) -> None:
    done(laying_board(), lay("trade_centre", "red", *cells))


@pytest.mark.parametrize(
    ("cells", "clause"),
    [
        (("l8", "j9", "k9", "l9"), "square-taken"),  # 5: over a part of the monastery
        (("d1", "d2", "d3", "e3"), "touches_nothing"),  # 6: beside nothing
        (("o10", "p10", "p11", "p12"), "touches_nothing"),  # 7: only diagonally
    ],
)
def test_where_the_trade_centre_may_not_be_laid(cells: tuple[str, ...], clause: str) -> None:
    assert refused(laying_board(), lay("trade_centre", "red", *cells)).clause == clause


def test_the_trade_centre_laid_over_a_tent_brings_a_neutral_worker_and_carries_a_red_seal() -> None:
    verdict = done(laying_board(), lay("trade_centre", "red", "l10", "m10", "n10", "l11"))
    assert gained(verdict, 2, "neutral workers") == 1
    told = ARKADIA.describe(verdict.state)
    assert told["buildings"][2] == {
        "id": 2,
        "form": "trade_centre",
        "family": "red",
        "cells": ["l10", "m10", "n10", "l11"],
        "done": False,
    }
    assert told["players"][2]["neutral"] == 1
    assert told["players"][2]["hand"] == 4
    assert told["pool_neutral"] == 23
    assert verdict.state.turn == 0
