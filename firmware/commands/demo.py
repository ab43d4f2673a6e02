"""`umpire demo`: a simulated evening without hardware, from set-up to winner; or a golden record, turn by turn."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import Any

from firmware.sentences import clean
from firmware.telling import event_in_words, house_rules_in_words, score_line, standing_in_words
from rules.record import read, sitting_of, write
from rules.shelf import GAMES, game_called
from rules.sitting import Done, Sitting
from rules.trouble import Trouble

EVENING = "saint-malo"
PAUSE = 0.4  # seconds between two turns, when somebody is watching
ALL = "all"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--game", choices=[*GAMES, ALL], default=EVENING, help="what is played (default: %(default)s)")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many play (default: 2)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed is another evening")
    parser.add_argument("--turns", type=int, metavar="N", help="stop after so many actions")
    parser.add_argument("--by-hand", action="store_true", help="no camera: everything is told by the four buttons")
    parser.add_argument("--fast", action="store_true", help="no pauses")
    parser.add_argument("--state", type=Path, metavar="FOLDER", help="where the evening is kept (default: a new one)")
    parser.add_argument("--record", action="store_true", help="replay the golden record of Saint Malo instead")


def run(args: Namespace) -> int:
    if args.record:
        return replayed(args.fast)
    names = list(GAMES) if args.game == ALL else [args.game]
    for name in names:
        numbers = game_called(name).numbers
        if args.players not in numbers:
            low, high = min(numbers), max(numbers)
            raise Trouble(f"{game_called(name).title} is played by {low} to {high}; give another number of --players")
    # One thread each for the many small sums is faster than several that wait for one another.
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    try:
        from firmware.painter.tonight import tonight
    except ImportError as error:
        raise Trouble(f"the evening needs the package {error.name}; “make demo” sees to that") from None
    folder = args.state.absolute() if args.state else Path(mkdtemp(prefix="umpire-demo-"))
    went_well = [tonight(name, args, folder / name if len(names) > 1 else folder, monotonic) for name in names]
    return 0 if all(went_well) else 1


# ---- the golden record
def replayed(fast: bool) -> int:
    watched = sys.stdout.isatty() and not fast
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
