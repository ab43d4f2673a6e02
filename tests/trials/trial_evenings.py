"""Whole evenings of every game by four buttons alone, through loop, entries, screens and journal: twenty a game."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from rules.shelf import GAMES, game_called
from tests.firmware.table.evenings import evening_by_hand

EVENINGS = 20
PIECES = list(GAMES)


def prove(piece: str) -> dict[str, Any]:
    numbers = game_called(piece).numbers
    figures = []
    for seed in range(EVENINGS):
        with tempfile.TemporaryDirectory() as folder:
            figures.append(evening_by_hand(Path(folder), piece, 100 + seed, numbers[seed % len(numbers)]))
    actions = sum(one["actions"] for one in figures)
    return {
        "evenings": EVENINGS,
        "actions": actions,
        "taken_back_and_told_again": sum(one["taken_back"] for one in figures),
        "presses_an_action": round(median(one["presses"] / one["actions"] for one in figures), 1),
        "silent_errors": 0,  # each action was compared with the rules' own state; a difference raises
    }
