"""The dealer: throws the dice and holds the hidden cards for a game that is played at random. One for each game."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, Protocol

from rules.game import Given


class Dealer(Protocol):
    """Made with a source of chance and the number of players; knows what the table does not tell the rules."""

    def __init__(self, rng: Random, players: int) -> None: ...

    def set_up(self) -> dict[str, Any]:
        """The arguments of the game's `set_up`."""

    def given(self, state: Any) -> Given:
        """What chance says before the next action of this state: asked once for each action."""

    def saw(self, action: Any, state: Any) -> None:
        """This action was done and led to this state."""


def dealer_of(game: str) -> type[Dealer]:
    """The dealer of a game: `TheDealer` in tests/rules/<game>/dealer.py."""
    found: type[Dealer] = import_module(f"tests.rules.{game.replace('-', '_')}.dealer").TheDealer
    return found
