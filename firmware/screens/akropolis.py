"""Akropolis' pages: the site with what its tiles cost, the stones, and each city's districts times stars."""

from __future__ import annotations

from firmware.screens.letters import HEIGHT, LINE, width
from firmware.screens.page import Page
from rules.akropolis.edition import COLOURS
from rules.akropolis.scoring import worths
from rules.akropolis.state import State
from rules.akropolis.survey import survey
from rules.words import say


def pages(state: State) -> tuple[str, ...]:
    cities = tuple(f"city:{seat}" for seat in range(len(state.cities)))
    return cities if state.table.alone else ("site", *cities)


def draw(page: Page) -> None:
    if page.kind == "site":
        _site(page)
    else:
        _city(page)


def _site(page: Page) -> None:
    """The tiles in their row, under each what it costs; then everybody's stones and who is Chief Architect."""
    state: State = page.state
    sheet = page.sheet
    page.title(page.say(say("site, stacks left: {}", state.stacks)))
    x = 0
    for cost, face in enumerate(state.site):
        end = sheet.text(x, LINE + 1, face)
        price = str(cost)
        sheet.text(x + (end - x - width(price)) // 2, 2 * LINE + 1, price, soft=True)
        x = max(end + 3, x + 20)
    column = sheet.wide // 2 if not sheet.large else sheet.wide // 4
    for seat, city in enumerate(state.cities):
        across, down = (seat % 2, seat // 2) if not sheet.large else (seat, 0)
        x, y = across * column, 3 * LINE + 3 + down * LINE
        name = page.names[seat] + (" •" if seat == state.chief else "")
        end = sheet.right(x + column - 6, y, str(city.stones))
        sheet.fitted(x, y, name, end - x - 3)
    page.foot()


def _city(page: Page) -> None:
    """What each colour is worth: its districts' value times its stars; the whole in large figures."""
    state: State = page.state
    sheet, seat = page.sheet, page.seat
    city = state.cities[seat]
    found = worths(survey(city, state.table.edition.stars), state.table.settings)
    for number, (colour, worth) in enumerate(zip(COLOURS, found, strict=True)):
        sheet.text(0, number * LINE, page.words.word(colour))
        sheet.right(78, number * LINE, f"{worth.value}×{worth.stars}")
    sheet.text(0, 5 * LINE, page.words.word("stones"))
    sheet.right(78, 5 * LINE, str(city.stones))
    x = 84
    page.title(page.names[seat], 124 if sheet.large else page.room, x)
    points = page.live(seat)
    sheet.text(x, LINE + 2, str(points), big=True)
    sheet.text(x, LINE + 22, page.words.word(page.view.game.points), soft=True)
    if sheet.large:
        page.beside(134, seat)


__all__ = ["HEIGHT", "draw", "pages"]
