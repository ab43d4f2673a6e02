"""A real panel by luma's drivers. The driver is set up once, on no bus at all; `begin` sends what it said then.

So a panel that was not there at the start, or forgot its set-up in a brown-out, is set up anew at any time, without
going dark in between and without a new driver each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from PIL.Image import Image as Drawing

from firmware.doors.ports import DIM, FULL, OFF, PanelTrouble
from firmware.settings import I2C_PANELS, PanelSettings

CONTRASTS = {"ssd1306": (0xCF, 0x08), "ssd1309": (0xCF, 0x08), "sh1106": (0x90, 0x08), "ssd1322": (0x7F, 0x10)}
DISPLAY_OFF, DISPLAY_ON = 0xAE, 0xAF
LONGEST_VALUES = 32  # bytes of data that are values of a command; more is a picture

Bus = Any  # luma's i2c or spi, or a Glass
Opener = Callable[[], Bus]


@dataclass(frozen=True)
class Said:
    """A transfer that the driver made while it was set up."""

    command: bool
    values: tuple[int, ...]


class Line:
    """Stands between a driver and its bus: remembers what is said while there is no bus."""

    def __init__(self) -> None:
        self.bus: Bus | None = None
        self.said: list[Said] = []

    def command(self, *cmd: int) -> None:
        if self.bus is None:
            self.said.append(Said(True, cmd))
        else:
            self.bus.command(*cmd)

    def data(self, data: Sequence[int]) -> None:
        if self.bus is None:
            self.said.append(Said(False, tuple(data)))
        else:
            self.bus.data(data)

    def cleanup(self) -> None:
        if self.bus is not None:
            self.bus.cleanup()

    def set_up(self) -> list[Said]:
        """What makes the controller ready: not going dark first, no empty picture, and not switched on yet."""
        kept = []
        for said in self.said:
            values = said.values
            if said.command and values[0] == DISPLAY_OFF:
                values = values[1:]
            picture = not said.command and len(values) > LONGEST_VALUES
            if values and not picture and not (said.command and values == (DISPLAY_ON,)):
                kept.append(Said(said.command, values))
        return kept


class LumaPanel:
    """Sends whole pictures, and only those that differ from the last. Does nothing on the bus before `begin`."""

    def __init__(self, settings: PanelSettings, opener: Opener) -> None:
        self._opener = opener
        self._driver = settings.driver
        self._line = Line()
        self._device = _driver(settings, self._line)
        self._set_up = self._line.set_up()
        self._level = FULL
        self._last: Drawing | None = None
        self._on_glass: bytes | None = None
        self._failed = False

    @property
    def size(self) -> tuple[int, int]:
        width, height = self._device.size
        return int(width), int(height)

    def begin(self) -> None:
        """The set-up, the last picture, the brightness: in this order nothing flickers."""
        self._on_glass = None
        self._try(self._begin)

    def show(self, drawing: Drawing) -> None:
        if drawing.size != self.size:
            raise PanelTrouble(f"The panel shows {self.size[0]} x {self.size[1]} dots, the picture has {drawing.size}.")
        self._last = drawing
        if self._line.bus is None:
            raise PanelTrouble("The panel was not set up yet.")
        self._try(self._send)

    def bright(self, level: str) -> None:
        if level == self._level:
            return
        self._level = level
        if self._line.bus is not None:
            self._try(self._shine)

    def close(self) -> None:
        """The last picture stays on the glass; who wants it dark says OFF before."""
        bus, self._line.bus = self._line.bus, None
        if bus is not None:
            with suppress(OSError):
                bus.cleanup()

    def _begin(self) -> None:
        if self._failed:  # a bus that failed is opened anew; one that works is kept, with its reset line at rest
            self.close()
        bus = self._line.bus
        if bus is None:
            bus = self._line.bus = self._opener()
            self._failed = False
        for said in self._set_up:
            if said.command:
                bus.command(*said.values)
            else:
                bus.data(list(said.values))
        if self._last is not None:
            self._send()
        else:
            self._device.clear()
        self._shine()

    def _send(self) -> None:
        assert self._last is not None
        drawing = self._last.convert(self._device.mode)
        dots = drawing.tobytes()
        if dots != self._on_glass:
            self._on_glass = None  # half a picture is no picture
            self._device.display(drawing)
            self._on_glass = dots

    def _shine(self) -> None:
        if self._level == OFF:
            self._device.hide()
            return
        full, dim = CONTRASTS[self._driver]
        self._device.contrast(dim if self._level == DIM else full)
        self._device.show()

    def _try(self, action: Callable[[], None]) -> None:
        import luma.core.error

        try:
            action()
        except (OSError, luma.core.error.Error) as error:
            self._failed = True
            raise PanelTrouble(
                f"The panel does not answer ({error}); check its wires and its driver setting."
            ) from None


def _driver(settings: PanelSettings, line: Line) -> Any:
    """luma's driver, writing on the line. It never clears the glass on its own when the program ends."""
    from luma.core.framebuffer import full_frame
    from luma.oled import device

    make = getattr(device, settings.driver)
    turned = 2 if settings.upside_down else 0
    extra = {"framebuffer": full_frame()} if settings.driver == "ssd1322" else {}
    made = make(line, rotate=turned, **extra)
    made.persist = True
    return made


def opener_of(settings: PanelSettings, pins: Any = None) -> Opener:
    """How to get hold of the panel's real bus. `pins` is the pin factory for the two extra lines of an SPI panel."""

    def i2c() -> Bus:
        try:
            from luma.core.interface.serial import i2c as bus

            return bus(port=settings.i2c_bus, address=settings.address)
        except ImportError as error:
            raise PanelTrouble(f"The panel's library is missing ({error.name}); run make install again.") from None

    def spi() -> Bus:
        from firmware.doors.spi_bus import open_spi

        return open_spi(settings, pins)

    return i2c if settings.driver in I2C_PANELS else spi
