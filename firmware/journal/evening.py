"""One game being kept. What `do` answers with Done is on the disk; what it raises is not, and does not count."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from firmware.journal.pages import Writing, bury
from firmware.journal.pictures import AFTER, ALTERED, BEFORE, Proof, Shot, hash_of, jpeg_of
from firmware.journal.trouble import JournalTrouble, not_kept, trouble_of
from rules.forms import from_json
from rules.game import Refused
from rules.record import line_of, sha
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from rules.words import SILENCE, Phrase, say

if TYPE_CHECKING:
    from firmware.journal.journal import Journal


class Evening:
    """A game of the journal, brought to life by replay. Its sitting changes through `do` only."""

    def __init__(self, journal: Journal, id: int, header: Mapping[str, Any], sitting: Sitting, last: str) -> None:
        self.id = id
        self.header = header
        self.sitting = sitting
        self.picture_trouble: Phrase = SILENCE  # why the last event's pictures were not kept, if they were not
        self._journal = journal
        self._last = last  # the last line of the record, hashes and all
        self._unsure: str | None = None  # a line of which nobody knows whether the disk took it

    def do(self, event: Mapping[str, Any], before: Any = None, after: Any = None) -> Done | Refused:
        """Apply an event and keep it, with what the camera saw (BGR; `cropped` cuts a picture to what matters).

        A refused event is not kept; one that makes no sense is Trouble; one that the disk does not take is
        JournalTrouble, and the sitting is as it was.
        """
        event = plain(event)
        sitting = self.sitting
        was = (list(sitting.events), list(sitting.steps), list(sitting.undone))
        try:
            answer = sitting.do(event)
            if isinstance(answer, Refused):
                return answer
            line = line_of({"n": answer.number, **event}, self._last)
            shots = self._shots(before, after)
            self._keep(answer.number, line, shots)
        except BaseException:
            sitting.events[:], sitting.steps[:], sitting.undone[:] = was
            raise
        self._last = line
        self._unsure = None
        why = self._journal.keep_pictures(self.id, answer.number, shots)
        if why != SILENCE:
            self.picture_trouble = why
        return answer

    @property
    def remark(self) -> str | None:
        """What the box's clock said when the game began, if anybody noted it."""
        return self._journal.remark(self.id)

    def _shots(self, before: Any, after: Any) -> list[tuple[str, bytes]]:
        """The pictures as they will be kept. Whatever is wrong with one, it does not hold up the game."""
        self.picture_trouble = SILENCE
        shots: list[tuple[str, bytes]] = []
        for side, picture in ((BEFORE, before), (AFTER, after)):
            if picture is None:
                continue
            try:
                jpeg = jpeg_of(picture, self._journal.limits)
            except Exception:  # cv2 missing, a picture of no size: a proof less, no event less
                jpeg = None
            if jpeg is None:
                self.picture_trouble = say("a picture of this event could not be made small enough to keep")
            else:
                shots.append((side, jpeg))
        return shots

    def _keep(self, number: int, line: str, shots: list[tuple[str, bytes]]) -> None:
        connection = self._journal.writable()
        ended = self.sitting.game.turn(self.sitting.state) is None
        unsure, self._unsure = self._unsure, line
        try:
            with Writing(connection):
                self._forget(number, unsure)
                connection.execute("INSERT INTO events VALUES (?, ?, ?)", (self.id, number, line))
                connection.executemany(
                    "INSERT INTO shots VALUES (?, ?, ?, ?, ?)",
                    [(self.id, number, side, sha(line), hash_of(jpeg)) for side, jpeg in shots],
                )
                connection.execute(
                    "UPDATE games SET touched = (SELECT max(touched) + 1 FROM games), ended = ?, finished = 0"
                    " WHERE id = ?",
                    (ended, self.id),
                )
        except JournalTrouble:
            self._unsure = unsure
            raise
        except (sqlite3.Error, OSError) as error:
            bury(connection)
            raise not_kept(error) from None

    def _forget(self, number: int, unsure: str | None) -> None:
        """An event that was told as not kept, and that the disk took after all, makes room for the next one."""
        connection = self._journal.connection
        found = connection.execute("SELECT line FROM events WHERE game = ? AND n >= ?", (self.id, number)).fetchall()
        if not found:
            return
        if [line for (line,) in found] != [unsure]:
            raise JournalTrouble(say("another Umpire has gone on with this game; open it anew"))
        connection.execute("DELETE FROM events WHERE game = ? AND n >= ?", (self.id, number))
        connection.execute("DELETE FROM shots WHERE game = ? AND n >= ?", (self.id, number))

    def finish(self) -> None:
        """The table is done with this game. It stays, and goes on with the next event if it is opened again."""
        connection = self._journal.writable()
        try:
            with Writing(connection):
                connection.execute("UPDATE games SET finished = 1 WHERE id = ?", (self.id,))
        except (sqlite3.Error, OSError) as error:
            bury(connection)
            raise not_kept(error) from None

    def record(self) -> str:
        """The record as it lies on the disk."""
        return self._journal.record(self.id)

    def proof(self, event: int) -> Proof | None:
        """What the camera saw before and after an event; None if no picture was ever kept with it."""
        return proof_of(self._journal, self.id, event)


def proof_of(journal: Journal, game: int, event: int) -> Proof | None:
    try:
        rows = journal.connection.execute(
            "SELECT side, line, picture FROM shots WHERE game = ? AND n = ?", (game, event)
        ).fetchall()
        line = journal.connection.execute("SELECT line FROM events WHERE game = ? AND n = ?", (game, event)).fetchone()
    except sqlite3.Error as error:
        raise trouble_of(error) from None
    if not rows or line is None:
        return None
    own = sha(line[0])
    shots: dict[str, Shot] = {}
    for side, of, picture in rows:
        shot = journal.shot(game, event, side, picture)
        shots[side] = shot if of == own else Shot(shot.hash, shot.jpeg, ALTERED)
    return Proof(event, own, shots.get(BEFORE), shots.get(AFTER))


def plain(event: Mapping[str, Any]) -> dict[str, Any]:
    """The event as a record brings it back: what is judged is what will be read."""
    try:
        text = json.dumps(dict(event), ensure_ascii=False)
    except (TypeError, ValueError):
        raise Trouble("the event holds something that cannot be written down") from None
    found: dict[str, Any] = from_json(text)
    return found
