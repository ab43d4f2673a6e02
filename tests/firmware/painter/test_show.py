"""The evening in a terminal, and without one."""

from __future__ import annotations

from io import StringIO

from PIL import Image as Pillow

from firmware.painter.show import Show


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_without_a_terminal_there_are_only_lines() -> None:
    out, waited = StringIO(), list[float]()
    show = Show(out, wait=waited.append)
    show.panel(Pillow.new("L", (128, 64), 255), "full")
    show.foot("action 1")
    show.lines("1. Ada: a wall", "   +1 vp")
    show.end()
    assert out.getvalue() == "1. Ada: a wall\n   +1 vp\n"
    assert not waited


def test_in_a_terminal_the_panel_stays_below_what_was_said() -> None:
    out, waited = Terminal(), list[float]()
    show = Show(out, wait=waited.append)
    show.panel(Pillow.new("L", (128, 64), 255), "full")
    show.foot("action 1")
    show.lines("1. Ada: a wall")
    shown = out.getvalue()
    assert "█" * 128 in shown
    assert shown.rindex("1. Ada") < shown.rindex("█") < shown.rindex("action 1")
    assert waited
    before = len(out.getvalue())
    show.end()
    assert out.getvalue()[before:] == "\x1b[35A\r\x1b[J"


def test_fast_does_not_wait() -> None:
    waited = list[float]()
    Show(Terminal(), fast=True, wait=waited.append).panel(Pillow.new("L", (128, 64)), "full")
    assert not waited
