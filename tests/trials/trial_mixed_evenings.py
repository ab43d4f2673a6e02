"""Every game with everything that can happen at a table, many times over: the record always brings the evening back."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rules.shelf import GAMES, game_called
from tests.rules.mixing import check_mixed, mixed_evening

EVENINGS = 300
LENGTH = 60
PIECES = list(GAMES)


def prove(piece: str) -> dict[str, Any]:
    kinds: Counter[str] = Counter()
    numbers = game_called(piece).numbers
    for seed in range(EVENINGS):
        header, sitting = mixed_evening(piece, seed, LENGTH, numbers[seed % len(numbers)])
        check_mixed(header, sitting)
        kinds.update(event["do"] for event in sitting.events)
    return {"evenings": EVENINGS, **dict(sorted(kinds.items()))}
