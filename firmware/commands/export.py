"""`umpire export`: a game of the journal as its record, as a score sheet, or as a page to print."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware.files import write_whole
from firmware.journal.asked import looked_at, meant, which
from firmware.journal.exports import score_sheet_csv
from firmware.journal.journal import Journal, Kept
from firmware.journal.page import evening_html
from firmware.screens.catalogue import LANGUAGES, Catalogue
from firmware.settings import load_settings
from rules.record import read
from rules.trouble import Trouble

KINDS = {"record": ".jsonl", "csv": ".csv", "html": ".html"}


def arguments(parser: ArgumentParser) -> None:
    which(parser)
    parser.add_argument("--as", dest="kind", choices=KINDS, help="default: by the name after -o, else the record")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="a new file (default: standard output)")
    parser.add_argument("--purses", action="store_true", help="also what lies behind screens in a game not yet over")
    parser.add_argument("--language", choices=LANGUAGES, help="of the page (default: the box's)")
    parser.add_argument("--no-pictures", action="store_true", help="leave the pictures out of the page")


def run(args: Namespace) -> int:
    kind = args.kind or next(
        (kind for kind, end in KINDS.items() if args.output and args.output.suffix == end), "record"
    )
    if args.output and args.output.exists():
        raise Trouble(f"{args.output} is there already; name a new file")
    with looked_at(args) as journal:
        kept = meant(journal, args)
        text = exported(journal, kept, kind, args)
    # Spreadsheets know by its mark that a file is UTF-8.
    content = text.encode("utf-8-sig" if kind == "csv" and args.output else "utf-8")
    if args.output:
        write_whole(args.output, content)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    if kind == "record":
        check(kept, text)
    return 0


def exported(journal: Journal, kept: Kept, kind: str, args: Namespace) -> str:
    if kind == "record":
        return journal.record(kept.id)  # as it is: what is damaged can be saved as well
    evening = journal.reopen(kept.id)
    if kind == "csv":
        return score_sheet_csv(evening, args.purses)
    tell = Catalogue(args.language or load_settings().language).say
    return evening_html(evening, tell, purses=args.purses, pictures=not args.no_pictures)


def check(kept: Kept, text: str) -> None:
    """What was written down is told to be damaged, if it is."""
    try:
        read(text)
    except Trouble as trouble:
        raise Trouble(f"game {kept.id} is saved as it is, but it is damaged: {trouble}") from None
