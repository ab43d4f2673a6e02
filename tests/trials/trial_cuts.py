"""An evening of each game, cut off: processes killed, plugs pulled, every operation on the card failing in its turn.

No event that was told as kept is lost, none is there that nobody pressed for, and the game stands on the exact turn.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from rules.shelf import GAMES
from tests.firmware.journal.card import FULL, OK, READ_FAILS, WRITE_FAILS, Card
from tests.firmware.journal.evenings import after_a_cut, check, golden, killed, noted, opened, with_failures

CUTS = 300  # of each kind, over all games
SHORT = 6  # events of the evening whose every operation fails once
KINDS = ("pulled", "killed", "failing")
PIECES = [f"{kind} {game}" for kind in KINDS for game in GAMES]


def prove(piece: str) -> dict[str, Any]:
    kind, game = piece.split(" ")
    with TemporaryDirectory(prefix="umpire-cuts-") as folder:
        return {"pulled": pulled, "killed": cut_short, "failing": failing}[kind](Path(folder), game)


def pulled(folder: Path, game: str) -> dict[str, Any]:
    """The plug is pulled at random moments of a whole evening; what was written since the last sync is anybody's."""
    rng = Random(f"plug {game}")
    events = len(golden(game)[1])
    ops = noted(folder / "box", game, events)
    there = []
    for number in range(CUTS // len(GAMES)):
        after = folder / f"after{number}"
        after.mkdir()
        there.append(after_a_cut(ops, rng.randrange(len(ops) + 1), after, game, rng))
    return {"cuts": len(there), "events": events, "operations": len(ops), "different turns": len(set(there))}


def cut_short(folder: Path, game: str) -> dict[str, Any]:
    """SIGKILL, half of the times in the middle of a write: each time the next box goes on with the same evening."""
    rng = Random(f"kill {game}")
    events = len(golden(game)[1])
    evening, told, evenings = 0, 0, 0
    cuts = CUTS // len(GAMES)
    for number in range(cuts):
        if told == events:
            evening, told = evening + 1, 0
        box = folder / f"evening{evening}"
        if number % 2:
            told = max(told, killed(box, game, operation=rng.randrange(1, 200)))
        else:
            told = max(told, killed(box, game, after=rng.randrange(1, max(2, events // 6))))
        with opened(box) as journal:
            told = check(journal, game, told, events)
        evenings = evening + 1
    return {"cuts": cuts, "events": events, "evenings": evenings}


def failing(folder: Path, game: str) -> dict[str, Any]:
    """Each write, sync, truncation, creation, deletion and read fails once; then the card dies at each of them."""
    whole = Card(reads=True)
    assert with_failures(folder / "whole", game, SHORT, whole) == (SHORT, SHORT, 0)
    whole.remove()
    rng = Random(f"fail {game}")
    troubles = 0
    for bad in range(1, whole.count + 1):
        for error in (WRITE_FAILS, FULL):
            card = Card(lambda number, _, bad=bad, error=error: error if number == bad else OK, reads=True)  # type: ignore[misc]
            box = folder / f"once{bad}-{error}"
            told, _, times = with_failures(box, game, SHORT, card)
            troubles += times
            assert told == SHORT, f"operation {bad} failed once, and the evening did not go on"
            with opened(box) as journal:
                assert check(journal, game, SHORT, SHORT) == SHORT
            card.remove()
        card = Card(lambda number, _, bad=bad: READ_FAILS if number >= bad else OK, reads=True)  # type: ignore[misc]
        box, after = folder / f"dead{bad}", folder / f"after{bad}"
        told, tried, times = with_failures(box, game, SHORT, card)
        troubles += times
        if box.is_dir():
            with opened(box) as journal:
                check(journal, game, told, tried)
        after.mkdir()
        after_a_cut(card.done, len(card.done), after, game, rng)
        card.remove()
    return {"operations": whole.count, "failures": 3 * whole.count, "told as trouble": troubles}
