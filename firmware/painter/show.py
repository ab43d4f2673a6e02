"""A simulated evening in a terminal: rulings go by above, the panel stays below them as it changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from time import sleep
from typing import TextIO

from PIL.Image import Image as Drawing

from firmware.sentences import clean
from firmware.table.terminal import blocks

GLANCE = 0.03  # seconds each picture of the panel stays, when somebody is watching


class Show:
    """Without a terminal there is no panel to be seen, only the lines."""

    def __init__(self, out: TextIO = sys.stdout, fast: bool = False, wait: Callable[[float], None] = sleep) -> None:
        self._out, self._wait = out, wait
        self._watched = out.isatty()
        self._pause = GLANCE if self._watched and not fast else 0.0
        self._drawn: list[str] = []
        self._foot = ""

    def lines(self, *lines: str) -> None:
        """Lines above the panel."""
        self._rub_out()
        self._out.write("".join(f"{clean(line)}\n" for line in lines))
        self._draw()

    def foot(self, words: str) -> None:
        """One line below the panel: how far the evening is."""
        self._rub_out()
        self._foot = clean(words)
        self._draw()

    def panel(self, drawing: Drawing, level: str) -> None:
        if not self._watched:
            return
        self._rub_out()
        rule = "─" * drawing.size[0]
        self._drawn = [rule, *blocks(drawing), f"{rule[: -len(level) - 1]} {level}"]
        self._draw()
        if self._pause:
            self._wait(self._pause)

    def end(self) -> None:
        """The panel goes; what was said stays."""
        self._rub_out()
        self._drawn = []
        self._foot = ""

    def _rub_out(self) -> None:
        if self._watched and (count := len(self._shown())):
            self._out.write(f"\x1b[{count}A\r\x1b[J")

    def _draw(self) -> None:
        if self._watched:
            self._out.write("".join(f"{line}\n" for line in self._shown()))
        self._out.flush()

    def _shown(self) -> Sequence[str]:
        return [*self._drawn, self._foot] if self._drawn else []
