"""Arkadia's pages: what the castle shows from above, the buildings under way, and purses only for who may see them."""

from __future__ import annotations

from firmware.screens.letters import LINE, width
from firmware.screens.page import Page
from rules.arkadia.castle import floor_of, pieces_left
from rules.arkadia.edition import FAMILIES
from rules.arkadia.state import State, values
from rules.words import say

EACH = 4  # buildings on one page
FOUR = tuple(f"{family} seals" for family in FAMILIES)


def pages(state: State) -> tuple[str, ...]:
    """The purses have their pages whether they may be seen or not: how many there are tells nobody anything."""
    parts = max(1, -(-len(state.under_way) // EACH))
    buildings = tuple(f"buildings:0:{part}" for part in range(parts))
    return ("castle", *buildings, "players", *(f"purse:{seat}" for seat in range(len(state.players))))


def draw(page: Page) -> None:
    {"castle": _castle, "buildings": _buildings, "players": _players}.get(page.kind, _purse)(page)


def _castle(page: Page) -> None:
    """What one seal of each family is worth now, in large figures; which floor is being built."""
    state: State = page.state
    sheet = page.sheet
    column = min(page.room, sheet.wide if not sheet.large else 200) // 2 if not sheet.large else page.room // 4
    for number, (family, value) in enumerate(zip(FAMILIES, values(state.castle), strict=True)):
        across, down = (number % 2, number // 2) if not sheet.large else (number, 0)
        x, y = across * column, down * 18
        end = sheet.text(x, y + 5, page.words.word(family))
        sheet.text(end + 4, y, str(value), big=True)
    y = 37 if not sheet.large else 24
    left = pieces_left(state.castle)
    told = page.say(say("floor {}, pieces left: {}", floor_of(state.castle), left))
    sheet.fitted(0, y, told, sheet.wide)
    if sheet.large:
        for n, (name, player) in enumerate(zip(page.names, state.players, strict=True)):
            end = sheet.right((n + 1) * column - 6, y + 12, str(player.banners))
            sheet.fitted(n * column, y + 12, f"{name}:", end - n * column - 4)
        sheet.right(sheet.wide, y, page.words.word("banners"), soft=True)
    page.foot()


def _buildings(page: Page) -> None:
    """What is being built: its number, form and family, and how many squares around it are still open."""
    state: State = page.state
    sheet = page.sheet
    heading = say("being built, open squares")
    page.title(page.say(heading))
    shown = list(zip(state.under_way, state.sides, strict=True))[page.part * EACH : (page.part + 1) * EACH]
    if not shown:
        sheet.text(0, LINE, page.say(say("nothing is being built")))
    y = LINE
    for number, side in shown:
        building = state.buildings[number]
        form = page.words.word(state.table.labels[building.form])
        end = sheet.right(sheet.wide, y, str((side & ~state.taken).bit_count())) - 4
        family = page.words.word(FAMILIES[building.family])
        end = sheet.right(end, y, family, soft=True) - 4
        x = max(sheet.text(0, y, str(number), soft=True) + 4, 14)
        sheet.fitted(x, y, form, end - x)
        y += LINE
    page.foot()


def _players(page: Page) -> None:
    """What lies open before everybody: banners and cards, and workers only where purses are open."""
    state: State = page.state
    heads = [page.say(say("banners")), page.say(say("cards"))]
    if page.view.open_purses or state.over:
        heads.append(page.say(say("workers")))
    rows = []
    for name, player in zip(page.names, state.players, strict=True):
        rows.append((name, (str(player.banners), str(player.hand), f"{player.workers}+{player.neutral}")[: len(heads)]))
    page.table(0, heads, rows)
    page.foot()


def _purse(page: Page) -> None:
    """What is behind one player's screen - for that player, or for all where the table keeps purses open."""
    state: State = page.state
    sheet, seat = page.sheet, page.seat
    found = page.seen(seat)
    page.title(page.names[seat], page.room if found.now is None else page.room - 50)
    if found.now is None:
        sheet.text(0, LINE + 4, page.say(say("behind the screen: secret")))
        sheet.fitted(0, 2 * LINE + 4, page.say(say("hold to look at your own")), sheet.wide, soft=True)
        page.foot()
        return
    player = state.players[seat]
    unit = page.words.word("gold")
    left = sheet.right(page.room, 8, unit, soft=True) - 3
    sheet.right(left, 0, str(player.gold), big=True)
    column = sheet.wide // 2
    for number, (family, seals, value) in enumerate(zip(FAMILIES, player.seals, values(state.castle), strict=True)):
        x, y = (number % 2) * column, 18 + (number // 2) * LINE
        figures = f"{seals}×{value}"
        sheet.right(x + column - 8, y, figures)
        sheet.fitted(x, y, page.words.word(family), column - 8 - width(figures) - 3)
    told = page.say(say("workers {} + {}, end: {}", player.workers, player.neutral, found.now or 0))
    sheet.fitted(0, 18 + 2 * LINE + 1, told, sheet.wide)
    page.foot()
