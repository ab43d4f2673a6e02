"""Talking to systemd: ready, alive, stopping, and a line for `systemctl status`. Without systemd nothing is said."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from firmware.doors.ports import Clock


class Notify:
    """One datagram a message. `alive` is called by the loop in every round, after its checks; it passes on only as
    many messages as the watchdog needs, and never from a thread of its own: a loop that stands still must be seen to.
    """

    def __init__(self, clock: Clock, environment: Mapping[str, str] = os.environ) -> None:
        self._clock = clock
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self.every = _half_the_watchdog(environment)
        self._due = float("-inf")
        self._status = ""

    def ready(self, status: str = "") -> None:
        self._send("READY=1", status)

    def alive(self, status: str = "") -> None:
        now = self._clock.now()
        if self.every is not None and now >= self._due:
            self._due = now + self.every
            self._send("WATCHDOG=1")
        if status and _line(status) != self._status:
            self._send("", status)

    def stopping(self, status: str = "") -> None:
        self._send("STOPPING=1", status)

    def _send(self, message: str, status: str = "") -> None:
        """A status that is not told stays as it was."""
        if status:
            self._status = _line(status)
            message = f"{message}\nSTATUS={self._status}".lstrip("\n")
        if self._address:
            # Whoever should listen has gone or is full: the game is not stopped for that, and a missing sign of life
            # has its own consequence.
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.connect(self._address)
                line.send(message.encode())


def _address(name: str) -> str:
    """systemd writes the zero byte before the name of an abstract socket as @."""
    return "\0" + name[1:] if name.startswith("@") else name


def _half_the_watchdog(environment: Mapping[str, str]) -> float | None:
    """How often to say that all is well: a little more than twice a period. None without a watchdog, or with one that
    waits for another process.
    """
    try:
        microseconds = int(environment.get("WATCHDOG_USEC", "0"))
        meant = int(environment.get("WATCHDOG_PID", "0"))
    except ValueError:
        return None
    if microseconds <= 0 or meant not in (0, os.getpid()):
        return None
    return microseconds / 1e6 * 0.4


def _line(status: str) -> str:
    return " ".join(status.split())[:200]
