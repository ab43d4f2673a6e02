"""Care of the glass: the picture wanders, and what nobody looks at goes dim, then dark, so that nothing burns in."""

from __future__ import annotations

from typing import NamedTuple

from firmware.doors.ports import DIM, FULL, OFF
from firmware.screens.sheet import MARGIN_X, MARGIN_Y

# Where the picture lies, step by step: a dot or two each time, and in both directions. Five places across and four
# down make twenty, each as often as the others.
ACROSS, DOWN = (0, 2, 4, 3, 1), (0, 2, 3, 1)
assert (max(ACROSS), max(DOWN)) == (MARGIN_X, MARGIN_Y)


class Times(NamedTuple):
    """Seconds: how long a picture lies still, and how long after the last press it grows dim and goes dark."""

    step: float = 45.0
    dim: float = 90.0
    off: float = 300.0


class Care(NamedTuple):
    """Where the picture lies now (for `draw`) and how bright the panel is."""

    shift: tuple[int, int]
    level: str


def care(idle: float, now: float, times: Times = Times()) -> Care:  # noqa: B008 - a tuple, the same for ever
    """`idle` is the time since the last press, `now` the clock's. The same times give the same answer, always."""
    step = int(now // times.step)
    level = OFF if idle >= times.off else DIM if idle >= times.dim else FULL
    return Care((ACROSS[step % len(ACROSS)], DOWN[step % len(DOWN)]), level)
