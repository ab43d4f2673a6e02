"""Throws the five dice."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.game import Given
from rules.saint_malo.state import FACES


class TheDealer:
    def __init__(self, rng: Random, players: int) -> None:
        self.rng = rng
        self.players = players

    def set_up(self) -> dict[str, Any]:
        return {"players": ["Anke", "Stefan", "Michaela", "Jochen", "Kai"][: self.players]}

    def given(self, state: Any) -> Given:
        return {"dice": self.rng.choices(FACES, k=5)}

    def saw(self, action: Any, state: Any) -> None:
        pass
