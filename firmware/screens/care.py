"""Care of the glass: the picture wanders, and what nobody looks at goes dim, then dark, so that nothing burns in."""

from __future__ import annotations

from typing import NamedTuple

from firmware.doors.ports import DIM, FULL, OFF
from firmware.screens.sheet import MARGIN_X, MARGIN_Y


class Times(NamedTuple):
    """Seconds: how long a picture lies still, and how long after the last press it grows dim and goes dark."""

    step: float = 30.0
    dim: float = 120.0
    off: float = 600.0


class Care(NamedTuple):
    """Where the picture lies now (for `draw`) and how bright the panel is."""

    shift: tuple[int, int]
    level: str


def care(idle: float, now: float, times: Times = Times()) -> Care:  # noqa: B008 - a tuple, the same for ever
    """`idle` is the time since the last press, `now` the clock's. The same times give the same answer, always."""
    step = int(now // times.step)
    level = OFF if idle >= times.off else DIM if idle >= times.dim else FULL
    return Care((_to_and_fro(step, MARGIN_X), _to_and_fro(step, MARGIN_Y)), level)


def _to_and_fro(step: int, far: int) -> int:
    """0, 1, ... far, ... 1, 0, 1, ...: a dot at every step, so both directions move each time."""
    at = step % (2 * far)
    return at if at <= far else 2 * far - at
