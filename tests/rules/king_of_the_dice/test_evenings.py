"""Two evenings kept independently of these rules: dice, cards, points and counts after every turn, mistakes included.

`data/evenings.jsonl` holds a position, then its turns; a line with `illegal` is a table as it must not lie.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.king_of_the_dice.game import KING_OF_THE_DICE
from tests.rules.play import allowed, refusal

GAME = KING_OF_THE_DICE
LINES = [json.loads(line) for line in (Path(__file__).parent / "data" / "evenings.jsonl").read_text().splitlines()]
STARTS = [number for number, line in enumerate(LINES) if "turn" not in line]


@pytest.mark.parametrize("start", STARTS)
def test_evening(start: int) -> None:
    state = GAME.position(LINES[start])
    mistakes = turns = 0
    for line in LINES[start + 1 :]:
        if "turn" not in line:
            break
        turn: dict[str, Any] = line["turn"]
        if "illegal" in line:
            refused = refusal(GAME, state, {**turn, "row": line["row"]})
            assert refused.clause == line["illegal"]
            assert set(refused.places) & set(line["illegal_at"])
            mistakes += 1
            continue
        assert GAME.rolls_allowed(state) == line["rolls_allowed"]
        if "penalty" in turn and line["penalty"] != "empty":
            turn = {**turn, "new": [*turn["new"], {"slot": "penalty", "card": line["penalty"]}]}
        verdict = allowed(GAME, state, {**turn, "row": line["row"]})
        told = [GAME.told(offered) for offered in GAME.legal(state, what_was_given(turn))]
        assert GAME.told(GAME.action(turn)) in told
        state = verdict.state
        described = GAME.describe(state)
        assert [player["points"] for player in described["players"]] == line["points"]
        assert [player["minus"] for player in described["players"]] == line["minus"]
        assert (described["next_player"], described["counts"]) == (line["next_player"], line["counts"])
        assert [described["slots"][f"C{i}"] for i in range(1, 6)] == line["row"]
        assert described["slots"]["penalty"] == line["penalty"]
        turns += 1
        if "final" in line:
            outcome = GAME.standing(state).outcome
            assert outcome is not None
            assert state.over
            places = {seat: place for place, seats in enumerate(outcome.places, 1) for seat in seats}
            assert places == dict(line["final"])
    assert turns == 10
    assert mistakes >= 1


def what_was_given(turn: dict[str, Any]) -> dict[str, Any]:
    cards = {new["slot"]: new["card"] for new in turn["new"]}
    return {
        "player": turn["player"],
        "dice": turn["dice"],
        "rolls": turn["rolls"],
        "draw": [cards[slot] for slot in ("C2", "C1") if slot in cards],
        "penalty": cards.get("penalty"),
        "dragon_to": [gift["to"] for gift in turn["given"]] if turn.get("given") else None,
    }
