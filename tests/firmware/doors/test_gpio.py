"""Buttons, sounder and lights on gpiozero's mock pins."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from types import ModuleType
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from firmware.doors.clocks import SimulatedClock
from firmware.doors.gpio import TUNES, PinButtons, PinLights, PinSounder, real_pins
from firmware.doors.ports import BACK, BUTTONS, CONFIRM, NEXT, ButtonTrouble, Edge, Press
from firmware.doors.presses import Fingers
from firmware.settings import LOUDNESS, ButtonSettings, LightSettings, SoundSettings

SETTINGS = ButtonSettings()
REAL_BUZZER = gpiozero.Buzzer


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = MockFactory()
    yield factory
    factory.reset()


def test_every_button_tells_its_edges_with_their_time(pins: Any) -> None:
    clock = SimulatedClock()
    buttons = PinButtons(SETTINGS, clock, pins)
    assert buttons.levels() == dict.fromkeys(BUTTONS, False)
    assert buttons.edges() == []
    for button in BUTTONS:
        pins.pin(SETTINGS.pins[button]).drive_low()
        assert buttons.levels() == dict.fromkeys(BUTTONS, False) | {button: True}
        clock.wait(0.1)
        pins.pin(SETTINGS.pins[button]).drive_high()
        assert buttons.edges() == [Edge(clock.now() - 0.1, button, True), Edge(clock.now(), button, False)]
    assert buttons.edges() == []
    buttons.close()


def test_what_gpiozero_calls_only_puts_an_edge_on_the_queue(pins: Any) -> None:
    """A clock that fails in the callback is the worst that can happen there; nothing else is done in it."""
    source = inspect.getsource(PinButtons._changed)
    assert len(source.strip().splitlines()) == 2
    buttons = PinButtons(SETTINGS, SimulatedClock(), pins)
    for _ in range(3000):
        pins.pin(SETTINGS.confirm).drive_low()
        pins.pin(SETTINGS.confirm).drive_high()
    assert len(buttons.edges()) == 1000  # a loose wire fills no memory
    buttons.close()


def test_if_callbacks_die_the_levels_still_tell_of_presses(pins: Any) -> None:
    clock = SimulatedClock()
    buttons = PinButtons(SETTINGS, clock, pins)
    fingers = Fingers.resting(buttons.levels(), clock.now())
    pressed: list[Press] = []
    for tick in range(20):
        if tick == 5:
            pins.pin(SETTINGS.next).drive_low()
        if tick == 9:
            pins.pin(SETTINGS.next).drive_high()
        clock.wait(0.05)
        buttons.edges()  # and thrown away
        fingers, presses = fingers.after([], buttons.levels(), clock.now())
        pressed += presses
    assert [(press.button, press.kind) for press in pressed] == [(NEXT, "tap")]
    buttons.close()


def test_a_pin_that_is_taken_is_named_and_the_others_are_let_go(pins: Any) -> None:
    taken = gpiozero.LED(SETTINGS.back, pin_factory=pins)
    with pytest.raises(ButtonTrouble, match="The button back on pin 27 cannot be used"):
        PinButtons(SETTINGS, SimulatedClock(), pins)
    taken.close()
    PinButtons(SETTINGS, SimulatedClock(), pins).close()


def test_pins_that_cannot_be_read_are_one_sentence(pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    buttons = PinButtons(SETTINGS, SimulatedClock(), pins)

    def broken(self: Any) -> bool:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(type(pins.pin(SETTINGS.confirm)), "_get_state", broken)
    with pytest.raises(ButtonTrouble, match="check their wires"):
        buttons.levels()
    monkeypatch.undo()
    buttons.close()


def test_without_lgpio_the_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(ButtonTrouble, match="apt install python3-gpiozero python3-lgpio"):
        real_pins(tmp_path)


def test_lgpio_that_fails_is_no_silent_fall_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where lgpio cannot work, gpiozero would quietly take other pins; here it is said."""
    seen: dict[str, str | None] = {}

    class LGPIOFactory:
        def __init__(self) -> None:
            seen["LG_WD"] = os.environ.get("LG_WD")
            raise RuntimeError("can not open gpiochip")

    module = ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = LGPIOFactory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    monkeypatch.setattr(os, "environ", {})
    with pytest.raises(ButtonTrouble, match="can not open gpiochip"):
        real_pins(tmp_path)
    assert seen["LG_WD"] == str(tmp_path)
    del os.environ["LG_WD"]
    with pytest.raises(ButtonTrouble, match="can not open gpiochip"):
        real_pins(tmp_path / "not there")
    assert seen["LG_WD"] == gettempdir()


class Buzzer:
    """gpiozero's buzzer as far as it is asked for; each call is held against the real signature."""

    def __init__(self, pin: int, **rest: Any) -> None:
        inspect.signature(REAL_BUZZER.__init__).bind(self, pin, **rest)
        self.calls: list[dict[str, Any]] = []

    def beep(self, **how: Any) -> None:
        inspect.signature(REAL_BUZZER.beep).bind(self, **how)
        assert how["background"]
        self.calls.append(how)

    def close(self) -> None:
        self.calls = []


@pytest.mark.parametrize(("loudness", "heard"), [(LOUDNESS[0], 0), (LOUDNESS[1], 4), (LOUDNESS[2], 6)])
def test_the_sounder_is_as_loud_as_set(loudness: str, heard: int, pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Buzzer(18, pin_factory=pins)
    monkeypatch.setattr(gpiozero, "Buzzer", lambda pin, pin_factory: made)
    sounder = PinSounder(SoundSettings(18, loudness), pins)
    for what in TUNES:
        sounder.sound(what)
    assert len(made.calls) == heard
    assert sounder.trouble == ""
    sounder.close()


def test_the_real_buzzer_and_lights_drive_their_pins(pins: Any) -> None:
    sounder = PinSounder(SoundSettings(18, "all"), pins)
    lights = PinLights(LightSettings({CONFIRM: 5, BACK: 6}), pins)
    assert pins.pin(18).function == "output"
    lights.light(frozenset({CONFIRM, NEXT}))
    assert (pins.pin(5).state, pins.pin(6).state) == (True, False)
    lights.light(frozenset({BACK}))
    assert (pins.pin(5).state, pins.pin(6).state) == (False, True)
    assert (sounder.trouble, lights.trouble) == ("", "")
    lights.close()
    sounder.close()


def test_a_broken_sounder_or_light_troubles_nobody(pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = gpiozero.LED(18, pin_factory=pins)
    sounder = PinSounder(SoundSettings(18, "all"), pins)
    lights = PinLights(LightSettings({CONFIRM: 18}), pins)
    sounder.sound("trouble")
    lights.light(frozenset({CONFIRM}))
    assert "The sounder does not work" in sounder.trouble
    assert "The button lights do not work" in lights.trouble
    sounder.close()
    lights.close()
    taken.close()
