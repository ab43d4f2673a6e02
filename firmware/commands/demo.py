"""`umpire demo`: a golden evening of Saint Malo, kept turn by turn in the terminal as the table would see it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from importlib.resources import files
from time import sleep
from typing import Any

from firmware.sentences import clean
from firmware.telling import event_in_words, house_rules_in_words, score_line, standing_in_words
from rules.record import read, sitting_of, write
from rules.sitting import Done, Sitting
from rules.trouble import Trouble

EVENING = "saint-malo"
PAUSE = 0.4  # seconds between two turns, when somebody is watching


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--fast", action="store_true", help="no pauses between the turns")


def run(args: Namespace) -> int:
    watched = sys.stdout.isatty() and not args.fast
    for turn in evening(text_of(EVENING)):
        print("\n".join(map(clean, turn)), flush=True)
        if watched:
            sleep(PAUSE)
    return 0


def text_of(name: str) -> str:
    """The record of a golden evening, as it came with Umpire."""
    try:
        return (files("firmware") / "evenings" / f"{name}.jsonl").read_text(encoding="utf-8")
    except OSError:
        raise Trouble(f"the golden evening “{name}” is missing from this installation; install Umpire anew") from None


def evening(text: str) -> Iterator[list[str]]:
    """What is shown of a record, one piece a turn; the last says whether the evening came out as it is written."""
    written = read(text)
    sitting = sitting_of(written.header)
    game, names = sitting.game, sitting.game.players(sitting.start)
    yield [f"{game.title}: an evening of {' and '.join(names)}, from its record. Every point with its clause.", ""]
    for event in written.sitting.events:
        done = sitting.do(event)
        if not isinstance(done, Done):
            raise Trouble(f"the golden evening breaks off: {done.reason} ({done.clause})")
        yield [*event_in_words(game, names, event, done), "   " + score_line(game, sitting.state), ""]
    yield [*standing_in_words(game, game.standing(sitting.state)), *house_rules_in_words(sitting)]
    yield [verdict(text, written.header, sitting, written.sitting)]


def verdict(text: str, header: Mapping[str, Any], kept: Sitting, written: Sitting) -> str:
    """Does the evening that was kept just now end as its record says?"""
    if kept.state != written.state or kept.ledger != written.ledger or write(header, kept.events) != text:
        raise Trouble("the evening did not come out as its record says; please report this")
    entries = len(kept.ledger)
    return f"As its record says, to the letter: {len(kept.events)} events, {entries} ledger entries, every line sealed."
