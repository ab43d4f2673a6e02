"""Does a turn stand, and what comes of it? What is placed, then completion, castle, banner, and the end."""

from __future__ import annotations

from rules.arkadia.castle import floor_of, pieces_left, put
from rules.arkadia.desk import SEALS, Desk
from rules.arkadia.edition import FAMILIES, FLOORS, RIM
from rules.arkadia.fits import may_pass
from rules.arkadia.placing import introduce, lay
from rules.arkadia.retold import disagreement
from rules.arkadia.squares import name_of, names_of
from rules.arkadia.state import (
    BANNER_WORKERS,
    BUILD,
    WORKERS,
    Action,
    Building,
    Four,
    Player,
    State,
    of_each_seat,
    plus,
    values,
)
from rules.game import NOTHING_WAIVED, Allowed, Refused
from rules.ledger import TABLE, Entry
from rules.words import Phrase, say

STILL_OPEN = say("there is still something to be placed")
BANNER_USED = of_each_seat("banners", -1, say("a banner used"), "banner-left")
PLACED = "{} on floor {}; now red {}, olive {}, silver {}, black {}"
FOR_THE_BANNER = say("for the banner")
BOTH_WORKERS = of_each_seat("workers", BANNER_WORKERS, FOR_THE_BANNER, "banner-workers")


def judge(state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Allowed[State] | Refused:
    if state.over:
        return Refused("game-over", say("the game is over"))
    table, seat = state.table, state.turn
    if action.player is not None and action.player not in (seat, table.names[seat], table.colours[seat]):
        return Refused("not-your-turn", say("it is the turn of {}, not of {}", table.names[seat], action.player))
    desk = Desk(state)
    refused: Refused | None = None
    if action.kind == BUILD:
        refused = lay(desk, action, waived)
    elif action.kind == WORKERS:
        refused = introduce(desk, action, waived)
    elif "passing" in waived or may_pass(state):
        desk.passes = 0 if action.cash is not None else state.passes + 1
    else:
        refused = Refused("passing", STILL_OPEN)
    if refused is None:
        due = complete(desk) if desk.placed else 0
        if due or action.castle:
            refused = build_castle(desk, action, due)
        if refused is None and action.cash is not None:
            refused = use_banner(desk, action.cash)
    if refused is not None:
        return refused
    after = desk.finish()
    if action.claims and (why := disagreement(state, action, after)) is not None:
        return Refused("as-told", why)
    return Allowed(after, tuple(desk.ledger), tuple(desk.warnings))


# ---- completion, payout and castle
def complete(desk: Desk) -> int:
    """Every building that this turn enclosed is paid. Returns how many there are."""
    free, placed = desk.table.board & ~desk.taken, desk.placed
    state, done = desk.state, []
    if 0 in map(free.__and__, state.sides):
        for index, border in enumerate(state.sides):
            if not border & free and border & placed:
                done.append(state.under_way[index])
    if desk.new is not None and not desk.new.border & free:
        done.append(len(desk.buildings) - 1)
    if done:
        buildings = list(desk.buildings)
        for number in done:
            building = buildings[number]
            pay(desk, number, building)
            buildings[number] = Building(building.form, building.family, building.cells, building.border, True)
        desk.buildings, desk.done = tuple(buildings), done
    return len(done)


def pay(desk: Desk, number: int, building: Building) -> None:
    """A seal for each own worker beside the building, and the one on it for the player whose turn it is."""
    family, border, places = building.family, building.border, names_of(building.cells)
    what, called = SEALS[family], desk.called(number)
    out = 0
    for seat, player in enumerate(desk.players):
        count = (desk.workers[seat] & border).bit_count()
        if count:
            why = Phrase("{}: own workers beside it: {}", (called, count))
            desk.ledger.append(Entry(seat, what, count, why, "payout", places))
        if seat == desk.seat:
            desk.ledger.append(Entry(seat, what, 1, Phrase("{}: the seal on it", (called,)), "trigger-seal", places))
            desk.me.seals = plus(desk.me.seals, family, count + 1)
            out += desk.me.seals[family]
        else:
            if count:
                richer = Player(*player[:5], plus(player.seals, family, count), *player[6:])
                desk.players = (*desk.players[:seat], richer, *desk.players[seat + 1 :])
            out += player.seals[family] + count
    numbers = desk.table.edition.numbers
    if out > numbers.seals_of_one + 5 * numbers.seals_of_five:
        desk.warnings.append(say("there are more {} seals out than the box holds: go on counting", FAMILIES[family]))


def build_castle(desk: Desk, action: Action, completed: int) -> Refused | None:
    """One piece for each building completed, as long as there are any."""
    due = min(completed, pieces_left(desk.castle))
    if len(action.castle) != due:
        why = say("buildings completed: {}; castle pieces due: {}, not {}", completed, due, len(action.castle))
        return Refused("castle-due", why)
    table, floor = desk.table, floor_of(desk.castle)
    for piece in action.castle:
        castle = put(desk.castle, table, piece, floor)
        if isinstance(castle, Refused):
            return castle
        desk.castle = castle
        value = values(castle)
        why = Phrase(PLACED, (FAMILIES[piece.family], floor, *value))
        desk.ledger.append(Entry(TABLE, "castle pieces", 1, why, "castle-due", (name_of(piece.place),)))
        if floor < 3 and floor_of(castle) > floor:
            _floor_finished(desk, floor)
            floor += 1
    if due < completed:
        desk.warnings.append(say("the third pool is empty: no more castle pieces"))
    return None


def _floor_finished(desk: Desk, floor: int) -> None:
    left = sum(FLOORS[floor - 1] for _ in FAMILIES) - RIM
    why = say("floor {} is finished: {} pieces join the third pool", floor, left)
    desk.ledger.append(Entry(TABLE, "third pool", left, why, "third-pool"))
    if floor == 2 and desk.trigger is None:
        desk.trigger = desk.seat
        why = say("the second floor is finished: everybody has one more turn")
        desk.ledger.append(Entry(TABLE, "turns to come", len(desk.players), why, "end-begins"))
        desk.warnings.append(why)


# ---- 2. the banner
def use_banner(desk: Desk, cash: Four) -> Refused | None:
    """Two workers first, then the seals that the player wants to exchange."""
    table, seat = desk.table, desk.seat
    me = desk.me
    if not me.banners:
        return Refused("banner-left", say("{} has no banner left", table.names[seat]))
    for family, number in enumerate(cash):
        if number > me.seals[family]:
            why = say("{} has {} {} seals, not {}", table.names[seat], me.seals[family], FAMILIES[family], number)
            return Refused("seals-owned", why)
    pool = table.edition.numbers.workers - desk.workers[seat].bit_count() - me.workers
    gained = min(BANNER_WORKERS, max(pool, 0))
    me.banners -= 1
    me.workers += gained
    ledger = desk.ledger
    ledger.append(BANNER_USED[seat])
    if gained == BANNER_WORKERS:
        ledger.append(BOTH_WORKERS[seat])
    else:
        if gained:
            ledger.append(Entry(seat, "workers", gained, FOR_THE_BANNER, "banner-workers"))
        desk.warnings.append(say("the pool is empty: {} workers instead of {}", gained, BANNER_WORKERS))
    if any(cash):
        value = values(desk.castle)
        for family, number in enumerate(cash):
            if number:
                _exchange(desk, family, number, value[family])
    return None


def _exchange(desk: Desk, family: int, number: int, value: int) -> None:
    me, seat = desk.me, desk.seat
    me.seals = plus(me.seals, family, -number)
    why = Phrase("{} seals: {} x {}", (FAMILIES[family], number, value))
    desk.ledger.append(Entry(seat, SEALS[family], -number, why, "evaluation"))
    if value:
        me.gold += number * value
        me.cashed = plus(me.cashed, family, number * value)
        desk.ledger.append(Entry(seat, "gold", number * value, why, "evaluation"))
    else:
        desk.warnings.append(say("{} seals are worth nothing now", FAMILIES[family]))
