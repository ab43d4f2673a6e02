"""The camera's calls on a stand-in that is held against picamera2's own source (picamera2_facts.json)."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable
from threading import Event
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.doors import pi_camera
from firmware.doors.clocks import SimulatedClock
from firmware.doors.formats import READABLE, bgr
from firmware.doors.kept import KeptCamera
from firmware.doors.pi_camera import NOTED, WANTED, PiCamera, picamera2_class
from firmware.doors.ports import CameraTrouble, Locks, Picture
from firmware.settings import CameraSettings
from tests.firmware.doors.picamera2_facts import FACTS
from tests.firmware.doors.stand_in import PI_CONTROLS, Job, Request, StandIn, Table, delivered, stand_in

SIZE = (640, 480)
REAL: dict[str, Any] = json.loads(FACTS.read_text())
USB = {"FrameDurationLimits": (33_333, 66_666), "FaceDetectMode": 0}


def scene(at: float) -> Picture:
    """Coloured patches, none like its mirror image; the middle gets brighter with time."""
    picture = np.full((480, 640, 3), 40, np.uint8)
    for number, colour in enumerate([(250, 20, 20), (20, 250, 20), (20, 20, 250), (20, 220, 220)]):
        picture[60 + 80 * number : 120 + 80 * number, 80:240] = colour
    picture[200:260, 400:500] = int(at * 10) % 200 + 30
    return picture


def camera_over(table: Table, **settings: Any) -> PiCamera:
    return PiCamera(CameraSettings(**{"size": SIZE, **settings}), table.clock, lambda: stand_in(table), table.clock.now)


def alike(one: Picture, other: Picture) -> bool:
    return one.shape == other.shape and float(np.abs(one.astype(int) - other).mean()) < 3


# ---- the stand-in is what picamera2 is
@pytest.mark.parametrize(("mine", "theirs"), [(StandIn, "Picamera2"), (Job, "Job"), (Request, "CompletedRequest")])
def test_the_stand_in_has_the_real_methods_with_the_real_parameters(mine: type, theirs: str) -> None:
    checked = 0
    for name, member in vars(mine).items():
        if (name.startswith("_") and (name != "__init__" or mine is not StandIn)) or name in ("told", "table"):
            continue
        if isinstance(member, property):
            assert REAL[theirs][name] == ["property"]
        else:
            real = [word.partition("=") for word in REAL[theirs][name]]
            parameters = list(inspect.signature(member).parameters.values())[1:]
            assert [p.name for p in parameters] == [before for before, _, _ in real], name
            assert [p.default is not p.empty for p in parameters] == [bool(sign) for _, sign, _ in real], name
        checked += 1
    assert checked >= 1


def test_every_control_and_format_that_is_named_is_a_real_one() -> None:
    controls = REAL["controls"]
    for name in (*WANTED, *PI_CONTROLS, "AeEnable", "AwbEnable", "AfTrigger", "AfMode"):
        assert controls[name].split()[1] in ("inout", "in")
    for name in (*NOTED, "SensorTimestamp", "FrameDuration", "AfState"):
        assert controls[name].split()[1] in ("inout", "out")
    assert set(READABLE) <= set(REAL["array_formats"])
    assert REAL["refusal"] == "Control {name} is not advertised by libcamera"


def test_every_method_that_is_called_is_a_real_one() -> None:
    source = inspect.getsource(pi_camera)
    called = {"configure", "create_still_configuration", "camera_configuration", "camera_controls", "start", "close"}
    called |= {"capture_request", "cancel_all_and_flush", "set_controls"}
    for name in called:
        assert name in source
        assert name in REAL["Picamera2"]


# ---- pictures
def test_a_picture_is_newer_than_the_press_though_old_ones_wait_in_the_buffers() -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table)
    for _ in range(40):
        table.clock.wait(0.37)
        pressed = table.clock.now()
        frame = camera.frame(newer_than=pressed)
        assert frame.taken > pressed
        assert frame.taken - pressed < 0.2
        assert alike(frame.picture, scene(frame.taken + 1e-6))
    assert table.out == 0


def test_colours_are_those_of_the_table_and_notes_come_along() -> None:
    table = Table(SimulatedClock(), scene)
    frame = camera_over(table).frame(table.clock.now())
    assert alike(frame.picture, scene(frame.taken + 1e-6))
    assert frame.notes["ExposureTime"] == 20_000
    assert frame.notes["Lux"] == 320.0


@pytest.mark.parametrize("name", READABLE)
def test_every_format_that_may_be_delivered_gives_the_same_picture(name: str) -> None:
    picture = scene(3.0)
    assert alike(bgr(delivered(picture, name), name, SIZE), picture)
    turned = bgr(delivered(picture, name), name, SIZE, upside_down=True)
    assert alike(turned, np.asarray(picture[::-1, ::-1]))
    assert turned.flags["C_CONTIGUOUS"]


def test_a_format_nobody_can_read_is_named() -> None:
    with pytest.raises(CameraTrouble, match="delivers SRGGB10"):
        bgr(np.zeros((480, 800), np.uint8), "SRGGB10", SIZE)
    with pytest.raises(CameraTrouble, match="640 x 480"):
        bgr(np.zeros((48, 80, 3), np.uint8), "RGB888", SIZE)


def test_a_glance_is_small_new_and_given_back() -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table, size=(1280, 960))
    before = 0.0
    for round_ in range(60):
        table.clock.wait(5.0 if round_ % 10 == 0 else 0.05)
        glance = camera.glance()
        assert glance.picture.shape == (600, 800, 3)
        assert table.clock.now() - glance.taken < 0.6
        assert glance.taken > before
        before = glance.taken
    assert alike(glance.picture, np.asarray(cv2.resize(scene(glance.taken + 1e-6), (800, 600)), np.uint8))
    camera.frame(table.clock.now())
    assert table.out == 0


def test_a_glance_as_a_rule_waits_for_nothing() -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table)
    camera.glance()
    for _ in range(20):
        table.clock.wait(0.1)
        before = table.clock.now()
        camera.glance()
        assert table.clock.now() - before < 0.01


# ---- cameras that can do less
@pytest.mark.parametrize("name", ["NV12", "YUYV", "MJPEG"])
def test_a_usb_camera_works_with_what_it_has(name: str) -> None:
    table = Table(SimulatedClock(), scene, controls=dict(USB), delivers=name, small_stream=False, tells=False)
    camera = camera_over(table)
    assert camera.missing == WANTED
    assert camera.streams == {"main": (name, SIZE)}
    pressed = table.clock.now()
    frame = camera.frame(pressed)
    assert frame.taken > pressed
    assert alike(frame.picture, scene(frame.taken + 1e-6))
    assert frame.notes == {}
    assert camera.glance().picture.shape == (480, 640, 3)
    assert camera.adjust() == Locks()
    assert camera.lock(Locks(10_000, 1.0, (1.0, 1.0), 2.0)) is False
    assert camera.frame(table.clock.now()).picture.shape == (480, 640, 3)


def test_a_camera_of_one_size_is_taken_at_that_size() -> None:
    table = Table(SimulatedClock(), scene, sensor=(320, 240))
    camera = camera_over(table)
    assert camera.frame(table.clock.now()).picture.shape == (240, 320, 3)


def test_a_fixed_focus_camera_is_never_asked_for_its_lens() -> None:
    fixed = {k: v for k, v in PI_CONTROLS.items() if k not in ("AfMode", "AfTrigger", "LensPosition")}
    table = Table(SimulatedClock(), scene, controls=fixed)
    camera = camera_over(table)
    assert camera.missing == ("LensPosition",)
    found = camera.adjust()
    assert found.lens is None
    assert found.exposure_us is not None
    assert camera.lock(found)


# ---- focus, exposure and colours stay as they were found
def test_it_adjusts_itself_and_stays_so() -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table)
    locks = camera.adjust()
    assert locks.lens == 2.5
    assert locks.gain == 1.5
    assert locks.exposure_us is not None
    assert abs(locks.exposure_us - 10_000) < 500
    assert table.out == 0
    for _ in range(5):
        notes = camera.frame(table.clock.now()).notes
        assert notes["ExposureTime"] == locks.exposure_us
        assert notes["LensPosition"] == 2.5


def test_focus_that_never_comes_costs_four_seconds_and_no_more() -> None:
    table = Table(SimulatedClock(), scene, focused_after=10_000)
    camera = camera_over(table)
    before = table.clock.now()
    camera.adjust()
    assert table.clock.now() - before < 4 + 4 + 1.5 + 0.5


def test_locks_are_awaited_in_the_pictures_themselves() -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table)
    locks = Locks(8_000, 2.0, (1.5, 1.6), 3.0)
    assert camera.lock(locks)
    notes = camera.frame(table.clock.now()).notes
    assert (notes["ExposureTime"], notes["ColourGains"]) == (8_000, (1.5, 1.6))


# ---- what goes wrong
def test_a_stalled_camera_is_told_of_in_time_and_called_off() -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table)
    camera.glance()
    table.stalled = True
    asks: list[Callable[[], object]] = [lambda: camera.frame(table.clock.now(), wait=2.0), camera.glance]
    for ask in asks:
        before = table.clock.now()
        with pytest.raises(CameraTrouble, match=r"no new picture within \d seconds; check its cable"):
            ask()
        assert table.clock.now() - before <= 2.01
    assert table.flushed == 2


def test_a_camera_that_shows_only_old_pictures_is_no_camera() -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table)
    with pytest.raises(CameraTrouble, match="no new picture"):
        camera.frame(table.clock.now() + 100, wait=2.0)
    assert table.out == 0


@pytest.mark.parametrize("fails", ["get_metadata", "make_array", "release"])
def test_whatever_the_library_raises_is_one_sentence(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table)

    def broken(self: Any, *_: Any) -> None:
        table.out -= fails == "release"
        raise KeyError("SensorTimestamp")

    monkeypatch.setattr(Request, fails, broken)
    with pytest.raises(CameraTrouble, match="check its cable"):
        camera.frame(table.clock.now())
    assert table.out == 0


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("Camera __init__ sequence did not complete."),
        IndexError("list index out of range"),
        OSError(16, "busy"),
    ],
)
def test_a_camera_that_cannot_be_opened_is_one_sentence(error: Exception) -> None:
    table = Table(SimulatedClock(), scene, opening=error)
    with pytest.raises(CameraTrouble, match=r"The camera cannot be opened \(.+\); check its cable"):
        camera_over(table)


def test_one_that_cannot_be_started_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SimulatedClock(), scene)

    def busy(self: Any, config: Any = None, show_preview: bool = False) -> None:
        raise RuntimeError("Failed to start camera: Device or resource busy")

    monkeypatch.setattr(StandIn, "start", busy)
    with pytest.raises(CameraTrouble, match="resource busy"):
        camera_over(table)
    assert table.closed == 1


def test_reopened_once_by_its_keeper() -> None:
    table = Table(SimulatedClock(), scene)
    kept = KeptCamera(lambda: camera_over(table), table.clock)
    kept.frame(table.clock.now())
    table.stalled = True
    with pytest.raises(CameraTrouble):
        kept.frame(table.clock.now())
    assert table.closed == 2
    table.stalled, table.out = False, 0
    kept.again()
    assert kept.frame(table.clock.now()).picture.shape == (480, 640, 3)


def test_one_that_hangs_while_it_is_closed_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    table, never = Table(SimulatedClock(), scene), Event()
    monkeypatch.setattr(pi_camera, "CLOSE_WAIT", 0.0)
    monkeypatch.setattr(StandIn, "close", lambda self: never.wait())
    camera = camera_over(table)
    camera.close()
    with pytest.raises(CameraTrouble, match="was closed"):
        camera.frame(table.clock.now())
    never.set()


def test_after_close_it_says_so() -> None:
    table = Table(SimulatedClock(), scene)
    camera = camera_over(table)
    camera.close()
    with pytest.raises(CameraTrouble, match="was closed"):
        camera.glance()


def test_without_its_libraries_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraTrouble, match="apt install python3-picamera2"):
        picamera2_class()
