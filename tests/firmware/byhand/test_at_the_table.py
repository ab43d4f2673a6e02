"""Values set by hand through the real loop, by the buttons of a simulated box."""

from __future__ import annotations

from pathlib import Path

from firmware.byhand.setting import set_for
from firmware.table.notices import Sure
from firmware.table.playing import Playing
from tests.firmware.table.tables import Seat


def test_a_space_is_set_from_the_menu_and_stays_marked(tmp_path: Path) -> None:
    seat = Seat(tmp_path)
    seat.begin("saint-malo", players=["Anke", "Stefan"])
    table, player = seat.table, seat.player
    event = {"do": "set", "at": "players.1.cells.3,3", "value": "noble", "clause": "by-hand"}
    player.menu("set a value by hand")
    player.follow(set_for(table.game, table.state, event))
    assert isinstance(player.now, Sure)
    player.tap("confirm")
    assert isinstance(player.now, Playing)
    assert [step.set_aside for step in table.sitting.marked] == [("by-hand",)]
    assert table.game.describe(table.state)["players"][1]["cells"]["3,3"] == "noble"
    seat.close()


def test_what_is_not_wanted_after_all_is_not_set(tmp_path: Path) -> None:
    seat = Seat(tmp_path)
    seat.begin("saint-malo", players=["Anke", "Stefan"])
    table, player = seat.table, seat.player
    player.menu("set a value by hand")
    player.follow(set_for(table.game, table.state, {"at": "players.0.coins", "value": 9}))
    for _ in range(6):
        player.tap("back")
    assert isinstance(player.now, Playing)
    assert not table.sitting.steps
    seat.close()
