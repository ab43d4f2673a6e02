"""Clocks that only go forward: the machine's own, and one that is moved by whoever waits on it."""

from __future__ import annotations

import time


class SteadyClock:
    """The machine's own seconds since it was switched on. A wrong date does not touch them."""

    def now(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        if seconds > 0:
            time.sleep(seconds)


class SimulatedClock:
    """Waiting is all that a second does here: an hour goes by in a moment."""

    def __init__(self, start: float = 100.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def wait(self, seconds: float) -> None:
        self._now += max(0.0, seconds)
