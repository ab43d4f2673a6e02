"""What the commands that read the journal share: where it lies, which game is meant, and what of it may be seen."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from firmware.journal.exports import open_entries
from firmware.journal.journal import Journal, Kept
from firmware.journal.trouble import JournalTrouble
from firmware.settings import load_settings
from rules.record import Replayed, read
from rules.sitting import Done, Sitting, Step
from rules.trouble import Trouble
from rules.words import say


def where(parser: ArgumentParser) -> None:
    parser.add_argument("--journal", type=Path, metavar="FOLDER", help="where the games lie (default: the box's)")


def which(parser: ArgumentParser) -> None:
    where(parser)
    parser.add_argument("--game", type=int, metavar="N", help="its number in “umpire games” (default: played last)")


def looked_at(args: Namespace) -> Journal:
    """The journal that is meant, for reading: beside a running box or after a killed one."""
    return Journal.look(args.journal or load_settings().folders.games)


def meant(journal: Journal, args: Namespace) -> Kept:
    if args.game is None:
        kept = journal.newest()
        if kept is None:
            raise JournalTrouble(say("no game has been kept yet"))
        return kept
    found = next((kept for kept in journal.games() if kept.id == args.game), None)
    if found is None:
        raise JournalTrouble(say("there is no game {} in this journal; “umpire games” lists them", args.game))
    return found


def replayed(journal: Journal, id: int, until: int | None = None) -> Replayed:
    """A game judged anew from its record; Trouble names the game and the line."""
    try:
        return read(journal.record(id), until)
    except JournalTrouble:
        raise
    except Trouble as trouble:
        raise Trouble(f"game {id}: {trouble}") from None
    except Exception as error:  # a fault of the rules' own; what is told of it is one sentence all the same
        raise Trouble(f"Umpire stumbles over game {id} ({type(error).__name__}: {error})") from error


def for_all(sitting: Sitting, done: Done, purses: bool) -> Done:
    """An event without the entries that lie behind a screen."""

    def shown(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(replace(step, ledger=open_entries(sitting, step.ledger, purses)) for step in steps)

    return replace(done, added=shown(done.added), taken_back=shown(done.taken_back))
