"""A healthy box, simulated whole: each test makes one thing wrong with it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from firmware.doctor import Finding, examine
from firmware.doctor.machine import Library, Machine
from firmware.doors.clocks import SimulatedClock
from firmware.doors.ports import Doors, Locks, Picture
from firmware.doors.simulated import SimulatedButtons, SimulatedCamera, SimulatedPanel
from firmware.profile import Place, Profile, save_profile
from firmware.settings import Settings, checked

SYSTEM = "/usr/lib/python3/dist-packages"
OURS = "/opt/umpire/lib/python3.11/site-packages"
LIBRARIES = {
    "numpy": Library("1.24.2", f"{SYSTEM}/numpy"),
    "cv2": Library("4.11.0.86", f"{OURS}/cv2"),
    "PIL": Library("13.0.0", f"{OURS}/PIL"),
    "gpiozero": Library("2.0.1", f"{SYSTEM}/gpiozero"),
    "lgpio": Library("0.2.2", SYSTEM),
    "luma.oled": Library("3.16.0", f"{OURS}/luma/oled"),
    "smbus2": Library("0.6.1", f"{OURS}/smbus2"),
    "spidev": Library("3.5", SYSTEM),
    "libcamera": Library("0.5.2", f"{SYSTEM}/libcamera"),
    "picamera2": Library("0.3.30", f"{SYSTEM}/picamera2"),
}
FILES: dict[str, bytes] = {
    "proc/device-tree/model": b"Raspberry Pi 4 Model B Rev 1.4\0",
    "etc/os-release": b'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_CODENAME=bookworm\n',
    "etc/group": b"root:x:0:\nvideo:x:44:\ngpio:x:997:\ni2c:x:998:\nspi:x:999:\n",
    "sys/class/hwmon/hwmon1/name": b"rpi_volt\n",
    "sys/class/hwmon/hwmon1/in0_lcrit_alarm": b"0\n",
    "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4, "big"),
    "run/systemd/timesync/synchronized": b"",
    "dev/i2c-1": b"",
    "dev/spidev0.0": b"",
    "dev/gpiochip0": b"",
    "etc/systemd/system/umpire.service": b"[Service]\nExecStart=/opt/umpire/bin/umpire run\n",
    "opt/umpire/bin/umpire": b"",
    "etc/systemd/system.conf.d/50-umpire-watchdog.conf": b"",
}
ANSWERS = {
    "systemctl is-active umpire": "inactive",
    "systemctl is-enabled umpire": "enabled",
    "vcgencmd get_throttled": "throttled=0x0",
    "systemd-analyze security": "→ Overall exposure level for umpire.service: 1.0 OK",
}


class Healthy(Machine):
    """Another machine: its own files, libraries and programs."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.libraries: dict[str, Library | None] = dict(LIBRARIES)
        self.broken_imports: dict[str, str] = {}
        self.answers: dict[str, str | None] = dict(ANSWERS)
        self.version = (3, 11)
        self.free, self.fsync = 9000.0, 0.012
        for name, content in FILES.items():
            self.put(name, content)

    def put(self, name: str, content: bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def lose(self, name: str) -> None:
        (self.root / name).unlink()

    @property
    def python(self) -> tuple[int, int]:
        return self.version

    def library(self, module: str, package: str) -> Library | None:
        return self.libraries[module]

    def import_trouble(self, module: str) -> str:
        return self.broken_imports.get(module, "")

    def answer(self, *words: str, wait: float = 10.0) -> str | None:
        said = " ".join(words)
        return next((answer for begin, answer in self.answers.items() if said.startswith(begin)), None)

    def free_mb(self, folder: Path) -> float:
        return self.free

    def fsync_seconds(self, folder: Path, times: int = 11) -> float:
        super().fsync_seconds(folder, 2)
        return self.fsync


def tray_picture(brightness: int = 215) -> Picture:
    """White paper with the tray's four markers, seen straight from above at 3 dots a millimetre."""
    scale, margin, side = 3, 40, 24
    picture = np.full((230 * scale, 280 * scale), brightness, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners = ((-side, -side), (200, -side), (200, 150), (-side, 150))
    for number, (x, y) in enumerate(corners):
        marker = cv2.aruco.generateImageMarker(dictionary, number, side * scale)
        ink = (marker.astype(float) / 255 * (brightness - 20) + 20).astype(np.uint8)
        left, top = (margin + x) * scale, (margin + y) * scale
        picture[top : top + side * scale, left : left + side * scale] = ink
    return np.dstack([cv2.GaussianBlur(picture, (3, 3), 0)] * 3).astype(np.uint8)


class Patient:
    def __init__(self, folder: Path) -> None:
        self.machine = Healthy(folder / "root")
        self.state = folder / "state"
        self.profile = Profile(
            guided=True,
            locks=Locks(10_000, 1.0, (1.5, 1.5), 2.5),
            places={"tray": Place(0, 200.0, 150.0)},
        )
        save_profile(self.profile, self.state)
        self.clock = SimulatedClock()
        self.buttons = SimulatedButtons(self.clock)
        self.doors = Doors(
            clock=self.clock,
            buttons=self.buttons,
            panel=SimulatedPanel(),
            camera=SimulatedCamera(self.clock, lambda at: tray_picture()),
        )
        self.words: dict[str, dict[str, object]] = {}

    @property
    def settings(self) -> Settings:
        return checked({"folders": {"state": str(self.state)}, **self.words}, environment={})

    def findings(self, ask: bool = False, mine: bool = False) -> list[Finding]:
        return list(examine(self.settings, self.doors, self.machine, ask=ask, mine=mine))

    def of(self, what: str, ask: bool = False) -> Finding:
        """The first finding on a thing that is not good; else the first."""
        found = [finding for finding in self.findings(ask) if str(finding.what) == what]
        assert found, f"nothing was said on {what}"
        return next((finding for finding in found if finding.grade != "good"), found[0])
