"""The eyes of a real table: which looks were taught of its dice and boards, and who reads them.

Nothing here is heavy: what reads pictures is loaded by `watch.py`, in the worker, when something is first looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.doors.ports import Frame
from firmware.profile import Profile
from firmware.settings import Folders
from firmware.table.readings import ASK, Reading, SeenDice, Where
from rules.game import AnyGame
from rules.trouble import Trouble
from rules.words import say

if TYPE_CHECKING:
    from firmware.referee.companion import Difference
    from firmware.table.watch import Watch

DICE = {"saint-malo": "dice_malo", "king-of-the-dice": "dice_king", "masons": "dice_masons"}
BOARD = {
    "saint-malo": "malo_city",
    "king-of-the-dice": "king_row",
    "masons": "masons",
    "arkadia": "arkadia",
    "akropolis": "akropolis_city",
}
SURVEYED = ("arkadia", "masons")  # games whose board is data
HEAD = 4096  # bytes of a file of looks in which its set is named
_SET = re.compile(rb'"set": ?"([a-z_]+)"')


class TableEyes:
    """`profile` is asked for as it is now: what was taught may change while the box runs."""

    def __init__(self, profile: Callable[[], Profile], folders: Folders) -> None:
        self._profile, self._folders = profile, folders
        self._files: dict[tuple[str, ...], Mapping[str, Path]] = {}
        self._watch: Watch | None = None
        self._unreadable: frozenset[str] = frozenset()  # sets that nobody reads yet

    # ---- asked by the loop
    def dice_of(self, game: AnyGame) -> bool:
        return DICE.get(game.name) in self.files(game)

    def board_of(self, game: AnyGame) -> bool:
        return BOARD[game.name] in self.files(game) and BOARD[game.name] not in self._unreadable

    def files(self, game: AnyGame) -> Mapping[str, Path]:
        """Of each set that was taught for this game, the file."""
        names = self._profile().looks.get(game.name, ())
        if names not in self._files:
            paths = [self._folders.looks / name for name in names]
            self._files[names] = {set_of(path): path for path in paths if set_of(path)}
        return self._files[names]

    def edition_of(self, game: AnyGame) -> Mapping[str, Any] | None:
        path = self.files(game).get(BOARD[game.name])
        if path is None or game.name not in SURVEYED:
            return None
        with suppress(OSError, ValueError, KeyError, TypeError, Trouble):
            layout: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))["body"]["layout"]
            game.edition(layout)
            return layout
        return None

    # ---- asked in the worker
    def dice(self, frame: Frame, game: AnyGame, state: Any) -> SeenDice:
        return self._watching().dice(frame.picture, self.files(game)[DICE[game.name]], game, state)

    def board(self, frame: Frame, game: AnyGame, state: Any, given: Mapping[str, Any]) -> Reading:
        watch, set = self._watching(), BOARD[game.name]
        if not watch.reads(set):
            self._unreadable |= {set}
            return Reading(ASK, text=say("This board is not read yet: tell it by hand."))
        return watch.board(frame.picture, self.files(game), game, state, given)

    def differs(self, frame: Frame, game: AnyGame, state: Any) -> tuple[Difference, ...]:
        if not self.board_of(game):
            return ()
        return self._watching().differs(frame.picture, self.files(game), game, state)

    def where(self, frame: Frame, game: AnyGame | None, state: Any) -> Where:
        files = self.files(game) if game is not None else {}
        return self._watching().where(frame.picture, files, game, state)

    def event_of(self, difference: Difference, game: AnyGame, state: Any) -> Mapping[str, Any] | None:
        return self._watching().event_of(difference, game, state)

    def _watching(self) -> Watch:
        if self._watch is None:
            from firmware.table.watch import Watch

            self._watch = Watch(self._profile)
        return self._watch


def set_of(path: Path) -> str:
    """The set that a file of looks was taught of; empty if it names none."""
    with suppress(OSError), path.open("rb") as file:
        found = _SET.search(file.read(HEAD))
        return found[1].decode() if found else ""
    return ""
