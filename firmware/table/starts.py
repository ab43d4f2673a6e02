"""Starts are counted in the runtime folder, which the machine empties when it is switched on.

A start is taken back when the box has run well for a while. The third within five minutes that was not leads to manual
mode: no camera, no reading, everything by the buttons; that is better than a box that begins again and again.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

FILE = "starts"
WITHIN = 300.0  # seconds
MANY = 3
WELL = 60.0  # seconds after which a start counts as a good one


def count(folder: Path, now: float) -> int:
    """Note a start; how many there were of late that did not go well, this one included."""
    of_late = [at for at in _read(folder) if 0 <= now - at <= WITHIN]
    of_late.append(now)
    with suppress(OSError):  # a runtime folder that cannot be written must not keep the box from starting
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_text("".join(f"{at!r}\n" for at in of_late[-10:]), encoding="ascii")
    return len(of_late)


def went_well(folder: Path) -> None:
    with suppress(OSError):
        (folder / FILE).unlink(missing_ok=True)


def _read(folder: Path) -> list[float]:
    try:
        return [float(line) for line in (folder / FILE).read_text(encoding="ascii").split()]
    except (OSError, ValueError):
        return []
