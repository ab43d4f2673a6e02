"""All the games that a box has kept, in one folder. Nothing here ever removes one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from firmware.journal.disk import Disk
from firmware.journal.evening import Evening
from firmware.journal.pages import GAMES, OURS, Writing, bury, known, opened, torn
from firmware.journal.pictures import LOST, Album, Limits, Shot
from firmware.journal.pictures import OURS as PICTURES_OURS
from firmware.journal.trouble import DAMAGED, FOREIGN, IN_USE, JournalTrouble, not_kept, trouble_of
from rules.forms import from_json
from rules.record import line_of, read, sitting_of, unsealed
from rules.trouble import Trouble
from rules.words import SILENCE, Phrase, say

FILE, PICTURES, CLAIM = "games.db", "pictures.db", "in-use"
DISK = Disk()
COPIES = 5  # times that copying a journal is tried, while somebody writes to it


@dataclass(frozen=True)
class Kept:
    """A game in a list. `over`: its rules say that it has ended; `finished`: the table has put it away."""

    id: int
    game: str
    players: tuple[str, ...]
    events: int
    over: bool
    finished: bool
    remark: str | None = None  # what the box's clock said when it began; no clock is trusted
    whole: bool = True  # False: its first line is damaged, and `game` and `players` are not known


class Journal:
    """`open` is for the box, `look` for everybody else: a reader never disturbs a running box."""

    def __init__(
        self,
        folder: Path,
        connection: sqlite3.Connection,
        album: Album | None,
        limits: Limits,
        claim: int | None = None,
        copy: TemporaryDirectory[str] | None = None,
        album_trouble: Phrase = SILENCE,
    ) -> None:
        self.folder = folder
        self.connection = connection
        self.limits = limits
        self.album_trouble = album_trouble  # why no pictures are kept or shown; SILENCE when they are
        self._album = album
        self._claim = claim
        self._copy = copy

    # ---- beginning and end
    @classmethod
    def open(cls, folder: Path, disk: Disk = DISK, limits: Limits = Limits()) -> Journal:  # noqa: B008 - it is frozen
        """The journal of a folder, to be written by this process alone. A missing one is made."""
        claim: int | None = None
        try:
            if not folder.exists():
                folder.mkdir(parents=True)
                disk.settle(folder.parent)
            claim = disk.claim(folder / CLAIM)
            if claim is None:
                raise JournalTrouble(IN_USE)
            connection = opened(disk, folder / FILE, GAMES, OURS, "FULL")
        except OSError as error:
            _let_go(claim)
            raise trouble_of(error) from None
        except BaseException:
            _let_go(claim)
            raise
        album, trouble = _album(disk, folder, limits)
        return cls(folder, connection, album, limits, claim, None, trouble)

    @classmethod
    def look(cls, folder: Path, disk: Disk = DISK) -> Journal:
        """The journal of a folder, for reading only: also beside a running box, and after a killed one."""
        if not (folder / FILE).is_file() and not torn(folder / FILE):
            raise JournalTrouble(say("there is no journal in {}; say where it is with --journal", str(folder)))
        if torn(folder / FILE):
            raise JournalTrouble(DAMAGED)
        copy: TemporaryDirectory[str] | None = None
        place = folder
        try:
            try:
                connection = _looking(disk, folder / FILE, OURS)
            except sqlite3.OperationalError:  # a medium that takes no writing keeps SQLite from reading in place
                copy = TemporaryDirectory(prefix="umpire-journal-")
                place = Path(copy.name)
                _copied(folder, place)
                connection = _looking(disk, place / FILE, OURS)
        except BaseException as error:
            if copy is not None:
                copy.cleanup()
            if isinstance(error, (sqlite3.Error, OSError)):
                raise trouble_of(error) from None
            raise
        album = None
        with suppress(sqlite3.Error, JournalTrouble):
            if (place / PICTURES).is_file():
                album = Album.over(_looking(disk, place / PICTURES, PICTURES_OURS), place, Limits())
        return cls(folder, connection, album, Limits(), None, copy)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.close()
        if self._album is not None:
            with suppress(sqlite3.Error):
                self._album.close()
        _let_go(self._claim)
        self._claim = None
        if self._copy is not None:
            self._copy.cleanup()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- the games
    def games(self) -> tuple[Kept, ...]:
        """Every game, the newest first."""
        return self._kept("ORDER BY id DESC")

    def unfinished(self) -> Kept | None:
        """The game that was played last and that nobody has put away: what to ask about at power-on."""
        found = self._kept("WHERE finished = 0 ORDER BY touched DESC LIMIT 1")
        return found[0] if found else None

    def newest(self) -> Kept | None:
        """The game that was played last, finished or not."""
        found = self._kept("ORDER BY touched DESC LIMIT 1")
        return found[0] if found else None

    def _kept(self, which: str) -> tuple[Kept, ...]:
        try:
            rows = self.connection.execute(
                "SELECT id, line, remark, ended, finished,"
                f" (SELECT count(*) FROM events WHERE game = id) FROM games {which}"
            ).fetchall()
        except sqlite3.Error as error:
            raise trouble_of(error) from None
        return tuple(_kept_of(*row) for row in rows)

    def begin(self, header: Mapping[str, Any], remark: str | None = None) -> Evening:
        """A new game from its first line (`rules.record.header_of`); it is on the disk before this returns."""
        line = line_of(header, None)
        header = _header(line)
        sitting = sitting_of(header)
        ended = sitting.game.turn(sitting.state) is None
        connection = self.writable()
        try:
            with Writing(connection):
                cursor = connection.execute(
                    "INSERT INTO games (line, remark, touched, ended)"
                    " SELECT ?, ?, coalesce(max(touched), 0) + 1, ? FROM games",
                    (line, remark, ended),
                )
                id = cursor.lastrowid
        except (sqlite3.Error, OSError) as error:
            bury(connection)
            raise not_kept(error) from None
        assert id is not None
        return Evening(self, id, header, sitting, line)

    def reopen(self, id: int) -> Evening:
        """A game brought back by replay. Trouble names the line that is damaged; nothing is changed by looking."""
        text = self.record(id)
        try:
            replayed = read(text)
        except Trouble as trouble:
            raise JournalTrouble(say("game {} cannot be reopened: {}", id, str(trouble))) from None
        except Exception as error:  # a fault of the rules' own; what the table sees of it is one sentence all the same
            what = f"{type(error).__name__}: {error}"
            raise JournalTrouble(say("Umpire stumbles over game {} ({})", id, what)) from error
        return Evening(self, id, replayed.header, replayed.sitting, text[:-1].split("\n")[-1])

    def record(self, id: int) -> str:
        """The record of a game as it lies on the disk: nothing is judged, so that a damaged one can be had as well."""
        try:
            first = self.connection.execute("SELECT line FROM games WHERE id = ?", (id,)).fetchone()
            rows = self.connection.execute("SELECT line FROM events WHERE game = ? ORDER BY n", (id,)).fetchall()
        except sqlite3.Error as error:
            raise trouble_of(error) from None
        if first is None:
            raise JournalTrouble(say("there is no game {} in this journal", id))
        return "\n".join(str(line) for (line,) in (first, *rows)) + "\n"

    # ---- for its evenings
    def remark(self, id: int) -> str | None:
        try:
            found = self.connection.execute("SELECT remark FROM games WHERE id = ?", (id,)).fetchone()
        except sqlite3.Error as error:
            raise trouble_of(error) from None
        return str(found[0]) if found and found[0] else None

    def writable(self) -> sqlite3.Connection:
        if self._claim is None:
            raise JournalTrouble(say("this journal is open for reading only"))
        return self.connection

    def keep_pictures(self, game: int, n: int, shots: Sequence[tuple[str, bytes]]) -> Phrase:
        """SILENCE, or why an event's pictures were not kept."""
        if not shots or self._album is None:
            return self.album_trouble if shots else SILENCE
        return self._album.keep(game, n, shots, self._first_to_go(game))

    def _first_to_go(self, game: int) -> list[int]:
        """Whose pictures make room: finished games' from the oldest on, then those of other games left lying."""
        with suppress(sqlite3.Error):
            rows = self.connection.execute(
                "SELECT id FROM games WHERE id != ? ORDER BY finished DESC, touched", (game,)
            ).fetchall()
            return [id for (id,) in rows]
        return []

    def shot(self, game: int, n: int, side: str, hash: str) -> Shot:
        return self._album.shot(game, n, side, hash) if self._album is not None else Shot(hash, None, LOST)


def _kept_of(id: int, line: str, remark: str | None, ended: int, finished: int, events: int) -> Kept:
    try:
        header = _header(line)
        game, players = str(header["game"]), tuple(str(name) for name in header["players"])
    except (Trouble, KeyError, TypeError):
        return Kept(id, "?", (), events, bool(ended), bool(finished), remark, whole=False)
    return Kept(id, game, players, events, bool(ended), bool(finished), remark)


def _header(line: str) -> dict[str, Any]:
    bare, true, _ = unsealed(line)
    data = from_json(bare)
    if not true or not isinstance(data, dict):
        raise Trouble("the first line was changed after it was written")
    return data


def _looking(disk: Disk, path: Path, ours: int) -> sqlite3.Connection:
    connection = disk.connect(path, read_only=True)
    try:
        if not known(connection, ours):
            raise JournalTrouble(say("the journal in {} is still empty", str(path.parent)))
    except BaseException:
        connection.close()
        raise
    return connection


def _copied(folder: Path, place: Path) -> None:
    """Copies of the files as they were at one moment: until none of them changed while it was copied."""
    files = [f"{name}{tail}" for name in (FILE, PICTURES) for tail in ("", "-wal")]

    def now() -> list[tuple[int, int] | None]:
        found = [folder / file for file in files]
        return [(file.stat().st_mtime_ns, file.stat().st_size) if file.exists() else None for file in found]

    for _ in range(COPIES):
        before = now()
        for file, there in zip(files, before, strict=True):
            if there is not None:
                shutil.copyfile(folder / file, place / file)
        if now() == before:
            return
    raise JournalTrouble(say("the journal is being written to all the time; look again in a moment"))


def _album(disk: Disk, folder: Path, limits: Limits) -> tuple[Album | None, Phrase]:
    """The pictures of the journal. Where their file is damaged it is put aside and another begun: games go on."""
    try:
        return Album.open(disk, folder / PICTURES, limits), SILENCE
    except JournalTrouble as trouble:
        why = trouble.phrase
    if why in (DAMAGED, FOREIGN):
        with suppress(OSError, JournalTrouble):
            for tail in ("-wal", "-journal", "-shm", ""):
                if (folder / f"{PICTURES}{tail}").exists():
                    os.replace(folder / f"{PICTURES}{tail}", folder / f"{PICTURES}.damaged{tail}")
            disk.settle(folder)
            return Album.open(disk, folder / PICTURES, limits), SILENCE
    return None, say("no pictures are kept: {}", why)


def _let_go(claim: int | None) -> None:
    if claim is not None:
        os.close(claim)
