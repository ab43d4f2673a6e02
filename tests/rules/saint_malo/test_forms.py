"""Actions, positions and editions as JSON: what is understood, and one sentence for what is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.saint_malo.game import SAINT_MALO as GAME
from rules.saint_malo.state import Turn
from rules.trouble import Trouble
from tests.rules.play import allowed, refusal
from tests.rules.saint_malo.boards import city, dice, table

BONUS = {"symbol": "head", "person": "priest", "cells": ["3,3"]}
ACTIONS: list[dict[str, Any]] = [
    {"dice": dice("crate"), "symbol": "crate", "dice_used": 1, "cells": ["3,3"]},
    {"dice": dice("log"), "symbol": "log", "dice_used": 1, "rotated": 2},
    {"dice": dice("log", "head"), "symbol": "log", "dice_used": 2, "rotated": [1]},
    {"dice": dice("log", "head"), "symbol": "log", "dice_used": 2, "rotated": ["head"]},
    {"player": 1, "rolls": [dice("log"), dice("log")], "kept": [[0]], "symbol": None},
    {"dice": dice("head"), "symbol": "head", "person": "architect", "cells": ["3,3"], "houses": ["3,4"]},
    {"dice": dice("wall"), "symbol": "wall", "cells": ["0,1"], "bonus": BONUS},
    {"attack": 2},
    {"end": True},
]  # fmt: skip


@pytest.mark.parametrize("told", ACTIONS, ids=range(len(ACTIONS)))
def test_an_action_comes_back_as_it_was_told(told: dict[str, Any]) -> None:
    action = GAME.action(told)
    assert GAME.told(action) == told
    assert GAME.action(json.loads(json.dumps(told))) == action


def test_two_bonus_persons_are_a_list() -> None:
    bonus = [
        {"symbol": "head", "person": "priest", "cells": ["3,3"]},
        {"symbol": "head", "person": "citizen", "cells": ["3,4"]},
    ]
    told = {"dice": dice("wall"), "symbol": "wall", "cells": ["0,1"], "bonus": bonus}
    assert GAME.told(GAME.action(told))["bonus"] == bonus


def test_null_means_not_told() -> None:
    nulls = dict.fromkeys(("dice_used", "rotated", "person", "bonus", "player", "rolls", "kept"))
    assert GAME.action({"dice": dice("log"), "symbol": "log", **nulls}) == Turn(tuple(dice("log")), "log")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({}, "lacks “dice”"),
        ({"dice": ["log"], "symbol": "log"}, "list of 5 faces"),
        ({"dice": ["logg"] * 5, "symbol": "log"}, "cannot hold 'logg'"),
        ({"dice": dice(), "symbol": 3}, "must be a word"),
        ({"dice": dice(), "symbol": "log", "cels": []}, "does not know: .cels."),
        ({"dice": dice(), "symbol": "log", "cells": "3,3"}, "must be a list"),
        ({"dice": dice(), "symbol": "log", "cells": [3]}, "list of words"),
        ({"dice": dice(), "symbol": "log", "dice_used": True}, "whole number"),
        ({"dice": dice(), "symbol": "log", "rotated": "log"}, "“rotated”"),
        ({"dice": dice(), "symbol": "log", "rotated": [0, "log"]}, "“rotated”"),
        ({"dice": dice(), "symbol": "log", "kept": [[9]]}, "“kept”"),
        ({"rolls": [], "symbol": "log"}, "rolled at least once"),
        ({"rolls": [dice()], "dice": dice("log"), "symbol": "log"}, "not its last roll"),
        ({"dice": dice(), "symbol": "wall", "bonus": 4}, "named fields"),
        ({"end": False}, "is true when the game has ended"),
        ({"attack": "2"}, "whole number"),
    ],
)
def test_what_cannot_be_understood_is_one_sentence(told: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence) as trouble:
        GAME.action(told)
    assert "\n" not in str(trouble.value)


def test_a_position_may_leave_out_what_is_as_at_the_start() -> None:
    state = GAME.position({"players": ["Anke", "Stefan"]})
    assert state == GAME.set_up(["Anke", "Stefan"])


def test_a_position_by_hand_keeps_points_of_unknown_origin() -> None:
    state = table(city(vp=12, scored={"priests": 5}))
    seat = GAME.standing(state).seats[0]
    assert seat.so_far == 12
    assert [(line.what, line.points) for line in seat.so_far_lines] == [("priests", 5), ("by hand", 7)]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"players": ["A", "B"], "cards": 3}, "does not know: .cards."),
        ({"players": [{"name": "A", "cells": {"0,0": "wall"}}, "B"]}, "is not a space"),
        ({"players": [{"name": "A", "cells": {"0,1": "tower"}}, "B"]}, "is no mark"),
        ({"players": [{"name": "A", "coins": -1}, "B"]}, "at least 0"),
        ({"players": [{"name": "A", "cannons_lost": 7}, "B"]}, "at most 6"),
        ({"players": [{"name": "A", "scored": {"wine": 2}}, "B"]}, "“scored” cannot hold"),
        ({"players": ["A", "B"], "boxes": 25}, "at most 24"),
        ({"players": ["A", "B"], "next_player": 2}, "at most 1"),
        ({"players": ["A", "B"], "settings": {"pass": "never"}}, "choose one of: stuck, always"),
        ({"players": ["A", "B"], "settings": {"tea": "yes"}}, "there is no setting .tea."),
        ({"players": 2}, "must be a list"),
    ],
)
def test_a_wrong_position_is_one_sentence(position: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        GAME.position(position)


def test_the_text_form_holds_settings_and_an_owners_edition() -> None:
    state = GAME.set_up(["A", "B"], {"pass": "always"}, {"coins": 9, "across_towers": False})
    again = GAME.from_text(GAME.text(state))
    assert again == state
    assert again.table.edition.coins == 9
    with pytest.raises(Trouble, match="no text form"):
        GAME.from_text("{")


@pytest.mark.parametrize(
    ("edition", "sentence"),
    [
        ({"series": [1, 2]}, "needs five numbers"),
        ({"strengths": []}, "needs one number"),
        ({"rewards": {"top": {"gold": 1}}}, "must be one of: person, coins, vp"),
        ({"rewards": {"top": {"person": 6}}}, "at most 5"),
        ({"boxes": {"2": 4}}, "lacks “3”"),
        ({"coins": "three"}, "whole number"),
        ({"colour": "blue"}, "does not know"),
    ],
)
def test_a_wrong_edition_is_one_sentence(edition: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        GAME.edition(edition)


def test_an_editions_printed_crates_must_be_spaces() -> None:
    with pytest.raises(Trouble, match="is not a space"):
        GAME.edition({"printed_crates": ["0,0"]})


def test_the_edition_reads_back() -> None:
    state = GAME.set_up(["A", "B"])
    assert GAME.edition(GAME.edition_data(state)) == GAME.edition()


def test_spaces_beside_a_tower_are_neighbours_by_the_edition() -> None:
    priest = {"dice": dice("head", "head"), "symbol": "head", "person": "priest", "cells": ["0,1"]}
    for across, points in ((True, 1), (False, 0)):
        state = table({"cells": {"1,0": "church1"}}, edition={"across_towers": across})
        assert allowed(GAME, state, priest).state.cities[0].vp == points


def test_old_crates_connect_new_ones_only_by_the_tables_setting() -> None:
    crates = {"dice": dice("crate", "crate"), "symbol": "crate", "cells": ["0,1", "1,3"]}
    assert refusal(GAME, table(city()), crates).clause == "crates-not-connected"
    assert allowed(GAME, table(city(), settings={"crates_connect": "any"}), crates)


def test_the_boards_side_decides_the_letters() -> None:
    assert GAME.letters(table(city()))["noble"] == "N"
    assert GAME.letters(table(city(), settings={"board_side": "german"}))["noble"] == "A"


def test_the_standing_names_settings_that_differ() -> None:
    notes = GAME.standing(table(city(), settings={"pass": "always"})).notes
    assert [str(note) for note in notes] == ["setting pass: always"]
