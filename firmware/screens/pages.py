"""The pages of a game on the table: which there are, and those that every game has - the standing and each score."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from firmware.screens.catalogue import Catalogue
from firmware.screens.dice import large
from firmware.screens.letters import BIG, LINE, shortened, width
from firmware.screens.page import Page
from firmware.screens.sheet import Sheet
from firmware.screens.views import TablePage
from rules.game import AnyGame
from rules.words import SILENCE, Phrase, say

STANDING, SCORE, DICE = "standing", "score", "dice"
LINES = 3  # of a breakdown on one page

# Where each game's own pages are drawn; the module is loaded with the first page of that game.
ROOMS = {
    "saint-malo": "malo",
    "akropolis": "akropolis",
    "arkadia": "arkadia",
    "king-of-the-dice": "king",
    "masons": "masons",
}


def _room(game: AnyGame) -> Any:
    """The module that has a game's own pages: `pages(state)` names them, `draw(page)` draws one."""
    return import_module(f"firmware.screens.{ROOMS[game.name]}")


def pages_of(game: AnyGame, state: Any) -> tuple[str, ...]:
    """The names of a game's pages in the order in which “next” turns them: the standing, the table, each score."""
    pages = [STANDING, *_room(game).pages(state)]
    for seat in game.standing(state, purses=False).seats:
        if seat.now is not None:  # where it is secret, the game's own pages show what may be seen
            parts = max(1, -(-len(seat.now_lines) // LINES))
            pages += [f"{SCORE}:{seat.seat}" + (f":{part}" if part else "") for part in range(parts)]
    return tuple(pages)


def table_page(sheet: Sheet, view: TablePage, words: Catalogue, room: int) -> int:
    page = Page(sheet, view, words, room)
    if page.kind == SCORE:
        _score(page)
    elif page.kind == DICE and view.dice:
        page.title(page.say(say("dice")))
        large(sheet, words, BIG, view.dice)
    elif page.kind in (STANDING, DICE):
        _standing(page)
    else:
        _room(view.game).draw(page)
    if view.note != SILENCE:
        page.note(whole=page.kind == STANDING)
    return 1


def _standing(page: Page) -> None:
    """Whose turn it is, or who has won; that player's score in large figures, the others' beside it."""
    sheet = page.sheet
    subject, title = _subject(page)
    page.title(title, min(page.room, 130))
    score, found = page.live(subject), page.seen(subject)
    page.score(0, 12, score)
    if found.now is not None and found.now != score:
        sheet.text(0, 31, page.say(say("end: {}", found.now)), soft=True)
    for what, amount in found.stock[: 1 if score is not None else 0]:
        sheet.text(0, 41, f"{page.words.word(what)} {amount}", soft=True)
    order = [(subject + n) % len(page.names) for n in range(1, len(page.names))]
    wide = 122 if sheet.large else sheet.wide
    y = 11
    for seat in order:
        points = page.live(seat)
        end = sheet.right(wide, y, "?" if points is None else str(points))
        sheet.fitted(58, y, page.names[seat], end - 58 - 4)
        y += LINE
    if sheet.large:
        page.beside(134, subject)
    page.foot()


def _subject(page: Page) -> tuple[int, str]:
    """The seat that the standing is about, and what is said of it."""
    turn, outcome = page.view.game.turn(page.state), page.standing.outcome
    if turn is not None:
        return turn, page.say(say("{} is to play", _short(page, turn, say("{} is to play", ""))))
    winners = outcome.winners if outcome else ()
    if len(winners) == 1:
        return winners[0], page.say(say("{} wins", _short(page, winners[0], say("{} wins", ""))))
    if winners:
        return winners[0], page.say(say("victory is shared"))
    return 0, page.say(say("the game is over"))


def _short(page: Page, seat: int, rest: Phrase) -> str:
    """A player's name with as many letters as there is room for beside the rest of a sentence."""
    return shortened(page.names[seat], min(page.room, 130) - width(f" {page.say(rest)}") - 2)


def _score(page: Page) -> None:
    """One player's score item by item, its sum in large figures."""
    sheet, seat = page.sheet, page.seat
    found = page.seen(seat)
    unit = page.words.word(page.view.game.points)
    left = sheet.right(page.room, 8, unit, soft=True) - 3
    left = sheet.right(left, 0, "?" if found.now is None else str(found.now), big=True) - 4
    page.title(page.names[seat], left)
    if found.now is None:
        sheet.text(0, 20, page.say(say("points are secret")))
    elif page.live(seat) != found.now:
        sheet.fitted(0, 10, page.say(say("so far {}", found.so_far or 0)), left, soft=True)
    y = 20
    for line in found.now_lines[page.part * LINES : (page.part + 1) * LINES]:
        page.item(0, y, sheet.wide, line.what, line.points, page.arithmetic(line))
        y += LINE
    page.foot()
