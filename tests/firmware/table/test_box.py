"""The box from power-on: first run, resume on the exact turn, failed starts, and what is wrong said on the panel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware.doors.clocks import SimulatedClock
from firmware.doors.ports import BACK, CONFIRM, NEXT, PREVIOUS, Doors
from firmware.doors.simulated import SimulatedButtons, SimulatedPanel
from firmware.profile import Profile, load_profile, save_profile
from firmware.table.box import Box
from firmware.table.firstrun import PressEach
from firmware.table.loop import Ended
from firmware.table.notices import Saying
from firmware.table.player import Player
from firmware.table.playing import Playing
from firmware.table.resume import Resuming, Start
from firmware.table.starts import WELL
from tests.firmware.table.tables import settings_in
from tests.rules.tables import citizen, wall


class Plugged:
    """A box that is switched on in a folder, as often as one likes."""

    def __init__(self, folder: Path, start: float = 100.0, camera: Any = None, guided: bool = True) -> None:
        settings = settings_in(folder)
        if guided and not (settings.folders.state / "profile.json").exists():
            save_profile(Profile(guided=True), settings.folders.state)
        self.clock = SimulatedClock(start)
        self.buttons = SimulatedButtons(self.clock)
        self.panel = SimulatedPanel()
        self.logged: list[str] = []
        doors = Doors(self.clock, self.buttons, self.panel, camera)
        self.box = Box(settings, doors, log=self.logged.append, beside=False)
        self.loop, self.table = self.box.loop, self.box.loop.table
        self.player = Player(self.loop, self.buttons)
        self.loop.step()

    def unplug(self) -> None:
        """As the power being cut: nothing is told to anybody; only the lock of the process goes with it."""
        self.box.journal.close()


def test_a_first_game_from_the_very_first_press(tmp_path: Path) -> None:
    on = Plugged(tmp_path, guided=False)
    assert isinstance(on.player.now, PressEach)
    for button in (NEXT, PREVIOUS, BACK, CONFIRM):
        on.player.tap(button)
    assert isinstance(on.player.now, Start)
    assert load_profile(tmp_path / "state").guided
    on.player.pick("new game")
    on.player.answer_all(
        ["Saint Malo", "2 players", "write a name", "A", "d", "a", "done: Ada", "Player 2", "as usual"]
    )
    on.player.tap(CONFIRM)
    assert isinstance(on.player.now, Playing)
    assert on.table.names == ("Ada", "Player 2")
    assert [p.name for p in load_profile(tmp_path / "state").players] == ["Ada", "Player 2"]
    on.player.tell(on.table.game.action(citizen("3,3")))
    assert [game.events for game in on.box.journal.games()] == [1]


def test_a_button_that_is_not_heard_does_not_keep_the_first_run(tmp_path: Path) -> None:
    on = Plugged(tmp_path, guided=False)
    on.player.tap(CONFIRM)
    assert isinstance(on.player.now, PressEach)
    on.player.tap(CONFIRM)
    assert isinstance(on.player.now, Start)


def begun(on: Plugged) -> None:
    on.player.pick("new game")
    on.player.answer_all(["Saint Malo", "2 players", "Player 1", "Player 2", "as usual"])
    on.player.tap(CONFIRM)


def test_after_a_cut_the_exact_turn_is_shown_and_asked_about(tmp_path: Path) -> None:
    on = Plugged(tmp_path)
    begun(on)
    for event in (citizen("3,3"), wall("0,1")):
        on.player.tell(on.table.game.action(event))
    on.player.take_back()
    state = on.table.state
    on.unplug()

    again = Plugged(tmp_path)
    moment = again.player.now
    assert isinstance(moment, Resuming)
    said = " ".join(str(line) for line in moment.view(moment.keys()).lines)  # type: ignore[union-attr]
    assert "Player 2 is to act." in said
    assert "event 3" in said
    again.player.tap(CONFIRM)
    assert isinstance(again.player.now, Playing)
    assert again.table.state == state
    assert len(again.table.sitting.undone) == 1  # what was taken back can still be done again


def test_who_does_not_want_to_go_on_loses_nothing(tmp_path: Path) -> None:
    on = Plugged(tmp_path)
    begun(on)
    on.player.tell(on.table.game.action(citizen("3,3")))
    on.unplug()
    again = Plugged(tmp_path)
    again.player.tap(BACK)
    assert isinstance(again.player.now, Start)
    begun(again)
    assert [game.events for game in again.box.journal.games()] == [0, 1]
    again.player.menu("leave this game")
    again.player.pick("games that were kept")
    again.player.move_to(1)
    again.player.tap(CONFIRM, 2)
    assert isinstance(again.player.now, Playing)
    assert len(again.table.sitting.steps) == 1


def test_a_damaged_profile_is_put_aside_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    (folder / "profile.json").write_text("{torn")
    on = Plugged(tmp_path)
    assert isinstance(on.player.now, Saying)
    assert "cannot be used" in str(on.player.now.lines[0])
    assert (folder / "profile.unusable-1.json").exists()


def test_a_journal_that_another_process_keeps_is_said_and_tried_again(tmp_path: Path) -> None:
    first = Plugged(tmp_path)
    begun(first)
    second = Plugged(tmp_path)
    assert isinstance(second.player.now, Saying)
    assert "another Umpire" in str(second.player.now.lines[0])
    second.player.tap(CONFIRM)
    assert isinstance(second.player.now, Start)
    first.unplug()
    second.player.pick("games that were kept")
    second.player.tap(CONFIRM)
    assert isinstance(second.player.now, Resuming)


class NoCamera:
    """A camera that must not be asked."""

    def frame(self, newer_than: float, wait: float = 2.0) -> Any:
        raise AssertionError("the camera was used")

    glance = adjust = lock = frame

    def close(self) -> None:
        pass


def test_the_third_failed_start_goes_without_the_camera(tmp_path: Path) -> None:
    for start in (10.0, 20.0):
        on = Plugged(tmp_path, start)
        assert not on.box.manual
        on.unplug()
    third = Plugged(tmp_path, 30.0, NoCamera())
    assert third.box.manual
    assert isinstance(third.player.now, Saying)
    assert "everything goes by hand" in str(third.player.now.lines[0])
    third.player.tap(CONFIRM)
    begun(third)
    third.player.tell(third.table.game.action(citizen("3,3")))
    assert len(third.table.sitting.steps) == 1


def test_starts_that_went_well_or_long_ago_do_not_count(tmp_path: Path) -> None:
    for start in (10.0, 20.0):
        Plugged(tmp_path, start).unplug()
    late = Plugged(tmp_path, 400.0)
    assert not late.box.manual
    late.player.rest(WELL + 1)
    late.unplug()
    for start in (500.0, 510.0):
        on = Plugged(tmp_path, start)
        assert not on.box.manual
        on.unplug()


def test_a_box_that_is_stopped_is_no_failed_start(tmp_path: Path) -> None:
    for start in (10.0, 20.0, 30.0, 40.0):
        on = Plugged(tmp_path, start)
        assert not on.box.manual

        def stop() -> bool:
            raise KeyboardInterrupt

        assert on.box.run(stop) == 0


def test_a_dead_reader_ends_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on = Plugged(tmp_path)
    monkeypatch.setattr(type(on.box.sight.worker), "alive", False)
    with pytest.raises(Ended, match="thread"):
        on.loop.step()
    assert on.box.run() == 1
