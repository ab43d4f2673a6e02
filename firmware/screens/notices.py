"""Views that are mostly words: notices, choices, names being written, the reasons of a score, a picture for aiming."""

from __future__ import annotations

from PIL import Image

from firmware.screens.catalogue import Catalogue
from firmware.screens.letters import BIG, LINE, width, wrapped
from firmware.screens.overlay import foot
from firmware.screens.sheet import FOOT, ROWS, Sheet
from firmware.screens.views import Choice, Name, Notice, Picture, Why
from rules.ledger import TABLE, Entry
from rules.words import SILENCE, Phrase, say

TONES = {"trouble": "! ", "refused": "× ", "ask": "? "}
MINUS = "-"


def heading(sheet: Sheet, text: str, room: int, most: int = 2) -> int:
    """A title in one line or two; tells where what follows begins. A longer one ends in “…”."""
    bold = width(text, bold=True) <= room
    lines = wrapped(text, room, bold=bold)
    if len(lines) > most:
        sheet.shortened.append(text)
        rest = " ".join(lines[most - 1 :])
        lines = lines[: most - 1]
        y = _lines(sheet, 0, lines)
        sheet.fitted(0, y, rest, room)
        return y + LINE
    return _lines(sheet, 0, lines, bold=bold)


def _lines(sheet: Sheet, y: int, lines: list[str], x: int = 0, bold: bool = False, soft: bool = False) -> int:
    for line in lines:
        sheet.text(x, y, line, bold=bold, soft=soft)
        y += LINE
    return y


def paragraphs(words: Catalogue, phrases: tuple[Phrase, ...], room: int) -> list[str]:
    return [line for phrase in phrases for line in wrapped(words.say(phrase), room)]


def paged(sheet: Sheet, y: int, lines: list[str], page: int) -> tuple[int, int]:
    """As many lines as there is room for, from the page asked for; tells which page that is, and of how many."""
    each = max(1, (ROWS * LINE - y) // LINE)
    pages = max(1, -(-len(lines) // each))
    page = max(0, min(page, pages - 1))
    _lines(sheet, y, lines[page * each : (page + 1) * each])
    return page, pages


def _titled(sheet: Sheet, title: str, room: int, lines: list[str], page: int) -> tuple[int, int]:
    """A title above lines, page by page; a title too long for two lines is the first of the lines."""
    if len(wrapped(title, room)) <= 2:
        return paged(sheet, heading(sheet, title, room), lines, page)
    return paged(sheet, 0 if room == sheet.wide else LINE, wrapped(title, sheet.wide) + lines, page)


def notice(sheet: Sheet, view: Notice, words: Catalogue, room: int) -> int:
    title = TONES.get(view.tone, "") + words.say(view.title)
    page, pages = _titled(sheet, title, room, paragraphs(words, view.lines, sheet.wide), view.page)
    foot(sheet, words, view.keys, (page, pages))
    return pages


def choice(sheet: Sheet, view: Choice, words: Catalogue, room: int) -> int:
    """The answers around the chosen one. That one is shown in full; of the others, one line each."""
    y = heading(sheet, words.say(view.title), room)
    about = wrapped(words.say(view.about), sheet.wide) if view.about != SILENCE else []
    count = len(view.options)
    chosen = max(0, min(view.chosen, count - 1))
    indent = 9
    full = wrapped(words.say(view.options[chosen]), sheet.wide - indent - 9) if count else []
    space = (ROWS * LINE - y) // LINE
    if about and len(full) + min(2, len(about)) <= space:
        shown = min(len(about), max(1, space - max(2, len(full))))
        for n, line in enumerate(about[:shown]):
            sheet.fitted(0, y, " ".join(about[n:]) if n == shown - 1 else line, sheet.wide, soft=True)
            y += LINE
        space -= shown
    if len(full) > space:
        sheet.shortened.append(" ".join(full))
        full = [*full[: space - 1], full[space - 1] + "…"]
    before = min(chosen, (space - len(full)) // 2)
    after = min(count - chosen - 1, space - len(full) - before) if count else 0
    before = min(chosen, space - len(full) - after)
    for number in range(chosen - before, chosen + after + 1 if count else 0):
        if number == chosen:
            sheet.text(0, y, "▸")
            _tick(sheet, view, number, y)
            y = _lines(sheet, y, full, indent)
        else:
            text = words.say(view.options[number])
            _tick(sheet, view, number, y)
            sheet.fitted(indent, y, text, sheet.wide - indent - 9, soft=True)
            y += LINE
    foot(sheet, words, view.keys, (chosen, count))
    return 1


def _tick(sheet: Sheet, view: Choice, number: int, y: int) -> None:
    if number in view.marked:
        sheet.right(sheet.wide, y, "•")


def name(sheet: Sheet, view: Name, words: Catalogue, room: int) -> int:
    y = heading(sheet, words.say(view.title), room) + 4
    letter = view.letter if view.letter.strip() else "_"
    room = sheet.wide - width(letter, big=True) - 2 * width("◂") - 10
    written = view.written
    if width(written, big=True) > room:  # the end is what is being written: the beginning gives way
        first = next(n for n in range(len(written)) if width("…" + written[n + 1 :], big=True) <= room)
        written = "…" + written[first + 1 :]
    x = sheet.text(0, y, written, big=True)
    x = sheet.text(x + 4, y + 4, "◂") + 2
    x = sheet.text(x, y, letter, big=True) + 2
    sheet.text(x, y + 4, "▸")
    foot(sheet, words, view.keys)
    return 1


def entry_told(words: Catalogue, names: tuple[str, ...], entry: Entry, heading: str) -> str:
    """One line of the ledger as it is read at the table: who, how much, why, and the rulebook's heading."""
    who = words.say(say("table")) if entry.seat == TABLE else names[entry.seat]
    where = f" ({' '.join(words.word(place) for place in entry.places)})" if entry.places else ""
    change = f"{entry.change:+d} " if entry.change else ""
    return f"{who}: {change}{words.word(entry.what)}, {words.say(entry.why)}{where} [{words.say(Phrase(heading))}]"


def why(sheet: Sheet, view: Why, words: Catalogue, room: int) -> int:
    clauses = view.game.clauses

    def called(clause: str) -> str:
        return clauses[clause].heading if clause in clauses else clause

    lines: list[str] = []
    for clause in view.house_rule:
        lines += wrapped(words.say(say("house rule, set aside: {}", Phrase(called(clause)))), sheet.wide)
    for entry in view.entries:
        lines += wrapped(entry_told(words, view.names, entry, called(entry.clause)), sheet.wide)
    if not lines:
        lines = wrapped(words.say(say("nothing was scored or changed")), sheet.wide)
    page, pages = _titled(sheet, words.say(view.words), room, lines, view.page)
    foot(sheet, words, view.keys, (page, pages))
    return pages


def picture(sheet: Sheet, view: Picture, words: Catalogue, room: int) -> int:
    import numpy as np  # only whoever aims a camera needs it

    y = heading(sheet, words.say(view.title), room, most=1)
    grey = np.asarray(view.picture)
    if grey.ndim == 3:
        grey = grey.mean(axis=2)
    high = FOOT - y - 1
    image = Image.fromarray(grey.astype(np.uint8))
    wide = max(1, min(sheet.wide * 5 // 9, round(high * image.width / max(1, image.height))))
    small = image.resize((wide, max(1, min(high, round(wide * image.height / max(1, image.width))))))
    sheet.picture(0, y, small if sheet.large else small.convert("1").convert("L"))
    lines = paragraphs(words, view.lines, sheet.wide - wide - 4)
    shown = (FOOT - y) // LINE
    if len(lines) > shown:
        sheet.shortened.append(" ".join(lines))
        lines = [*lines[: shown - 1], "…"]
    _lines(sheet, y, lines, wide + 4)
    foot(sheet, words, view.keys)
    return 1


__all__ = ["BIG", "choice", "name", "notice", "picture", "why"]
