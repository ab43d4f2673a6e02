"""What seems to have been done, judged by the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware.referee.arkadia_turns import Apparent, beginning, board_of, castle_of, held, pieces, town_of, ways
from rules.arkadia.state import State

PHOTOS = Path(__file__).parents[2] / "photos" / "arkadia"
LAYOUT = json.loads((PHOTOS / "layout.json").read_text())
START = json.loads((PHOTOS / "play" / "s1" / "given.json").read_text())["start"]
RING = LAYOUT["lot"]["ring"]
GIVEN = {"player": "yellow", "banner": None, "draw": {"from": "deck"}}


@pytest.fixture
def start() -> State:
    return beginning(START, LAYOUT)


def build(cells: list[str], form: str = "residential_house", seal: str = "black", **more: Any) -> Apparent:
    return Apparent({"type": "build", "form": form, "seal": seal, "cells": cells, **more}, tuple(cells))


def test_a_legal_turn_leads_to_a_state(start: State) -> None:
    legal, faults = ways([start], [build(["g4", "h4"])], [[]], GIVEN)
    assert not faults
    assert len(legal) == 1
    assert town_of(legal[0].after) == {"g4": "form:residential_house", "h4": "form:residential_house"}
    assert board_of(legal[0].after, RING)["squares"]["g4"] == {
        "building": 0,
        "form": "residential_house",
        "seal": "black",
    }
    assert held(legal[0].after)["players"]["yellow"]["neutral"] == 1


def test_a_building_that_touches_nothing_breaks_that_clause(start: State) -> None:
    legal, faults = ways([start], [build(["a5", "a6"])], [[]], GIVEN)
    assert not legal
    assert (faults[0].clause, set(faults[0].places)) == ("touches_nothing", {"a5", "a6"})


def test_a_seal_lies_on_a_building_that_is_not_enclosed(start: State) -> None:
    hidden = [build(["g4", "h4"], seal=seal, unsealed=True) for seal in ("red", "black")]
    assert ways([start], hidden, [[]], GIVEN) == ([], [])


def test_castle_pieces_come_from_below(start: State) -> None:
    castle = castle_of(start, RING)
    assert castle["h5"] == ("red", 0)
    castle["g5"] = ("red", 1)
    tops = {"g5": "olive", "h5": "silver"}
    assert [(p["square"], p["floor"]) for p in pieces(tops, castle)] == [("h5", 1), ("g5", 2)]
