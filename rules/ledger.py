"""The ledger: who, what changed, by how much, by which arithmetic and under which clause."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.words import Phrase

TABLE = -1  # the seat of what belongs to nobody: supplies, the pirates' track, the castle


class Entry(NamedTuple):
    """One line of the ledger. The entries of a seat whose `what` is the game's points add up to what it has scored."""

    seat: int
    what: str
    change: int
    why: Phrase
    clause: str
    places: tuple[str, ...] = ()


def total(entries: Iterable[Entry], seat: int, what: str) -> int:
    return sum(entry.change for entry in entries if entry.seat == seat and entry.what == what)
