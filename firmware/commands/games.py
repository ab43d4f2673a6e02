"""`umpire games`: every game that the box has kept, the newest first."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from firmware.journal.asked import looked_at, where
from firmware.journal.care import faults
from firmware.journal.journal import Kept
from firmware.sentences import clean
from rules.shelf import GAMES, game_called


def arguments(parser: ArgumentParser) -> None:
    where(parser)
    parser.add_argument("--check", action="store_true", help="judge every game anew; exit status 1 if one is damaged")
    parser.add_argument("--json", action="store_true", help="one JSON object, for machines")


def run(args: Namespace) -> int:
    with looked_at(args) as journal:
        games = journal.games()
        wrong = [(kept.id if kept else None, str(why)) for kept, why in faults(journal)] if args.check else []
    if args.json:
        listed = {"games": [asdict(kept) for kept in games]}
        found = {"faults": [{"game": id, "why": why} for id, why in wrong]} if args.check else {}
        print(json.dumps({**listed, **found}))
        return 1 if wrong else 0
    if not games:
        print("no game has been kept yet")
    for kept in games:
        print(clean(line_of(kept)))
    for _, why in wrong:
        print(clean(f"DAMAGED: {why}"))
    if args.check and not wrong:
        print("every game is whole")
    return 1 if wrong else 0


def line_of(kept: Kept) -> str:
    if not kept.whole:
        return f"{kept.id:4}  a game whose first line is damaged; “umpire export --game {kept.id}” saves what is there"
    title = game_called(kept.game).title if kept.game in GAMES else kept.game
    events = f"{kept.events} event{'' if kept.events == 1 else 's'}"
    how = "over" if kept.over else "not over"
    if kept.finished:
        how += ", put away"
    remark = f"  (the box's clock said {kept.remark})" if kept.remark else ""
    return f"{kept.id:4}  {title}: {', '.join(kept.players)}  {events}, {how}{remark}"
