"""The simulated box keeps the promises of its doors, and breaks them when told to."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from firmware.doors.clocks import SimulatedClock
from firmware.doors.failing import BUTTONS, CAMERA, CAMERA_STALLS, EXTRAS, PANEL, Broken, fragile
from firmware.doors.ports import CONFIRM, DIM, NEXT, OFF, ButtonTrouble, CameraTrouble, PanelTrouble, Picture
from firmware.doors.simulated import (
    SimulatedButtons,
    SimulatedCamera,
    SimulatedPanel,
    SimulatedSounder,
    simulated_doors,
    small,
)


def painted(at: float) -> Picture:
    """A table that gets brighter by one with every tenth of a second."""
    return np.full((600, 1600, 3), round(at * 10) % 256, np.uint8)


def test_fingers_press_when_they_were_told_to() -> None:
    clock = SimulatedClock()
    buttons = SimulatedButtons(clock)
    buttons.tap(CONFIRM)
    buttons.tap(NEXT, after=1.0)
    assert [(edge.button, edge.down) for edge in buttons.edges()] == [(CONFIRM, True)]
    levels = [buttons.levels()[CONFIRM]]
    clock.wait(0.2)
    assert [*levels, buttons.levels()[CONFIRM]] == [True, False]
    assert [(edge.button, edge.down) for edge in buttons.edges()] == [(CONFIRM, False)]
    still_to_come = buttons.busy
    clock.wait(2.0)
    assert [edge.down for edge in buttons.edges()] == [True, False]
    assert (still_to_come, buttons.busy) == (True, False)
    with pytest.raises(ValueError, match="the buttons are confirm"):
        buttons.tap("help")


def test_a_frame_is_newer_than_asked_and_takes_its_time() -> None:
    clock = SimulatedClock(100.03)
    camera = SimulatedCamera(clock, painted)
    frame = camera.frame(newer_than=clock.now())
    assert frame.taken > 100.03
    assert clock.now() >= frame.taken + 0.1 - 1e-9
    assert int(frame.picture[0, 0, 0]) == round(frame.taken * 10) % 256
    again = camera.frame(newer_than=frame.taken)
    assert again.taken > frame.taken


def test_who_waits_too_short_gets_a_sentence_after_that_time() -> None:
    clock = SimulatedClock()
    with pytest.raises(CameraTrouble, match=r"no picture within 0\.5 seconds"):
        SimulatedCamera(clock, painted).frame(clock.now() + 10, wait=0.5)
    assert clock.now() == 100.5


def test_a_glance_is_small_and_costs_no_time() -> None:
    clock = SimulatedClock()
    glance = SimulatedCamera(clock, painted).glance()
    assert glance.picture.shape == (300, 800, 3)
    assert clock.now() == 100
    assert small(glance.picture) is glance.picture


def test_the_panel_tells_what_changes_and_shows_nothing_when_off() -> None:
    seen: list[tuple[int, str]] = []
    panel = SimulatedPanel((128, 64), lambda lit, level: seen.append((sum(lit.tobytes()), level)))
    dot = Image.new("1", (128, 64))
    dot.putpixel((3, 4), 1)
    panel.show(dot)
    panel.show(dot)
    panel.bright(DIM)
    panel.bright(OFF)
    assert seen == [(255, "full"), (255, "dim"), (0, "off")]
    assert panel.shown == 2
    with pytest.raises(PanelTrouble, match="128 x 64"):
        panel.show(Image.new("1", (128, 32)))


def test_what_is_broken_fails_and_works_again_once_it_is_mended() -> None:
    broken = Broken()
    whole = simulated_doors(painted)
    doors = fragile(whole, broken)
    assert doors.camera
    assert doors.panel
    doors.camera.frame(doors.clock.now())
    broken.now |= {CAMERA, PANEL, BUTTONS}
    with pytest.raises(CameraTrouble):
        doors.camera.glance()
    with pytest.raises(CameraTrouble):
        doors.camera.frame(0.0)
    with pytest.raises(ButtonTrouble):
        doors.buttons.edges()
    with pytest.raises(ButtonTrouble):
        doors.buttons.levels()
    with pytest.raises(PanelTrouble):
        doors.panel.show(Image.new("1", (128, 64)))
    assert broken.asked == {CAMERA: 2, PANEL: 1, BUTTONS: 2}
    broken.now.clear()
    doors.camera.glance()
    assert doors.buttons.edges() == []


def test_a_stalled_camera_costs_the_whole_wait() -> None:
    broken = Broken({CAMERA_STALLS})
    doors = fragile(simulated_doors(painted), broken)
    assert doors.camera
    before = doors.clock.now()
    with pytest.raises(CameraTrouble, match="within 2 seconds"):
        doors.camera.frame(before)
    assert doors.clock.now() == before + 2


def test_a_panel_that_was_lost_shows_nothing_until_it_is_set_up_anew() -> None:
    broken = Broken({PANEL})
    whole = simulated_doors()
    panel, glass = fragile(whole, broken).panel, whole.panel
    assert isinstance(glass, SimulatedPanel)
    assert panel
    white = Image.new("1", (128, 64), 1)
    with pytest.raises(PanelTrouble):
        panel.show(white)
    broken.now.clear()
    panel.show(white)
    assert glass.shown == 0
    panel.begin()
    panel.show(white)
    assert glass.shown == 1


def test_sounds_and_lights_never_trouble_anyone() -> None:
    whole = simulated_doors()
    doors = fragile(whole, Broken({EXTRAS}))
    assert doors.sounder
    assert doors.lights
    assert isinstance(whole.sounder, SimulatedSounder)
    doors.sounder.sound("ask")
    doors.lights.light(frozenset({CONFIRM}))
    assert whole.sounder.heard == []
