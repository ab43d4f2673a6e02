"""hardware.md tells the truth about this code: pins, settings, heights, drawings, commands."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware.cli import COMMANDS
from firmware.settings import Settings, checked
from vision.sheets import SHEETS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "hardware.md").read_text()
HEADER = {  # BCM number -> pin of the header, as on every Pi with 40 of them
    2: 3,
    3: 5,
    4: 7,
    14: 8,
    15: 10,
    17: 11,
    18: 12,
    27: 13,
    22: 15,
    23: 16,
    24: 18,
    10: 19,
    9: 21,
    25: 22,
    11: 23,
    8: 24,
    7: 26,
    0: 27,
    1: 28,
    5: 29,
    6: 31,
    12: 32,
    13: 33,
    19: 35,
    16: 36,
    26: 37,
    20: 38,
    21: 40,
}
GROUNDS, THREE_VOLTS = {6, 9, 14, 20, 25, 30, 34, 39}, {1, 17}


def rows() -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")]


def told_pins() -> dict[str, int]:
    """Setting -> BCM number, from the wiring tables; each row's header pin is the right one for it."""
    found = {}
    for row in rows():
        numbers = [int(cell) for cell in row if re.fullmatch(r"\d{1,2}", cell)]
        if len(numbers) == 2:
            assert HEADER[numbers[1]] == numbers[0], row
            if row[-1].startswith("`"):
                found[row[-1].strip("`")] = numbers[1]
    return found


def test_the_wiring_table_is_how_the_box_is_built() -> None:
    built = Settings()
    told = told_pins()
    assert {button: told[f"[buttons] {button}"] for button in built.buttons.pins} == built.buttons.pins
    assert (told["[panel] data_pin"], told["[panel] reset_pin"]) == (built.panel.data_pin, built.panel.reset_pin)
    lights = {name.removeprefix("[lights] "): pin for name, pin in told.items() if name.startswith("[lights]")}
    for driver in ("ssd1306", "ssd1322"):
        checked(  # all of it together uses no pin twice
            {"panel": {"driver": driver}, "sound": {"pin": told["[sound] pin"]}, "lights": lights}, environment={}
        )


def test_ground_is_ground_and_power_is_3_volts() -> None:
    grounds = [int(n) for n in re.findall(r"\| (\d+) \(ground\)", PAGE)]
    assert len(grounds) == 3
    assert set(grounds) <= GROUNDS
    assert {int(n) for n in re.findall(r"\| GND \| (\d+) \|", PAGE)} <= GROUNDS
    assert {int(n) for n in re.findall(r"\| (\d+) \(3.3 V\)", PAGE)} == THREE_VOLTS


def seen_at(height: int, across: float, down: float) -> tuple[int, int]:
    return round(2 * height * math.tan(math.radians(across / 2))), round(2 * height * math.tan(math.radians(down / 2)))


@pytest.mark.parametrize("height", [400, 500, 600, 700, 800, 900])
def test_the_heights_are_computed_as_they_say(height: int) -> None:
    row = next(row for row in rows() if row[0] == f"{height} mm")
    figures = [[float(n) for n in re.findall(r"[\d.]+", cell)] for cell in row[1:]]
    for (width, depth, per_pixel), (across, down) in zip(figures[:2], ((66, 41), (102, 67)), strict=True):
        assert (width, depth) == pytest.approx(seen_at(height, across, down), abs=1)
        assert per_pixel == pytest.approx(width / 2304, abs=0.006)
    width, depth, per_pixel = figures[2]
    assert (width, depth) == pytest.approx((height * 6.287 / 6, height * 4.712 / 6), abs=1)
    assert per_pixel == pytest.approx(width / 2028, abs=0.006)


def test_the_drawings_are_there_and_name_what_is_wired() -> None:
    wiring = (ROOT / "docs" / "device" / "wiring.svg").read_text()
    for name in re.findall(r"!\[.*?\]\((.*?)\)", PAGE):
        assert ElementTree.fromstring((ROOT / name).read_text()).tag.endswith("svg")
    for word in ("confirm", "back", "previous", "next", "sounder", "camera", "SDA", "SCL"):
        assert word in wiring


def test_every_command_of_the_page_is_there() -> None:
    for command in re.findall(r"`(?:sudo )?umpire ([a-z]+)", PAGE):
        assert command in COMMANDS
    for sheet in re.findall(r"`umpire print ([a-z]+)`", PAGE):
        assert sheet in SHEETS
    assert "**Nobody has built it yet.**" in PAGE
    assert "`umpire doctor" in PAGE.partition("## From parts to the first evening")[2]
