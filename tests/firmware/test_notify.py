"""What systemd hears: ready, signs of life often enough and no more often, a line of status, and the end."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.doors.clocks import SimulatedClock
from firmware.notify import Notify


class Ear:
    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    ear = Ear(str(tmp_path / "notify"))
    yield ear
    ear.close()


def test_ready_alive_and_stopping(ear: Ear, tmp_path: Path) -> None:
    clock = SimulatedClock()
    notify = Notify(clock, {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "10000000"})
    notify.ready("Saint Malo,\nround 3")
    assert ear.heard() == ["READY=1\nSTATUS=Saint Malo, round 3"]
    for _ in range(200):  # 20 seconds
        clock.wait(0.1)
        notify.alive("Saint Malo, round 3")
    assert ear.heard() == ["WATCHDOG=1"] * 5
    notify.alive("Saint Malo, round 4")
    assert ear.heard() == ["STATUS=Saint Malo, round 4"]
    notify.ready()
    notify.alive("Saint Malo, round 4")
    assert ear.heard() == ["READY=1"]
    notify.stopping("kept")
    assert ear.heard() == ["STOPPING=1\nSTATUS=kept"]


def test_an_abstract_socket_is_found(tmp_path: Path) -> None:
    name = f"umpire-test-{os.getpid()}-{tmp_path.name}"
    ear = Ear("\0" + name)
    Notify(SimulatedClock(), {"NOTIFY_SOCKET": "@" + name}).ready()
    assert ear.heard() == ["READY=1"]
    ear.close()


@pytest.mark.parametrize(
    "watchdog",
    [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "9000000", "WATCHDOG_PID": "1"}],
)
def test_who_is_not_watched_gives_no_sign_of_life(ear: Ear, tmp_path: Path, watchdog: dict[str, str]) -> None:
    notify = Notify(SimulatedClock(), {"NOTIFY_SOCKET": str(tmp_path / "notify"), **watchdog})
    notify.alive()
    assert notify.every is None
    assert ear.heard() == []


def test_the_watched_process_is_this_one(tmp_path: Path) -> None:
    notify = Notify(SimulatedClock(), {"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())})
    assert notify.every == 4.0


def test_without_systemd_or_after_it_has_gone_nothing_happens(tmp_path: Path) -> None:
    for environment in ({}, {"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "1000000"}):
        notify = Notify(SimulatedClock(), environment)
        notify.ready("on")
        notify.alive("on")
        notify.stopping()


def test_an_ear_that_is_full_does_not_stop_the_game(ear: Ear, tmp_path: Path) -> None:
    notify = Notify(SimulatedClock(), {"NOTIFY_SOCKET": str(tmp_path / "notify")})
    for number in range(5000):
        notify.alive(f"turn {number}")
    assert ear.heard()
