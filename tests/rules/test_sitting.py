"""Undo, redo, corrections, house rules, things set by hand: what they do, and what they never erase."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Refused
from rules.ledger import TABLE, total
from rules.record import read
from rules.sitting import Sitting
from rules.trouble import Trouble
from tests.rules.mixing import check_mixed, check_sums, mixed_evening
from tests.rules.tables import citizen, did, logs, noble, passing, points, step_of, table, wall, written


def refused(sitting: Sitting, event: dict[str, Any]) -> Refused:
    """The refusal; it leaves no trace."""
    before = (sitting.state, list(sitting.events), list(sitting.steps), list(sitting.undone))
    answer = sitting.do(event)
    assert isinstance(answer, Refused), answer
    assert before == (sitting.state, sitting.events, sitting.steps, sitting.undone)
    return answer


def trouble(sitting: Sitting, event: Any) -> str:
    """The sentence; it leaves no trace."""
    before = (sitting.state, list(sitting.events), list(sitting.steps), list(sitting.undone))
    with pytest.raises(Trouble) as raised:
        sitting.do(event)
    assert before == (sitting.state, sitting.events, sitting.steps, sitting.undone)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def override(action: dict[str, Any], clause: Any) -> dict[str, Any]:
    return {"do": "override", "action": action, "clause": clause}


def by_hand(at: str, value: Any, clause: str = "by-hand") -> dict[str, Any]:
    return {"do": "set", "at": at, "value": value, "clause": clause}


# ---- actions
def test_an_action_is_kept_with_its_ledger() -> None:
    sitting = table(citizen("3,3"))
    assert [step.event for step in sitting.steps] == [1]
    assert sitting.steps[0].seat == 0
    assert points(sitting) == [1, 0]
    assert sitting.events == [{"do": "action", "action": citizen("3,3")}]


def test_a_refused_action_leaves_no_trace() -> None:
    sitting = table(citizen("3,3"), citizen("3,3"))
    assert refused(sitting, {"do": "action", "action": citizen("3,3")}).clause == "filled-space"


def test_what_the_caller_does_to_an_event_afterwards_does_not_reach_the_record() -> None:
    event: dict[str, Any] = {"do": "action", "action": citizen("3,3")}
    sitting = table()
    did(sitting, event)
    event["action"]["cells"][0] = "0,1"
    assert sitting.events[0]["action"]["cells"] == ["3,3"]
    assert sitting.steps[0].made["action"]["cells"] == ["3,3"]


@pytest.mark.parametrize(
    "event",
    [
        {},
        [],
        None,
        {"do": "dance"},
        {"do": "action"},
        {"do": "action", "action": 7},
        {"do": "action", "action": citizen("3,3"), "colour": "red"},
        {"do": "action", "action": citizen("3,3"), "note": 7},
        {"do": "undo", "count": 1, "colour": "red"},
        {"do": "undo", "count": 0},
        {"do": "undo", "count": -1},
        {"do": "undo", "count": True},
        {"do": "undo", "count": "1"},
        {"do": "redo", "count": 1},
        {"do": "correct", "of": 1},
        {"do": "correct", "of": 1, "action": None},
        {"do": "correct", "of": 2, "action": citizen("3,3")},
        {"do": "correct", "of": 1, "action": citizen("3,4"), "colour": "red"},
        {"do": "setting", "name": "pass"},
        {"do": "setting", "name": "weather", "value": "fine"},
        {"do": "setting", "name": "pass", "value": ["always"]},
    ],
)
def test_an_event_that_makes_no_sense_is_trouble_and_changes_nothing(event: Any) -> None:
    trouble(table(citizen("3,3")), event)


def test_a_note_of_the_table_is_kept() -> None:
    sitting = table()
    did(sitting, {"do": "action", "action": citizen("3,3"), "note": "Anke was in a hurry"})
    did(sitting, {"do": "undo", "note": "she was, really"})
    assert [event["note"] for event in sitting.events] == ["Anke was in a hurry", "she was, really"]


# ---- undo and redo
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_undo_of_any_number_is_exact_and_redo_brings_it_back(count: int) -> None:
    actions = [citizen("3,3"), wall("0,1"), noble("2,2"), logs()]
    sitting = table(*actions)
    end, steps = sitting.state, list(sitting.steps)
    done = did(sitting, {"do": "undo", "count": count})
    shorter = table(*actions[: 4 - count])
    assert sitting.state == shorter.state
    assert sitting.ledger == shorter.ledger
    assert [step.event for step in done.taken_back] == list(range(5 - count, 5))
    done = did(sitting, {"do": "redo", "count": count})
    assert [step.event for step in done.added] == list(range(5 - count, 5))
    assert sitting.state == end
    assert sitting.steps == steps
    assert [event["do"] for event in sitting.events] == ["action"] * 4 + ["undo", "redo"]


def test_undone_in_two_portions_and_done_again_in_three() -> None:
    sitting = table(citizen("3,3"), wall("0,1"), noble("2,2"), logs())
    steps = list(sitting.steps)
    did(sitting, {"do": "undo", "count": 1})
    did(sitting, {"do": "undo", "count": 2})
    for _ in range(3):
        did(sitting, {"do": "redo"})
    assert sitting.steps == steps


def test_no_more_can_be_taken_back_than_stands() -> None:
    sitting = table(citizen("3,3"))
    assert "there is only 1" in trouble(sitting, {"do": "undo", "count": 2})
    assert "there is nothing" in trouble(sitting, {"do": "redo"})


@pytest.mark.parametrize(
    "event",
    [
        {"do": "action", "action": noble("5,5")},
        override(passing(), "may-not-pass"),
        by_hand("players.0.coins", 9),
        {"do": "setting", "name": "pass", "value": "always"},
        {"do": "correct", "of": 1, "action": citizen("4,4")},
    ],
    ids=lambda event: str(event["do"]),
)
def test_whatever_is_new_ends_the_doing_again(event: dict[str, Any]) -> None:
    sitting = table(citizen("3,3"), wall("0,1"))
    did(sitting, {"do": "undo"})
    did(sitting, event)
    assert not sitting.undone
    trouble(sitting, {"do": "redo"})
    assert [e["do"] for e in sitting.events] == ["action", "action", "undo", event["do"]]


def test_what_is_refused_does_not_end_the_doing_again() -> None:
    sitting = table(citizen("3,3"), citizen("3,3"))
    did(sitting, {"do": "undo"})
    refused(sitting, {"do": "action", "action": passing()})
    did(sitting, {"do": "redo"})
    assert points(sitting) == [1, 1]


# ---- corrections
def test_a_correction_takes_the_place_of_an_action_and_the_later_ones_are_counted_anew() -> None:
    jester = {"dice": ["head"] * 4 + ["log"], "symbol": "head", "dice_used": 4, "cells": ["3,4"], "person": "juggler"}
    sitting = table(citizen("3,3"), wall("0,1"), jester)
    assert points(sitting) == [3, 0]  # the juggler counts the citizen
    done = did(sitting, {"do": "correct", "of": 1, "action": wall("0,1")})
    assert points(sitting) == [0, 0]  # and finds nobody beside a wall
    assert sitting.state == table(wall("0,1"), wall("0,1"), jester).state
    assert [step.event for step in done.added] == [1, 2, 3]
    assert [step.event for step in done.taken_back] == [1, 2, 3]
    assert step_of(sitting, 1).replaced == ({"do": "action", "action": citizen("3,3")},)
    assert len(sitting.events) == 4
    check_sums(sitting.game, sitting)


def test_a_correction_that_the_rules_refuse_is_refused() -> None:
    assert refused(table(citizen("3,3")), {"do": "correct", "of": 1, "action": passing()}).clause == "may-not-pass"


def test_a_correction_that_would_unseat_a_later_action_is_refused_and_names_it() -> None:
    sitting = table(citizen("3,3"), wall("0,1"), noble("2,2"))
    refusal = refused(sitting, {"do": "correct", "of": 1, "action": citizen("2,2")})
    assert refusal.clause == "filled-space"
    assert "event 3 (noble on 2,2) would not stand" in str(refusal.reason)
    assert refusal.places == ("2,2",)


def test_a_correction_can_be_corrected_and_keeps_all_that_stood_there() -> None:
    sitting = table(citizen("3,3"), wall("0,1"))
    did(sitting, {"do": "correct", "of": 1, "action": noble("3,3")})
    sentence = trouble(sitting, {"do": "correct", "of": 3, "action": citizen("4,4")})
    assert "correct event 1 once more" in sentence
    did(sitting, {"do": "correct", "of": 1, "action": citizen("4,4")})
    assert points(sitting) == [1, 0]
    kept = [event["action"] for event in step_of(sitting, 1).replaced]
    assert kept == [citizen("3,3"), noble("3,3")]


def test_what_was_corrected_keeps_it_when_an_earlier_action_is_corrected() -> None:
    sitting = table(citizen("3,3"), wall("0,1"))
    did(sitting, {"do": "correct", "of": 2, "action": citizen("1,3")})
    did(sitting, {"do": "correct", "of": 1, "action": citizen("4,4")})
    assert step_of(sitting, 2).replaced == ({"do": "action", "action": wall("0,1")},)
    assert points(sitting) == [1, 1]


def test_what_is_taken_back_cannot_be_corrected() -> None:
    sitting = table(citizen("3,3"))
    did(sitting, {"do": "undo"})
    assert "not among the actions that stand" in trouble(sitting, {"do": "correct", "of": 1, "action": wall("0,1")})


def test_only_actions_are_corrected() -> None:
    sitting = table()
    did(sitting, by_hand("players.0.coins", 9))
    assert "event 1 is no action" in trouble(sitting, {"do": "correct", "of": 1, "action": citizen("3,3")})


def test_a_correction_may_be_one_that_the_table_lets_stand() -> None:
    sitting = table(citizen("3,3"))
    did(sitting, {"do": "correct", "of": 1, "action": passing(), "clause": "may-not-pass"})
    assert [step.set_aside for step in sitting.marked] == [("may-not-pass",)]
    assert read(written(sitting)).sitting.steps == sitting.steps


# ---- house rules
def test_a_house_rule_lets_a_refused_action_stand_and_marks_it() -> None:
    sitting = table()
    refused(sitting, {"do": "action", "action": wall("3,3")})
    did(sitting, override(wall("3,3"), "wall-inside"))
    assert sitting.game.describe(sitting.state)["players"][0]["cells"]["3,3"] == "wall"
    assert [step.set_aside for step in sitting.marked] == [("wall-inside",)]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (override(citizen("3,3"), "wrong-person"), "allowed as it is"),
        (override(wall("0,9"), "not-a-space"), "cannot be set aside"),
        (override(wall("3,3"), "no-such-clause"), "has no clause"),
        (override(wall("3,3"), ["wall-inside", "may-not-pass"]), "does not stand in the way"),
        (override(wall("3,3"), []), "names the clause"),
        (override(wall("3,3"), 7), "clause"),
        ({"do": "override", "action": wall("3,3")}, "lacks “clause”"),
    ],
)
def test_a_house_rule_sets_aside_what_stands_in_the_way_and_nothing_else(event: Any, sentence: str) -> None:
    assert sentence in trouble(table(), event)


def test_a_house_rule_against_another_clause_does_not_help() -> None:
    assert refused(table(), override(wall("3,3"), "may-not-pass")).clause == "wall-inside"


def test_two_clauses_are_set_aside_together() -> None:
    sitting = table()
    two = {**wall("3,3"), "cells": ["3,3", "4,4"]}
    did(sitting, override(two, ["wall-inside", "wrong-count"]))
    assert sitting.marked[0].set_aside == ("wall-inside", "wrong-count")


def test_a_house_rule_stays_marked_through_undo_redo_correction_and_replay() -> None:
    sitting = table(citizen("3,3"))
    did(sitting, override(wall("3,3"), "wall-inside"))
    did(sitting, {"do": "undo"})
    assert not sitting.marked
    assert sitting.events[1]["clause"] == "wall-inside"
    did(sitting, {"do": "redo"})
    did(sitting, {"do": "correct", "of": 1, "action": noble("3,3")})
    assert [step.event for step in sitting.marked] == [2]
    assert read(written(sitting)).sitting.marked == sitting.marked


def test_a_house_rule_that_a_correction_makes_needless_stays_marked() -> None:
    stuck = {"dice": ["log", "log", "log", "swords", "swords"], "symbol": None}
    sitting = table(citizen("3,3"), wall("0,1"))
    did(sitting, override(stuck, "may-not-pass"))  # Anke could pay for logs
    did(sitting, {"do": "correct", "of": 1, "action": logs()})  # and now she could not: she has paid already
    assert [step.set_aside for step in sitting.marked] == [("may-not-pass",)]
    assert read(written(sitting)).sitting.marked == sitting.marked


# ---- set by hand
def test_coins_are_set_by_hand() -> None:
    sitting = table(citizen("3,3"))
    did(sitting, by_hand("players.1.coins", 9, "no-coins-logs"))
    assert sitting.game.describe(sitting.state)["players"][1]["coins"] == 9
    (entry,) = sitting.steps[-1].ledger
    assert (entry.seat, entry.change, entry.clause) == (1, 6, "by-hand")
    assert "from 3 to 9" in str(entry.why)
    assert sitting.marked[0].set_aside == ("no-coins-logs",)
    assert points(sitting) == [1, 0]


def test_a_space_is_set_by_hand_and_emptied_again() -> None:
    sitting = table()
    did(sitting, by_hand("players.0.cells.3,3", "noble"))
    assert sitting.game.describe(sitting.state)["players"][0]["cells"]["3,3"] == "noble"
    assert points(sitting) == [0, 0]
    did(sitting, by_hand("players.0.cells.3,3", None))
    assert sitting.state == sitting.start
    assert len(sitting.marked) == 2


def test_points_set_by_hand_change_the_score_and_the_ledger_adds_up() -> None:
    sitting = table(citizen("3,3"))
    did(sitting, by_hand("players.0.vp", 12))
    assert points(sitting) == [12, 0]
    assert total(sitting.ledger, 0, "vp") == 12
    assert sitting.steps[-1].ledger[0].change == 11
    assert len(sitting.marked) == 1
    did(sitting, {"do": "action", "action": citizen("3,3")})
    did(sitting, by_hand("players.0.vp", -2))
    assert points(sitting) == [-2, 1]
    check_sums(sitting.game, sitting)


def test_what_belongs_to_nobody_is_the_tables() -> None:
    sitting = table()
    did(sitting, by_hand("boxes", 3))
    assert [(entry.seat, entry.change) for entry in sitting.ledger] == [(TABLE, 3)]


@pytest.mark.parametrize(
    ("at", "value"),
    [
        ("players.0.coins", "many"),
        ("players.0.coins", -1),
        ("players.0.coins", 3),
        ("players.0.coins", 2.5),
        ("players.0.coins", []),
        ("players.0.coins", {}),
        ("players.0.colour", "red"),
        ("players.0.defence", 9),
        ("players.0.cells.3,3", "dragon"),
        ("players.0.cells.9,9", "noble"),
        ("players.0.cells.3,3.x", "noble"),
        ("players.0.cells", 7),
        ("players.0.name", "Otto"),
        ("players.0", None),
        ("players", []),
        ("players", ["Anke", "Stefan", "Otto"]),
        ("players.2.coins", 3),
        ("players.-1.coins", 3),
        ("players.².coins", 3),
        ("players." + "9" * 5000, 3),
        ("players.Anke.coins", 3),
        ("settings", {"pass": "always"}),
        ("edition", {"coins": 9}),
        ("game", "akropolis"),
        ("next_player", 2),
        ("over", "yes"),
        ("", 3),
        (".", 3),
        ("..", None),
        (7, 3),
        (None, None),
    ],
)
def test_nonsense_set_by_hand_is_trouble(at: Any, value: Any) -> None:
    trouble(table(), by_hand(at, value))


@pytest.mark.parametrize("clause", ["no-such-clause", "", None, 7, ["by-hand"]])
def test_what_is_set_by_hand_names_a_clause(clause: Any) -> None:
    trouble(table(), by_hand("players.0.coins", 9, clause))


def test_what_is_set_by_hand_survives_a_correction_before_it() -> None:
    sitting = table(citizen("3,3"))
    did(sitting, by_hand("players.0.vp", 12))
    did(sitting, {"do": "correct", "of": 1, "action": noble("3,3")})
    assert points(sitting) == [12, 0]
    assert [entry.change for entry in sitting.ledger if entry.what == "vp"] == [7, 5]
    did(sitting, {"do": "undo"})
    assert points(sitting) == [7, 0]


# ---- settings
def test_a_setting_may_be_changed_and_taken_back() -> None:
    sitting = table()
    refused(sitting, {"do": "action", "action": passing()})
    did(sitting, {"do": "setting", "name": "pass", "value": "always"})
    did(sitting, {"do": "action", "action": passing()})
    assert not sitting.marked
    did(sitting, {"do": "undo", "count": 2})
    refused(sitting, {"do": "action", "action": passing()})


def test_a_setting_that_was_fixed_stays() -> None:
    assert "fixed when the game began" in trouble(table(), {"do": "setting", "name": "board_side", "value": "german"})


def test_what_the_table_may_still_change_is_listed() -> None:
    sitting = table()
    names = [setting.name for setting in sitting.game.may_change(sitting.state)]
    assert "pass" in names
    assert "board_side" not in names


# ---- everything together
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9), length=st.integers(1, 40), players=st.integers(2, 5))
def test_after_any_mix_of_events_the_record_brings_the_evening_back(seed: int, length: int, players: int) -> None:
    check_mixed(*mixed_evening("saint-malo", seed, length, players))
