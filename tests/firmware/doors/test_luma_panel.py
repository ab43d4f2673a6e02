"""luma's real drivers on controllers played by software: the bytes on the bus are turned back into the picture."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from firmware.doors.glass import GLASSES, Glass, Ssd1306Glass
from firmware.doors.luma_panel import LumaPanel, opener_of
from firmware.doors.ports import DIM, FULL, OFF, PanelTrouble
from firmware.settings import PANELS, PanelSettings
from tests.firmware.doors.pictures import dots, picture

DRIVERS = list(PANELS)


def panel_on(driver: str, upside_down: bool = False) -> tuple[LumaPanel, Glass]:
    glass = GLASSES[driver]()
    panel = LumaPanel(PanelSettings(driver=driver, upside_down=upside_down), lambda: glass)
    panel.begin()
    return panel, glass


@pytest.mark.parametrize("driver", DRIVERS)
def test_what_is_shown_is_what_is_seen(driver: str) -> None:
    panel, glass = panel_on(driver)
    assert panel.size == PANELS[driver]
    assert dots(glass.lit) == bytes(panel.size[0] * panel.size[1])
    for seed in range(3):
        drawing = picture(panel.size, seed)
        panel.show(drawing)
        assert dots(glass.lit) == dots(drawing)


@pytest.mark.parametrize("driver", DRIVERS)
def test_upside_down_is_turned(driver: str) -> None:
    panel, glass = panel_on(driver, upside_down=True)
    drawing = picture(panel.size)
    panel.show(drawing)
    assert dots(glass.lit) == dots(drawing.rotate(180))


def test_greys_are_kept_where_a_panel_has_them() -> None:
    panel, glass = panel_on("ssd1322")
    drawing = picture(panel.size, mode="L")
    panel.show(drawing)
    assert dots(glass.lit) == dots(drawing)


@pytest.mark.parametrize(
    ("driver", "sent"), [("ssd1306", 1034), ("ssd1309", 1034), ("sh1106", 1080), ("ssd1322", 8199)]
)
def test_a_picture_costs_its_bytes_and_the_same_again_costs_none(driver: str, sent: int) -> None:
    panel, glass = panel_on(driver)
    before = glass.bytes
    panel.show(picture(panel.size))
    assert glass.bytes - before == sent
    panel.show(picture(panel.size))
    assert glass.bytes - before == sent


def test_a_frame_takes_23_ms_on_a_bus_of_400_khz() -> None:
    took: list[float] = []
    glass = Ssd1306Glass(took.append)
    panel = LumaPanel(PanelSettings(), lambda: glass)
    panel.begin()
    took.clear()
    panel.show(picture(panel.size))
    assert 0.0230 < sum(took) < 0.0235


@pytest.mark.parametrize("driver", DRIVERS)
def test_dim_full_and_off(driver: str) -> None:
    panel, glass = panel_on(driver)
    panel.show(picture(panel.size))
    full = glass.contrast
    panel.bright(DIM)
    assert glass.contrast < full / 4
    assert any(dots(glass.lit))
    panel.bright(OFF)
    assert not any(dots(glass.lit))
    panel.show(picture(panel.size, 2))
    assert not any(dots(glass.lit))
    panel.bright(FULL)
    assert (dots(glass.lit), glass.contrast) == (dots(picture(panel.size, 2)), full)


@pytest.mark.parametrize("driver", DRIVERS)
def test_after_a_brown_out_it_shows_nothing_until_begun_anew(driver: str) -> None:
    panel, glass = panel_on(driver)
    drawing = picture(panel.size)
    panel.show(drawing)
    glass.power_on()
    panel.show(drawing)
    assert dots(glass.lit) != dots(drawing)
    panel.begin()
    assert dots(glass.lit) == dots(drawing)


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_set_up_renewed_in_passing_never_goes_dark(driver: str) -> None:
    panel, glass = panel_on(driver)
    panel.show(picture(panel.size))
    seen: list[bool] = []
    glass._takes = lambda seconds: seen.append(glass.on)
    panel.begin()
    assert seen
    assert all(seen)


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_bus_that_fails_anywhere_is_survived(driver: str) -> None:
    """The k-th transfer fails, for every k: one sentence, and once the bus is back all is as it should be."""
    drawing, failures = picture(PANELS[driver]), 0
    for nth in range(200):
        panel, glass = panel_on(driver)
        glass.faults_after = nth
        try:
            panel.begin()
            panel.show(drawing)
        except PanelTrouble as trouble:
            failures += 1
            assert "The panel does not answer" in str(trouble)  # noqa: PT017 - it may also go well
        else:
            break
        glass.faults_after = None
        panel.begin()
        panel.show(drawing)
        assert dots(glass.lit) == dots(drawing)
    assert failures > 5


def test_a_panel_that_is_not_there_is_no_surprise_and_holds_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    hooks: list[Callable[[], None]] = []
    monkeypatch.setattr(atexit, "register", lambda hook, *_: hooks.append(hook))
    panel, glass = panel_on("ssd1306")
    glass.fault = OSError(121, "Remote I/O error")
    known = len(hooks)
    for _ in range(5):
        with pytest.raises(PanelTrouble, match="check its wires"):
            panel.begin()
    assert len(hooks) == known
    glass.fault = None
    panel.begin()
    before = glass.transfers
    for hook in hooks:  # at the end of the program the last picture stays as it is
        hook()
    assert glass.transfers == before
    assert glass.on


def test_before_it_is_begun_nothing_is_sent() -> None:
    panel = LumaPanel(PanelSettings(), lambda: pytest.fail("nobody asked for the bus"))
    panel.bright(DIM)
    with pytest.raises(PanelTrouble, match="not set up yet"):
        panel.show(picture((128, 64)))
    with pytest.raises(PanelTrouble, match="128 x 64"):
        panel.show(Image.new("1", (10, 10)))
    panel.close()


class SoftSmBus:
    """smbus2's bus, as far as luma uses it, before a controller."""

    glass: Glass
    missing = False

    def __init__(self, port: int) -> None:
        if self.missing:
            raise FileNotFoundError(2, "No such file or directory", f"/dev/i2c-{port}")
        self.port, self.closed = port, False

    def write_i2c_block_data(self, address: int, register: int, values: list[int]) -> None:
        assert (address, register) == (0x3C, 0)
        self.glass.command(*values)

    def i2c_rdwr(self, message: Any) -> None:
        mode, *values = list(message)
        assert (message.addr, mode) == (0x3C, 0x40)
        self.glass.data(values)

    def close(self) -> None:
        self.closed = True


def test_the_i2c_path_down_to_the_bus_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smbus2.SMBus", SoftSmBus)
    SoftSmBus.glass, SoftSmBus.missing = Ssd1306Glass(), True
    settings = PanelSettings()
    panel = LumaPanel(settings, opener_of(settings))
    with pytest.raises(PanelTrouble, match="/dev/i2c-1"):
        panel.begin()
    SoftSmBus.missing = False
    panel.begin()
    panel.show(picture(panel.size))
    assert dots(SoftSmBus.glass.lit) == dots(picture(panel.size))
    panel.close()


def test_the_spi_path_down_to_the_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """luma's SPI bus, its data and reset lines on gpiozero's mock pins, a spidev that hands on to the controller."""
    from gpiozero.pins.mock import MockFactory

    settings = PanelSettings(driver="ssd1322")
    glass, pins = GLASSES["ssd1322"](), MockFactory()

    class SoftSpi:
        max_speed_hz = 0

        def open(self, bus: int, device: int) -> None:
            assert (bus, device) == (0, 0)

        def writebytes(self, values: list[int]) -> None:
            assert pins.pin(settings.reset_pin).state
            (glass.data if pins.pin(settings.data_pin).state else lambda v: glass.command(*v))(values)

        def close(self) -> None:
            glass.closed = True

    spidev = ModuleType("spidev")
    spidev.SpiDev = SoftSpi  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", spidev)
    panel = LumaPanel(settings, opener_of(settings, pins))
    panel.begin()
    drawing = picture(panel.size, mode="L")
    panel.show(drawing)
    assert dots(glass.lit) == dots(drawing)
    levels = [bool(state.state) for state in pins.pin(settings.reset_pin).states]
    assert False in levels  # it was reset
    resets = len(levels)
    panel.begin()  # renewed in passing: not reset again
    assert len(pins.pin(settings.reset_pin).states) == resets
    panel.close()
    assert glass.closed
    panel.begin()  # and the pins were free to be taken again
    pins.reset()


def test_without_spidev_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    settings = PanelSettings(driver="ssd1322")
    with pytest.raises(PanelTrouble, match="apt install python3-spidev"):
        LumaPanel(settings, opener_of(settings)).begin()
