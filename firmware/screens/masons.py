"""Masons' pages: what is left of walls, towers and houses, the cities, and what each guild card would score now."""

from __future__ import annotations

from firmware.screens.letters import LINE, width
from firmware.screens.page import Page
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.game import MASONS
from rules.masons.guild import ABOUT_CITY, FACES
from rules.masons.state import HOUSE, PALACE, TOWER, WALL, State
from rules.words import say

EACH = 4  # cards on one page


def pages(state: State) -> tuple[str, ...]:
    parts = -(-len(_faces(state)) // EACH)
    return ("supply", "houses", "cities", *(f"guild:0:{part}" for part in range(parts)))


def draw(page: Page) -> None:
    {"supply": _supply, "houses": _houses, "cities": _cities}.get(page.kind, _guild)(page)


def _supply(page: Page) -> None:
    """Walls and towers left: what runs out first ends the game."""
    state: State = page.state
    sheet, supply = page.sheet, state.pieces.supply
    sheet.text(0, 5, page.say(say("walls left")))
    sheet.right(page.room, 0, str(supply[WALL]), big=True)
    sheet.text(0, 16, page.say(say("towers left")), soft=True)
    column = sheet.wide // 3
    for number, colour in enumerate(TOWERS):
        sheet.text(number * column, 25, page.words.word(colour))
        sheet.text(number * column, 35, str(supply[TOWER + number]), big=True)
    page.foot()


def _houses(page: Page) -> None:
    """Houses and palaces left, by colour."""
    state: State = page.state
    supply = state.pieces.supply
    heads = (page.say(say("houses")), page.say(say("palaces")))
    rows = [
        (page.words.word(colour), (str(supply[HOUSE + number]), str(supply[PALACE + number])))
        for number, colour in enumerate(COLOURS)
    ]
    page.table(0, heads, rows)


def _cities(page: Page) -> None:
    """How many cities there are and how large, and how many cards everybody holds."""
    state: State = page.state
    sheet = page.sheet
    cities = state.pieces.cities
    sizes = ", ".join(str(size) for size in sorted((city.bit_count() for city in cities), reverse=True))
    told = say("cities: {}", len(cities)) if not cities else say("cities: {} (spaces {})", len(cities), sizes)
    page.title(page.say(told))
    column = sheet.wide // 2
    for seat, (name, hand) in enumerate(zip(page.names, state.hands, strict=True)):
        x, y = (seat % 2) * column, LINE + 2 + (seat // 2) * LINE
        sheet.right(x + column - 6, y, str(hand))
        sheet.fitted(x, y, name, column - 6 - width(str(hand)) - 4)
    sheet.fitted(0, 3 * LINE + 6, page.say(say("stack {}, discarded {}", state.deck, state.discard)), sheet.wide)
    page.foot()


def _faces(state: State) -> tuple[str, ...]:
    """The cards that can score something to speak of: those about a city only while one is being scored."""
    return FACES if state.scored else tuple(face for face in FACES if face not in ABOUT_CITY)


def _guild(page: Page) -> None:
    """What each card would score if it were played now."""
    state: State = page.state
    sheet = page.sheet
    worth = MASONS.guild(state)
    shown = _faces(state)[page.part * EACH : (page.part + 1) * EACH]
    page.title(page.say(say("cards would score")))
    wide = page.room if sheet.large else sheet.wide
    for number, face in enumerate(shown):
        y = (number + 1) * LINE
        points = worth[face]
        end = sheet.right(wide, y, "-" if points is None else str(points))
        sheet.fitted(0, y, page.words.word(face), end - 4)
    page.foot()
