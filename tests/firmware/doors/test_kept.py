"""Kept doors: what is lost is opened anew, ever more rarely, and nobody waits for it meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from firmware.doors.clocks import SimulatedClock
from firmware.doors.failing import BUTTONS, CAMERA, CAMERA_STALLS, Broken, FailingButtons, FailingCamera
from firmware.doors.glass import Ssd1306Glass
from firmware.doors.kept import KeptButtons, KeptCamera, KeptPanel
from firmware.doors.luma_panel import LumaPanel
from firmware.doors.ports import CONFIRM, DIM, OFF, Buttons, ButtonTrouble, Camera, CameraTrouble, Frame, Locks, Picture
from firmware.doors.simulated import SimulatedButtons, SimulatedCamera
from firmware.settings import PanelSettings
from tests.firmware.doors.pictures import dots, picture

SHOWN = picture((128, 64))


class Wired:
    """A kept panel on a controller whose wire may come off."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.glass = Ssd1306Glass()
        self.opened = 0
        self.kept = KeptPanel(LumaPanel(PanelSettings(), self._open), self.clock)

    def _open(self) -> Ssd1306Glass:
        self.opened += 1
        return self.glass

    def off(self) -> None:
        self.glass.fault = OSError(121, "Remote I/O error")
        self.glass.power_on()

    def on(self) -> None:
        self.glass.fault = None

    def rounds(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.clock.wait(0.1)
            self.kept.show(SHOWN)


def test_a_panel_that_was_lost_comes_back_with_its_picture() -> None:
    wired = Wired()
    wired.kept.show(SHOWN)
    assert dots(wired.glass.lit) == dots(SHOWN)
    wired.off()
    wired.kept.show(picture((128, 64), 2))
    assert "check its wires" in wired.kept.trouble
    wired.on()
    wired.rounds(1.0)
    assert not wired.kept.lost
    assert dots(wired.glass.lit) == dots(SHOWN)
    assert wired.kept.lost_times == 1


def test_it_is_tried_ever_more_rarely_and_never_given_up() -> None:
    wired = Wired()
    wired.off()
    wired.rounds(3600)
    assert wired.kept.lost
    assert 120 <= wired.opened <= 130  # after half a second at first, then once in 30 s
    wired.on()
    wired.rounds(31)
    assert dots(wired.glass.lit) == dots(SHOWN)


def test_a_panel_that_was_not_there_at_the_start_is_no_trouble_later() -> None:
    wired = Wired()
    wired.off()
    wired.kept.show(SHOWN)
    wired.kept.bright(DIM)
    assert wired.kept.lost
    wired.on()
    wired.rounds(1.0)
    assert dots(wired.glass.lit) == dots(SHOWN)
    assert wired.glass.contrast == 0x08  # the brightness that was asked for meanwhile


def test_a_brown_out_that_no_error_tells_of_lasts_a_minute_at_most() -> None:
    wired = Wired()
    wired.rounds(5)
    wired.glass.power_on()
    wired.rounds(61)
    assert dots(wired.glass.lit) == dots(SHOWN)


def test_who_wakes_it_sees_it_whatever_became_of_it_meanwhile() -> None:
    wired = Wired()
    wired.rounds(1)
    wired.kept.bright(OFF)
    wired.glass.power_on()
    wired.kept.bright("full")
    assert dots(wired.glass.lit) == dots(SHOWN)


def test_a_quiet_panel_costs_next_to_nothing() -> None:
    wired = Wired()
    wired.rounds(1)
    before = wired.glass.bytes
    wired.rounds(600)
    assert wired.glass.bytes - before < 11 * 1200


def painted(at: float) -> Picture:
    return np.zeros((60, 80, 3), np.uint8)


class Cabled:
    """A kept camera whose cable may come off."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.broken = Broken()
        self.opened = 0
        self.cameras: list[SimulatedCamera] = []
        self.kept = KeptCamera(self._open, self.clock)

    def _open(self) -> Camera:
        self.opened += 1
        if CAMERA in self.broken.now:
            raise CameraTrouble("There is no camera; check its cable.")
        self.cameras.append(SimulatedCamera(self.clock, painted))
        return FailingCamera(self.cameras[-1], self.clock, self.broken)


def test_the_camera_is_opened_when_it_is_needed() -> None:
    cabled = Cabled()
    assert cabled.opened == 0
    cabled.kept.glance()
    cabled.kept.frame(cabled.clock.now())
    assert cabled.opened == 1


def test_it_is_reopened_once_and_then_nobody_waits() -> None:
    cabled = Cabled()
    cabled.kept.glance()
    cabled.broken.now.add(CAMERA_STALLS)
    before = cabled.clock.now()
    with pytest.raises(CameraTrouble):
        cabled.kept.frame(before, wait=2.0)
    assert cabled.opened == 2
    assert cabled.clock.now() - before == pytest.approx(4.0)
    assert cabled.kept.lost
    assert all(camera.closed for camera in cabled.cameras)
    before = cabled.clock.now()
    with pytest.raises(CameraTrouble, match="no picture within 2 seconds"):
        cabled.kept.frame(before)
    assert cabled.clock.now() == before
    assert cabled.opened == 2


def test_a_hiccup_is_healed_by_reopening() -> None:
    cabled = Cabled()
    cabled.kept.glance()
    stalled = cabled.cameras[0]
    stalled.frame = _gone  # type: ignore[method-assign]
    assert cabled.kept.frame(cabled.clock.now()).picture.shape == (60, 80, 3)
    assert stalled.closed
    assert not cabled.kept.lost


def _gone(newer_than: float, wait: float = 2.0) -> Frame:
    raise CameraTrouble("gone")


def test_locks_hold_again_after_it_was_reopened() -> None:
    cabled = Cabled()
    locks = Locks(8_000, 2.0, (1.5, 1.6), 3.0)
    assert cabled.kept.lock(locks)
    cabled.cameras[0].frame = _gone  # type: ignore[method-assign]
    cabled.kept.frame(cabled.clock.now())
    assert len(cabled.cameras) == 2
    assert cabled.cameras[-1].locks == locks


def test_what_it_finds_for_itself_is_kept_as_well() -> None:
    cabled = Cabled()
    found = cabled.kept.adjust()
    cabled.kept.close()
    cabled.kept.glance()
    assert cabled.cameras[-1].locks == found


def test_a_camera_that_comes_back_is_found_by_itself_or_at_once_on_demand() -> None:
    cabled = Cabled()
    cabled.broken.now.add(CAMERA)
    for _ in range(6):
        with pytest.raises(CameraTrouble):
            cabled.kept.glance()
        cabled.clock.wait(200)
    with pytest.raises(CameraTrouble):
        cabled.kept.glance()
    cabled.broken.now.clear()
    with pytest.raises(CameraTrouble):
        cabled.kept.glance()
    cabled.kept.again()
    cabled.kept.glance()
    assert not cabled.kept.lost


@pytest.mark.parametrize("how", ["opening", "reading"])
def test_buttons_that_cannot_be_read_say_so_and_come_back(how: str) -> None:
    clock, broken = SimulatedClock(), Broken({BUTTONS})
    real = SimulatedButtons(clock)

    def opener() -> Buttons:
        if how == "opening" and BUTTONS in broken:
            raise ButtonTrouble("The buttons cannot be read; check their wires.")
        return FailingButtons(real, broken)

    kept = KeptButtons(opener, clock)
    ask: tuple[Callable[[], object], ...] = (kept.edges, kept.levels)
    for attempt in ask:
        with pytest.raises(ButtonTrouble, match="check their wires"):
            attempt()
    assert kept.trouble
    broken.now.clear()
    real.tap(CONFIRM)
    with pytest.raises(ButtonTrouble):
        kept.edges()  # not yet: a loop that asks often does not open them often
    clock.wait(1.0)
    assert [edge.down for edge in kept.edges()] == [True, False]
    assert kept.trouble == ""
    kept.close()
    assert real.closed


def test_a_panel_told_to_begin_is_set_up_at_once() -> None:
    wired = Wired()
    wired.rounds(1)
    wired.glass.power_on()
    wired.kept.begin()
    assert dots(wired.glass.lit) == dots(SHOWN)
    wired.kept.close()
    assert wired.glass.closed
