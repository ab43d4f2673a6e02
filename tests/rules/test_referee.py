"""Every question that can be asked of the referee, and what it says to those that cannot."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.record import read
from rules.referee import MOST_LEGAL, Referee
from rules.saint_malo.game import SAINT_MALO
from tests.rules.tables import NAMES, citizen, noble, passing, table, wall

DICE = {"dice": ["head", "head", "wall", "log", "swords"]}


def referee(*actions: dict[str, Any], coins: int = 3) -> Referee:
    """A referee of a game in which these actions were done."""
    found = Referee(SAINT_MALO)
    ask(found, "new", players=NAMES, edition={"coins": coins})
    for action in actions:
        assert ask(found, "apply", action=action)["allowed"]
    return found


def ask(of: Referee, question: str, **more: Any) -> dict[str, Any]:
    answer = of.answer({"ask": question, **more})
    assert answer.pop("ok"), answer
    json.dumps(answer)
    return answer


def trouble(of: Referee, question: Any) -> str:
    answer = of.answer(question)
    assert answer["ok"] is False
    assert set(answer) <= {"ok", "id", "trouble"}
    assert "\n" not in answer["trouble"]
    return str(answer["trouble"])


# ---- beginning
def test_a_new_game() -> None:
    answer = ask(Referee(SAINT_MALO), "new", players=NAMES, settings={"pass": "always"}, edition={"coins": 5})
    assert answer["turn"] == 0
    assert answer["state"]["settings"] == {"pass": "always"}
    assert [player["coins"] for player in answer["state"]["players"]] == [5, 5]


def test_a_game_from_a_position_goes_on_from_there() -> None:
    of = referee(citizen("3,3"), wall("0,1"))
    state = ask(of, "state")["state"]
    other = Referee(SAINT_MALO)
    assert ask(other, "position", position=state)["state"] == state
    assert ask(other, "apply", action=noble("2,2"))["state"] == ask(of, "apply", action=noble("2,2"))["state"]


def test_a_game_that_cannot_begin_leaves_the_one_before_it() -> None:
    of = referee(citizen("3,3"))
    assert "not by 1" in trouble(of, {"ask": "new", "players": ["Anke"]})
    assert "players" in trouble(of, {"ask": "position", "position": {}})
    assert len(of.sitting.steps) == 1


def test_a_new_game_ends_the_old_one() -> None:
    of = referee(citizen("3,3"))
    ask(of, "new", players=["Otto", "Emil"])
    assert ask(of, "ledger")["ledger"] == []


@pytest.mark.parametrize("question", ["judge", "apply", "legal", "standing", "state", "ledger", "record", "undo"])
def test_before_a_game_begins_there_is_nothing_to_ask(question: str) -> None:
    asked = {"ask": question, **({"action": citizen("3,3")} if question in ("judge", "apply") else {})}
    assert "no game has begun" in trouble(Referee(SAINT_MALO), asked)


# ---- judging and doing
def test_the_judge_changes_nothing() -> None:
    of = referee()
    before = ask(of, "state")
    answer = ask(of, "judge", action=noble("3,3"))
    assert answer["allowed"]
    assert [entry["change"] for entry in answer["ledger"] if entry["what"] == "vp"] == [7]
    assert answer["state"] != before["state"]
    assert ask(of, "state") == before
    assert ask(of, "ledger")["ledger"] == []
    assert ask(of, "apply", action=noble("3,3"))["state"] == answer["state"]


def test_a_refusal_names_clause_reason_and_places() -> None:
    for question in ("judge", "apply"):
        answer = ask(referee(), question, action=wall("3,3"))
        assert answer["allowed"] is False
        assert answer["clause"] == "wall-inside"
        assert answer["rule"] == SAINT_MALO.clauses["wall-inside"].sentence
        assert answer["places"] == ["3,3"]
        assert "3,3" in answer["reason"]


def test_a_warning_is_told() -> None:
    assert any("spoils" in warning for warning in ask(referee(), "judge", action=citizen("0,1"))["warnings"])


def test_the_judge_may_be_asked_as_if_a_clause_were_set_aside() -> None:
    of = referee()
    assert ask(of, "judge", action=wall("3,3"), waived=["wall-inside"])["allowed"]
    assert not ask(of, "judge", action=wall("3,3"), waived=["may-not-pass"])["allowed"]
    assert "no clause" in trouble(of, {"ask": "judge", "action": wall("3,3"), "waived": ["x"]})
    assert "cannot be set aside" in trouble(of, {"ask": "judge", "action": wall("3,3"), "waived": ["filled-space"]})
    assert "cannot be" not in str(ask(of, "judge", action=citizen("3,3"), waived=None))


def test_taking_back_and_doing_again() -> None:
    of = referee(citizen("3,3"), wall("0,1"))
    after = ask(of, "state")["state"]
    answer = ask(of, "undo", count=2)
    assert answer["taken_back"] == [1, 2]
    assert answer["event"] == 3
    assert answer["turn"] == 0
    assert ask(of, "redo", count=2)["state"] == after
    assert "there is nothing" in trouble(of, {"ask": "redo"})


def test_any_event_of_a_record_can_be_done() -> None:
    of = referee(citizen("3,3"))
    assert ask(of, "do", event={"do": "correct", "of": 1, "action": noble("3,3")})["taken_back"] == [1]
    assert ask(of, "do", event={"do": "override", "action": wall("3,3"), "clause": "wall-inside"})["allowed"]
    assert ask(of, "do", event={"do": "set", "at": "boxes", "value": 3, "clause": "by-hand"})["state"]["boxes"] == 3
    assert ask(of, "do", event={"do": "setting", "name": "pass", "value": "always"})["allowed"]
    assert ask(of, "do", event={"do": "action", "action": passing()})["allowed"]


def test_what_stands_by_a_house_rule_is_marked_beside_the_standing() -> None:
    of = referee()
    assert ask(of, "standing")["house_rules"] == []
    ask(of, "do", event={"do": "override", "action": wall("3,3"), "clause": "wall-inside"})
    assert ask(of, "standing")["house_rules"] == [
        {"event": 1, "words": "wall on 3,3", "set_aside": ["wall-inside"]},
    ]


# ---- looking
def test_legal_actions_up_to_a_number() -> None:
    of = referee(coins=0)  # nobody can turn dice, so that the actions can be counted
    few = ask(of, "legal", given=DICE, limit=3)
    assert len(few["actions"]) == 3
    assert few["more"] is True
    every = ask(of, "legal", given=DICE, limit=MOST_LEGAL)
    assert every["more"] is False
    assert few["actions"] == every["actions"][:3]
    assert len(ask(of, "legal", given=DICE)["actions"]) == 20
    assert ask(of, "legal", given=DICE, limit=len(every["actions"]))["more"] is False
    for action in every["actions"][::20]:
        assert ask(of, "judge", action=action)["allowed"]


def test_a_seed_mixes_the_legal_actions_and_the_same_seed_the_same_way() -> None:
    of = referee(coins=0)
    mixed = ask(of, "legal", given=DICE, limit=MOST_LEGAL, seed=7)["actions"]
    plain = ask(of, "legal", given=DICE, limit=MOST_LEGAL)["actions"]
    assert mixed == ask(of, "legal", given=DICE, limit=MOST_LEGAL, seed=7)["actions"]
    assert mixed != plain
    assert mixed != ask(of, "legal", given=DICE, limit=MOST_LEGAL, seed="seven")["actions"]
    assert sorted(map(json.dumps, mixed)) == sorted(map(json.dumps, plain))


@pytest.mark.parametrize("limit", [0, -1, MOST_LEGAL + 1, "3", True, None, 2.5])
def test_a_limit_is_a_number_within_bounds(limit: Any) -> None:
    assert "limit" in trouble(referee(), {"ask": "legal", "given": DICE, "limit": limit})


@pytest.mark.parametrize("given", [{}, {"dice": 7}, {"dice": []}, {"dice": [[], {}, 1, 2, 3]}, 7, []])
def test_what_chance_did_has_to_be_told(given: Any) -> None:
    trouble(referee(), {"ask": "legal", "given": given})


def test_the_standing() -> None:
    standing = ask(referee(noble("3,3")), "standing")["standing"]
    assert [seat["so_far"] for seat in standing["seats"]] == [7, 0]
    assert sum(line["points"] for line in standing["seats"][0]["so_far_lines"]) == 7
    assert sum(line["points"] for line in standing["seats"][1]["now_lines"]) == standing["seats"][1]["now"]
    assert standing["outcome"]["winners"] == [0]
    assert standing["over"] is False


def test_the_ledger_says_who_what_how_much_why_and_under_which_clause() -> None:
    assert ask(referee(noble("3,3")), "ledger")["ledger"] == [
        {"seat": 0, "what": "vp", "change": 7, "why": "noble: 7", "clause": "noble", "places": ["3,3"]},
    ]


def test_the_record_replays_to_the_same_game() -> None:
    of = referee(citizen("3,3"), wall("0,1"))
    ask(of, "undo")
    replayed = read(ask(of, "record")["record"])
    assert replayed.sealed
    assert replayed.sitting.events == of.sitting.events
    assert replayed.sitting.state == of.sitting.state


def test_the_record_of_a_game_from_a_position() -> None:
    of = Referee(SAINT_MALO)
    ask(of, "position", position={**SAINT_MALO.describe(table(noble("3,3")).state), "settings": {"pass": "always"}})
    ask(of, "apply", action=passing())
    assert read(ask(of, "record")["record"]).sitting.state == of.sitting.state


def test_clauses_and_settings_can_be_asked_before_a_game() -> None:
    of = Referee(SAINT_MALO)
    assert {clause["id"] for clause in ask(of, "clauses")["clauses"]} == set(SAINT_MALO.clauses)
    settings = {setting["name"]: setting for setting in ask(of, "settings")["settings"]}
    assert settings["board_side"]["may_change"]
    ask(of, "new", players=NAMES, settings={"pass": "always"})
    settings = {setting["name"]: setting for setting in ask(of, "settings")["settings"]}
    assert settings["pass"]["is"] == "always"
    assert settings["pass"]["may_change"]
    assert not settings["board_side"]["may_change"]


# ---- bad questions
@pytest.mark.parametrize(
    "question",
    [
        *(None, 7, "new", [], {}, [{"ask": "state"}]),
        *({"ask": None}, {"ask": 7}, {"ask": "dance"}, {"ask": ["state"]}),
        *({"ask": "state", "colour": "red"}, {"ask": "ledger", "limit": 3}, {"ask": "standing", "purses": "no"}),
        *({"ask": "judge"}, {"ask": "judge", "action": 7}, {"ask": "judge", "action": {}}),
        *({"ask": "do", "event": {}}, {"ask": "do", "event": 7}, {"ask": "do", "event": {"do": "dance"}}),
        *({"ask": "undo", "count": 0}, {"ask": "undo", "count": 9}, {"ask": "undo", "count": "1"}),
        *({"ask": "new"}, {"ask": "new", "players": 7}, {"ask": "new", "players": NAMES, "settings": []}),
        *({"ask": "new", "players": NAMES, "edition": 7}, {"ask": "new", "players": NAMES, "given": 7}),
        *({"ask": "position"}, {"ask": "position", "position": 7}, {"ask": "legal", "given": DICE, "seed": [1]}),
    ],
)
def test_a_bad_question_is_answered_with_a_sentence_and_changes_nothing(question: Any) -> None:
    of = referee(citizen("3,3"))
    before = (of.state, list(of.sitting.events))
    assert trouble(of, question)
    assert before == (of.state, of.sitting.events)


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "apply", "action": citizen("5,5"), "colour": "red"},
        {"ask": "undo", "count": 1, "colour": "red"},
        {"ask": "do", "event": {"do": "undo"}, "colour": "red"},
        {"ask": "do", "event": {"do": "undo", "colour": "red"}},
        {"ask": "new", "players": NAMES, "colour": "red"},
        {"ask": "position", "position": {"players": NAMES}, "colour": "red"},
        {"ask": "position", "position": {"players": NAMES, "colour": "red"}},
    ],
)
def test_a_field_that_nobody_knows_is_found_before_anything_is_done(question: dict[str, Any]) -> None:
    of = referee(citizen("3,3"))
    before = (of.state, list(of.sitting.events))
    assert "colour" in trouble(of, question)
    assert before == (of.state, of.sitting.events)


@pytest.mark.parametrize("id", [0, 7, "seven", False, [1, 2], {"a": 1}])
def test_the_id_of_a_question_comes_back(id: Any) -> None:
    of = referee()
    assert of.answer({"ask": "state", "id": id})["id"] == id
    assert of.answer({"ask": "dance", "id": id})["id"] == id
    assert "id" not in of.answer({"ask": "state"})
