"""The letters of the panel: drawn dot by dot in font.txt, with accents put on and doubled where a number is large."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import files

Rows = tuple[str, ...]  # "#" is a lit dot

HEIGHT = 8  # of capitals and digits; two more rows hang below the line
DROP = 2
LINE = HEIGHT + DROP
BIG = 2 * HEIGHT
MISSING = "\N{REPLACEMENT CHARACTER}"
SPACE = 3

# A combining accent, as it is drawn into the two rows above a small letter.
ACCENTS = {
    "\u0300": (".#..", "..#."),
    "\u0301": ("..#.", ".#.."),
    "\u0302": (".##.", "#..#"),
    "\u0303": (".#.#", "#.#."),
    "\u0304": ("####", "...."),
    "\u0308": ("#..#", "...."),
    "\u030a": (".##.", ".##."),
    "\u030c": ("#..#", ".##."),
}
ALIKE = {
    "\N{NO-BREAK SPACE}": " ",
    "\N{HYPHEN}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{EM DASH}": "–",
    "\N{LATIN CAPITAL LETTER SHARP S}": "SS",
    "Æ": "AE",
    "æ": "ae",
    "Ø": "Ö",
    "ø": "ö",
    "Œ": "OE",
    "œ": "oe",
    "Ł": "L",
    "ł": "l",
    "Đ": "D",
    "đ": "d",
    "«": "<",
    "»": ">",
    "‹": "<",
    "›": ">",
    "‚": ",",
}


def drawn_in(name: str) -> dict[str, Rows]:
    """The drawings of one of the text files beside this one."""
    drawn: dict[str, Rows] = {}
    names: list[str] = []
    rows: list[list[str]] = []

    def keep() -> None:
        for place, letter in enumerate(names):
            drawn[letter] = tuple(row[place] for row in rows)

    for line in files(__package__).joinpath(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            keep()
            names, rows = line[2:].split(" "), []
        elif names and line:
            rows.append(line.split(" "))
    keep()
    return drawn


def _font() -> dict[str, Rows]:
    font = {" ": ("." * SPACE,) * LINE}
    for letter, rows in drawn_in("font.txt").items():
        font[letter] = rows + ("." * len(rows[0]),) * (LINE - len(rows))
    return font


FONT = _font()
ICONS = drawn_in("icons.txt")


@lru_cache(maxsize=512)
def glyphs(letter: str) -> tuple[Rows, ...]:
    """The drawings that stand for one letter: one, none, or two as in “SS”."""
    if letter in FONT:
        return (FONT[letter],)
    if letter in ALIKE:
        return tuple(FONT[part] for part in ALIKE[letter])
    parts = unicodedata.normalize("NFD", letter)
    bare, accents = parts[0], parts[1:]
    if unicodedata.combining(bare):
        return ()
    if bare not in FONT:
        return (FONT[MISSING],)
    rows = FONT["ı" if bare == "i" and accents else bare]
    if len(accents) == 1 and accents[0] in ACCENTS and bare in "aceinorsuyz":
        wide = max(4, len(rows[0]))
        left = (wide - len(rows[0])) // 2
        body = [("." * left + row).ljust(wide, ".") for row in rows[2:]]
        return ((*(row.ljust(wide, ".") for row in ACCENTS[accents[0]]), *body),)
    return (rows,)


def known(letter: str) -> bool:
    """Is there a drawing of this letter, or one that comes close?"""
    return glyphs(letter) != (FONT[MISSING],)


def _doubled(rows: Rows) -> Rows:
    """Twice as large, with the corners of slanting strokes filled up."""
    high, wide = len(rows), len(rows[0])

    def lit(y: int, x: int) -> bool:
        return 0 <= y < high and 0 <= x < wide and rows[y][x] == "#"

    def dot(y: int, x: int, dy: int, dx: int) -> str:
        here, beside, above, across = lit(y, x), lit(y, x + dx), lit(y + dy, x), lit(y + dy, x + dx)
        if not here:
            return "#" if beside and above and not across else "."
        return "#"

    return tuple(
        "".join(dot(y, x, dy, dx) for x in range(wide) for dx in (-1, 1)) for y in range(high) for dy in (-1, 1)
    )


@lru_cache(maxsize=4096)
def dots(text: str, big: bool = False, bold: bool = False) -> Rows:
    """A line of text as rows of dots; empty text has no width."""
    drawn = [rows for letter in unicodedata.normalize("NFC", text) for rows in glyphs(letter)]
    if not drawn:
        return ("",) * (LINE * (2 if big else 1))
    if bold:
        drawn = [_bold(rows) for rows in drawn]
    if big:
        drawn = [_doubled(rows) for rows in drawn]
    gap = ".." if big else "."
    return tuple(gap.join(rows[y] for rows in drawn) for y in range(len(drawn[0])))


def _bold(rows: Rows) -> Rows:
    """Every stroke one dot wider, unless that would fill the gaps within a letter."""
    wide = [f".{row}." for row in rows]
    if any("#.#" in row for row in rows):
        return rows
    return tuple("".join("#" if "#" in row[x : x + 2] else "." for x in range(len(row) - 1)) for row in wide)


def width(text: str, big: bool = False, bold: bool = False) -> int:
    return len(dots(text, big, bold)[0])


def wrapped(text: str, room: int, bold: bool = False) -> list[str]:
    """A text as lines that fit: broken at spaces, and a word that is too long by itself at any letter."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width(longer, bold=bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while width(word, bold=bold) > room:
            cut = next(n for n in range(len(word) - 1, 0, -1) if width(word[:n] + "-", bold=bold) <= room)
            hyphen = "" if word[cut - 1] in "-/" else "-"
            lines.append(word[:cut] + hyphen)
            word = word[cut:]
        line = word
    return [*lines, line] if line else lines


def shortened(text: str, room: int, big: bool = False) -> str:
    """A name that fits, with “…” where letters had to go: it is never cut unseen."""
    if width(text, big) <= room:
        return text
    return next((part for n in range(len(text), 0, -1) if width(part := text[:n].rstrip() + "…", big) <= room), "…")
