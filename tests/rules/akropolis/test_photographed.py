"""Four photographed cities, tile by tile: what lay there and its worth were worked out apart from these rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.akropolis.edition import COLOURS
from rules.akropolis.game import AKROPOLIS as GAME
from tests.rules.akropolis.cities import alone
from tests.rules.play import allowed, refusal

SEQUENCES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "photographed.json").read_text())


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence["sequence"])
def test_a_photographed_city_is_judged_and_scored_tile_by_tile(sequence: dict[str, Any]) -> None:
    state = alone()
    refused = 0
    for step in sequence["steps"]:
        action = {"placed": step["placed"]}
        if "illegal" in step:
            assert refusal(GAME, state, action).clause == step["illegal"]
            refused += 1
            continue
        state = allowed(GAME, state, action).state
        sheet = GAME.score_sheet(state, 0)
        assert GAME.describe(state)["players"][0]["stones_gained_so_far"] == step["stones_gained_so_far"]
        assert sheet["plain"] == dict(zip(COLOURS, step["plain"], strict=True))
        assert sheet["variants"] == dict(zip(COLOURS, step["variants"], strict=True))
        others = {name: list(both["variants"].values()) for name, both in sheet["other_readings"].items()}
        assert others == step.get("other_readings", {})
    assert refused
    hexes = [[hex["at"], hex["kind"], hex["level"]] for hex in GAME.describe(state)["players"][0]["city"]]
    assert hexes == sorted(sequence["city"])
