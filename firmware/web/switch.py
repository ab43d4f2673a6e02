"""The page as the panel's menu has it: on, off, and a phone to be paired. Without a page there is nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.table.notices import Act, Picked, Picking
from firmware.web.pairing import Pairing, ShowingCode
from rules.trouble import Trouble
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table

SWITCH, SOCKET = "page-on", "page.sock"  # in the runtime folder


class Switch:
    """`umpire-web.path` watches the file: while it is there, the page is on. It goes when the box is switched off."""

    def __init__(self, folder: Path, now: Callable[[], float]) -> None:
        self.file = folder / SWITCH
        self.pairing = Pairing(now)

    @property
    def on(self) -> bool:
        return self.file.exists()

    def turn_on(self) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.touch()
        except OSError as error:
            raise Trouble(f"the page cannot be switched on ({error.strerror}); look at {self.file.parent}") from None

    def turn_off(self) -> None:
        self.pairing.withdraw()
        try:
            self.file.unlink(missing_ok=True)
        except OSError as error:
            raise Trouble(f"the page cannot be switched off ({error.strerror}); look at {self.file.parent}") from None


def page_menu(table: Table) -> None:
    """From the panel's menu."""
    switch = table.page
    assert switch is not None, "the menu offers the page where there is one"

    def turn(do: Act) -> Act:
        def act() -> None:
            do()
            page_menu(table)

        return act

    if not switch.on:
        options: list[Picked] = [(say("switch it on"), turn(switch.turn_on))]
        table.open(Picking(table, say("Page for phones"), options, about=say("it is off")))
        return
    options = [
        (say("pair a phone"), lambda: pair(table, switch)),
        (say("switch it off"), turn(switch.turn_off)),
    ]
    table.open(Picking(table, say("Page for phones"), options, about=say("it is on")))


def pair(table: Table, switch: Switch) -> None:
    """Whose phone it is says what it may see: its own seat's purse and nobody else's."""

    def show(whose: tuple[Any, int] | None, who: Phrase) -> Act:
        return lambda: table.open(ShowingCode(table, switch.pairing, whose, who))

    options: list[Picked] = []
    if table.evening is not None:
        for seat, name in enumerate(table.names):
            options.append((say("{}", name), show((table.evening.id, seat), say("{}", name))))
    options.append((say("nobody's own"), show(None, say("nobody's own"))))
    table.open(Picking(table, say("Whose phone?"), options))
