"""Two photographed evenings, as their truth tells them: every turn, wrong turn, value and purse agrees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.arkadia.game import ARKADIA
from tests.rules.arkadia.boards import done, refused

EVENINGS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "photographed.json").read_text())


@pytest.mark.parametrize("name", EVENINGS)
def test_a_photographed_evening_is_judged_as_its_truth_says(name: str) -> None:
    evening = EVENINGS[name]
    state = ARKADIA.position({**evening["start"], "edition": evening["edition"]})
    codes = set()
    for turn in evening["turns"]:
        if "illegal" in turn:
            verdict = refused(state, turn["move"])
            assert verdict.clause == turn["illegal"]
            assert set(turn["wrong"]) <= set(verdict.places)
            codes.add(turn["illegal"])
            continue
        after = done(state, turn["move"]).state
        told = ARKADIA.retold(state, ARKADIA.action(turn["move"]), after)
        for field in ("completed", "castle", "banner", "building", "workers", "could_mean", "neutral_gained"):
            if field in turn["move"]:
                assert told[field] == turn["move"][field], field
        state = after
        assert ARKADIA.values(state) == turn["values"]
        for player in ARKADIA.describe(state)["players"]:
            true = turn["players"][player["colour"]]
            assert {key: player[key] for key in true} == true
        if "final" in turn:
            standing = ARKADIA.standing(state)
            colours = state.table.colours
            assert standing.over
            assert standing.outcome is not None
            assert {c: seat.so_far for c, seat in zip(colours, standing.seats, strict=True)} == turn["final"]["scores"]
            assert [colours[seat] for seat in standing.outcome.winners] == turn["final"]["winners"]
    assert codes
