"""Proofs: what the camera saw before and after an event, small, and tied to the event's line by hashes.

Pictures have a database of their own. They can be lost, dropped for room or damaged, and no event is the worse for it;
their hashes lie with the events, so that it can always be told that one is missing or is not the one that was kept.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.journal.disk import Disk
from firmware.journal.pages import Writing, opened
from firmware.journal.trouble import trouble_of
from rules.words import SILENCE, Phrase, say

OURS = 0x556D7032
TABLES = """
CREATE TABLE pictures (
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,
    side TEXT NOT NULL,
    size INTEGER NOT NULL,
    jpeg BLOB,
    PRIMARY KEY (game, n, side)
)
"""
BEFORE, AFTER = "before", "after"
SIDES = (BEFORE, AFTER)
QUALITIES = (80, 65, 50, 35, 20)
MARGIN = 0.03  # of a crop's longer side, kept around it: a hand at the edge is part of the proof


@dataclass(frozen=True)
class Limits:
    """How much room pictures may take, in bytes and pixels. Events have no limit."""

    side: int = 960  # pixels of the longer side
    one: int = 60_000
    total: int = 256_000_000
    spare: int = 64_000_000  # so much stays free on the card for events


KEPT, DROPPED, LOST, ALTERED = "kept", "dropped", "lost", "altered"
WORDS = {
    KEPT: SILENCE,
    DROPPED: say("this picture was dropped to make room for newer ones"),
    LOST: say("this picture was not kept, or was lost in a power cut"),
    ALTERED: say("this is not the picture that was kept with the event; do not trust it"),
}


@dataclass(frozen=True)
class Shot:
    """One picture of an event. `jpeg` is None when it is there no more; `words` says so, SILENCE when all is well."""

    hash: str
    jpeg: bytes | None
    state: str = KEPT

    @property
    def words(self) -> Phrase:
        return WORDS[self.state]


@dataclass(frozen=True)
class Proof:
    """The pictures of an event, and the hash of the line of the record that they belong to."""

    event: int
    line: str
    before: Shot | None
    after: Shot | None

    @property
    def shots(self) -> tuple[tuple[str, Shot], ...]:
        return tuple((side, shot) for side, shot in ((BEFORE, self.before), (AFTER, self.after)) if shot)


def hash_of(jpeg: bytes) -> str:
    return hashlib.sha256(jpeg).hexdigest()


def cropped(picture: Any, corners: Iterable[Sequence[float]]) -> Any:
    """The upright part of a picture that holds these points (corners of surfaces, in pixels), with a small margin."""
    points = [(float(x), float(y)) for x, y in corners]
    if not points:
        return picture
    height, width = picture.shape[:2]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    margin = MARGIN * max(max(xs) - min(xs), max(ys) - min(ys))
    left, right = max(0, int(min(xs) - margin)), min(width, int(max(xs) + margin) + 1)
    top, bottom = max(0, int(min(ys) - margin)), min(height, int(max(ys) + margin) + 1)
    return picture[top:bottom, left:right] if left < right and top < bottom else picture


def jpeg_of(picture: Any, limits: Limits) -> bytes | None:
    """The picture as a JPEG within the limits; None if it cannot be made so small."""
    import cv2  # late: a box without a camera needs none of it

    longer = max(picture.shape[:2])
    for side in (limits.side, limits.side // 2, limits.side // 4):
        scale = min(1.0, side / longer)
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        small = picture if scale == 1.0 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        for quality in QUALITIES:
            fine, data = cv2.imencode(".jpg", small, [int(cv2.IMWRITE_JPEG_QUALITY), quality])
            if fine and len(data) <= limits.one:
                return bytes(data)
    return None


class Album:
    """The pictures of all games in one bounded file. None of its failures is an event's."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, limits: Limits) -> None:
        self.connection = connection
        self.folder = folder
        self.limits = limits
        self.total: int
        (self.total,) = connection.execute("SELECT coalesce(sum(size), 0) FROM pictures WHERE jpeg NOT NULL").fetchone()

    @classmethod
    def open(cls, disk: Disk, path: Path, limits: Limits) -> Album:
        # NORMAL: a power cut may take the newest pictures with it, never the file; an event waits for one fsync only.
        return cls.over(opened(disk, path, TABLES, OURS, "NORMAL"), path.parent, limits)

    @classmethod
    def over(cls, connection: sqlite3.Connection, folder: Path, limits: Limits) -> Album:
        try:
            return cls(connection, folder, limits)
        except sqlite3.Error as error:
            connection.close()
            raise trouble_of(error) from None

    def keep(self, game: int, n: int, shots: Sequence[tuple[str, bytes]], others: Sequence[int]) -> Phrase:
        """Keep an event's pictures; SILENCE, or why not. Where room is needed, those of `others` go first, in order."""
        if not shots:
            return SILENCE
        try:
            if shutil.disk_usage(self.folder).free < self.limits.spare:
                return say("the card is nearly full: no more pictures are kept; make room on it")
            size = sum(len(jpeg) for _, jpeg in shots)
            with Writing(self.connection):
                rest = self._make_room(size, game, others)
                self.connection.executemany(
                    "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?)",
                    [(game, n, side, len(jpeg), jpeg) for side, jpeg in shots],
                )
            self.total = rest + size
        except (sqlite3.Error, OSError) as error:
            return say("the pictures of this event are not kept: {}", trouble_of(error).phrase)
        return SILENCE

    def _make_room(self, size: int, game: int, others: Sequence[int]) -> int:
        """Drop pictures, those of the other games first, then this game's oldest. Returns what remains."""
        left = self.total
        for other in others:
            if left + size <= self.limits.total:
                return left
            left -= self._drop("game = ?", other)
        while left + size > self.limits.total:
            oldest = self.connection.execute(
                "SELECT min(n) FROM pictures WHERE game = ? AND jpeg NOT NULL", (game,)
            ).fetchone()[0]
            if oldest is None:
                return left
            left -= self._drop("game = ? AND n = ?", game, oldest)
        return left

    def _drop(self, which: str, *values: int) -> int:
        """What is dropped leaves its place behind, so that it can be told from what was lost."""
        there = f"FROM pictures WHERE {which} AND jpeg NOT NULL"
        size: int = self.connection.execute(f"SELECT coalesce(sum(size), 0) {there}", values).fetchone()[0]
        self.connection.execute(f"UPDATE pictures SET jpeg = NULL WHERE {which} AND jpeg NOT NULL", values)
        return size

    def shot(self, game: int, n: int, side: str, hash: str) -> Shot:
        """The picture that an event had, looked at anew."""
        try:
            found = self.connection.execute(
                "SELECT jpeg FROM pictures WHERE game = ? AND n = ? AND side = ?", (game, n, side)
            ).fetchone()
        except sqlite3.Error:
            found = None
        if found is None:
            return Shot(hash, None, LOST)
        jpeg = found[0]
        if jpeg is None:
            return Shot(hash, None, DROPPED)
        if not isinstance(jpeg, bytes) or hash_of(jpeg) != hash:
            return Shot(hash, jpeg if isinstance(jpeg, bytes) else None, ALTERED)
        return Shot(hash, jpeg)

    def close(self) -> None:
        self.connection.close()
