"""The dealer of Masons: three dice. The cards need none, for nobody tells the rules what is in a hand."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.game import Given
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.game import MASONS

NAMES = ("Ada", "Bo", "Cleo", "Dov")


class TheDealer:
    def __init__(self, rng: Random, players: int) -> None:
        self.rng = rng
        self.players = players

    def set_up(self) -> dict[str, Any]:
        return {"players": list(NAMES[: self.players])}

    def given(self, state: Any) -> Given:
        if state.stage != "end":
            return {}
        tower = self.rng.choice(TOWERS) if MASONS.needs_tower_die(state) else None
        return {"dice": {"tower": tower, "houses": self.rng.choices((*COLOURS, "?"), k=2)}}

    def saw(self, action: Any, state: Any) -> None:
        """Nothing to remember: dice have no memory, and hands are only counted."""
