"""The `umpire` command: finds the module of the command asked for, and lets nothing escape as a traceback."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import rules.trouble
import vision.trouble
from firmware.sentences import one_line

# command -> what it does. Its module is firmware.commands.<name>, with dashes as underscores; only that one is loaded.
COMMANDS: dict[str, str] = {
    "demo": "a simulated evening without hardware: a painted table, the real box, a check at its end",
    "replay": "replay a record: the ledger turn by turn, and the standing",
    "read": "read a folder of a set's pictures, or single pictures of dice",
    "teach": "learn what the faces or pieces of a set look like, and keep it in one file",
    "referee": "the referee of a game, speaking JSON Lines on standard input and output",
    "lens": "calibrate the lens from pictures of the printed lens sheet",
    "still": "a folder of pictures as film: in which of them the table is at rest",
    "run": "the box: a game at the table, by camera, panel and four buttons",
    "web": "the page for phones, beside a running box",
    "bench-table": "a simulated box with its page: any game in the browser, no hardware",
    "doctor": "what a box needs, what was found, and what to do",
    "games": "the games that the box has kept, the newest first",
    "why": "the last entries of a game, their arithmetic and clauses, back to its start",
    "export": "a game of the journal as its record, a score sheet, or a page to print",
    "print": "write the sheets that are printed for the table, as PDF",
    "screens": "one picture with every kind of screen, on both panels and in both languages",
}


def module_of(command: str) -> str:
    return "firmware.commands." + command.replace("-", "_")


def build_parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="umpire", description="The table-side umpire.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    asked = next((word for word in argv if not word.startswith("-")), None)
    for name, what in COMMANDS.items():
        sub = commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
        if name == asked:
            import_module(module_of(name)).arguments(sub)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks a letter shows “?” in its place
            stream.reconfigure(errors="replace")
    try:
        parser = build_parser(words)
        args = parser.parse_args(words)
        if args.command is None:
            parser.print_help(sys.stderr)
            return 2
        status: int = import_module(module_of(args.command)).run(args)
        sys.stdout.flush()
    except (rules.trouble.Trouble, vision.trouble.Trouble) as trouble:
        print(f"umpire: {one_line(str(trouble))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        drop_output()  # whoever was reading has gone; the rest is not wanted
        return 1
    except OSError as error:
        if error.filename is None:
            drop_output()
        what = error.filename or "the output"
        print(f"umpire: {one_line(f'{what}: {error.strerror or error}')}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def drop_output() -> None:
    """What is still to be written goes nowhere, so that Python does not complain at its shutdown."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
