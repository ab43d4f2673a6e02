"""`umpire referee GAME`: asked and answering in JSON Lines, one answer a question."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any, BinaryIO

from rules.forms import from_json
from rules.referee import Referee
from rules.shelf import GAMES, game_called
from rules.trouble import Trouble

LONGEST = 4_000_000  # bytes in one question; more is no question


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", help=f"one of: {', '.join(GAMES)}")


def run(args: Namespace) -> int:
    referee = Referee(game_called(args.game))
    for line in questions(sys.stdin.buffer):
        # Letters beyond ASCII are escaped, so that the answer is the same under every locale.
        print(json.dumps(answer(referee, line), separators=(",", ":")), flush=True)
    return 0


def questions(source: BinaryIO) -> Iterator[bytes]:
    """The lines that ask something; of one that is too long only its beginning, so that none fills the memory."""
    while line := source.readline(LONGEST + 1):
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST + 1)
        if line.strip():
            yield line


def answer(referee: Referee, line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST:
        return {"ok": False, "trouble": f"that question is longer than {LONGEST} bytes"}
    try:
        question = from_json(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        return {"ok": False, "trouble": f"that line is not UTF-8 text: byte {error.start + 1} is none of it"}
    except Trouble as trouble:
        return {"ok": False, "trouble": f"that question cannot be read: {trouble}"}
    try:
        return referee.answer(question)
    except Exception as error:  # a fault of the rules' own; the conversation goes on all the same
        known = {"id": question["id"]} if isinstance(question, dict) and question.get("id") is not None else {}
        why = f"Umpire stumbles over that question ({type(error).__name__}: {error})"
        return {**known, "ok": False, "trouble": why}
