"""Which turn explains what was drawn in a Saint Malo city, and when there is none to tell."""

from __future__ import annotations

from typing import Any

from firmware.referee.malo_turns import Explained, explain, settle
from rules.shelf import game_called

GAME = game_called("saint-malo")
CITY = GAME.position({"players": [{"name": "city", "coins": 3, "logs": 2}], "alone": True})
MARKS = ("empty", "crate", "wall", "house", "church1", "church2", "church3", "church4", "church5", "citizen", "soldier")


def looks(**likely: float) -> dict[str, float]:
    return {**dict.fromkeys(MARKS, 0.0001), **likely}


def found(drawn: dict[str, dict[str, float]], dice: list[str], **given: Any) -> Explained:
    settled = settle(list(explain(GAME, CITY, list(drawn), drawn, {"dice": dice, **given})))
    assert settled is not None
    return settled


THREE_CROSSES = ["cross", "cross", "cross", "log", "swords"]
CRATES = ["crate", "crate", "head", "log", "swords"]


def test_crates_side_by_side_are_a_turn() -> None:
    turn = found({"2,3": looks(crate=0.9), "2,4": looks(crate=0.9)}, CRATES)
    assert not turn.doubt
    assert not turn.reason
    assert turn.action["symbol"] == "crate"


def test_crates_apart_are_refused_at_their_places() -> None:
    turn = found({"2,3": looks(crate=0.95), "5,5": looks(crate=0.95)}, CRATES)
    assert (turn.reason, set(turn.places)) == ("crates-not-connected", {"2,3", "5,5"})


def test_a_refusal_needs_clear_marks() -> None:
    assert found({"2,3": looks(crate=0.6), "5,5": looks(crate=0.6)}, CRATES).doubt


def test_the_dice_decide_between_numbers() -> None:
    turn = found({"2,3": looks(church3=0.5, church5=0.45)}, THREE_CROSSES)
    assert turn.marks == {"2,3": "church3"}
    assert not turn.doubt


def test_two_numbers_that_the_dice_allow_are_asked_about() -> None:
    assert found({"2,3": looks(church2=0.5, church3=0.45)}, THREE_CROSSES).doubt == ("2,3",)


def test_a_wall_inside_is_refused() -> None:
    turn = found({"3,3": looks(wall=0.97)}, ["wall", "head", "head", "log", "swords"])
    assert turn.reason == "wall-inside"


def test_logs_are_a_turn_that_draws_nothing() -> None:
    turn = found({}, ["log", "log", "head", "head", "wall"], logs=2)
    assert turn.action == {"symbol": "log", "dice_used": 2}


def test_nothing_drawn_and_no_logs_is_no_turn() -> None:
    assert settle(list(explain(GAME, CITY, [], {}, {"dice": CRATES}))) is None
