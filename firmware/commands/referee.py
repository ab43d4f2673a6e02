"""`umpire referee GAME`: asked and answering in JSON Lines, one answer a question."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from rules.referee import Referee
from rules.shelf import GAMES, game_called

LONGEST = 4_000_000  # bytes in one question; more is no question


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", help=f"one of: {', '.join(GAMES)}")


def run(args: Namespace) -> int:
    referee = Referee(game_called(args.game))
    for line in sys.stdin.buffer:
        if line.strip():
            print(json.dumps(answer(referee, line), ensure_ascii=False, separators=(",", ":")), flush=True)
    return 0


def answer(referee: Referee, line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST:
        return {"ok": False, "trouble": f"that question is longer than {LONGEST} bytes"}
    try:
        question = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return {"ok": False, "trouble": f"that line is not JSON: {error}"}
    return referee.answer(question)
