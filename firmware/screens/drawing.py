"""`draw`: a screen as the picture that a panel shows."""

from __future__ import annotations

from PIL.Image import Image

from firmware.screens import notices
from firmware.screens.catalogue import Catalogue
from firmware.screens.overlay import helped, hold_bar, signs
from firmware.screens.pages import table_page
from firmware.screens.proposals import proposal
from firmware.screens.sheet import Sheet
from firmware.screens.views import Choice, Name, Notice, Picture, Proposal, Screen, TablePage, View, Why

CENTRE = (2, 1)  # where a picture lies that is not being shifted


def draw(screen: Screen, size: tuple[int, int], words: Catalogue, shift: tuple[int, int] = CENTRE) -> Image:
    """The picture of a screen, in black and white for a panel of 128 dots, in greys for one of 256.

    `shift` is where the picture lies on the glass: 0 to 4 from the left, 0 to 3 from above (see `care.py`).
    """
    return sheet_of(screen, size, words, shift)[0].done()


def page_count(view: View, size: tuple[int, int], words: Catalogue) -> int:
    """How many pages a view needs on a panel; `view.page` says which one is shown."""
    return sheet_of(Screen(view), size, words, CENTRE)[1]


def sheet_of(screen: Screen, size: tuple[int, int], words: Catalogue, shift: tuple[int, int]) -> tuple[Sheet, int]:
    """The sheet before it is a picture, and how many pages its view needs."""
    sheet = Sheet(size, shift)
    if screen.help:
        helped(sheet, words, screen.view.keys)
        return sheet, 1
    room = signs(sheet, screen.signs)
    pages = _view(sheet, screen.view, words, room)
    if screen.held > 0:
        hold_bar(sheet, words, screen.held, screen.held_for)
    return sheet, pages


def _view(sheet: Sheet, view: View, words: Catalogue, room: int) -> int:
    match view:
        case Notice():
            return notices.notice(sheet, view, words, room)
        case Choice():
            return notices.choice(sheet, view, words, room)
        case Proposal():
            return proposal(sheet, view, words, room)
        case TablePage():
            return table_page(sheet, view, words, room)
        case Why():
            return notices.why(sheet, view, words, room)
        case Name():
            return notices.name(sheet, view, words, room)
        case Picture():
            return notices.picture(sheet, view, words, room)
