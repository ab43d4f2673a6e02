"""Saint Malo in full: many whole random games, and the plain scoring on many thousands of cities."""

from __future__ import annotations

from typing import Any

from tests.rules.play import check_whole_game
from tests.rules.saint_malo.against_plain import check

GAMES = 100
CITIES = 20_000
PIECES = ["games-2", "games-3", "games-4", "games-5", "plain-scoring"]


def prove(piece: str) -> dict[str, Any]:
    if piece == "plain-scoring":
        for seed in range(CITIES):
            check(seed)
        return {"cities": CITIES}
    players = int(piece.removeprefix("games-"))
    actions = sum(check_whole_game("saint-malo", seed, players)["actions"] for seed in range(GAMES))
    return {"games": GAMES, "actions": actions}
