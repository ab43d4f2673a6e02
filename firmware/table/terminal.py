"""A simulated box in a terminal: keys are buttons, and the panel is drawn in half blocks whenever it changes."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TextIO

from PIL.Image import Image as Drawing

from firmware.doors.ports import BACK, CONFIRM, NEXT, PREVIOUS, Clock, Edge
from firmware.doors.simulated import SimulatedButtons

KEYS = {"c": CONFIRM, "\n": CONFIRM, "\r": CONFIRM, "b": BACK, "\x7f": BACK, "p": PREVIOUS, "n": NEXT}
ARROWS = {"\x1b[A": "p", "\x1b[B": "n", "\x1b[C": "n", "\x1b[D": "p"}
HELP = "keys: c confirm, b back, p previous, n next; a capital holds (C menu, P why, N help, B peek); q quits"
TAP, HOLD, PAUSE = 0.08, 1.2, 0.12  # seconds a key holds its button down, and between two keys


class KeyButtons:
    """The keys of a terminal, or of a pipe, as buttons. A pipe's end ends the evening."""

    def __init__(self, clock: Clock, stream: TextIO) -> None:
        self._clock, self._stream = clock, stream
        self._fingers = SimulatedButtons(clock)
        self._free_at = 0.0
        self._ended = False
        self._before: Any = None
        if stream.isatty():
            import termios
            import tty

            self._before = termios.tcgetattr(stream.fileno())
            tty.setcbreak(stream.fileno())

    def edges(self) -> list[Edge]:
        for key in self._keys():
            self._press(key)
        if self._ended and not self._fingers.busy and self._clock.now() > self._free_at + PAUSE:
            raise KeyboardInterrupt  # whoever sat there has gone
        return self._fingers.edges()

    def levels(self) -> Mapping[str, bool]:
        return self._fingers.levels()

    def close(self) -> None:
        if self._before is not None:
            import termios

            with suppress(OSError, termios.error):
                termios.tcsetattr(self._stream.fileno(), termios.TCSADRAIN, self._before)

    def _keys(self) -> str:
        if self._ended or not select.select([self._stream], [], [], 0)[0]:
            return ""
        heard = os.read(self._stream.fileno(), 1024).decode("utf-8", "replace")
        if not heard or "q" in heard:
            self._ended = True
        for sequence, key in ARROWS.items():
            heard = heard.replace(sequence, key)
        return heard.split("q", 1)[0]

    def _press(self, key: str) -> None:
        button = KEYS.get(key.lower())
        if button is None:
            return
        now = self._clock.now()
        begins = max(now, self._free_at)
        lasts = HOLD if key.isupper() else TAP
        self._fingers.tap(button, begins - now, lasts)
        self._free_at = begins + lasts + PAUSE


def blocks(drawing: Drawing) -> list[str]:
    """A picture in lines of text, two dots a letter."""
    width, height = drawing.size
    grey = drawing.convert("L").tobytes()
    lines = []
    for y in range(0, height, 2):
        upper = grey[y * width : (y + 1) * width]
        lower = grey[(y + 1) * width : (y + 2) * width] or bytes(width)
        lines.append("".join(" ▄▀█"[2 * (a > 60) + (b > 60)] for a, b in zip(upper, lower, strict=True)).rstrip())
    return lines


class Shower:
    """Draws each new picture over the last one; without a terminal, below it."""

    def __init__(self, out: TextIO = sys.stdout) -> None:
        self._out = out
        self._over = out.isatty()
        self._begun = False

    def __call__(self, drawing: Drawing, level: str) -> None:
        lines = blocks(drawing)
        up = f"\x1b[{len(lines) + 1}A\r" if self._over and self._begun else ""
        clear = "\x1b[K" if self._over else ""
        foot = f"{'─' * (drawing.size[0] - len(level) - 1)} {level}"
        self._out.write(up + "".join(f"{line}{clear}\n" for line in [*lines, foot]))
        self._out.flush()
        self._begun = True
