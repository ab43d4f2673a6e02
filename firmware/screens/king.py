"""King of the Dice's pages: the row, the villages and how near each stack is to its end, and the piles."""

from __future__ import annotations

from firmware.screens.letters import LINE, width
from firmware.screens.page import Page
from rules.king_of_the_dice.cards import C_SLOTS, Cards
from rules.king_of_the_dice.state import State
from rules.words import say

MOST_DOTS = 5  # a stack of more cards is told in figures


def pages(state: State) -> tuple[str, ...]:
    return ("row", "villages", "piles")


def draw(page: Page) -> None:
    {"row": _row, "villages": _villages}.get(page.kind, _piles)(page)


def card_told(page: Page, cards: Cards, card: int) -> str:
    """A card as it is called at the table: its kind, what it asks for."""
    _, kind, *code = [*cards.label[card].split("/"), ""]
    return " ".join(part for part in (page.words.word(kind.replace("_", " ")), *code) if part)


def _row(page: Page) -> None:
    """The five citizens with their points and the colour that a village wants."""
    state: State = page.state
    sheet, cards = page.sheet, state.cards
    for place, card in enumerate(state.row):
        y = place * LINE
        x = sheet.text(0, y, C_SLOTS[place], soft=True) + 4
        if card < 0:
            sheet.text(x, y, page.say(say("empty")))
            continue
        points = "n×n" if card in cards.fairies else str(cards.vp[card])
        end = sheet.right(page.room if not place else sheet.wide, y, points) - 4
        told = card_told(page, cards, card)
        colour = page.words.word(cards.colour[card] or "")
        if x + width(told) + 4 + width(colour) <= end:  # the card itself goes before its colour
            sheet.right(end, y, colour, soft=True)
        sheet.fitted(x, y, told, end - x)
    page.foot()


def _villages(page: Page) -> None:
    """Each stack: what its top card is worth and how many are left; a stack that runs out ends the game."""
    state: State = page.state
    sheet, cards = page.sheet, state.cards
    for stack, left in enumerate(state.villages):
        y = stack * LINE
        name = cards.edition.villages[stack].name.replace("_", " ")
        all_of_it = len(cards.stacks[stack]) - 1
        height = "●" * left + "○" * (all_of_it - left) if all_of_it <= MOST_DOTS else f"{left}/{all_of_it}"
        end = sheet.right(page.room if not stack else sheet.wide, y, height)
        top = cards.stacks[stack][left]
        worth = page.words.word("empty") if top < 0 else str(cards.vp[top])
        end = sheet.right(end - 6, y, worth) - 4
        if sheet.large:
            end = sheet.right(end, y, page.words.word(cards.edition.villages[stack].colour), soft=True) - 4
        sheet.fitted(0, y, page.words.word(name), end)
    y = len(state.villages) * LINE + 1
    worth = str(cards.vp[state.penalty]) if state.penalty >= 0 else "-"
    sheet.text(0, y, page.say(say("minus {}, {} left", worth, state.penalties)))
    sheet.right(sheet.wide, y, page.say(say("draw {}", state.draw)))


def _piles(page: Page) -> None:
    """What lies before everybody: cards, fairies, minus points, points."""
    heads = tuple(page.say(head) for head in (say("cards"), say("minus"), say("points")))
    rows = []
    for found in page.standing.seats:
        stock = dict(found.stock)
        minus = f"-{stock['minus']}" if stock["minus"] else "0"
        rows.append((found.name, (str(stock["cards"]), minus, str(found.now))))
    page.table(0, heads, rows)


__all__ = ["card_told", "draw", "pages"]
