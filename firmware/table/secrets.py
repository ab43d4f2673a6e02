"""Hidden things: what lies behind Arkadia's screens is shown to nobody unless the table chooses, or a player peeks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.ledger import Entry

if TYPE_CHECKING:
    from firmware.table.table import Table

SCREENED = ("arkadia",)  # games in which players keep things behind a screen


def has_screens(table: Table) -> bool:
    return table.game.name in SCREENED


def purses_open(table: Table) -> bool:
    """Whether all may see what everybody has."""
    return not has_screens(table) or table.open_purses or table.over


def shown_entries(table: Table, entries: Sequence[Entry], fresh: bool = False) -> tuple[Entry, ...]:
    """The entries that all may see. What happens just now happens before everybody's eyes; adding it up does not."""
    if fresh or purses_open(table):
        return tuple(entries)
    return tuple(entry for entry in entries if entry.seat < 0)
