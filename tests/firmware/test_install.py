"""`make install DESTDIR=...`: the tree, the same when it is run again, and an upgrade that keeps what is the table's.

Neither environment nor packages are made here (WITH_PIP=no), so nothing needs the network; programs that may not be
called below a DESTDIR are put in the way and would be noticed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from firmware.settings import Settings, checked

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(
    any(shutil.which(name) is None for name in ("make", "bash", "install")), reason="make, bash or install is missing"
)
FORBIDDEN = ("apt-get", "dpkg-query", "systemctl", "systemd-sysusers", "raspi-config", "pip")


class Staged:
    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.called = folder / "called"
        self.programs = folder / "programs"
        self.programs.mkdir()
        for name in FORBIDDEN:
            program = self.programs / name
            program.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.called}"\nexit 1\n')
            program.chmod(0o755)

    def install(self, **variables: str) -> None:
        words = [
            f"{name}={value}" for name, value in {"DESTDIR": str(self.root), "WITH_PIP": "no", **variables}.items()
        ]
        path = f"{self.programs}:{os.environ['PATH']}"
        done = subprocess.run(
            ["make", "-s", "-C", str(ROOT), "install", *words],
            env={**os.environ, "PATH": path, "MAKEFLAGS": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert not self.called.exists(), self.called.read_text()

    def tree(self) -> dict[str, tuple[str, int, bytes]]:
        """Every path: what it is, its mode, what is in it."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name, mode = str(path.relative_to(self.root)), path.lstat().st_mode & 0o777
            if path.is_symlink():
                found[name] = "link", 0, os.readlink(path).encode()
            else:
                found[name] = ("folder", mode, b"") if path.is_dir() else ("file", mode, path.read_bytes())
        return found

    def text(self, name: str) -> str:
        return (self.root / name).read_text()

    def put(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def staged(tmp_path: Path) -> Staged:
    return Staged(tmp_path)


UNIT = "etc/systemd/system/umpire.service"
SETTINGS = "etc/umpire/settings.toml"


def test_the_tree_is_laid_without_packages_or_services(staged: Staged) -> None:
    staged.install()
    tree = staged.tree()
    assert tree[UNIT] == ("file", 0o644, (ROOT / "systemd" / "umpire.service").read_bytes())
    assert tree[SETTINGS][0] == "file"
    assert tree["etc/sysusers.d/umpire.conf"][0] == "file"
    assert tree["usr/local/bin/umpire"] == ("link", 0, b"/opt/umpire/bin/umpire")
    assert tree["var/lib/umpire"] == ("folder", 0o750, b"")
    assert tree["opt/umpire/share/umpire/hardware.md"][0] == "file"
    assert not any("watchdog" in name for name in tree)
    assert not any("modules-load" in name for name in tree)


def test_run_again_it_changes_nothing(staged: Staged) -> None:
    staged.install(WATCHDOG="1")
    once = staged.tree()
    assert "etc/systemd/system.conf.d/50-umpire-watchdog.conf" in once
    staged.install(WATCHDOG="1")
    assert staged.tree() == once


def test_an_upgrade_keeps_settings_games_and_what_the_site_added(staged: Staged) -> None:
    staged.install()
    kept = {
        SETTINGS: 'language = "de"\n',
        "var/lib/umpire/games/games.db": "an evening",
        "var/lib/umpire/profile.json": "{}",
        "etc/systemd/system/umpire.service.d/override.conf": "[Service]\nNice=-5\n",
    }
    for name, text in kept.items():
        staged.put(name, text)
    staged.put(UNIT, "[Service]\nExecStart=/opt/umpire/bin/umpire table\n")  # as an older version had it
    staged.put("opt/umpire/share/umpire/settings.toml", "# older\n")
    staged.install()
    for name, text in kept.items():
        assert staged.text(name) == text
    assert staged.text(UNIT) == (ROOT / "systemd" / "umpire.service").read_text()
    assert "shift_every" in staged.text("opt/umpire/share/umpire/settings.toml")


def test_another_place_is_named_in_the_unit_and_the_link(staged: Staged) -> None:
    staged.install(PREFIX="/srv/umpire", LINK="/usr/bin")
    assert "ExecStart=/srv/umpire/bin/umpire run" in staged.text(UNIT)
    assert "/opt/umpire" not in staged.text(UNIT)
    assert os.readlink(staged.root / "usr/bin/umpire") == "/srv/umpire/bin/umpire"


CONFIG = "boot/firmware/config.txt"


def test_on_a_pi_the_buses_are_switched_on_once(staged: Staged) -> None:
    staged.put(CONFIG, "#dtparam=i2c_arm=on\ndtparam=audio=on\n")
    staged.install(ON_PI="yes")
    once = staged.text(CONFIG)
    assert once.startswith("#dtparam=i2c_arm=on\ndtparam=audio=on\n")
    for line in ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtparam=spi=on"):
        assert once.splitlines().count(line) == 1
    assert staged.text("etc/modules-load.d/umpire.conf") == "i2c-dev\n"
    staged.install(ON_PI="yes")
    assert staged.text(CONFIG) == once


def test_a_line_that_somebody_wrote_stays(staged: Staged) -> None:
    staged.put(CONFIG, "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=1000000\ndtparam=spi=off\n")
    staged.install(ON_PI="yes")
    assert staged.text(CONFIG) == "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=1000000\ndtparam=spi=off\n"


def test_elsewhere_the_boot_settings_are_left_alone(staged: Staged) -> None:
    staged.put(CONFIG, "dtparam=audio=on\n")
    staged.install(ON_PI="")
    assert staged.text(CONFIG) == "dtparam=audio=on\n"


# ---- the settings file that is laid
def uncommented() -> str:
    """The sample with every line in force."""
    lines = (ROOT / "systemd" / "settings.toml").read_text().splitlines()
    return "\n".join(line[2:] if line.startswith("# ") and " = " in line else line for line in lines)


def test_the_settings_that_are_laid_are_the_box_as_built() -> None:
    assert checked(tomllib.loads((ROOT / "systemd" / "settings.toml").read_text()), environment={}) == Settings()


def test_every_line_of_it_is_the_default_when_it_is_put_in_force() -> None:
    data = tomllib.loads(uncommented())
    assert data.pop("lights") == {"confirm": 5, "back": 6, "previous": 13, "next": 19}
    assert data["sound"].pop("pin") == 18
    assert checked(data, environment={}) == Settings()
    with_all = checked(tomllib.loads(uncommented()), environment={})  # and no pin is used twice
    assert with_all.sound.pin == 18


def test_every_setting_there_is_stands_in_it() -> None:
    data = tomllib.loads(uncommented())
    for table in ("panel", "buttons", "camera", "sound", "lights", "burn_in", "folders"):
        with pytest.raises(Exception, match="is not known; known are") as refused:
            checked({table: {"no such": 1}}, environment={})
        known = str(refused.value).partition("known are ")[2].rstrip(".").split(", ")
        assert set(known) == set(data[table])
