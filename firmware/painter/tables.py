"""Which games have a painted table, and what is said of those that have none yet."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware.painter.evening import PaintedTable

# game -> module and class of its painter, and what is not read of it
PAINTERS: dict[str, tuple[str, str]] = {"saint-malo": ("firmware.painter.malo_table", "MaloTable")}
SAID = {
    "saint-malo": "The camera reads dice and cities: every picture is painted, every reading is real.",
    "": "This game has no painted table yet: the whole evening is told by the four buttons.",
}


def table_of(game: str, players: int, seed: int) -> PaintedTable | None:
    """The painter's table for a game; None where there is none."""
    if game not in PAINTERS:
        return None
    module, name = PAINTERS[game]
    maker: Callable[[int, int], PaintedTable] = getattr(import_module(module), name)
    return maker(players, seed)
