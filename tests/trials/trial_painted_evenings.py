"""Simulated evenings in full: every game from set-up to winner, by the painted table's camera and by buttons alone."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from firmware.painter.evening import SimulatedEvening
from firmware.painter.people import Counts
from firmware.painter.tables import PAINTERS, table_of
from rules.shelf import GAMES

EVENINGS = 20
SEEN, TOLD = "seen-", "told-"
PIECES = [*(SEEN + name for name in PAINTERS), *(TOLD + name for name in GAMES)]


def prove(piece: str) -> dict[str, Any]:
    seen, name = piece.startswith(SEEN), piece.split("-", 1)[1]
    whole, presses = Counts(), 0
    with TemporaryDirectory() as folder:
        looks = Path(folder) / "looks"
        for seed in range(EVENINGS):
            home = Path(folder) / str(seed)
            table = table_of(name, 2, seed) if seen else None
            evening = SimulatedEvening(name, 2, seed, home, table, taught=looks)
            if seen and not looks.exists():
                copytree(home / "looks", looks)
            evening.begin()
            for _ in evening.turns():
                pass
            differences = evening.differences()
            evening.close()
            assert not differences, f"{piece} {seed}: {'; '.join(differences)}"
            assert not evening.logged, f"{piece} {seed}: {evening.logged}"
            presses += evening.people.presses
            for what, count in vars(evening.counts).items():
                setattr(whole, what, getattr(whole, what) + count)
    assert whole.silent == 0, f"{piece}: {whole.silent} silent errors"
    figures = vars(whole) if seen else {"actions": whole.actions}
    return {"evenings": EVENINGS, "presses": presses, **figures}
