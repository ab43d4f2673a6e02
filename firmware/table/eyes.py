"""What is looked at in each game: the dice on the tray, and the boards through their companions.

A protocol, so that the loop needs no camera library before something is looked at, and tests can play the eyes.
Everything but `dice_of` and `board_of` is called in the worker.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from firmware.doors.ports import Frame
from firmware.table.readings import Reading, SeenDice, Where
from rules.game import AnyGame

if TYPE_CHECKING:  # whoever reads pictures loads what that takes
    from firmware.referee.companion import Difference


class Eyes(Protocol):
    def dice_of(self, game: AnyGame) -> bool:
        """Whether the dice of this game are read."""

    def board_of(self, game: AnyGame) -> bool:
        """Whether what is done on the board of this game is read."""

    def edition_of(self, game: AnyGame) -> Mapping[str, Any] | None:
        """The board that was taught, where a game leaves it to the copy: it is played with what lies on the table."""

    def dice(self, frame: Frame, game: AnyGame, state: Any) -> SeenDice: ...

    def board(self, frame: Frame, game: AnyGame, state: Any, given: Mapping[str, Any]) -> Reading: ...

    def differs(self, frame: Frame, game: AnyGame, state: Any) -> tuple[Difference, ...]: ...

    def where(self, frame: Frame, game: AnyGame | None, state: Any) -> Where:
        """Which places are in the picture; boards of a game going on are looked at, so that news can be told."""

    def event_of(self, difference: Difference, game: AnyGame, state: Any) -> Mapping[str, Any] | None:
        """The event that sets what was seen in the place of what was held; None where only people can tell."""
