"""Checks of the machine itself: model, system, Python, power, clock, groups, libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from firmware.doctor.finding import Finding, bad, good, note
from firmware.doctor.machine import Library, Machine
from firmware.settings import I2C_PANELS, Settings
from rules.words import say

SYSTEMS = ("bookworm", "trixie")
PYTHONS = ((3, 11), (3, 13))
UNDER_NOW, UNDER_SINCE = 1 << 0, 1 << 16  # of vcgencmd get_throttled


def model(machine: Machine, settings: Settings) -> Iterator[Finding]:
    name = machine.text("proc/device-tree/model")
    if name and "Raspberry Pi" in name:
        yield good(say("model"), say("{}", name))
    else:
        yield bad(
            say("model"),
            say("{}", name) if name else say("not told by this machine"),
            say("The box needs a Raspberry Pi; elsewhere use “umpire run --simulated”."),
        )


def system(machine: Machine, settings: Settings) -> Iterator[Finding]:
    release = machine.text("etc/os-release") or ""
    found = re.search(r"^VERSION_CODENAME=(\w+)", release, re.M)
    name = found.group(1) if found else "?"
    if name in SYSTEMS:
        yield good(say("system"), say("{}", name))
    else:
        advice = say("Umpire is meant for Raspberry Pi OS {}; another may do.", " or ".join(SYSTEMS))
        yield note(say("system"), say("{}", name), advice)
    version = ".".join(map(str, machine.python))
    if PYTHONS[0] <= machine.python <= PYTHONS[1]:
        yield good(say("Python"), say("{}", version))
    else:
        yield bad(say("Python"), say("{}", version), say("Python 3.11 to 3.13 is needed."))


def power(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Under-voltage, now and since the start: the commonest cause of everything else."""
    advice = say("Use the Pi's own power supply and a short, thick cable.")
    what = say("power")
    for folder in machine.matching("sys/class/hwmon/hwmon*"):
        alarm = machine.text(f"{folder}/in0_lcrit_alarm")
        if machine.text(f"{folder}/name") == "rpi_volt" and alarm is not None:
            if alarm != "0":
                yield bad(what, say("the voltage is too low"), advice)
                return
            break
    else:
        alarm = None
    told = re.search(r"0x([0-9a-fA-F]+)", machine.answer("vcgencmd", "get_throttled") or "")
    bits = int(told.group(1), 16) if told else None
    if bits is not None and bits & UNDER_NOW:
        yield bad(what, say("the voltage is too low"), advice)
    elif bits is not None and bits & UNDER_SINCE:
        yield note(what, say("the voltage was too low since the start"), advice)
    elif alarm is None and bits is None:
        yield note(what, say("not told by this machine"), say("Watch for a red light that goes out."))
    else:
        yield good(what, say("the voltage is well"))


def clock(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Nothing trusts the clock; the remark on when an evening was is only as good as it."""
    if machine.there("run/systemd/timesync/synchronized"):
        yield good(say("clock"), say("set from the network"))
    else:
        yield note(say("clock"), say("not set"), say("Games are kept all the same; their dates may be wrong."))


def groups(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """The unit runs in these groups; a system without them has other names for its devices."""
    known = {line.split(":")[0] for line in (machine.text("etc/group") or "").splitlines()}
    wanted = ["video", "gpio", "i2c", "spi"]
    missing = [group for group in wanted if group not in known]
    if missing:
        advice = say("Install Raspberry Pi OS, or make the groups and give them the devices.")
        yield bad(say("groups"), say("missing: {}", ", ".join(missing)), advice)
    else:
        yield good(say("groups"), say("{}", ", ".join(wanted)))


def wanted_libraries(settings: Settings) -> list[tuple[str, str, str]]:
    """Module, its package's name, how to get it; as these settings need them."""
    pip = "make install"
    wanted = [
        ("numpy", "numpy", "apt install python3-numpy"),
        ("cv2", "opencv-python-headless", pip),
        ("PIL", "pillow", pip),
        ("gpiozero", "gpiozero", "apt install python3-gpiozero"),
        ("lgpio", "lgpio", "apt install python3-lgpio"),
    ]
    if settings.panel.driver != "none":
        wanted.append(("luma.oled", "luma.oled", pip))
    if settings.panel.driver in I2C_PANELS:
        wanted.append(("smbus2", "smbus2", pip))
    if settings.panel.on_spi:
        wanted.append(("spidev", "spidev", "apt install python3-spidev"))
    if settings.camera.kind == "pi":
        wanted.append(("libcamera", "libcamera", "apt install python3-libcamera"))
        wanted.append(("picamera2", "picamera2", "apt install python3-picamera2"))
    return wanted


def libraries(machine: Machine, settings: Settings) -> Iterator[Finding]:
    found: dict[str, Library] = {}
    for module, package, how in wanted_libraries(settings):
        what = say("library {}", module)
        library = machine.library(module, package)
        if library is None:
            yield bad(what, say("missing"), say("{}", how))
            continue
        found[module] = library
        trouble = machine.import_trouble(module)
        told = say("{}, of the system" if library.of_the_system else "{}, of this environment", library.version)
        if trouble:
            yield bad(what, say("{}: it does not load ({})", told, trouble), say("Install it anew: {}", how))
        else:
            yield good(what, told)
    numpy, camera = found.get("numpy"), found.get("picamera2")
    if numpy and camera and camera.of_the_system and not numpy.of_the_system:
        advice = say("Take numpy out of this environment: pip uninstall numpy")
        yield bad(say("library numpy"), say("another than the one that picamera2 was built with"), advice)
