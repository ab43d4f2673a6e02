"""What can go wrong between Umpire and its card, each as one sentence that a panel can show."""

from __future__ import annotations

import sqlite3

from rules.trouble import Trouble
from rules.words import Phrase, say


class JournalTrouble(Trouble):
    """The journal could not be read or written. `phrase` is its sentence for a catalogue."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


FULL = say("the card is full: make room on it")
READ_ONLY = say("the card takes nothing any more: it is read-only; change it")
IN_USE = say("another Umpire keeps this journal; end that one first")
DAMAGED = say("the journal on the card is damaged; it is left as it is")
FOREIGN = say("the journal file is not one of Umpire's; it is left as it is")

_PRIMARY = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_BUSY: IN_USE,
    sqlite3.SQLITE_LOCKED: IN_USE,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: FOREIGN,
}


def reason_of(error: Exception) -> Phrase:
    """Why the disk or SQLite said no."""
    if isinstance(error, JournalTrouble):
        return error.phrase
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        known = _PRIMARY.get(code & 0xFF) if isinstance(code, int) else None
        return known or say("the card fails ({}); change it", str(error))
    if isinstance(error, OSError):
        return say("the card fails ({}); change it", error.strerror or str(error))
    return say("the card fails ({}); change it", str(error))


def trouble_of(error: Exception) -> JournalTrouble:
    return JournalTrouble(reason_of(error))


def not_kept(error: Exception) -> JournalTrouble:
    """Something was to be kept and is not: whoever reads it knows that it does not count, and what to do."""
    return JournalTrouble(say("not kept, so it does not count: {}", reason_of(error)))
