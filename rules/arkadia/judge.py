"""Does a turn stand, and what comes of it? What is placed, then completion, castle, banner, and the end."""

from __future__ import annotations

from rules.arkadia.castle import floor_of, pieces_left, put
from rules.arkadia.desk import SEALS, Desk
from rules.arkadia.edition import FAMILIES
from rules.arkadia.fits import may_pass
from rules.arkadia.placing import introduce, lay
from rules.arkadia.retold import disagreement
from rules.arkadia.squares import name_of, names_of
from rules.arkadia.state import BANNER_WORKERS, BUILD, WORKERS, Action, Building, Four, Player, State, values
from rules.game import NOTHING_WAIVED, Allowed, Refused
from rules.ledger import TABLE, Entry
from rules.words import say

STILL_OPEN = say("there is still something to be placed")
BANNER_USED = say("a banner used")
FOR_THE_BANNER = say("for the banner")


def judge(state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Allowed[State] | Refused:
    if state.over:
        return Refused("game-over", say("the game is over"))
    table, seat = state.table, state.turn
    if action.player is not None and action.player not in (table.names[seat], table.colours[seat]):
        return Refused("not-your-turn", say("it is the turn of {}, not of {}", table.names[seat], action.player))
    desk = Desk(state)
    refused: Refused | None = None
    if action.kind == BUILD:
        refused = lay(desk, action, waived)
    elif action.kind == WORKERS:
        refused = introduce(desk, action, waived)
    elif "pass" not in waived and not may_pass(state):
        refused = Refused("pass", STILL_OPEN)
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
    free = desk.table.board & ~desk.taken
    placed, done, numbered = desk.placed, [], desk.state.buildings
    for number in desk.state.under_way:
        border = numbered[number].border
        if border & placed and not border & free:
            done.append(number)
    if desk.new is not None and not desk.new.border & free:
        done.append(len(numbered))
    if done:
        buildings = list(desk.buildings)
        for number in done:
            pay(desk, number, buildings[number])
            buildings[number] = buildings[number]._replace(done=True)
        desk.buildings, desk.done = tuple(buildings), done
    return len(done)


def pay(desk: Desk, number: int, building: Building) -> None:
    """A seal for each own worker beside the building, and the one on it for the player whose turn it is."""
    family, places = building.family, names_of(building.cells)
    what, called = SEALS[family], desk.called(number)
    for seat, player in enumerate(desk.players):
        count = (desk.workers[seat] & building.border).bit_count()
        if count:
            why = say("{}: {} own workers beside it", called, count)
            desk.ledger.append(Entry(seat, what, count, why, "payout", places))
        if seat == desk.seat:
            desk.ledger.append(Entry(seat, what, 1, say("{}: the seal on it", called), "trigger-seal", places))
            count += 1
        if count:
            seals = list(player.seals)
            seals[family] += count
            red, olive, silver, black = seals
            desk.players[seat] = Player(*player[:5], (red, olive, silver, black), *player[6:])
    numbers = desk.table.edition.numbers
    out = sum([player.seals[family] for player in desk.players])
    if out > numbers.seals_of_one + 5 * numbers.seals_of_five:
        desk.warnings.append(say("there are more {} seals out than the box holds: go on counting", FAMILIES[family]))


def build_castle(desk: Desk, action: Action, completed: int) -> Refused | None:
    """One piece for each building completed, as long as there are any."""
    due = min(completed, pieces_left(desk.castle))
    if len(action.castle) != due:
        why = say("buildings completed: {}; castle pieces due: {}, not {}", completed, due, len(action.castle))
        return Refused("castle-due", why)
    table = desk.table
    for piece in action.castle:
        floor = floor_of(desk.castle)
        castle = put(desk.castle, table, piece)
        if isinstance(castle, Refused):
            return castle
        desk.castle = castle
        value = values(castle, table.printed)
        why = say("{} on floor {}; now red {}, olive {}, silver {}, black {}", FAMILIES[piece.family], floor, *value)
        desk.ledger.append(Entry(TABLE, "castle pieces", 1, why, "castle-due", (name_of(piece.place),)))
        if floor < 3 and floor_of(castle) > floor:
            _floor_finished(desk, floor)
    if due < completed:
        desk.warnings.append(say("the third pool is empty: no more castle pieces"))
    return None


def _floor_finished(desk: Desk, floor: int) -> None:
    left = len(FAMILIES) * 3 - len(desk.castle)
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
    me = desk.players[seat]
    if not me.banners:
        return Refused("banner-left", say("{} has no banner left", table.names[seat]))
    for family, number in enumerate(cash):
        if number > me.seals[family]:
            why = say("{} has {} {} seals, not {}", table.names[seat], me.seals[family], FAMILIES[family], number)
            return Refused("seals-owned", why)
    pool = table.edition.numbers.workers - desk.workers[seat].bit_count() - me.workers
    gained = min(BANNER_WORKERS, max(pool, 0))
    ledger = desk.ledger
    ledger.append(Entry(seat, "banners", -1, BANNER_USED, "banner-left"))
    if gained:
        ledger.append(Entry(seat, "workers", gained, FOR_THE_BANNER, "banner-workers"))
    if gained < BANNER_WORKERS:
        desk.warnings.append(say("the pool is empty: {} workers instead of {}", gained, BANNER_WORKERS))
    gold, cashed, seals = me.gold, me.cashed, me.seals
    if any(cash):
        value = values(desk.castle, table.printed)
        earned = [number * each for number, each in zip(cash, value, strict=True)]
        for family, number in enumerate(cash):
            if number:
                _exchange(desk, family, number, value[family])
        gold += sum(earned)
        cashed = (cashed[0] + earned[0], cashed[1] + earned[1], cashed[2] + earned[2], cashed[3] + earned[3])
        seals = (seals[0] - cash[0], seals[1] - cash[1], seals[2] - cash[2], seals[3] - cash[3])
    desk.players[seat] = Player(me.workers + gained, me.neutral, me.banners - 1, gold, cashed, seals, me.hand, me.holds)
    return None


def _exchange(desk: Desk, family: int, number: int, value: int) -> None:
    why = say("{} {} seals x {} squares", number, FAMILIES[family], value)
    desk.ledger.append(Entry(desk.seat, SEALS[family], -number, why, "evaluation"))
    if value:
        desk.ledger.append(Entry(desk.seat, "gold", number * value, why, "evaluation"))
    else:
        desk.warnings.append(say("{} seals are worth nothing now", FAMILIES[family]))
