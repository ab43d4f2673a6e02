"""What lies over a view: the foot with its keys, the signs in the corner, the bar of a hold, and help."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.screens.catalogue import Catalogue
from firmware.screens.letters import ICONS, LINE, width, wrapped
from firmware.screens.sheet import FOOT, Sheet
from firmware.screens.views import Keys
from rules.words import SILENCE, Phrase, say

SIGNS = ("camera", "power", "house_rule")
CONFIRM, BACK, PREVIOUS, NEXT = "✓", "↶", "◂", "▸"


def signs(sheet: Sheet, shown: Mapping[str, bool]) -> int:
    """The signs in the upper right corner; tells how much room is left beside them."""
    room = sheet.wide
    for name in SIGNS:
        if shown.get(name):
            room -= len(ICONS[name][0]) + 2
            sheet.icon(room + 2, 0, name)
    return room


def foot(sheet: Sheet, words: Catalogue, keys: Keys, pages: tuple[int, int] = (0, 1)) -> None:
    """What the buttons do, as far as there is room: confirm before back; which page of how many; what turns it."""
    y, end = FOOT, sheet.wide
    if pages[1] > 1:
        end = sheet.right(end, y, f"{pages[0] + 1}/{pages[1]}", soft=True) - 4
    turns = PREVIOUS * (keys.previous != SILENCE) + NEXT * (keys.next != SILENCE)
    if turns:
        end = sheet.right(end, y, turns, soft=True) - 4
    x = 0
    for sign, phrase in ((CONFIRM, keys.confirm), (BACK, keys.back)):
        if phrase == SILENCE:
            continue
        word = f"{sign} {words.say(phrase)}"
        other = width(f"{BACK} ") + 4 if sign == CONFIRM and keys.back != SILENCE else 0
        text = word if x + width(word) + other <= end else sign
        if x + width(text) <= end:
            x = sheet.text(x, y, text, soft=True) + 6


def hold_bar(sheet: Sheet, words: Catalogue, held: float, held_for: Phrase) -> None:
    """A bar that fills while a button is held, and what comes when it is full."""
    sheet.clear(FOOT - 12)
    sheet.fitted(0, FOOT - 5, words.say(held_for), sheet.wide)
    full = sheet.wide - 2
    sheet.block(0, sheet.high - 3, max(1, round(full * min(1.0, max(0.0, held)))), 3)
    sheet.block(full, sheet.high - 3, 2, 3)


def helped(sheet: Sheet, words: Catalogue, keys: Keys) -> None:
    """What each button does now: what a tap does on the left, what a hold does on the right."""
    rows = []
    for sign, tap, hold in (
        (CONFIRM, keys.confirm, keys.hold_confirm),
        (BACK, keys.back, keys.hold_back),
        (PREVIOUS, keys.previous, keys.hold_previous),
        (NEXT, keys.next, keys.hold_next),
    ):
        if tap != SILENCE or hold != SILENCE:
            rows.append((sign, words.say(tap), words.say(hold)))
    if not rows:
        for n, line in enumerate(wrapped(words.say(say("no button does anything now")), sheet.wide)):
            sheet.text(0, n * LINE, line)
        return
    columns = _columns(sheet, words, rows)
    if sum(len(lines) for lines in columns) <= 6:
        _in_columns(sheet, columns)
    else:
        _one_below_another(sheet, words, rows)


Row = tuple[str, str, str]


def _columns(sheet: Sheet, words: Catalogue, rows: list[Row]) -> list[list[tuple[str, str, str]]]:
    room = sheet.wide // 2 - 10
    held = words.say(say("hold:"))
    found = []
    for sign, tap, hold in rows:
        left = wrapped(tap, room)
        right = wrapped(f"{held} {hold}", sheet.wide // 2) if hold else []
        high = max(len(left), len(right), 1)
        left += [""] * (high - len(left))
        right += [""] * (high - len(right))
        found.append([(sign if n == 0 else "", left[n], right[n]) for n in range(high)])
    return found


def _in_columns(sheet: Sheet, columns: list[list[tuple[str, str, str]]]) -> None:
    y = 0
    for lines in columns:
        for sign, left, right in lines:
            sheet.text(0, y, sign)
            sheet.text(10, y, left)
            sheet.text(sheet.wide // 2, y, right, soft=True)
            y += LINE


def _one_below_another(sheet: Sheet, words: Catalogue, rows: list[Row]) -> None:
    """Too much for two columns: each button over the whole width, what a hold does after what a tap does."""
    held = words.say(say("hold:"))
    lines = [
        (sign, " · ".join(part for part in (tap, f"{held} {hold}" if hold else "") if part)) for sign, tap, hold in rows
    ]
    y = 0
    for place, (sign, line) in enumerate(lines):
        parts = wrapped(line, sheet.wide - 10)
        left = 6 - y // LINE - (len(lines) - place - 1)
        sheet.text(0, y, sign)
        for n, part in enumerate(parts[:left]):
            last = n == left - 1 and len(parts) > left
            sheet.fitted(10, y, " ".join(parts[n:]) if last else part, sheet.wide - 10)
            y += LINE
