"""A sample of the cuts: power pulled, processes killed, writes and syncs failing. All of them: trial_cuts.py."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest

from firmware.journal import Journal, JournalTrouble
from rules.shelf import GAMES
from tests.firmware.journal.card import FULL, OK, SYNC_FAILS, WRITE_FAILS, Card, Op, Platter
from tests.firmware.journal.evenings import after_a_cut, check, golden, killed, noted, opened, with_failures

GAME = "saint-malo"


@pytest.mark.parametrize("seed", range(10))
def test_a_pulled_plug_loses_nothing_that_was_told(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    game = list(GAMES)[seed % len(GAMES)]
    ops = noted(tmp_path / "box", game, 8)
    after = tmp_path / "after"
    after.mkdir()
    after_a_cut(ops, rng.randrange(len(ops) + 1), after, game, rng)


def test_the_card_would_show_a_journal_that_does_not_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof can fail: without the sync of each commit, an event that was told is gone after a cut."""
    real = sqlite3.connect

    class Hasty(sqlite3.Connection):
        def execute(self, sql: str, *rest: object) -> sqlite3.Cursor:
            return super().execute(sql.replace("synchronous = FULL", "synchronous = NORMAL"), *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(sqlite3, "connect", lambda *args, **kind: real(*args, **kind, factory=Hasty))
    ops = noted(tmp_path / "box", GAME, 8)
    lost = 0
    for seed in range(12):
        after = tmp_path / f"after{seed}"
        after.mkdir()
        at = next(i for i, op in enumerate(ops) if op == Op("told", at=1 + seed % 7)) + 1
        try:
            after_a_cut(ops, at, after, GAME, Random(seed))
        except AssertionError:
            lost += 1
    assert lost


@pytest.mark.parametrize("seed", range(5))
def test_a_box_killed_in_the_middle_of_a_write_goes_on_where_it_stood(seed: int, tmp_path: Path) -> None:
    told = 0
    for operation in Random(seed).sample(range(1, 120), 2):
        told = max(told, killed(tmp_path, GAME, operation=operation))
        with opened(tmp_path) as journal:
            told = check(journal, GAME, told, told + 1)


def test_a_box_killed_from_outside_goes_on_where_it_stood(tmp_path: Path) -> None:
    told = 0
    for after in (3, 1):
        told = killed(tmp_path, GAME, after=after)
        with Journal.look(tmp_path) as journal:  # as `umpire why` does, before anybody has mended anything
            check(journal, GAME, told, len(golden(GAME)[1]))


@pytest.mark.parametrize("error", [WRITE_FAILS, FULL])
def test_each_operation_failing_once_is_told_and_the_next_press_keeps_the_event(error: int, tmp_path: Path) -> None:
    whole = Card()
    assert with_failures(tmp_path / "whole", GAME, 3, whole) == (3, 3, 0)
    told_of = 0
    operations = range(1, whole.count + 1, 2)
    for bad in operations:
        card = Card(lambda number, _, bad=bad: error if number == bad else OK)  # type: ignore[misc]
        folder = tmp_path / f"bad{bad}"
        told, _, troubles = with_failures(folder, GAME, 3, card)
        assert told == 3, f"operation {bad} failed once, and the evening did not go on"
        told_of += troubles
        with opened(folder) as journal:
            assert check(journal, GAME, 3, 3) == 3
        card.remove()
    assert told_of > len(operations) / 3


def test_a_card_that_dies_keeps_what_was_told(tmp_path: Path) -> None:
    whole = Card()
    with_failures(tmp_path / "whole", GAME, 4, whole)
    for bad in range(1, whole.count + 1, 4):
        card = Card(lambda number, _, bad=bad: WRITE_FAILS if number >= bad else OK)  # type: ignore[misc]
        folder, after = tmp_path / f"dead{bad}", tmp_path / f"after{bad}"
        after.mkdir()
        told, tried, _ = with_failures(folder, GAME, 4, card)
        with opened(folder) as journal:
            check(journal, GAME, told, tried)
        after_a_cut(card.done, len(card.done), after, GAME, Random(bad))
        card.remove()


def test_what_was_told_as_not_kept_does_not_stand_up_again(tmp_path: Path) -> None:
    """A commit whose sync failed lies whole in the file; it is written over before anybody is told."""
    header, every = golden(GAME)
    failing = False

    def plan(_: int, op: Op) -> int:
        nonlocal failing
        if failing and op.what == "sync":
            failing = False
            return SYNC_FAILS
        return OK

    card = Card(plan)
    with Journal.open(tmp_path / "box", card) as journal:
        evening = journal.begin(header)
        evening.do(every[0])
        failing = True
        with pytest.raises(JournalTrouble, match="not kept, so it does not count"):
            evening.do(every[1])
        assert len(evening.sitting.events) == 1
        platter = Platter()
        for op in card.done:
            platter.take(op)
    for seed in range(8):  # one of them leaves all on the card that was ever written
        after = tmp_path / f"after{seed}"
        after.mkdir()
        platter.cut(Random(seed), after)
        with opened(after) as journal:
            assert check(journal, GAME, 1, 1) == 1
