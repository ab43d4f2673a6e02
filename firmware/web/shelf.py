"""The games as the page reads them: from the journal, for reading only, judged anew when something was added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.journal import Evening, Journal, Kept, Proof
from firmware.journal.evening import proof_of
from firmware.journal.exports import closed, open_entries
from rules.ledger import Entry
from rules.record import Replayed, read
from rules.sitting import Done, Sitting
from rules.standing import Standing
from rules.words import Phrase, say


@dataclass(frozen=True)
class Told:
    """One event of the ledger, as far as whoever asks may see it."""

    number: int
    event: Mapping[str, Any]
    done: Done
    words: Phrase
    entries: tuple[Entry, ...]
    stands: bool  # it has not been taken back


class Shelf:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: tuple[tuple[int, int], Replayed] | None = None

    def games(self) -> tuple[Kept, ...]:
        with Journal.look(self._folder) as journal:
            return journal.games()

    def game(self, id: int) -> Replayed:
        """Judged anew, once for each event that is added."""
        with Journal.look(self._folder) as journal:
            text = journal.record(id)
        key = (id, hash(text))
        if self._read is None or self._read[0] != key:
            self._read = key, read(text)
        return self._read[1]

    def proof(self, id: int, event: int) -> Proof | None:
        with Journal.look(self._folder) as journal:
            return proof_of(journal, id, event)

    def export(self, id: int, make: Any) -> Any:
        with Journal.look(self._folder) as journal:
            evening: Evening = journal.reopen(id)
            return make(evening)


def standing_for(replayed: Replayed, seat: int | None, all_open: bool) -> Standing:
    """How the players stand; of what is secret only what belongs to this seat."""
    game, state = replayed.sitting.game, replayed.sitting.state
    shown = game.standing(state, all_open)
    if seat is None or all_open or not closed(shown) or not 0 <= seat < len(shown.seats):
        return shown
    own = game.standing(state, True).seats[seat]
    seats = tuple(own if one.seat == seat else one for one in shown.seats)
    return shown._replace(seats=seats)


def ledger_of(replayed: Replayed, seat: int | None, all_open: bool) -> list[Told]:
    """Every event, the newest first."""
    sitting = replayed.sitting
    standing = {step.event for step in sitting.steps}
    told = []
    for event, done in zip(sitting.events, replayed.done, strict=True):
        entries = tuple(entry for step in done.added[:1] for entry in step.ledger)
        if event["do"] in ("undo", "redo"):
            entries = ()
        open_now = set(map(id, open_entries(sitting, entries, all_open)))
        seen = tuple(entry for entry in entries if id(entry) in open_now or entry.seat == seat)
        number = int(event["of"]) if event["do"] == "correct" else done.number
        told.append(Told(done.number, event, done, worded(sitting, event, done), seen, number in standing))
    return told[::-1]


def worded(sitting: Sitting, event: Mapping[str, Any], done: Done) -> Phrase:
    """What an event did, with the name of whoever did it."""
    if event["do"] == "undo":
        return say("Taken back: event {}", ", ".join(str(step.event) for step in done.taken_back))
    if event["do"] == "redo":
        return say("Done again: event {}", ", ".join(str(step.event) for step in done.added))
    step, names = done.added[0], sitting.game.players(sitting.state)
    words = step.words if step.seat is None else say("{}: {}", names[step.seat], step.words)
    if event["do"] == "correct":
        return say("Event {} corrected: {} (it said: {})", int(event["of"]), words, done.taken_back[0].words)
    return words
