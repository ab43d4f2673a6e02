"""The unit: whole, watched, hardened, and without a setting of the box in it."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = SYSTEMD / "umpire.service"
needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here: apt install systemd"
)


def runnable_copy(folder: Path) -> Path:
    """The unit as it is, but for a program that exists here."""
    program = folder / "umpire"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    copy = folder / "umpire.service"
    text, changed = re.subn(r"(?m)^ExecStart=\S+", f"ExecStart={program}", UNIT.read_text())
    assert changed == 1
    copy.write_text(text)
    return copy


@needs_analyze
def test_systemd_finds_nothing_wrong_with_it(tmp_path: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", str(runnable_copy(tmp_path))], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_analyze
def test_a_fault_in_it_would_be_found(tmp_path: Path) -> None:
    copy = runnable_copy(tmp_path)
    copy.write_text(copy.read_text().replace("Type=notify", "Type=notifyy"))
    done = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    assert "notifyy" in done.stderr


@needs_analyze
def test_its_exposure_is_small(tmp_path: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=15", str(runnable_copy(tmp_path))],
        capture_output=True,
        text=True,
        check=False,
    )
    level = re.search(r"Overall exposure level.*?:\s*([0-9.]+)", done.stdout)
    assert level, done.stderr
    assert float(level.group(1)) <= 1.5
    assert done.returncode == 0


def values() -> dict[str, list[str]]:
    """Every setting of the unit, with all its values."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text().splitlines():
        name, sign, value = line.partition("=")
        if sign and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def test_it_is_watched_and_keeps_what_must_be_kept() -> None:
    unit = values()
    assert unit["Type"] == ["notify"]
    assert unit["WatchdogSec"] == ["10s"]
    assert unit["ExecStart"] == ["/opt/umpire/bin/umpire run"]
    assert (unit["StateDirectory"], unit["RuntimeDirectory"]) == (["umpire"], ["umpire"])
    assert unit["RuntimeDirectoryPreserve"] == ["restart"]  # the count of starts
    assert unit["WorkingDirectory"] == ["/run/umpire"]  # lgpio writes where it works
    assert "LG_WD=/run/umpire" in unit["Environment"][0]
    assert "ProcSubset" not in unit  # gpiozero reads /proc/device-tree
    assert unit.get("PrivateDevices", ["no"]) == ["no"]  # it would hide the camera


def test_more_starts_are_allowed_than_lead_to_manual_mode() -> None:
    from firmware.table import starts

    unit = values()
    assert int(unit["StartLimitBurst"][0]) > starts.MANY
    assert float(unit["StartLimitIntervalSec"][0]) == starts.WITHIN


def test_every_device_of_the_box_and_no_other() -> None:
    allowed = {value.split()[0] for value in values()["DeviceAllow"]}
    drivers = {"video4linux", "media", "dma_heap", "i2c", "spi", "gpiochip"}
    assert allowed == {f"char-{driver}" for driver in drivers}


def test_no_setting_of_the_box_is_in_the_unit() -> None:
    program = values()["ExecStart"][0].split()
    assert program[1:] == ["run"]
    assert "UMPIRE_" not in UNIT.read_text()


@pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not here: apt install systemd"
)
def test_the_user_and_the_groups_are_made(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    users = SYSTEMD / "umpire.sysusers.conf"
    done = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", str(users)], capture_output=True, text=True, check=False
    )
    if done.returncode:  # as another than root it may only be read
        done = subprocess.run(
            ["systemd-sysusers", "--dry-run", f"--root={tmp_path}", str(users)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "umpire" in done.stdout + done.stderr
        return
    made = (tmp_path / "etc" / "group").read_text()
    for group in ["umpire", *values()["SupplementaryGroups"][0].split()]:
        assert re.search(rf"^{group}:", made, re.M)
    assert "umpire" in (tmp_path / "etc" / "passwd").read_text()


def test_the_watchdog_of_the_machine_is_within_what_a_pi_can_count() -> None:
    drop_in = configparser.ConfigParser()
    drop_in.read(SYSTEMD / "umpire-watchdog.conf")
    assert 0 < int(drop_in["Manager"]["RuntimeWatchdogSec"].removesuffix("s")) < 15
