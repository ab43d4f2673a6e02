"""King of the Dice in full: whole games, the plain scoring, every roll's requirements, the iterator by brute force."""

from __future__ import annotations

from itertools import combinations_with_replacement, islice
from random import Random
from typing import Any

from rules.king_of_the_dice.clauses import SETTINGS
from rules.king_of_the_dice.dice import FACE_TOLD
from tests.rules.king_of_the_dice.test_games import play
from tests.rules.king_of_the_dice.test_legal import compare, positions
from tests.rules.king_of_the_dice.test_plain import agrees, read_alike
from tests.rules.play import check_whole_game

GAMES = 150
SETTINGS_GAMES = 300
POSITIONS = 20_000
EVERY = 5  # of the 100,947 different rolls, one in so many
BRUTE = 150
PIECES = ["games-2", "games-3", "games-4", "games-5", "settings", "plain-scoring", "plain-requirements", "brute-force"]


def prove(piece: str) -> dict[str, Any]:
    if piece == "settings":
        for seed in range(SETTINGS_GAMES):
            rng = Random(seed)
            play(seed, {setting.name: rng.random() < 0.5 for setting in SETTINGS})
        return {"games": SETTINGS_GAMES}
    if piece == "plain-scoring":
        rng = Random(piece)
        for _ in range(POSITIONS):
            agrees(rng)
        return {"positions": POSITIONS}
    if piece == "plain-requirements":
        rolls = 0
        for faces in islice(combinations_with_replacement(range(18), 6), 0, None, EVERY):
            read_alike([FACE_TOLD[face] for face in faces])
            rolls += 1
        return {"rolls": rolls}
    if piece == "brute-force":
        rng, turns = Random(piece), 0
        for seed in range(BRUTE):
            turns += sum(compare(state, given, rng) for state, given in islice(positions(seed), 12))
        return {"games": BRUTE, "turns": turns}
    players = int(piece.removeprefix("games-"))
    actions = sum(check_whole_game("king-of-the-dice", seed, players)["actions"] for seed in range(GAMES))
    return {"games": GAMES, "actions": actions}
