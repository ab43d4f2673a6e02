"""The shelf: every game that Umpire knows, by name. A game is loaded when it is taken from the shelf."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from rules.forms import shown
from rules.game import AnyGame
from rules.trouble import Trouble

# name -> module and the game in it
GAMES: dict[str, tuple[str, str]] = {
    "saint-malo": ("rules.saint_malo.game", "SAINT_MALO"),
    "arkadia": ("rules.arkadia.game", "ARKADIA"),
    "akropolis": ("rules.akropolis.game", "AKROPOLIS"),
    "king-of-the-dice": ("rules.king_of_the_dice.game", "KING_OF_THE_DICE"),
    "masons": ("rules.masons.game", "MASONS"),
}


def game_called(name: str) -> AnyGame:
    if name not in GAMES:
        raise Trouble(f"there is no game called {shown(name)} here; the games are {', '.join(GAMES)}")
    module, value = GAMES[name]
    return cast(AnyGame, getattr(import_module(module), value))
