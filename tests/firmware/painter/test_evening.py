"""Simulated evenings: the real box reads the painted table, and holds in the end what was really played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.painter.evening import SimulatedEvening
from firmware.painter.malo_table import MaloTable
from firmware.painter.tables import PAINTERS, SAID
from rules.shelf import GAMES


def seen_evening(folder: Path, looks: Path, table: MaloTable | None = None, seed: int = 1) -> SimulatedEvening:
    evening = SimulatedEvening("saint-malo", 2, seed, folder, table or MaloTable(2, seed), taught=looks)
    evening.begin()
    return evening


def test_a_few_turns_are_read_proposed_and_confirmed(
    tmp_path: Path, looks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = seen_evening(tmp_path, looks)
    words = [str(turned.done.added[0].words) for turned in evening.turns(3)]
    assert evening.differences() == []
    assert evening.counts.actions == evening.counts.right == 3
    assert evening.counts.silent == evening.counts.refused == evening.counts.by_hand == 0
    assert not evening.logged
    evening.close()
    assert main(["why", "--journal", str(tmp_path / "games")]) == 0
    shown = capsys.readouterr().out
    assert all(said in shown for said in words)


def test_dice_read_wrongly_are_counted_and_put_right_by_the_buttons(tmp_path: Path, looks: Path) -> None:
    class Swapped(MaloTable):
        """Paints another die than was thrown: the reading is certain, and wrong."""

        def throw(self, given: Mapping[str, Any]) -> None:
            dice = list(given["dice"])
            dice[0] = "cross" if dice[0] != "cross" else "head"
            super().throw({"dice": dice})

    evening = seen_evening(tmp_path, looks, Swapped(2, 1))
    evening.trouble.random = lambda: 1.0  # type: ignore[method-assign]  # nothing is in the way tonight
    evening.turn()
    assert evening.counts.silent == 1
    assert evening.differences() == []
    evening.close()


def test_an_evening_that_ends_otherwise_is_said_to(tmp_path: Path) -> None:
    evening = SimulatedEvening("saint-malo", 2, 1, tmp_path, None)
    evening.begin()
    list(evening.turns(3))
    assert evening.differences() == []
    evening.people.take_back()
    assert any("state" in said for said in evening.differences())
    evening.close()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_set_up_and_begun_by_the_buttons(name: str, tmp_path: Path) -> None:
    evening = SimulatedEvening(name, 2, 2, tmp_path, None)
    evening.begin()
    list(evening.turns(4))
    held = evening.box.loop.table.sitting
    assert held.game.name == name
    assert len(held.steps) == 4
    assert evening.differences() == []
    evening.close()


def test_what_is_said_of_a_game_is_what_is_painted() -> None:
    assert set(SAID) == {*PAINTERS, ""}
    assert set(PAINTERS) <= set(GAMES)
