"""Two games that somebody else kept, on two boards: every turn, every board, every card face agrees.

The facts (dice, placements, boards, scores and refusals) come from the truths of the photo sets.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.masons.game import MASONS
from rules.masons.state import State
from tests.rules.masons.boards import wall
from tests.rules.play import allowed, refusal

GAMES = json.loads((Path(__file__).parent / "data" / "sequences.json").read_text())


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_game_that_somebody_else_kept(number: int) -> None:
    game = GAMES[number]
    state = MASONS.set_up(["Ada", "Bo", "Cleo"], edition=game["board"])
    refused = 0
    for step in game["steps"]:
        if "refused" in step:
            no = refusal(MASONS, state, step["action"])
            assert (no.clause, no.places) == (step["refused"], (step["place"],))
            refused += 1
            continue
        first = allowed(MASONS, state, wall(step["action"]["wall_placed"])).state
        if "encloses" in step:
            allowed(MASONS, state, wall(step["action"]["wall_placed"], encloses=step["encloses"]))
        after = allowed(MASONS, state, step["action"]).state
        assert allowed(MASONS, first, step["action"]).state == after
        assert _sorted(MASONS.board(after)) == _sorted(step["board"])
        assert MASONS.supply(after) == step["supply"]
        assert MASONS.guild(after) == dict(zip(game["faces"], step["guild"], strict=True))
        state = _next_turn(after)
    assert refused


def _sorted(board: Any) -> Any:
    spaces = {s: {kind: sorted(colours) for kind, colours in held.items()} for s, held in board["spaces"].items()}
    return {**board, "spaces": spaces, "cities": sorted(sorted(city) for city in board["cities"])}


def _next_turn(state: State) -> State:
    """The cards are another table's: here everybody discards one and nobody swaps."""
    while state.stage != "wall":
        told = {"stage": "cards", "discarded": 1} if state.stage == "cards" else {"stage": "swap", "discarded": 0}
        state = allowed(MASONS, state, told).state
    return state
