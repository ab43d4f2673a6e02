"""`umpire replay FILE`: a record brought back to life - its ledger turn by turn, and the standing."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware.sentences import clean
from firmware.telling import replay_in_words, replay_told
from rules.record import Replayed, read
from rules.trouble import Trouble


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a record (JSON Lines)")
    parser.add_argument("--json", action="store_true", help="one JSON object, for machines")
    parser.add_argument("--until", type=int, metavar="N", help="stop after event N (0: before the first)")


def run(args: Namespace) -> int:
    replayed = load(args.file, args.until)
    if args.json:
        print(json.dumps(replay_told(replayed)))
    else:
        for line in replay_in_words(replayed):
            print(clean(line))
    return 0


def load(path: Path, until: int | None = None) -> Replayed:
    """The replayed record of a file; whatever is wrong with it is one sentence that names the file."""
    try:
        # What is not UTF-8 becomes half characters, and the record names the line in which it finds them.
        text = path.read_bytes().decode("utf-8", errors="surrogateescape")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise Trouble(f"{path} cannot be read: {why}") from None
    try:
        return read(text, until)
    except Trouble as trouble:
        raise Trouble(f"{path}: {trouble}") from None
    except Exception as error:  # a fault of the rules' own; what the table sees of it is one sentence all the same
        raise Trouble(f"{path}: Umpire stumbles over this record ({type(error).__name__}: {error})") from error
