"""The dealer of Akropolis: shuffles the tiles into stacks and turns one up when the site is to be filled."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.akropolis.edition import DEFAULT
from rules.akropolis.state import State
from rules.game import Given

NAMES = ("Ada", "Bo", "Cy", "Di")
LONGER = 4  # one game in so many is played with all tiles


class TheDealer:
    def __init__(self, rng: Random, players: int) -> None:
        self.players = players
        self.settings: dict[str, Any] = {
            f"variant_{colour}": True
            for colour in ("houses", "markets", "barracks", "temples", "gardens")
            if rng.random() < 0.3
        }
        if players < 4 and rng.randrange(LONGER) == 0:
            self.settings["all_tiles"] = True
        faces = DEFAULT.faces(players, "all_tiles" in self.settings)
        self.stack = [face for face in sorted(faces) for _ in range(faces[face])]
        self.stack.sort(key=lambda _: rng.random())

    def _deal(self, count: int) -> list[str]:
        dealt, self.stack = self.stack[:count], self.stack[count:]
        return dealt

    def set_up(self) -> dict[str, Any]:
        return {
            "players": NAMES[: self.players],
            "settings": self.settings,
            "given": {"site": self._deal(self.players + 2)},
        }

    def given(self, state: State) -> Given:
        """The next stack, when this turn leaves one tile in the site."""
        if len(state.site) == 2 and state.stacks:
            return {"refill": self.stack[: self.players + 1]}
        return {}

    def saw(self, action: Any, state: State) -> None:
        del state
        if action.refill is not None:
            self._deal(self.players + 1)
