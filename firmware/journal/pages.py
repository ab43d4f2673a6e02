"""The journal's database: its tables, how a new one is made, and what of a file is looked at before it is trusted."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from firmware.journal.disk import Disk
from firmware.journal.trouble import DAMAGED, FOREIGN, JournalTrouble, trouble_of
from rules.words import say

OURS = 0x556D7031  # "Ump1": how SQLite's own header says whose a file is
VERSION = 1
LEAST = 512  # bytes of the smallest page that SQLite knows

# Lines are kept as the record has them, hashes and all: an export copies them, and nothing is worked out twice.
# `touched` puts games in order by a counter, because no clock of a Pi can. `ended` is only for lists.
GAMES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    line TEXT NOT NULL,
    remark TEXT,
    touched INTEGER NOT NULL,
    ended INTEGER NOT NULL DEFAULT 0,
    finished INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
CREATE TABLE shots (
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,
    side TEXT NOT NULL,
    line TEXT NOT NULL,
    picture TEXT NOT NULL,
    PRIMARY KEY (game, n, side)
) WITHOUT ROWID;
CREATE TABLE buried (times INTEGER NOT NULL);
INSERT INTO buried VALUES (0);
"""


def opened(disk: Disk, path: Path, tables: str, ours: int, synchronous: str) -> sqlite3.Connection:
    """A connection that may write. A file that is not ours, or newer than we are, is not touched."""
    if torn(path):
        raise JournalTrouble(DAMAGED)
    try:
        connection = disk.connect(path)
    except (sqlite3.Error, OSError) as error:
        raise trouble_of(error) from None
    try:
        if not known(connection, ours):
            in_wal(connection, synchronous)
            statements = [part for part in tables.split(";") if part.strip()]
            with Writing(connection):
                for statement in statements:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {ours}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
            disk.settle(path.parent)
        else:
            in_wal(connection, synchronous)
        connection.execute(f"PRAGMA wal_autocheckpoint = {disk.log_pages}")
        connection.execute("PRAGMA journal_size_limit = 1000000")
    except (sqlite3.Error, OSError) as error:
        connection.close()
        raise trouble_of(error) from None
    except BaseException:
        connection.close()
        raise
    return connection


def torn(path: Path) -> bool:
    """Is there less than a database's first page, though something was kept? SQLite would take that for a new file."""
    sizes = {end: size_of(path.with_name(path.name + end)) for end in ("", "-wal", "-journal")}
    if sizes["-journal"]:
        return False  # a file that was only being made: SQLite puts it back as it was
    return 0 < sizes[""] < LEAST or (sizes[""] == 0 and sizes["-wal"] > 0)


def size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise trouble_of(error) from None


def known(connection: sqlite3.Connection, ours: int) -> bool:
    """Is this a journal of ours? False: an empty file, on which nothing was ever kept."""
    (whose,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if whose == 0 and version == 0 and tables == 0:
        return False
    if whose != ours:
        raise JournalTrouble(FOREIGN)
    if version > VERSION:
        raise JournalTrouble(say("the journal was written by a newer Umpire; update this one"))
    return True


def in_wal(connection: sqlite3.Connection, synchronous: str) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise JournalTrouble(say("the journal cannot be kept safely on this kind of disk; choose another folder"))
    connection.execute(f"PRAGMA synchronous = {synchronous}")


class Writing:
    """All of it or nothing: a transaction that is on the disk when the block is left, or undone."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __enter__(self) -> None:
        self.connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self.connection.execute("COMMIT")
        finally:
            if self.connection.in_transaction:
                with suppress(sqlite3.Error):  # what made the commit fail is told; it is undone at the next opening
                    self.connection.execute("ROLLBACK")


def bury(connection: sqlite3.Connection) -> None:
    """Write over what a failed commit left in the log, lest it stand up again after a power cut; then empty the log.

    On a full card that makes room, for the log is larger than what it holds.
    """
    with suppress(sqlite3.Error), Writing(connection):
        connection.execute("UPDATE buried SET times = times + 1")
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
