"""Which games have a painted table, and what is said of those that have none yet."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware.painter.evening import PaintedTable

# game -> module and class of its painter, and below it what is read of it
PAINTERS: dict[str, tuple[str, str]] = {
    "saint-malo": ("firmware.painter.malo_table", "MaloTable"),
    "king-of-the-dice": ("firmware.painter.tray_tables", "KingTray"),
    "masons": ("firmware.painter.tray_tables", "MasonsTray"),
}
SAID = {
    "saint-malo": "The camera reads dice and cities: every picture is painted, every reading is real.",
    "king-of-the-dice": "The camera reads the dice; no row of cards is painted yet, so cards are told by the buttons.",
    "masons": "The camera reads the dice; no board is painted yet, so what is built is told by the buttons.",
    "": "This game has no painted table yet: the whole evening is told by the four buttons.",
}


def table_of(game: str, players: int, seed: int) -> PaintedTable | None:
    """The painter's table for a game; None where there is none."""
    if game not in PAINTERS:
        return None
    module, name = PAINTERS[game]
    maker: Callable[[int, int], PaintedTable] = getattr(import_module(module), name)
    return maker(players, seed)
