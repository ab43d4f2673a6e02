"""Camera, panel, buttons and disk failing in every phase: the game goes on, or waits with a sentence on the panel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.doors.clocks import SimulatedClock
from firmware.doors.failing import BUTTONS, CAMERA, CAMERA_STALLS, PANEL, Broken, fragile
from firmware.doors.kept import KeptCamera
from firmware.doors.ports import BACK, CONFIRM, PREVIOUS, Doors
from firmware.doors.simulated import SimulatedButtons, SimulatedPanel
from firmware.journal.trouble import FULL, JournalTrouble
from firmware.screens.views import Notice
from firmware.table.byhand import Telling
from firmware.table.loop import NO_BUTTONS
from firmware.table.notices import Picking, Saying
from firmware.table.player import Player
from firmware.table.playing import Playing
from firmware.table.proposing import Proposing, Refusing
from firmware.table.readings import MOVE, Reading
from tests.firmware.table.eyes import BlankCamera, ToldEyes
from tests.firmware.table.tables import Seat
from tests.rules.tables import citizen, noble, wall

HEADS = {"dice": ["head"] * 5}


class Frail(Seat):
    """A table with a camera, all of whose doors can break."""

    def __init__(self, folder: Path) -> None:
        clock = SimulatedClock()
        self.broken = Broken()
        buttons, panel = SimulatedButtons(clock), SimulatedPanel()
        doors = fragile(Doors(clock, buttons, panel, BlankCamera(clock)), self.broken)
        assert doors.camera is not None
        camera = doors.camera
        eyes = ToldEyes()
        super().__init__(folder, KeptCamera(lambda: camera, clock), eyes, clock=clock, doors=doors)
        self.buttons, self.panel, self.told = buttons, panel, eyes
        self.player = Player(self.loop, buttons)
        eyes.next_board = Reading(MOVE, (noble("3,3"),))
        self.begin("saint-malo", players=["Ada", "Bo"])
        self.player.tell(self.table.game.action(citizen("4,4")))

    def view(self) -> Any:
        moment = self.player.now
        return moment.view(moment.keys())


@pytest.fixture
def frail(tmp_path: Path) -> Frail:
    return Frail(tmp_path)


# ---- how to come into each phase, from the game's page
def playing(frail: Frail) -> None:
    pass


def telling(frail: Frail) -> None:
    frail.player.menu("enter by hand")


def proposing(frail: Frail) -> None:
    frail.table.given = dict(HEADS)
    frail.player.tap(CONFIRM)
    assert isinstance(frail.player.now, Proposing)


def refusing(frail: Frail) -> None:
    frail.table.given = dict(HEADS)
    frail.told.next_board = Reading(MOVE, (wall("3,3"),))
    frail.player.tap(CONFIRM)
    assert isinstance(frail.player.now, Refusing)
    frail.told.next_board = Reading(MOVE, (noble("3,3"),))


def menu(frail: Frail) -> None:
    frail.player.hold(CONFIRM)


def why(frail: Frail) -> None:
    frail.player.hold(PREVIOUS)


def taking_back(frail: Frail) -> None:
    frail.player.tap(BACK)


def set_up(frail: Frail) -> None:
    frail.player.menu("leave this game")
    frail.player.pick("new game")


PHASES: list[Callable[[Frail], None]] = [playing, telling, proposing, refusing, menu, why, taking_back, set_up]


def back_to_the_game(frail: Frail) -> None:
    for _ in range(20):
        name = frail.player.now.name
        if name == "playing":
            return
        if name == "start":
            frail.player.pick("games that were kept")
            frail.player.tap(CONFIRM, 2)
        else:
            frail.player.tap(CONFIRM if name == "aiming" else BACK)
    raise AssertionError(f"no way back from {frail.player.now.name}")


def lost(frail: Frail) -> bool:
    return frail.loop.glass.lost


def a_turn(frail: Frail) -> None:
    """The game goes on: one more turn is told and kept."""
    back_to_the_game(frail)
    before = len(frail.table.sitting.steps)
    place = f"2,{before + 2}"
    frail.player.tell(frail.table.game.action(citizen(place)))
    assert len(frail.table.sitting.steps) == before + 1


@pytest.mark.parametrize("phase", PHASES)
def test_without_a_panel_the_game_goes_on_and_it_comes_back(frail: Frail, phase: Callable[[Frail], None]) -> None:
    phase(frail)
    frail.broken.now.add(PANEL)
    frail.player.rest(5)
    a_turn(frail)
    assert lost(frail)
    frail.broken.now.clear()
    frail.player.rest(40)
    assert not lost(frail)
    shown = frail.panel.glass.tobytes()
    frail.loop.glass.drawing = None
    frail.player.rest(0.1)
    assert frail.panel.glass.tobytes() == shown  # what is on the glass is what is to be shown now


@pytest.mark.parametrize("phase", PHASES)
def test_buttons_that_fail_are_said_and_what_was_shown_waits(frail: Frail, phase: Callable[[Frail], None]) -> None:
    phase(frail)
    moment = frail.player.now
    frail.broken.now.add(BUTTONS)
    frail.player.rest(3)
    assert frail.loop.screen().view == NO_BUTTONS
    frail.broken.now.clear()
    frail.player.rest(15)
    assert frail.player.now is moment
    assert frail.loop.screen().view != NO_BUTTONS
    a_turn(frail)


@pytest.mark.parametrize("fault", [CAMERA, CAMERA_STALLS])
@pytest.mark.parametrize("phase", PHASES[:-1])
def test_without_a_camera_everything_goes_by_hand(frail: Frail, phase: Callable[[Frail], None], fault: str) -> None:
    phase(frail)
    frail.broken.now.add(fault)
    frail.player.rest(1)
    back_to_the_game(frail)
    frail.table.given = dict(HEADS)
    frail.player.tap(CONFIRM)  # look
    moment = frail.player.now
    assert isinstance(moment, Picking)
    assert "everything goes by hand" in str(frail.view().about)
    assert frail.broken.asked[fault] == 2  # opened once more, and not again
    assert frail.loop.screen().signs["camera"]
    frail.player.tap(BACK)
    frail.table.forget()
    a_turn(frail)
    frail.broken.now.clear()
    frail.player.menu("try the camera again")
    frail.player.rest(0.2)
    assert frail.sight.sees


def test_a_turn_waits_for_the_disk_and_is_not_lost(frail: Frail, monkeypatch: pytest.MonkeyPatch) -> None:
    proposing(frail)
    evening = frail.table.evening
    assert evening is not None

    def full(*_: Any, **__: Any) -> Any:
        raise JournalTrouble(FULL)

    with monkeypatch.context() as broken:
        broken.setattr(type(evening), "do", full)
        frail.player.tap(CONFIRM)
        assert isinstance(frail.player.now, Saying)
        assert "the card is full" in " ".join(str(line) for line in frail.view().lines)
        assert len(frail.table.sitting.steps) == 1
        frail.player.tap(CONFIRM)
        assert isinstance(frail.player.now, Proposing)  # it waits
    frail.player.tap(CONFIRM)
    assert isinstance(frail.player.now, Playing)
    assert len(frail.table.sitting.steps) == 2


@pytest.mark.parametrize("phase", PHASES)
def test_whatever_goes_wrong_inside_the_table_stands_where_nothing_is_lost(
    frail: Frail, phase: Callable[[Frail], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    phase(frail)
    moment = frail.player.now

    def broken() -> Any:
        raise RuntimeError("a slip of ours")

    does = dict(moment.all_buttons())
    does["back"] = does["back"]._replace(do=broken)
    monkeypatch.setattr(moment, "all_buttons", lambda: does)
    frail.player.tap(BACK)
    view = frail.view()
    assert isinstance(view, Notice)
    assert "What was confirmed is kept" in str(view.lines[0])
    assert any("a slip of ours" in line for line in frail.logged)
    frail.player.tap(CONFIRM)
    a_turn(frail)


def test_a_page_that_cannot_be_drawn_does_not_take_the_game_with_it(
    frail: Frail, monkeypatch: pytest.MonkeyPatch
) -> None:
    telling(frail)
    moment = frail.player.now
    assert isinstance(moment, Telling)

    def broken(keys: Any) -> Any:
        raise RuntimeError("no such page")

    monkeypatch.setattr(moment, "view", broken)
    frail.player.rest(0.1)
    assert isinstance(frail.player.now, Saying)
    frail.player.tap(CONFIRM)
    a_turn(frail)
