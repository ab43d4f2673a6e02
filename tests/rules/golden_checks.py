"""What every golden game must show; each game's test_golden.py calls these."""

from __future__ import annotations

from rules.record import read
from rules.shelf import game_called
from tests.rules.golden import EVENINGS, folder, ledger, play, seeds


def check_golden(name: str, number: int, turns: int = 12) -> None:
    """The record replays to its ledger, letter by letter, and every player had so many turns at least."""
    record = (folder(name) / f"game{number}.jsonl").read_text()
    assert ledger(record) == (folder(name) / f"game{number}.txt").read_text()
    replayed = read(record)
    game = game_called(name)
    assert replayed.sealed
    assert game.standing(replayed.sitting.state).over
    by_seat = [sum(step.seat == seat for step in replayed.sitting.steps) for seat in range(seeds(name)[number - 1][1])]
    assert min(by_seat) >= turns, by_seat


def check_written_anew(name: str, number: int) -> None:
    """The command writes the same record again."""
    seed, players = seeds(name)[number - 1]
    record = play(name, seed, players)
    assert record == (folder(name) / f"game{number}.jsonl").read_text()
    if number == 1:
        assert record == (EVENINGS / f"{name}.jsonl").read_text()
