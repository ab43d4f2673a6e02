"""Whole cities as others have kept them: dice and marks of each turn, and what it came to (data/cities.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.saint_malo.game import SAINT_MALO as GAME
from tests.rules.play import allowed, refusal

CITIES = json.loads((Path(__file__).parent / "data" / "cities.json").read_text())


@pytest.mark.parametrize("kept", CITIES, ids=range(len(CITIES)))
def test_a_city_kept_alone_comes_to_the_same(kept: dict[str, Any]) -> None:
    state = GAME.position({"players": [{"name": "Anke", **kept["start"]}], "alone": True})
    for turn in kept["turns"]:
        if "refused" in turn:
            refused = refusal(GAME, state, turn["action"])
            assert refused.clause == turn["refused"]
            assert set(refused.places) & set(turn["at"])
            continue
        before = GAME.describe(state)["players"][0]["cells"]
        state = allowed(GAME, state, turn["action"]).state
        city = GAME.describe(state)["players"][0]
        assert {key: city[key] for key in turn["after"]} == turn["after"]
        assert {place: mark for place, mark in city["cells"].items() if place not in before} == turn["new"]
