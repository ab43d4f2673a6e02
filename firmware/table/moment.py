"""A moment of the evening: what is shown, and what each button does just now. The table is in one moment at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from firmware.doors.ports import BUTTONS, Press
from firmware.screens.views import Keys, View
from rules.words import SILENCE, Phrase

if TYPE_CHECKING:
    from firmware.table.table import Table


class Does(NamedTuple):
    """What a button does, and what help says of it."""

    words: Phrase
    do: Callable[[], None]


Buttons = Mapping[str, Does]  # "confirm", "hold confirm", ...: a button that is not named does nothing


class Moment:
    """One state of the machine. What a button does and what help says of it come from the same table."""

    name: ClassVar[str] = "moment"  # as in the diagram of docs/device/loop.md
    menu: ClassVar[bool] = True  # whether the menu may be opened over it

    def __init__(self, table: Table) -> None:
        self.table = table

    def buttons(self) -> Buttons:
        """What each button does now."""
        raise NotImplementedError

    def view(self, keys: Keys) -> View:
        """What is shown now."""
        raise NotImplementedError

    def tick(self, now: float) -> None:
        """Called in every round of the loop while this is the moment."""

    def left(self) -> None:
        """Called when the moment is over."""

    # ---- what all moments share
    def all_buttons(self) -> Buttons:
        mine = dict(self.buttons())
        if self.menu and self.table.evening is not None:
            mine.setdefault("hold confirm", Does(MENU, self.table.menu))
        mine.setdefault("hold next", Does(HELP, self.table.help))
        return mine

    def keys(self) -> Keys:
        words = {way.replace(" ", "_"): does.words for way, does in self.all_buttons().items()}
        return Keys(**words)

    def holds(self) -> frozenset[str]:
        """The buttons that mean something when they are held."""
        mine = self.all_buttons()
        return frozenset(button for button in BUTTONS if f"hold {button}" in mine)

    def pressed(self, press: Press) -> bool:
        """Do what the press means; False if it means nothing."""
        does = self.all_buttons().get(press.button if press.kind == "tap" else f"hold {press.button}")
        if does is None:
            return False
        does.do()
        return True

    def close(self) -> None:
        """Leave this moment for the one below it."""
        self.table.close(self)


def say_held(moment: Moment, button: str) -> Phrase:
    """What holding a button on will do."""
    does = moment.all_buttons().get(f"hold {button}")
    return does.words if does else SILENCE


MENU = Phrase("menu")
HELP = Phrase("help")
