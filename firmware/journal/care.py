"""The care of a journal as a whole: is all of it sound, and where does one go that cannot be opened?"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from firmware.journal.disk import Disk
from firmware.journal.journal import DISK, FILE, PICTURES, Journal, Kept
from firmware.journal.trouble import JournalTrouble, trouble_of
from rules.forms import from_json
from rules.record import sha, unsealed
from rules.shelf import GAMES, game_called
from rules.trouble import Trouble
from rules.words import Phrase, say


def faults(journal: Journal) -> Iterator[tuple[Kept | None, Phrase]]:
    """What is wrong in a whole journal: every page of the file, and every game judged anew. Nothing: all is well.

    A game that an older Umpire judged by other rules is no fault, if every line of it fits the one before.
    """
    try:
        for (told,) in journal.connection.execute("PRAGMA quick_check").fetchall():
            if told != "ok":
                yield None, say("the journal's file is damaged: {}", str(told))
        games = journal.games()
    except (sqlite3.Error, JournalTrouble) as error:
        yield None, trouble_of(error).phrase
        return
    for kept in games:
        try:
            journal.reopen(kept.id)
        except JournalTrouble as trouble:
            if not (kept.whole and _of_other_rules(journal, kept)):
                yield kept, trouble.phrase


def _of_other_rules(journal: Journal, kept: Kept) -> bool:
    """Is the record sound, and only its rules are not the ones that are here?"""
    try:
        lines = journal.record(kept.id)[:-1].split("\n")
        bodies = [from_json(bare) for bare, true, seal in map(unsealed, lines) if true and seal]
        version = bodies[0]["rules"]
        chained = [body.get("before") for body in bodies[1:]] == [sha(line) for line in lines[:-1]]
        numbered = [body.get("n") for body in bodies[1:]] == list(range(1, len(lines)))
    except (Trouble, IndexError, KeyError, TypeError, AttributeError):
        return False
    other = kept.game not in GAMES or version != game_called(kept.game).version
    return other and chained and numbered and len(bodies) == len(lines)


def put_aside(folder: Path, disk: Disk = DISK) -> Path:
    """Move a journal that cannot be opened out of the way, whole, so that a new one can be begun beside it."""
    number = 1
    while (aside := folder / f"put-aside-{number}").exists():
        number += 1
    # The database first: should the plug be pulled in between, a log without its database is no new journal.
    files = [f"{name}{tail}" for name in (FILE, PICTURES) for tail in ("", "-wal", "-journal", "-shm")]
    moved: list[str] = []
    try:
        aside.mkdir()
        try:
            for file in files:
                if (folder / file).exists():
                    os.rename(folder / file, aside / file)
                    moved.append(file)
        except OSError:
            for file in reversed(moved):
                os.rename(aside / file, folder / file)
            aside.rmdir()
            raise
        disk.settle(aside)
        disk.settle(folder)
    except OSError as error:
        raise trouble_of(error) from None
    return aside
