"""Eyes that see what a test tells them, and a camera whose pictures are blank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from firmware.doors.ports import Clock, Frame, Locks
from firmware.referee.companion import Difference
from firmware.table.readings import NOTHING, Reading, SeenDice, Where
from rules.game import AnyGame


class BlankCamera:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.taken: list[float] = []

    def frame(self, newer_than: float, wait: float = 2.0) -> Frame:
        self.clock.wait(0.1)
        self.taken.append(self.clock.now())
        return Frame(np.full((48, 64, 3), 100 + len(self.taken), np.uint8), self.clock.now())

    def glance(self) -> Frame:
        return self.frame(0.0)

    def adjust(self) -> Locks:
        return Locks(exposure_us=9000)

    def lock(self, locks: Locks) -> bool:
        return True

    def close(self) -> None:
        pass


class ToldEyes:
    """`next_dice`, `next_board`, `next_differs` and `next_where` are what is seen from now on."""

    def __init__(self, dice: bool = True, board: bool = True) -> None:
        self.has = dice, board
        self.next_dice = SeenDice()
        self.next_board: Reading | Exception = Reading(NOTHING)
        self.next_differs: tuple[Difference, ...] = ()
        self.next_where = Where()
        self.told: list[tuple[Any, Mapping[str, Any]]] = []

    def dice_of(self, game: AnyGame) -> bool:
        return self.has[0]

    def board_of(self, game: AnyGame) -> bool:
        return self.has[1]

    def edition_of(self, game: AnyGame) -> Mapping[str, Any] | None:
        return None

    def dice(self, frame: Frame, game: AnyGame, state: Any) -> SeenDice:
        return self.next_dice

    def board(self, frame: Frame, game: AnyGame, state: Any, given: Mapping[str, Any]) -> Reading:
        self.told.append((state, given))
        if isinstance(self.next_board, Exception):
            raise self.next_board
        return self.next_board

    def differs(self, frame: Frame, game: AnyGame, state: Any) -> tuple[Difference, ...]:
        return self.next_differs

    def where(self, frame: Frame, game: AnyGame | None, state: Any) -> Where:
        return self.next_where

    def event_of(self, difference: Difference, game: AnyGame, state: Any) -> Mapping[str, Any] | None:
        if difference.place == "unknown":
            return None
        seen = difference.seen or None
        return {"do": "set", "at": f"players.0.cells.{difference.place}", "value": seen, "clause": "by-hand"}
