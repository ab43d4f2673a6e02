"""The JSON forms: positions entered by hand, actions, editions, set-up; what makes no sense is Trouble."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from rules.arkadia.edition import DEFAULT_DATA, FAMILIES
from rules.arkadia.game import ARKADIA
from rules.game import Refused
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.rules.arkadia.boards import building, done, house, introduce, lay, refused, table, workers

NAMES = ["Ada", "Bo"]


# ---- set-up
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up_for_every_number_of_players(players: int) -> None:
    told = ARKADIA.describe(ARKADIA.set_up(["Ada", "Bo", "Cleo", "Dov"][:players]))
    start = {"workers": 3, "neutral": 0, "banners": 4, "gold": 0, "hand": 4}
    assert all(start.items() <= player.items() for player in told["players"])
    assert told["pool_workers"] == dict.fromkeys(["yellow", "orange", "green", "violet"][:players], 8)
    assert told["pool_neutral"] == 24
    assert told["deck"] == 40 - 3 - 4 * players
    assert told["pools"]["1"] == told["pools"]["2"] == dict.fromkeys(FAMILIES, 3)
    assert told["pools"]["3"] == dict.fromkeys(FAMILIES, 1)
    assert ARKADIA.values(ARKADIA.set_up(NAMES)) == dict.fromkeys(FAMILIES, 2)


@pytest.mark.parametrize("players", [["Ada"], ["a", "b", "c", "d", "e"], ["Ada", "Ada"]])
def test_other_numbers_of_players_are_trouble(players: list[str]) -> None:
    with pytest.raises(Trouble):
        ARKADIA.set_up(players)


def test_the_lot_is_placed_at_set_up_but_not_over_a_tent() -> None:
    state = ARKADIA.set_up(NAMES, given={"lot": "f5"})
    told = ARKADIA.describe(state)
    assert told["lot"] == {"top_left": "f5"}
    assert list(told["castle"]) == ["f5", "g5", "h5", "i5", "f6", "i6", "f7", "g7", "h7", "i7"]
    assert refused(state, introduce("lot", yellow="f6")).clause == "square-taken"
    done(state, introduce("lot", yellow="j6"))
    with pytest.raises(Trouble, match="tent"):
        ARKADIA.set_up(NAMES, given={"lot": "d5"})
    with pytest.raises(Trouble, match="fit"):
        ARKADIA.set_up(NAMES, given={"lot": "o11"})


def test_the_seals_on_the_rim_can_be_told_at_set_up() -> None:
    ring = dict.fromkeys(DEFAULT_DATA["lot"]["ring"], "red")
    state = ARKADIA.set_up(NAMES, given={"lot": {"top_left": "g5", "ring": ring}})
    assert ARKADIA.values(state) == {"red": 10, "olive": 0, "silver": 0, "black": 0}
    assert ARKADIA.from_text(ARKADIA.text(state)) == state


def test_players_called_by_their_colours_have_them() -> None:
    told = ARKADIA.describe(ARKADIA.set_up(["green", "yellow"]))
    assert [player["colour"] for player in told["players"]] == ["green", "yellow"]
    told = ARKADIA.describe(ARKADIA.set_up(NAMES, given={"colours": ["violet", "green"]}))
    assert [(p["name"], p["colour"]) for p in told["players"]] == [("Ada", "violet"), ("Bo", "green")]
    with pytest.raises(Trouble, match="colour"):
        ARKADIA.set_up(NAMES, given={"colours": ["violet"]})
    with pytest.raises(Trouble, match="same colour"):
        ARKADIA.set_up(NAMES, given={"colours": ["violet", "violet"]})


# ---- positions
def test_a_position_by_hand_is_as_at_the_start_in_all_it_leaves_out() -> None:
    state = ARKADIA.position({"players": [{"name": "Ada"}, {"name": "Bo"}]})
    assert state == ARKADIA.set_up(NAMES)


def test_a_position_in_the_middle_of_a_game_comes_back_from_its_text() -> None:
    state = table(
        [{"gold": 8, "cashed": {"red": 8}, "holds": [["farm", "red"]]}, {"seals": {"olive": 2}, "hand": 3}],
        buildings=[house("silver", "a1", "b1"), building("mill", "black", "d1", "e1", "d2", "e2")],
        at=workers(orange="a2 b2", yellow="c1", beige="f1"),
        castle={"g5": ["red"]},
        face_up=[["farm", "black"], "unknown"],
        turn=1,
        ply=9,
        settings={"mirror": True},
    )
    assert [b.done for b in state.buildings] == [True, False]
    assert ARKADIA.from_text(ARKADIA.text(state)) == state
    assert hash(ARKADIA.from_text(ARKADIA.text(state))) == hash(state)


GOOD: dict[str, Any] = {
    "players": [{"colour": "yellow"}, {"colour": "orange"}],
    "buildings": [house("silver", "a1", "b1")],
    "at": workers(orange="a2"),
}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": []}, "played by 2 to 4"),
        ({"players": [{"colour": "pink"}, {}]}, "colour"),
        ({"players": [{"colour": "yellow"}, {"colour": "yellow"}]}, "same"),
        ({"players": [{"workers": 12}, {}]}, "more than 11 yellow workers"),
        ({"players": [{"neutral": 25}, {}]}, "more than 24 neutral"),
        ({"players": [{"hand": 2, "holds": [["farm", "red"]] * 3}, {}]}, "only 2"),
        ({"players": [{"holds": [["farm", "red"]] * 3}, {}]}, "more cards"),
        ({"players": [{"holds": [["castle", "red"]]}, {}]}, "castle"),
        ({"players": [{"hand": 30}, {"hand": 30}]}, "more cards than are left"),
        ({"players": [{"gold": 3, "cashed": {"red": 4}}, {}]}, "cashed more"),
        ({"players": [{"seals": {"pink": 1}}, {}]}, "pink"),
        ({"buildings": [house("silver", "a1", "c1")]}, "form"),
        ({"buildings": [house("silver", "g5", "h5")]}, "already"),
        ({"buildings": [house("silver", "p1", "q1")]}, "no square of the board"),
        ({"buildings": [{**house("silver", "a1", "b1"), "id": 4}]}, "numbered"),
        ({"buildings": [house("silver", "a1", "b1"), house("silver", "b1", "c1")]}, "already"),
        ({"buildings": [house("silver", f"a{n}", f"b{n}") for n in (1, 3, 5)]}, "more cards"),
        ({"at": {"a1": ["w", "yellow"]}}, "already"),
        ({"at": {"a5": ["w", "green"]}}, "green"),
        ({"at": {"a5": ["b", 0]}}, "cells"),
        ({"at": {"a5": 3}}, "a5"),
        ({"castle": {"h6": ["red"]}}, "h6"),
        ({"castle": {"g5": ["red"] * 4}}, "three"),
        ({"castle": {square: ["red"] for square in ("g5", "h5", "i5", "j5")}}, "more red pieces on floor 1"),
        ({"castle": {square: ["red"] for square in DEFAULT_DATA["lot"]["ring"]}}, "more red pieces"),
        ({"face_up": [["farm", "red"]] * 4}, "3 places"),
        ({"face_up": [["farm"]]}, "card"),
        ({"turn": 2}, "turn"),
        ({"turns_left": 1}, "trigger"),
        ({"trigger": 0, "turns_left": 2}, "must be 1"),
        ({"deck": 12}, "deck"),
        ({"supply": {"farm": 3}}, "supply"),
        ({"pool_neutral": 3}, "pool_neutral"),
        ({"pool_workers": {"yellow": 1, "orange": 7}}, "pool_workers.yellow"),
        ({"discard": [["farm", "red"]]}, "discard"),
        ({"phase": "can"}, "phase"),
        ({"over": 1}, "over"),
        ({"lot": "c1"}, "tent"),
        ({"weather": "fine"}, "weather"),
    ],
)
def test_a_position_that_cannot_be_is_trouble(change: dict[str, Any], sentence: str) -> None:
    ARKADIA.position(GOOD)
    with pytest.raises(Trouble, match=sentence):
        ARKADIA.position({**deepcopy(GOOD), **change})


def test_a_finished_second_floor_wants_to_know_who_finished_it() -> None:
    castle = {s: [FAMILIES[i // 3], FAMILIES[i // 3]] for i, s in enumerate(DEFAULT_DATA["lot"]["ring"])}
    with pytest.raises(Trouble, match="trigger"):
        table(castle=castle)
    assert table(castle=castle, trigger=1, turn=1).turns_left == 1
    assert table(castle=castle, trigger=1, turn=0).turns_left == 2


# ---- values set by hand
def sitting() -> Sitting:
    return Sitting(ARKADIA, table([{"gold": 8, "cashed": {"red": 8}}, {}], buildings=[house("silver", "a1", "b1")]))


@pytest.mark.parametrize(
    ("at", "value"),
    [("players.0.workers", 5), ("players.0.gold", 3), ("players.1.seals.red", 2), ("at.a2", ["w", "orange"])],
)
def test_a_value_set_by_hand_takes_what_follows_with_it(at: str, value: Any) -> None:
    evening = sitting()
    assert isinstance(evening.do({"do": "set", "at": at, "value": value, "clause": "by-hand"}), Done)
    if at == "players.0.workers":
        assert ARKADIA.describe(evening.state)["pool_workers"]["yellow"] == 6
    if at == "players.0.gold":
        assert ARKADIA.standing(evening.state).seats[0].so_far == 3
        assert evening.ledger[-1].change == -5
    assert ARKADIA.from_text(ARKADIA.text(evening.state)) == evening.state


@pytest.mark.parametrize(("at", "value"), [("supply.farm", 2), ("deck", 3), ("pool_neutral", 2), ("turns_left", 1)])
def test_what_follows_from_the_rest_is_not_set_by_hand(at: str, value: Any) -> None:
    with pytest.raises(Trouble):
        sitting().do({"do": "set", "at": at, "value": value, "clause": "by-hand"})


def test_a_building_enclosed_by_hand_is_not_paid_by_the_next_turn() -> None:
    evening = sitting()
    for square in ("a2", "b2", "c1"):
        evening.do({"do": "set", "at": f"at.{square}", "value": ["w", "orange"], "clause": "by-hand"})
    verdict = done(evening.state, introduce("lot", yellow="g4"))
    assert not any(entry.clause == "payout" for entry in verdict.ledger)


# ---- actions
ACTIONS: list[dict[str, Any]] = [
    lay("farm", "red", "g4", "h4", "i4"),
    lay("farm", "red", "g4", "h4", "i4", neutral_gained=0, draw={"from": 1, "refill": ["mill", "red"]}, player="Ada"),
    lay("farm", "red", "g4", "h4", "i4", draw={"from": "unknown"}, tents_covered=[], building=0),
    lay("farm", "red", "g4", "h4", "i4", draw={"from": 2, "card": ["mill", "red"]}),
    {"type": "workers", "workers": {"g4": "beige", "k5": "yellow"}, "building": "lot", "could_mean": ["lot"]},
    {
        "type": "workers",
        "player": 0,
        "workers": {"g4": "yellow"},
        "castle": [{"family": "red", "square": "g5", "floor": 1}, {"family": "red", "square": "h5"}],
        "banner": {"cash": {"red": 2}, "workers": 2, "gold": 4},
        "completed": [{"building": 0, "family": "red", "payout": {"yellow": 1}}],
    },
    {"type": "pass", "banner": {"cash": {}}},
]


@pytest.mark.parametrize("told", ACTIONS)
def test_an_action_comes_back_from_its_form(told: dict[str, Any]) -> None:
    action = ARKADIA.action(told)
    assert ARKADIA.told(action) == told
    assert ARKADIA.action(ARKADIA.told(action)) == action
    hash(action)
    assert str(ARKADIA.in_words(ARKADIA.set_up(NAMES), action))


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({}, "type"),
        ({"type": "dig"}, "dig"),
        ({"type": "build", "form": "farm", "seal": "pink", "cells": ["a1"]}, "pink"),
        ({"type": "build", "form": "farm", "seal": "red", "cells": ["a0"]}, "a0"),
        ({"type": "build", "form": "farm", "seal": "red", "cells": ["a1", "a1"]}, "twice"),
        ({"type": "build", "form": "farm", "seal": "red", "cells": ["a1"], "draw": {"from": "sky"}}, "from"),
        (
            {
                "type": "build",
                "form": "farm",
                "seal": "red",
                "cells": ["a1"],
                "draw": {"from": "unknown", "card": ["farm", "red"]},
            },
            "unknown",
        ),
        ({"type": "workers", "workers": {"a1": "pink"}}, "pink"),
        ({"type": "workers", "workers": {"a1": "yellow"}, "building": "castle"}, "building"),
        ({"type": "workers", "workers": {"a1": "yellow"}, "draw": {"from": "deck"}}, "draw"),
        ({"type": "workers", "workers": {"a1": "yellow"}, "banner": {"cash": {"red": -1}}}, "at least 0"),
        ({"type": "pass", "castle": [{"family": "red"}]}, "square"),
        ({"type": "pass", "song": "sung"}, "song"),
        ({"type": "pass", "player": 1.5}, "player"),
    ],
)
def test_an_action_that_makes_no_sense_is_trouble(told: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        ARKADIA.action(told)


@pytest.mark.parametrize(
    "claim",
    [
        {"completed": [{"building": 0, "family": "silver", "payout": {"yellow": 1}}]},
        {"could_mean": [0]},
        {"banner": {"cash": {"red": 1}, "gold": 3}},
        {"banner": {"cash": {"red": 1}, "workers": 1}},
    ],
)
def test_consequences_told_wrongly_are_refused(claim: dict[str, Any]) -> None:
    state = table([{"seals": {"red": 1}}, {}], buildings=[house("silver", "a1", "b1")])
    wrong = {**introduce("lot", yellow="g4"), **claim}
    verdict = ARKADIA.judge(state, ARKADIA.action(wrong))
    assert isinstance(verdict, Refused)
    assert verdict.clause == "as-told"
    right = {
        **introduce("lot", yellow="g4"),
        "completed": [],
        "could_mean": ["lot"],
        "banner": {"cash": {"red": 1}, "gold": 2},
    }
    done(state, right)


# ---- editions and settings
def test_the_default_edition_fits_the_known_facts() -> None:
    edition = ARKADIA.edition()
    assert (edition.columns, edition.rows, edition.tents.bit_count()) == (16, 12, 24)
    assert len(edition.forms) == 7
    assert sum(form.number for form in edition.forms) == 40
    assert [sum(form.cards[i] for form in edition.forms) for i in range(4)] == [10] * 4
    assert all(2 <= len(form.cells) <= 4 for form in edition.forms)
    assert sorted(map(edition.printed.count, (-1, 0, 1, 2, 3))) == [2] * 5
    assert 4 * (edition.numbers.seals_of_one + edition.numbers.seals_of_five) == 88
    assert ARKADIA.edition(ARKADIA.edition_data(ARKADIA.set_up(NAMES))) == edition


def test_a_survey_file_is_read_as_it_is() -> None:
    """What it tells the camera is left to the camera; all else may be left out."""
    survey = {
        "set": "arkadia",
        "style": "mine",
        "surface": {"width_mm": 445.0},
        "grid": {"origin_mm": [14.5, 14.5], "pitch_mm": 26.0, "cols": 16, "rows": 12, "naming": "a1"},
        "tents": ["a1", "g4"],
        "workers": ["yellow", "orange", "green", "violet", "beige"],
        "neutral": "beige",
        "pieces": {},
        "camera": {},
        "rules": {"mirror": False},
    }
    state = ARKADIA.set_up(NAMES, edition=survey)
    told = ARKADIA.edition_data(state)
    assert told["tents"] == ["a1", "g4"]
    assert ARKADIA.edition(told) == ARKADIA.edition(survey)
    assert ARKADIA.from_text(ARKADIA.text(state)) == state


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"grid": {"cols": 50, "rows": 12}}, "at most"),
        ({"tents": ["a1", "a1"]}, "twice"),
        ({"tents": ["z1"]}, "no square"),
        ({"tents": ["g5"]}, "tent"),
        ({"lot": {**DEFAULT_DATA["lot"], "top_left": "h5"}}, "ring"),
        ({"lot": {**DEFAULT_DATA["lot"], "inner": ["g5"]}}, "inner"),
        (
            {
                "lot": {
                    "top_left": "g5",
                    "w": 3,
                    "h": 3,
                    "ring": dict.fromkeys(["g5", "h5", "i5", "g6", "i6", "g7", "h7", "i7"]),
                }
            },
            "10",
        ),
        ({"forms": {}}, "no building forms"),
        ({"forms": {"farm": {"cells": [], "count": 1}}}, "one square or more"),
        ({"forms": {"farm": {"cells": [[0, 0], [2, 0]], "count": 1}}}, "pieces"),
        ({"forms": {"farm": {"cells": [[0, 0], [0, "a"]], "count": 1}}}, "pairs"),
        ({"forms": {"farm": {"cells": [[i, 0] for i in range(7)], "count": 1}}}, "larger"),
        ({"forms": {"farm": {"cells": [[0, 0]], "count": 0}}}, "at least 1"),
        ({"workers": ["pink"]}, "workers"),
        ({"numbers": {"workers": 2}}, "at least 3"),
        ({"price": 30}, "price"),
    ],
)
def test_an_edition_that_cannot_be_is_trouble(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        ARKADIA.edition(data)


def test_mirrored_forms_by_setting() -> None:
    state = table(settings={"mirror": True})
    done(state, lay("trade_centre", "red", "h4", "h3", "h2", "g4"))
    asked = Sitting(ARKADIA, ARKADIA.set_up(NAMES))
    asked.do({"do": "setting", "name": "mirror", "value": True})
    assert asked.state.table.mirror
    assert isinstance(asked.do({"do": "action", "action": lay("smithy", "red", "g4", "h4", "h3", "i3")}), Done)
