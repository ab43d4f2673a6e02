"""A stand-in for picamera2 on a simulated clock, as awkward as the real one: old pictures wait in its buffers, controls
take three frames to show, formats come as it likes, and it can stall. Its methods are held against the real ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from firmware.doors.clocks import SimulatedClock
from firmware.doors.ports import Picture

PI_CONTROLS = {
    "AeEnable": False,
    "AwbEnable": False,
    "ExposureTime": 20_000,
    "AnalogueGain": 1.0,
    "ColourGains": (1.8, 2.2),
    "AfMode": 0,
    "AfTrigger": 1,
    "LensPosition": 1.0,
    "FrameDurationLimits": (33_333, 120_000),
}
LATE = 3  # frames until a control shows


@dataclass
class Table:
    """What the camera stands over, what it is, and what is wrong with it."""

    clock: SimulatedClock
    scene: Callable[[float], Picture]
    controls: dict[str, Any] = field(default_factory=lambda: dict(PI_CONTROLS))
    delivers: str = "RGB888"  # whatever it is asked for
    small_stream: bool = True
    tells: bool = True  # more than the time stamp
    stalled: bool = False
    opening: Exception | None = None
    period: float = 1 / 15
    sensor: tuple[int, int] | None = None  # a camera that has one size only
    buffers: int = 0
    out: int = 0  # requests that were not given back
    closed: int = 0
    flushed: int = 0
    focused_after: int = 8  # frames


class StandIn:
    table: Table

    def __init__(
        self, camera_num: int = 0, verbose_console: Any = None, tuning: Any = None, allocator: Any = None
    ) -> None:
        if self.table.opening:
            raise self.table.opening
        self._config: dict[str, Any] = {}
        self._now = dict(self.table.controls)
        self._asked: list[tuple[int, dict[str, Any]]] = []
        self._given = -1  # the newest frame that was handed out
        self._scan_from: int | None = None

    @property
    def camera_controls(self) -> dict[str, Any]:
        return {name: (0, 0, value) for name, value in self.table.controls.items()}

    def create_still_configuration(
        self,
        main: Any = {},  # noqa: B006 - as in the real one
        lores: Any = None,
        raw: Any = {},  # noqa: B006
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 1,
        controls: Any = {},  # noqa: B006
        display: Any = None,
        encode: Any = None,
        queue: bool = True,
        sensor: Any = {},  # noqa: B006
        use_case: str = "still",
    ) -> dict[str, Any]:
        return {"main": dict(main), "lores": lores, "buffer_count": buffer_count, "controls": dict(controls)}

    def configure(self, camera_config: Any = None) -> None:
        if camera_config["lores"] and not self.table.small_stream:
            raise RuntimeError("lores stream not supported")
        self._refuse(camera_config["controls"])
        self._config = camera_config
        self._config["main"]["format"] = self.table.delivers
        if self.table.sensor:
            self._config["main"]["size"] = self.table.sensor
        self.table.buffers = camera_config["buffer_count"]

    def camera_configuration(self) -> dict[str, Any]:
        return self._config

    def start(self, config: Any = None, show_preview: bool = False) -> None:
        assert self._config

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._refuse(controls)
        frame = self._frame_at(self.table.clock.now())
        self._asked.append((frame + LATE, dict(controls)))
        if controls.get("AfTrigger") == 0:
            self._scan_from = frame + LATE

    def capture_request(self, wait: Any = None, signal_function: Any = None, flush: Any = None) -> Job:
        assert wait is False, "whoever waits in here cannot be called off"
        ended = self._frame_at(self.table.clock.now()) - 1
        self._given = max(self._given + 1, ended - 1)  # two old ones at most wait in the buffers
        return Job(self, self._given)

    def cancel_all_and_flush(self) -> None:
        self.table.flushed += 1

    def close(self) -> None:
        self.table.closed += 1

    # ---- what is behind it
    def _refuse(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.table.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def _frame_at(self, at: float) -> int:
        return int(at / self.table.period)

    def told(self, frame: int) -> dict[str, Any]:
        """The metadata of a frame."""
        for due, controls in [entry for entry in self._asked if entry[0] <= frame]:
            self._now |= controls
            self._asked.remove((due, controls))
        if self._now.get("AeEnable"):
            self._now["ExposureTime"] = int(10_000 + (self._now["ExposureTime"] or 20_000) * 0.5 - 5_000)
            self._now["AnalogueGain"] = 1.5
        state = 0
        if self._scan_from is not None and frame >= self._scan_from:
            state = 2 if frame >= self._scan_from + self.table.focused_after else 1
            self._now["LensPosition"] = 2.5 if state == 2 else 1.0 + 0.1 * (frame % 5)
        begins = frame * self.table.period
        exposure = self._now.get("ExposureTime", 16_000)
        notes: dict[str, Any] = {"SensorTimestamp": round((begins + exposure / 1e6) * 1e9)}
        if self.table.tells:
            names = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
            notes |= {name: self._now[name] for name in names if name in self._now}
            notes |= {"Lux": 320.0, "AfState": state} if "AfMode" in self._now else {"Lux": 320.0}
        else:
            notes["SensorTimestamp"] = round((begins + 0.066666) * 1e9)
        return notes


class Job:
    def __init__(self, camera: StandIn, frame: int) -> None:
        self._camera, self._frame = camera, frame

    def get_result(self, timeout: float | None = None) -> Request:
        table = self._camera.table
        assert timeout is not None, "it would hang for ever"
        done = (self._frame + 1) * table.period
        left = done - table.clock.now()
        if table.stalled or left > timeout or table.out >= table.buffers:
            table.clock.wait(timeout)
            raise TimeoutError
        table.clock.wait(max(left, 0.0))
        table.out += 1
        return Request(self._camera, self._frame)


class Request:
    def __init__(self, camera: StandIn, frame: int) -> None:
        self._camera, self._frame = camera, frame

    def get_metadata(self) -> dict[str, Any]:
        return self._camera.told(self._frame)

    def make_array(self, name: str) -> Any:
        stream = self._camera.camera_configuration()[name]
        width, height = stream["size"]
        scene = cv2.resize(self._camera.table.scene(self._frame * self._camera.table.period), (width, height))
        return delivered(np.asarray(scene, np.uint8), stream["format"])

    def release(self) -> None:
        self._camera.table.out -= 1


def delivered(scene: Picture, name: str) -> Any:
    """A BGR picture as make_array gives it in a format; YUV420 rows are padded to 64, as a preview's may be."""
    width = scene.shape[1]
    if name == "RGB888":
        return scene.copy()
    if name in ("BGR888", "MJPEG"):
        return scene[..., ::-1].copy()
    if name == "XRGB8888":
        return np.dstack([scene, np.full(scene.shape[:2], 255, np.uint8)])
    if name == "XBGR8888":
        return np.dstack([scene[..., ::-1], np.full(scene.shape[:2], 255, np.uint8)])
    if name in ("YUV420", "YVU420"):
        padded = cv2.copyMakeBorder(scene, 0, 0, 0, -width % 64, cv2.BORDER_CONSTANT)
        return cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420 if name == "YUV420" else cv2.COLOR_BGR2YUV_YV12)
    planar = cv2.cvtColor(scene, cv2.COLOR_BGR2YUV_I420)
    height = scene.shape[0]
    luma = planar[:height]
    u, v = planar[height:].reshape(2, height // 2, width // 2)
    if name in ("NV12", "NV21"):
        pair = (u, v) if name == "NV12" else (v, u)
        return np.vstack([luma, np.dstack(pair).reshape(height // 2, width)])
    u, v = (np.repeat(plane, 2, axis=0) for plane in (u, v))
    chroma = np.dstack((v, u) if name == "YVYU" else (u, v)).reshape(height, width)
    return np.dstack((chroma, luma) if name == "UYVY" else (luma, chroma))


def stand_in(table: Table) -> type[StandIn]:
    """The class of a camera over this table."""
    return type("Picamera2", (StandIn,), {"table": table})
