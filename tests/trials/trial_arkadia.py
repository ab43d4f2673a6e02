"""Arkadia in full: many whole random games, and the plain scoring on many thousands of positions."""

from __future__ import annotations

from typing import Any

from tests.rules.arkadia.against_plain import check
from tests.rules.play import check_whole_game

GAMES = 100
POSITIONS = 10_000
PIECES = ["games-2", "games-3", "games-4", "plain-scoring"]


def prove(piece: str) -> dict[str, Any]:
    if piece == "plain-scoring":
        return {"positions": POSITIONS, "completed": sum(check(seed) for seed in range(POSITIONS))}
    players = int(piece.removeprefix("games-"))
    actions = sum(check_whole_game("arkadia", seed, players)["actions"] for seed in range(GAMES))
    return {"games": GAMES, "actions": actions}
