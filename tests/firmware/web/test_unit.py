"""The page's unit: whole, hardened as the box's is, and started by the panel's file alone."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.settings import Folders
from firmware.web.switch import SWITCH

SYSTEMD = Path(__file__).parents[3] / "systemd"
needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here: apt install systemd"
)


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as they are, but for a program that exists here."""
    program = tmp_path / "umpire"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    text, changed = re.subn(r"(?m)^ExecStart=\S+", f"ExecStart={program}", (SYSTEMD / "umpire-web.service").read_text())
    assert changed == 1
    (tmp_path / "umpire-web.service").write_text(text)
    shutil.copy(SYSTEMD / "umpire-web.path", tmp_path)
    return tmp_path


def analyzed(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


@needs_analyze
def test_systemd_finds_nothing_wrong_with_them(units: Path) -> None:
    for name in ("umpire-web.service", "umpire-web.path"):
        done = analyzed("verify", str(units / name))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), name


@needs_analyze
def test_a_fault_in_them_would_be_found(units: Path) -> None:
    path = units / "umpire-web.path"
    path.write_text(path.read_text().replace("PathExists=", "PathExistss="))
    assert "PathExistss" in analyzed("verify", str(path)).stderr


@needs_analyze
def test_its_exposure_is_small(units: Path) -> None:
    done = analyzed("security", "--offline=true", "--threshold=20", str(units / "umpire-web.service"))
    level = re.search(r"Overall exposure level.*?:\s*([0-9.]+)", done.stdout)
    assert level, done.stderr
    assert float(level.group(1)) <= 2.0
    assert done.returncode == 0


def test_the_file_of_the_panel_starts_it_and_nothing_else_does() -> None:
    path = (SYSTEMD / "umpire-web.path").read_text()
    assert f"PathExists={Folders().run / SWITCH}\n" in path
    assert "Unit=umpire-web.service\n" in path
    service = (SYSTEMD / "umpire-web.service").read_text()
    assert "[Install]" not in service  # it cannot be enabled by itself


def test_it_may_write_nothing_and_is_not_the_user_of_the_box() -> None:
    service = (SYSTEMD / "umpire-web.service").read_text()
    assert "ProtectSystem=strict\n" in service
    assert not re.search(r"(?m)^(StateDirectory|RuntimeDirectory|ReadWritePaths)=", service)
    assert "User=umpire-page\n" in service
    assert "m umpire-page umpire\n" in (SYSTEMD / "umpire.sysusers.conf").read_text()


def test_the_box_has_no_network_still() -> None:
    box = (SYSTEMD / "umpire.service").read_text()
    assert "PrivateNetwork=yes\n" in box
    assert "AF_INET" not in box
