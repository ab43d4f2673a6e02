"""Masons in full: many whole random games, and the plain reckoning of thousands of turns."""

from __future__ import annotations

from typing import Any

from tests.rules.masons.against_plain import check, check_board
from tests.rules.play import check_whole_game

GAMES = 100
PLAIN = 300
BOARDS = 3_000
PIECES = ["games-2", "games-3", "games-4", "plain-turns", "plain-boards"]


def prove(piece: str) -> dict[str, Any]:
    if piece == "plain-boards":
        return {"boards": BOARDS, "cities": sum(check_board(seed) for seed in range(BOARDS))}
    if piece == "plain-turns":
        return {"games": PLAIN, "positions": sum(check(seed) for seed in range(PLAIN))}
    players = int(piece.removeprefix("games-"))
    actions = sum(check_whole_game("masons", seed, players)["actions"] for seed in range(GAMES))
    return {"games": GAMES, "actions": actions}
