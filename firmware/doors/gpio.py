"""Buttons, sounder and lights on real pins, by gpiozero.

What gpiozero calls from its own thread puts one edge on a queue and does nothing else: an exception there would kill
every button for good. If that thread should die all the same, the levels still tell of every press (see presses).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from firmware.doors.ports import BUTTONS, ButtonTrouble, Clock, Edge
from firmware.settings import ButtonSettings, LightSettings, SoundSettings

MOST_EDGES = 1000  # a loose wire may write many; the level is right in the end

# seconds on, seconds off, how often
TUNES = {
    "press": (0.015, 0.0, 1),
    "allowed": (0.06, 0.0, 1),
    "ask": (0.04, 0.08, 2),
    "refused": (0.2, 0.1, 2),
    "over": (0.1, 0.1, 3),
    "trouble": (0.3, 0.15, 3),
}
QUIET = {"off": frozenset(TUNES), "some": frozenset({"press", "allowed"}), "all": frozenset[str]()}


def real_pins(run_folder: Path) -> Any:
    """lgpio's pins, and no others by way of a warning. It writes a small file where LG_WD says: in the runtime folder,
    or, while the unit does not run and there is none (the doctor), with the machine's other passing files.
    """
    try:
        usable = run_folder.is_dir() and os.access(run_folder, os.W_OK)
        os.environ.setdefault("LG_WD", str(run_folder) if usable else gettempdir())
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except ImportError as error:
        name = error.name or "lgpio"
        raise ButtonTrouble(f"The library {name} is missing: apt install python3-gpiozero python3-lgpio.") from None
    except Exception as error:  # lgpio raises its own kinds of error, which cannot be named before it is imported
        raise ButtonTrouble(
            f"The pins cannot be opened ({error}); is this a Raspberry Pi, and a member of gpio?"
        ) from None


class PinButtons:
    """Each button connects its pin to ground; the Pi's own resistors pull it up."""

    def __init__(self, settings: ButtonSettings, clock: Clock, pins: Any) -> None:
        from gpiozero import DigitalInputDevice

        self._clock = clock
        self._edges: deque[Edge] = deque(maxlen=MOST_EDGES)
        self._inputs: dict[str, Any] = {}
        try:
            for button in BUTTONS:
                device = DigitalInputDevice(settings.pins[button], pull_up=True, pin_factory=pins)
                self._inputs[button] = device
                device.when_activated = partial(self._changed, button, True)
                device.when_deactivated = partial(self._changed, button, False)
        except Exception as error:  # gpiozero's and lgpio's errors share no kind
            self.close()
            sentence = f"The button {button} on pin {settings.pins[button]} cannot be used ({error}); is the pin free?"
            raise ButtonTrouble(sentence) from None

    def _changed(self, button: str, down: bool) -> None:
        self._edges.append(Edge(self._clock.now(), button, down))

    def edges(self) -> list[Edge]:
        come = []
        while self._edges:
            come.append(self._edges.popleft())
        return come

    def levels(self) -> Mapping[str, bool]:
        try:
            return {button: bool(device.value) for button, device in self._inputs.items()}
        except Exception as error:
            raise ButtonTrouble(f"The buttons cannot be read ({error}); check their wires.") from None

    def close(self) -> None:
        for device in self._inputs.values():
            with suppress(Exception):
                device.close()
        self._inputs = {}


class PinSounder:
    """An active buzzer. It plays beside the game, and when it fails it is silent; `trouble` says why."""

    def __init__(self, settings: SoundSettings, pins: Any) -> None:
        self._quiet = QUIET[settings.loudness]
        self.trouble = ""
        self._buzzer: Any = None
        self._try(lambda: self._open(settings.pin, pins))

    def _open(self, pin: int | None, pins: Any) -> None:
        from gpiozero import Buzzer

        self._buzzer = Buzzer(pin, pin_factory=pins)

    def sound(self, what: str) -> None:
        if what not in self._quiet and self._buzzer is not None:
            on, off, times = TUNES[what]
            self._try(lambda: self._buzzer.beep(on_time=on, off_time=off, n=times, background=True))

    def close(self) -> None:
        if self._buzzer is not None:
            self._try(self._buzzer.close)

    def _try(self, action: Callable[[], None]) -> None:
        try:
            action()
        except Exception as error:
            self.trouble = f"The sounder does not work ({error}); check its wires."


class PinLights:
    """A small light in each button that has one; when they fail they stay as they are, and `trouble` says why."""

    def __init__(self, settings: LightSettings, pins: Any) -> None:
        self.trouble = ""
        self._lights: dict[str, Any] = {}
        self._lit: frozenset[str] | None = None
        try:
            from gpiozero import LED

            for button, pin in settings.pins.items():
                self._lights[button] = LED(pin, pin_factory=pins)
        except Exception as error:
            self.trouble = f"The button lights do not work ({error}); check their wires."

    def light(self, buttons: frozenset[str]) -> None:
        if buttons == self._lit:
            return
        self._lit = buttons
        try:
            for button, light in self._lights.items():
                light.value = button in buttons
        except Exception as error:
            self.trouble = f"The button lights do not work ({error}); check their wires."

    def close(self) -> None:
        for light in self._lights.values():
            with suppress(Exception):
                light.close()
        self._lights = {}
