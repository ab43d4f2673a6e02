"""Evenings to be kept: the events of the golden games, and what must hold of a journal that was cut off in one."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from firmware.commands.demo import text_of
from firmware.journal import Evening, Journal, JournalTrouble
from firmware.journal.pictures import KEPT, LOST
from rules.record import read, sitting_of, write
from rules.sitting import Done, Sitting
from tests.firmware.journal.card import Card, Op, Plan, Platter, healthy

PICTURE = np.full((30, 40, 3), 200, np.uint8)
ROOT = Path(__file__).parents[3]
Header = Mapping[str, Any]
Event = Mapping[str, Any]


@cache
def golden(game: str, events: int | None = None) -> tuple[Header, tuple[Event, ...]]:
    replayed = read(text_of(game), events)
    return replayed.header, tuple(replayed.sitting.events)


def truth(game: str, events: int) -> Sitting:
    """The sitting after so many events, from the record and no journal."""
    header, every = golden(game)
    sitting = sitting_of(header)
    for event in every[:events]:
        assert isinstance(sitting.do(event), Done)
    return sitting


@contextmanager
def opened(folder: Path) -> Iterator[Journal]:
    """The journal as the next box finds it, on a healthy card that nobody waits for."""
    card = Card()
    with Journal.open(folder, card) as journal:
        yield journal
    card.remove()


def taken_up(journal: Journal, header: Header) -> Evening:
    """As a box does at power-on: the unfinished game, or a new one where none was begun."""
    kept = journal.unfinished()
    return journal.begin(header) if kept is None else journal.reopen(kept.id)


def check(journal: Journal, game: str, told: int, tried: int) -> int:
    """Nothing that was told is lost, and nothing is there that nobody tried. Returns how many events there are."""
    kept = journal.unfinished()
    if kept is None:
        assert told == 0, f"{told} events were told as kept, and the game is gone"
        return 0
    evening = journal.reopen(kept.id)
    there = len(evening.sitting.events)
    assert told <= there <= tried, f"told {told}, tried {tried}, but {there} events are there"
    exact = truth(game, there)
    assert evening.sitting.state == exact.state, "another turn than the one that was cut off"
    assert evening.sitting.ledger == exact.ledger
    header, events = golden(game)
    assert evening.record() == write(header, events[:there]), "the record is not the one that was told"
    for number in range(1, there + 1):
        proof = evening.proof(number)
        for _, shot in proof.shots if proof else ():
            assert shot.state in (KEPT, LOST), f"event {number} has another event's picture"
    return there


def noted(folder: Path, game: str, events: int, plan: Plan = healthy) -> list[Op]:
    """Everything that reached the card while an evening was kept; the journal was never closed."""
    card = Card(plan)
    header, every = golden(game)
    with Journal.open(folder, card) as journal:
        evening = journal.begin(header)
        for number, event in enumerate(every[:events], 1):
            card.done.append(Op("tried", at=number))
            assert isinstance(evening.do(event, PICTURE if number % 3 else None, PICTURE), Done)
            card.told(number)
        ops = list(card.done)
    card.remove()
    return ops


def after_a_cut(ops: list[Op], at: int, folder: Path, game: str, rng: Random) -> int:
    """Pull the plug after so many operations; open what is left, check it, and keep one more event. Returns events."""
    platter = Platter()
    for op in ops[:at]:
        platter.take(op)
    platter.cut(rng, folder)
    told = max((op.at for op in ops[:at] if op.what == "told"), default=0)
    tried = max((op.at for op in ops[:at] if op.what == "tried"), default=0)
    header, every = golden(game)
    with opened(folder) as journal:
        there = check(journal, game, told, tried)
        evening = taken_up(journal, header)
        if there < len(every):
            assert isinstance(evening.do(every[there]), Done)
            assert evening.sitting.state == truth(game, there + 1).state
    return there


def killed(folder: Path, game: str, operation: int | None = None, after: int | None = None) -> int:
    """A box that goes on with the evening in another process, until it is killed. Returns the last event it told.

    It dies in the middle of an operation on the card, or when it has told so many events.
    """
    words = [sys.executable, "-m", "tests.firmware.journal.playing", str(folder), game]
    if operation is not None:
        words.append(str(operation))
    told = 0
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=ROOT) as box:
        assert box.stdout is not None
        for count, line in enumerate(box.stdout, 1):
            if line == b"over\n":
                break
            told = int(line)
            if count == after:
                box.send_signal(signal.SIGKILL)
        box.kill()
    assert box.returncode == -signal.SIGKILL, "the box broke before it was killed"
    return told


def with_failures(folder: Path, game: str, events: int, card: Card) -> tuple[int, int, int]:
    """An evening on a bad card; each time it fails, the table confirms once more, then gives up.

    Returns (events told as kept, events tried, times that trouble was told).
    """
    header, every = golden(game)
    troubles = 0

    def tried(what: Callable[[], Any]) -> Any:
        nonlocal troubles
        for _ in range(2):
            try:
                return what()
            except JournalTrouble:
                troubles += 1
        return None

    journal: Journal | None = tried(lambda: Journal.open(folder, card))
    if journal is None:
        return 0, 0, troubles
    with journal:
        evening: Evening | None = tried(lambda: taken_up(journal, header))
        if evening is None:
            return 0, 0, troubles
        for number, event in enumerate(every[:events], 1):
            card.done.append(Op("tried", at=number))
            before = (evening.sitting.state, len(evening.sitting.events), len(evening.sitting.steps))
            if tried(partial(evening.do, event, PICTURE)) is None:
                now = (evening.sitting.state, len(evening.sitting.events), len(evening.sitting.steps))
                assert now == before, "an event that was not kept has changed the game"
                return number - 1, number, troubles
            card.told(number)
    return events, events, troubles
