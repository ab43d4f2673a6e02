"""Akropolis in full: many whole random games, the plain scoring on thousands of cities, brute force on larger ones."""

from __future__ import annotations

from typing import Any

from tests.rules.akropolis.against_plain import check_legal, check_scoring
from tests.rules.play import check_whole_game

GAMES = 100
CITIES = 10_000
GROWN = 400
PIECES = ["games-2", "games-3", "games-4", "plain-scoring", "brute-force"]


def prove(piece: str) -> dict[str, Any]:
    if piece == "plain-scoring":
        for seed in range(CITIES):
            check_scoring(seed)
        return {"cities": CITIES}
    if piece == "brute-force":
        return {"cities": GROWN, "places": sum(check_legal(seed, seed % 30) for seed in range(GROWN))}
    players = int(piece.removeprefix("games-"))
    actions = sum(check_whole_game("akropolis", seed, players)["actions"] for seed in range(GAMES))
    return {"games": GAMES, "actions": actions}
