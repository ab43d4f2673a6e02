"""What the box does when it is switched on: it says what is wrong, and asks about the game that was going on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.table.resume import ask_about
from rules.trouble import Trouble
from rules.words import Phrase, say

if TYPE_CHECKING:
    from firmware.table.table import Table

MANUAL = say("Three starts have failed: no camera is used now, everything goes by hand.")


def power_on(table: Table, *troubles: Phrase) -> None:
    """The first moments, the most urgent one uppermost."""
    table.home()
    if not table.profile.guided:
        from firmware.table.firstrun import first_run

        first_run(table)
    else:
        resume(table)
    if troubles:
        table.trouble(*troubles)


def resume(table: Table) -> None:
    """Ask about the game that was going on. A journal that cannot be read is said, and tried again."""
    try:
        kept = table.journal.unfinished()
    except Trouble as trouble:
        table.trouble(say("{}", str(trouble)))
        return
    if kept is not None:
        ask_about(table, kept)
