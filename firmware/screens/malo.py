"""Saint Malo's pages: each city as a small map, the pirates' track, and what everybody has in store."""

from __future__ import annotations

from firmware.screens.letters import HEIGHT, ICONS, LINE, width
from firmware.screens.page import Page
from firmware.screens.sheet import Sheet
from rules.saint_malo.city import CRATE, EMPTY, HOUSE, MARK_OF, PERSON_LETTER, PRINTED, SIDE, TOWER, WALL
from rules.saint_malo.edition import LETTERS
from rules.saint_malo.state import State
from rules.words import say

CELL = 9  # dots from one space of the map to the next
MAP = SIDE * CELL
BOX, BOX_HIGH = 4, 6
MOST_BOXES = 10  # a longer row is told in figures
DRAWN = {WALL: "on_wall", HOUSE: "on_house", CRATE: "on_crate", PRINTED: "on_printed", EMPTY: "on_empty"}


def pages(state: State) -> tuple[str, ...]:
    cities = tuple(f"city:{seat}" for seat in range(len(state.cities)))
    return (*cities, "goods") if state.table.alone else ("pirates", *cities, "goods")


def draw(page: Page) -> None:
    {"pirates": _pirates, "goods": _goods}.get(page.kind, _city)(page)


def _city(page: Page) -> None:
    """The map on the left; beside it whose it is, the score and what is in store."""
    state: State = page.state
    sheet, seat = page.sheet, page.seat
    city = state.cities[seat]
    letters = LETTERS[str(state.table.settings["board_side"])]
    person_of = {mark: person for person, mark in PERSON_LETTER.items()}
    for place, mark in enumerate(city.cells):
        row, column = divmod(place, SIDE)
        x, y = column * CELL, row * (sheet.high - HEIGHT) // (SIDE - 1)
        if mark in DRAWN:
            sheet.icon(x, y, DRAWN[mark])
        elif mark in person_of:
            _middle(sheet, x, y, letters[person_of[mark]])
        elif mark != TOWER:
            _middle(sheet, x, y, mark)
    x = MAP + 3
    page.title(page.names[seat], page.room if not sheet.large else 124, x)
    page.score(x, 11, page.live(seat))
    stock = (("coins", city.coins), ("logs", city.logs), ("defence", city.defence))
    for n, (what, amount) in enumerate(stock):
        sheet.text(x, 31 + n * LINE, f"{page.words.word(what)} {amount}")
    if sheet.large:
        page.beside(134, seat)


def _middle(sheet: Sheet, x: int, y: int, letter: str) -> None:
    sheet.text(x + (8 - width(letter)) // 2, y, letter)


def _pirates(page: Page) -> None:
    """A row of boxes for each attack with its strength; who would hold out against the next one."""
    state: State = page.state
    sheet, boxes = page.sheet, state.table.boxes
    strengths = state.table.edition.strengths
    for number, strength in enumerate(strengths):
        y = number * LINE
        sheet.right(11, y, str(strength), soft=number != state.attacks)
        marked = min(boxes, max(0, state.marked - number * boxes))
        if boxes > MOST_BOXES:
            sheet.text(14, y, f"{marked}/{boxes}", soft=number != state.attacks)
            continue
        for box in range(boxes):
            sheet.dots(14 + box * (BOX + 1), y + 1, _box(box < marked), "a box")
    x = 14 + MOST_BOXES * (BOX + 1) + 5
    wide = (124 if sheet.large else sheet.wide) - x
    if state.attacks < len(strengths):
        strength = strengths[state.attacks]
        page.title(page.say(say("next: {}", strength)), min(page.room, x + wide), x)
        for seat, city in enumerate(state.cities):
            y = LINE * (seat + 1)
            end = sheet.right(x + wide, y, "✓" if city.defence >= strength else "×") - 3
            end = sheet.right(end, y, str(city.defence)) - 3
            sheet.fitted(x, y, page.names[seat], end - x)
    if sheet.large:
        _held(page, 134)


def _held(page: Page, x: int) -> None:
    state: State = page.state
    rows = [
        (name, (str(city.defence), f"-{city.cannons_lost}" if city.cannons_lost else "0"))
        for name, city in zip(page.names, state.cities, strict=True)
    ]
    heads = (page.words.word("defence"), page.say(say("guns")))
    page.table(0, heads, rows, x, page.room - x)


def _box(filled: bool) -> tuple[str, ...]:
    edge, within = "#" * BOX, "#" + "." * (BOX - 2) + "#"
    return (edge,) * BOX_HIGH if filled else (edge, *(within,) * (BOX_HIGH - 2), edge)


def _goods(page: Page) -> None:
    state: State = page.state
    heads = tuple(page.say(head) for head in (say("coins"), say("logs"), say("guns")))
    rows = [
        (name, (str(city.coins), str(city.logs), f"-{city.cannons_lost}" if city.cannons_lost else "0"))
        for name, city in zip(page.names, state.cities, strict=True)
    ]
    page.table(0, heads, rows)


assert set(DRAWN) <= {*MARK_OF, EMPTY}
assert all(name in ICONS for name in DRAWN.values())
