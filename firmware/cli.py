"""The `umpire` command: finds the module of the command asked for, and lets nothing escape as a traceback."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import rules.trouble
import vision.trouble

# command -> what it does. Its module is firmware.commands.<name>, with dashes as underscores; only that one is loaded.
COMMANDS: dict[str, str] = {
    "demo": "a whole simulated evening, no hardware",
    "replay": "replay a record: the ledger turn by turn, and the standing",
    "referee": "the referee of a game, speaking JSON Lines on standard input and output",
}


def module_of(command: str) -> str:
    return "firmware.commands." + command.replace("-", "_")


def build_parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="umpire", description="The table-side umpire.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = next((word for word in argv if not word.startswith("-")), None)
    for name, what in COMMANDS.items():
        sub = commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
        if name == asked:
            import_module(module_of(name)).arguments(sub)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        args = build_parser(words).parse_args(words)
        status: int = import_module(module_of(args.command)).run(args)
        sys.stdout.flush()
    except (rules.trouble.Trouble, vision.trouble.Trouble) as trouble:
        print(f"umpire: {trouble}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever was reading has gone; the rest is not wanted. Keep Python from complaining at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(main())
