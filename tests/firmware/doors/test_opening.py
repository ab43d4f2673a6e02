"""The real doors on a machine that has none of the hardware: they open, say what is missing, and stay quiet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.doors import opening
from firmware.doors.clocks import SimulatedClock
from firmware.doors.kept import KeptPanel
from firmware.doors.opening import open_doors
from firmware.doors.ports import CONFIRM, ButtonTrouble, CameraTrouble
from firmware.settings import checked
from tests.firmware.doors.pictures import picture

NO_LIBRARIES = ("lgpio", "picamera2", "smbus2", "spidev")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NO_LIBRARIES:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("driver", ["ssd1306", "ssd1322"])
def test_a_box_without_anything_still_opens(driver: str) -> None:
    settings = checked({"panel": {"driver": driver}, "sound": {"pin": 18}, "lights": {"next": 5}}, environment={})
    doors = open_doors(settings, SimulatedClock())
    assert isinstance(doors.panel, KeptPanel)
    doors.panel.show(picture(doors.panel.size))
    assert "missing" in doors.panel.trouble
    assert doors.camera
    with pytest.raises(CameraTrouble, match="python3-picamera2"):
        doors.camera.glance()
    with pytest.raises(ButtonTrouble, match="python3-lgpio"):
        doors.buttons.edges()
    assert (doors.sounder, doors.lights) == (None, None)
    doors.panel.close()
    doors.camera.close()
    doors.buttons.close()


def test_what_the_settings_leave_out_is_not_there() -> None:
    doors = open_doors(checked({"panel": {"driver": "none"}, "camera": {"kind": "none"}}, environment={}))
    assert (doors.panel, doors.camera, doors.sounder, doors.lights) == (None, None, None, None)
    assert doors.clock.now() <= doors.clock.now()


def test_all_pins_come_from_one_factory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: list[Any] = []

    def factory(folder: Path) -> Any:
        assert folder == Path("/run/umpire")
        made.append(MockFactory())
        return made[-1]

    monkeypatch.setattr(opening, "real_pins", factory)
    doors = open_doors(checked({"sound": {"pin": 18}, "lights": {"confirm": 5}}, environment={}), SimulatedClock())
    assert doors.buttons.levels()[CONFIRM] is False
    made[0].pin(17).drive_low()
    assert [edge.down for edge in doors.buttons.edges()] == [True]
    assert doors.lights
    doors.lights.light(frozenset({CONFIRM}))
    assert made[0].pin(5).state
    assert len(made) == 1
    doors.buttons.close()
    made[0].reset()


def test_the_first_picture_on_the_panel_waits_for_no_heavy_library() -> None:
    words = (
        "import sys; from firmware.settings import checked; from firmware.doors.opening import open_doors; "
        "open_doors(checked({}, environment={})); "
        "print([n for n in ('numpy', 'cv2', 'picamera2', 'gpiozero', 'lgpio') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
