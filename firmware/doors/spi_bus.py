"""luma's SPI bus with its two extra lines on gpiozero, since RPi.GPIO, which luma would take, knows no Pi 5."""

from __future__ import annotations

from typing import Any

from firmware.doors.ports import PanelTrouble
from firmware.settings import PanelSettings


class Lines:
    """As much of RPi.GPIO as luma asks for: outputs that are set low or high."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, pins: Any) -> None:
        self._pins = pins
        self._outputs: dict[int, Any] = {}

    def setup(self, pin: int, direction: str) -> None:
        from gpiozero import DigitalOutputDevice

        del direction  # outputs are all that is asked for
        if pin not in self._outputs:
            self._outputs[pin] = DigitalOutputDevice(pin, pin_factory=self._pins)

    def output(self, pin: int, level: int) -> None:
        self._outputs[pin].value = bool(level)

    def cleanup(self, pin: Any = None) -> None:
        for number in [pin] if isinstance(pin, int) else list(self._outputs):
            output = self._outputs.pop(number, None)
            if output is not None:
                output.close()


class SpiBus:
    """The bus and its lines, let go of together."""

    def __init__(self, bus: Any, lines: Lines) -> None:
        self._bus, self._lines = bus, lines
        self.command, self.data = bus.command, bus.data

    def cleanup(self) -> None:
        self._bus.cleanup()
        self._lines.cleanup()


def open_spi(settings: PanelSettings, pins: Any) -> SpiBus:
    """The bus, after the reset line was pulsed."""
    try:
        import spidev
    except ImportError:
        raise PanelTrouble("The library spidev is missing: apt install python3-spidev.") from None
    from luma.core.interface.serial import spi

    lines = Lines(pins)
    try:
        bus = spi(
            spi=spidev.SpiDev(),
            gpio=lines,
            port=settings.spi_bus,
            device=settings.spi_device,
            bus_speed_hz=settings.spi_hz,
            gpio_DC=settings.data_pin,
            gpio_RST=settings.reset_pin,
            reset_hold_time=0.01,
            reset_release_time=0.01,
        )
    except BaseException:
        lines.cleanup()
        raise
    return SpiBus(bus, lines)
