"""Places, and the rule that decided them."""

from __future__ import annotations

import pytest

from rules.standing import Tie, rank
from rules.words import say

MOST, SHARED = ("most", say("most points")), ("shared", say("equal"))


def coins(*amounts: int, fewer: bool = False) -> Tie:
    return Tie("coins", lambda seat: amounts[seat], say("coins"), fewer)


def logs(*amounts: int) -> Tie:
    return Tie("logs", lambda seat: amounts[seat], say("logs"))


@pytest.mark.parametrize(
    ("points", "ties", "places", "clause"),
    [
        ([3, 7, 5], (), ((1,), (2,), (0,)), "most"),
        ([7, 7], (), ((0, 1),), "shared"),
        ([7, 7, 9], (), ((2,), (0, 1)), "most"),
        ([7, 7], (coins(1, 2),), ((1,), (0,)), "coins"),
        ([7, 7], (coins(1, 2, fewer=True),), ((0,), (1,)), "coins"),
        ([7, 7], (coins(2, 2), logs(0, 1)), ((1,), (0,)), "logs"),
        ([7, 7], (coins(2, 2), logs(1, 1)), ((0, 1),), "shared"),
        ([7, 7, 7], (coins(2, 2, 1), logs(0, 1, 9)), ((1,), (0,), (2,)), "logs"),
        ([7, 7, 7], (coins(3, 2, 1), logs(0, 1, 9)), ((0,), (1,), (2,)), "coins"),
        ([9, 7, 7], (coins(0, 2, 1),), ((0,), (1,), (2,)), "most"),
        ([-1, -5], (), ((0,), (1,)), "most"),
        ([0], (), ((0,),), "most"),
    ],
)
def test_who_wins_by_which_rule(
    points: list[int], ties: tuple[Tie, ...], places: tuple[tuple[int, ...], ...], clause: str
) -> None:
    outcome = rank(points, ties, MOST, SHARED)
    assert outcome.places == places
    assert outcome.clause == clause
    assert outcome.winners == places[0]


def test_nobody_plays_and_nobody_wins() -> None:
    assert rank([], (), MOST, SHARED).winners == ()
