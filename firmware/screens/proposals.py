"""What Umpire takes the picture for, and what it is worth."""

from __future__ import annotations

from firmware.screens.catalogue import Catalogue
from firmware.screens.dice import HIGH, strip, strip_room
from firmware.screens.letters import BIG, LINE, shortened, width, wrapped
from firmware.screens.overlay import foot
from firmware.screens.sheet import ROWS, Sheet
from firmware.screens.views import Proposal
from rules.ledger import TABLE, total
from rules.words import say

SURE = 0.9  # below this a question mark stands beside what was read


def proposal(sheet: Sheet, view: Proposal, words: Catalogue, room: int) -> int:
    """Who, the points in large figures, the dice, then the action in words and whatever else changes, page by page."""
    names = view.game.players(view.state)
    points = total(view.worth, view.seat, view.game.points) if view.seat is not None else 0
    unit = words.word(view.game.points)
    worth = f"{points:+d}" if points else "0"
    who = words.say(say("may I?")) if view.trial else names[view.seat] if view.seat is not None else view.game.title
    if view.certainty < SURE:
        who += " (?)"
    left = sheet.right(room, 0, unit, soft=True) - 3
    left = sheet.right(left, 0, worth, big=True) - 4
    y = _who(sheet, who, left)
    if view.dice:
        if strip_room(words, view.dice) > left:  # beside the points there is no room for all of them
            y = BIG + 1
        strip(sheet, words, 0, y, view.dice, left if y < BIG else sheet.wide)
        y += HIGH + 2
    y = max(y, BIG + 2)
    lines = wrapped(words.say(view.words), sheet.wide)
    for warning in view.warnings:
        lines += wrapped("! " + words.say(warning), sheet.wide)
    for entry in view.worth:
        who = words.say(say("table")) if entry.seat == TABLE else names[entry.seat]
        own = entry.seat == view.seat
        told = f"{entry.change:+d} {words.word(entry.what)}: {words.say(entry.why)}"
        lines += wrapped(told if own else f"{who} {told}", sheet.wide)
    each = max(1, (ROWS * LINE + 1 - y) // LINE)
    pages = max(1, -(-len(lines) // each))
    page = max(0, min(view.page, pages - 1))
    for line in lines[page * each : (page + 1) * each]:
        sheet.text(0, y, line)
        y += LINE
    foot(sheet, words, view.keys, (page, pages))
    return pages


def _who(sheet: Sheet, who: str, room: int) -> int:
    short = who if width(who, bold=True) <= room else shortened(who, room)
    if short != who:
        sheet.shortened.append(who)
    sheet.text(0, 0, short, bold=short == who)
    return LINE + 1
