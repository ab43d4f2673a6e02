"""The real box: all doors opened as the settings say, each kept open, none of them needed for the others."""

from __future__ import annotations

from typing import Any

from firmware.doors.clocks import SteadyClock
from firmware.doors.gpio import PinButtons, PinLights, PinSounder, real_pins
from firmware.doors.kept import KeptButtons, KeptCamera, KeptPanel
from firmware.doors.luma_panel import LumaPanel, opener_of
from firmware.doors.ports import ButtonTrouble, Camera, Clock, Doors, PanelTrouble
from firmware.settings import Settings


class Pins:
    """lgpio's pins, asked for when the first of them is needed, and asked for again if they could not be had."""

    def __init__(self, settings: Settings) -> None:
        self._folder = settings.folders.run
        self._pins: Any = None

    def __call__(self) -> Any:
        if self._pins is None:
            self._pins = real_pins(self._folder)
        return self._pins


def open_doors(settings: Settings, clock: Clock | None = None) -> Doors:
    """Nothing here waits for hardware or fails: what is not there says so when it is used, and is tried again."""
    clock = clock or SteadyClock()
    pins = Pins(settings)
    return Doors(
        clock=clock,
        buttons=KeptButtons(lambda: PinButtons(settings.buttons, clock, pins()), clock),
        panel=_panel(settings, clock, pins),
        camera=_camera(settings, clock),
        sounder=_sounder(settings, pins),
        lights=_lights(settings, pins),
    )


def _panel(settings: Settings, clock: Clock, pins: Pins) -> KeptPanel | None:
    if settings.panel.size is None:
        return None

    def opener() -> Any:
        try:
            return opener_of(settings.panel, pins() if settings.panel.on_spi else None)()
        except ButtonTrouble as trouble:  # an SPI panel has two lines on pins
            raise PanelTrouble(str(trouble)) from None

    return KeptPanel(LumaPanel(settings.panel, opener), clock)


def _camera(settings: Settings, clock: Clock) -> KeptCamera | None:
    def opener() -> Camera:
        from firmware.doors.pi_camera import PiCamera  # with numpy, when the first picture is wanted

        return PiCamera(settings.camera, clock)

    return KeptCamera(opener, clock) if settings.camera.kind == "pi" else None


def _sounder(settings: Settings, pins: Pins) -> PinSounder | None:
    if settings.sound.pin is None or settings.sound.loudness == "off":
        return None
    try:
        return PinSounder(settings.sound, pins())
    except ButtonTrouble:
        return None  # without pins there are no buttons either, and those say so


def _lights(settings: Settings, pins: Pins) -> PinLights | None:
    if not settings.lights.pins:
        return None
    try:
        return PinLights(settings.lights, pins())
    except ButtonTrouble:
        return None
