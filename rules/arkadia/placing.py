"""What a turn puts on the board: a building with its card, or workers beside a building."""

from __future__ import annotations

from rules.arkadia.cards import can_hold, without
from rules.arkadia.desk import Desk
from rules.arkadia.drawing import draw
from rules.arkadia.edition import FAMILIES, NEUTRAL
from rules.arkadia.fits import left_of
from rules.arkadia.squares import around, names_of
from rules.arkadia.state import LOT, Action, Building
from rules.game import Refused
from rules.ledger import Entry
from rules.words import Phrase, say

INTRODUCED = say("introduced")


# ---- A. laying out a building
def lay(desk: Desk, action: Action, waived: frozenset[str]) -> Refused | None:
    table, seat, cells = desk.table, desk.seat, action.cells
    number = table.form_of.get(action.form)
    if number is None:
        return Refused("card-in-hand", say("no card names a {}", action.form.replace("_", " ")))
    form, family = table.forms[number], FAMILIES[action.family]
    card = number * 4 + action.family
    me = desk.me
    if not can_hold(me.hand, me.holds, desk.unseen, card):
        if me.hand == 0:
            return Refused("card-in-hand", say("{} has no cards left", table.names[seat]))
        why = say("{} cannot have the card {}, {}: it was seen elsewhere", table.names[seat], form.label, family)
        return Refused("card-in-hand", why)
    if table.short[number] and left_of(table, desk.buildings, number) <= 0:
        return Refused(
            "building-left", say("all {} buildings of the form {} are on the board", form.number, form.label)
        )
    if cells & ~table.board or not cells:
        return Refused("off-board", say("a building lies on squares of the board"), names_of(cells & ~table.board))
    shape = cells >> (cells & -cells).bit_length() - 1
    if shape not in form.shapes:
        if shape not in form.mirrored:
            return Refused("form-shape", say("those squares are not in the form of a {}", form.label), names_of(cells))
        if not table.mirror and "mirrored-form" not in waived:
            return Refused("mirrored-form", say("the {} would lie turned over", form.label), names_of(cells))
    if cells & desk.taken:
        return Refused("square-taken", say("a building needs vacant squares"), names_of(cells & desk.taken))
    border = around(cells) & table.board
    if not border & desk.taken and "touches_nothing" not in waived:
        why = say("the {} touches neither a building nor a worker (diagonally is not enough)", form.label)
        return Refused("touches_nothing", why, names_of(cells))
    me.hand -= 1
    me.holds, desk.unseen = without(me.holds, desk.unseen, card)
    why = table.played[card]
    desk.ledger.append(Entry(seat, "cards", -1, why, "card-in-hand", names_of(cells)))
    tents = cells & table.tents
    if tents or action.neutral_gained:
        refused = _take_neutral(desk, tents, action.neutral_gained)
        if refused is not None:
            return refused
    refused = draw(desk, action.draw, "card-drawn" in waived)
    if refused is not None:
        return refused
    desk.new = Building(number, action.family, cells, border, False)
    desk.buildings += (desk.new,)
    desk.placed = cells
    desk.taken |= cells
    return None


def _take_neutral(desk: Desk, tents: int, wanted: int | None) -> Refused | None:
    """One neutral worker for each tent covered, unless the pool has fewer or the player leaves some."""
    seat, covered = desk.seat, tents.bit_count()
    behind = sum([player.neutral for player in desk.players])
    pool = desk.table.edition.numbers.neutral - desk.workers[-1].bit_count() - behind
    most = min(covered, max(pool, 0))
    gained = most if wanted is None else wanted
    if gained > most:
        pattern = "tents covered: {}; neutral workers in the pool: {}; {} cannot be taken"
        return Refused("tent-workers", say(pattern, covered, pool, gained), names_of(tents))
    if gained:
        desk.me.neutral += gained
        why = say("tents covered: {}", covered)
        desk.ledger.append(Entry(seat, "neutral workers", gained, why, "tent-workers", names_of(tents)))
    if most < covered:
        desk.warnings.append(say("the pool of neutral workers is empty: {} instead of {}", most, covered))
    elif gained < most:
        desk.warnings.append(say("neutral workers left in the pool: {}", most - gained))
    return None


# ---- B. introducing workers
def introduce(desk: Desk, action: Action, waived: frozenset[str]) -> Refused | None:
    table, seat = desk.table, desk.seat
    own = neutral = 0
    colour = table.colours[seat]
    for name, mask in action.workers:
        if name == colour:
            own = mask
        elif name == NEUTRAL:
            neutral = mask
        else:
            why = say("{} introduces {} workers and neutral ones, not {}", table.names[seat], colour, name)
            return Refused("own-workers", why, names_of(mask))
    placed = own | neutral
    if not placed:
        return Refused("one-worker", say("at least one worker has to be introduced"))
    if placed & ~table.board:
        return Refused("off-board", say("a worker stands on a square of the board"), names_of(placed & ~table.board))
    if placed & desk.taken:
        return Refused("square-taken", say("a worker needs a vacant square"), names_of(placed & desk.taken))
    me = desk.me
    owns, neutrals = own.bit_count(), neutral.bit_count()
    if owns > me.workers or neutrals > me.neutral:
        pattern = "behind the screen of {}: workers {}, neutral workers {}"
        why = say(pattern, table.names[seat], me.workers, me.neutral)
        return Refused("workers-left", why, names_of(placed))
    refused = _beside_one(desk, placed, action.building, waived)
    if refused is not None:
        return refused
    me.workers -= owns
    me.neutral -= neutrals
    why = INTRODUCED if action.building is None else Phrase("introduced beside {}", (desk.called(action.building),))
    workers = list(desk.workers)
    workers[seat] |= own
    workers[-1] |= neutral
    desk.workers = tuple(workers)
    if own:
        desk.ledger.append(Entry(seat, "workers", -owns, why, "two_buildings", names_of(own)))
    if neutral:
        desk.ledger.append(Entry(seat, "neutral workers", -neutrals, why, "two_buildings", names_of(neutral)))
    desk.placed = placed
    desk.taken |= placed
    return None


def _beside_one(desk: Desk, placed: int, building: int | None, waived: frozenset[str]) -> Refused | None:
    """Do all the workers touch one and the same building, the one named if one is named?"""
    table, buildings = desk.table, desk.buildings
    if building is None:
        if any(not placed & ~b.border for b in buildings):
            return None
    elif building >= 0:
        if building >= len(buildings):
            return Refused("no-building", say("there is no building number {}", building), names_of(placed))
        if not placed & ~buildings[building].border:
            return None
    if building in (None, LOT) and (building == LOT or not placed & ~table.lot_border):
        if not table.near_lot and "near-lot" not in waived:
            why = say("at this table no workers are introduced beside the lot")
            return Refused("near-lot", why, names_of(placed))
        if not placed & ~table.lot_border:
            return None
    borders = [b.border for b in buildings]
    if table.near_lot or building == LOT:
        borders.append(table.lot_border)
    touched = 0
    for border in borders:
        touched |= border
    if not placed & touched:
        if "no-building" in waived:
            return None
        return Refused("no-building", say("a worker is placed beside a building"), names_of(placed))
    if "two_buildings" in waived:
        return None
    if building is None:
        meant = max(borders, key=lambda border: (placed & border).bit_count())
    else:
        meant = table.lot_border if building == LOT else borders[building]
    why = say("all workers of a turn must touch one and the same building")
    return Refused("two_buildings", why, names_of(placed & ~meant))
