"""The judge of Saint Malo: a turn, an attack or the end told by hand - allowed with its ledger, or refused."""

from __future__ import annotations

from rules.game import NOTHING_WAIVED, Allowed, Refused
from rules.ledger import TABLE, Entry
from rules.saint_malo.city import SECTION_SLICES, free, free_outside, standing_walls
from rules.saint_malo.draw import Drawn, draw
from rules.saint_malo.edition import SECTIONS
from rules.saint_malo.scoring import clause_of, final_lines, tally_with
from rules.saint_malo.state import DICE, SWORDS, SYMBOLS, Action, Attack, City, State, Table, Turn
from rules.words import Phrase, say

Verdict = Allowed[State] | Refused


def judge(state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Verdict:
    if state.over:
        return Refused("game-over", say("the game is over; undo to go on before its end"))
    if isinstance(action, Turn):
        return _turn(state, action, waived)
    if not state.table.alone:
        return Refused(
            "counted-here", say("attacks and the end of the game are counted here; they are not told by hand")
        )
    return _told_attack(state, action) if isinstance(action, Attack) else _end(state, [], state.turns)


# ---- a turn
def _turn(state: State, turn: Turn, waived: frozenset[str]) -> Verdict:
    seat = state.seat
    if turn.player is not None and turn.player != seat:
        return Refused("not-your-turn", say("it is {}'s turn", state.table.names[seat]))
    if (turn.rolls or turn.kept) and (wrong := _rolls(turn, waived)):
        return wrong
    city = state.cities[seat]
    if turn.symbol is None:
        wrong = _pass(state.table, city, turn, waived)
        drawn: Drawn | Refused = wrong or Drawn(city, [], [])
    else:
        drawn = _symbol(state.table, city, seat, turn, waived)
    if isinstance(drawn, Refused):
        return drawn
    after, ledger, warnings = drawn
    _warn(state.table, city, after, warnings)
    cities = (*state.cities[:seat], after, *state.cities[seat + 1 :])
    marked = state.marked
    swords = turn.dice.count(SWORDS)
    if swords and not state.table.alone:
        cities, marked = _swords(state.table, cities, marked, swords, ledger)
    turns = state.turns + 1
    following = (seat + 1) % len(cities)
    if following == 0 and not state.table.alone and any(not c.empty for c in cities):
        return _end(State(state.table, cities, seat, marked, turns, False), ledger, turns, warnings)
    return Allowed(State(state.table, cities, following, marked, turns, False), tuple(ledger), tuple(warnings))


def _rolls(turn: Turn, waived: frozenset[str]) -> Refused | None:
    rolls = turn.rolls or (turn.dice,)
    if len(rolls) > 3 and "too-many-rolls" not in waived:
        return Refused("too-many-rolls", say("rolls: {}; three are the most", len(rolls)))
    for number, kept in enumerate(turn.kept or (), 2):
        if number > len(rolls):
            break
        changed = [i for i in kept if rolls[number - 2][i] != rolls[number - 1][i]]
        if changed and "kept-die-changed" not in waived:
            return Refused(
                "kept-die-changed", say("die {} was kept and changed its face in roll {}", changed[0] + 1, number)
            )
    return None


def scorable(city: City, dice: tuple[str, ...]) -> list[str]:
    """The symbols that the dice show, as they lie, and that this city can score."""
    spaces = free(city.cells)
    able = []
    for symbol in SYMBOLS:
        if symbol in dice:
            if symbol == "log":
                fits = city.coins >= 2
            elif symbol == "wall":
                fits = bool(free_outside(city.cells))
            else:
                fits = bool(spaces)
            if fits:
                able.append(symbol)
    return able


def _pass(table: Table, city: City, turn: Turn, waived: frozenset[str]) -> Refused | None:
    if turn.cells or turn.person or turn.houses or turn.bonus or turn.rotated or turn.used:
        return Refused("superfluous", say("who passes adds nothing and turns no dice"), turn.cells + turn.houses)
    if table.settings["pass"] == "always" or "may-not-pass" in waived:
        return None
    able = scorable(city, turn.dice)
    if able:
        return Refused("may-not-pass", say("{} can be scored, so a symbol must be chosen", able[0]))
    return None


def _symbol(table: Table, city: City, seat: int, turn: Turn, waived: frozenset[str]) -> Drawn | Refused:
    symbol = turn.symbol
    if symbol == SWORDS:
        return Refused("swords-chosen", say("crossed swords cannot be chosen"))
    if symbol is None or symbol not in SYMBOLS:
        return Refused("unknown-symbol", say("{} is not one of the five symbols", str(symbol)))
    turned = _turned(turn, symbol)
    if isinstance(turned, Refused):
        return turned
    if 2 * turned > city.coins:
        return Refused(
            "no-coins-rotate",
            say("the dice to be turned ({}) cost {} coins; in the bank: {}", turned, 2 * turned, city.coins),
        )
    shown = turn.dice.count(symbol) + turned
    if not shown:
        if "nothing-shown" not in waived:
            return Refused("nothing-shown", say("no die shows {}", symbol))
        shown = DICE
    used = turn.used
    if used is not None:
        if used < 1:
            return Refused("no-dice", say("at least one die has to be used"))
        if used > shown and "too-many-dice" not in waived:
            return Refused("too-many-dice", say("dice used: {}, but showing {}: {}", used, symbol, shown))
    ledger: list[Entry] = []
    if turned:
        why = say("dice turned to {}: {}, 2 coins each", symbol, turned)
        ledger.append(Entry(seat, "coins", -2 * turned, why, "no-coins-rotate"))
        city = city._replace(coins=city.coins - 2 * turned)
    drawn = draw(table, city, seat, turn, shown, waived, ledger)
    if turned and not isinstance(drawn, Refused) and (used or shown) < shown:
        drawn.warnings.append(say("a die was turned for coins and not used"))
    return drawn


def _turned(turn: Turn, symbol: str) -> int | Refused:
    """How many dice were turned, however the table tells it."""
    told, dice = turn.rotated, turn.dice
    if told == ():
        return 0
    if isinstance(told, int):
        others = DICE - dice.count(symbol)
        if not 0 <= told <= others:
            return Refused("bad-rotation", say("dice turned: {}, but showing something else: {}", told, others))
        if told > others - dice.count(SWORDS):
            return Refused("swords-rotated", say("dice turned: {}; one of them would show crossed swords", told))
        return told
    faces = []
    for die in told:
        if isinstance(die, int) and not 0 <= die < DICE:
            return Refused("bad-rotation", say("there is no die {}", die))
        faces.append(dice[die] if isinstance(die, int) else die)
    if isinstance(told[0], int) and len(set(told)) < len(told):
        return Refused("bad-rotation", say("a die is named twice"))
    for face in faces:
        if face == SWORDS:
            return Refused("swords-rotated", say("crossed swords cannot be turned"))
        if face == symbol:
            return Refused("bad-rotation", say("that die shows {} already", symbol))
        if faces.count(face) > dice.count(face):
            return Refused("bad-rotation", say("there are not so many dice that show {}", face))
    return len(faces)


def _warn(table: Table, before: City, after: City, warnings: list[Phrase]) -> None:
    """What the rules allow and the player may not have meant."""
    if before.cells != after.cells:
        for s, mask in enumerate(SECTION_SLICES):
            was, now = before.cells[mask], after.cells[mask]
            if was != now and not was.strip(".w") and now.strip(".w"):
                warnings.append(say("this spoils the {} wall for good: no bonus, no defence", SECTIONS[s]))
    edition = table.edition
    if after.coins > edition.many_coins >= before.coins:
        warnings.append(say("more than {} coins: the bank may have no room to note them", edition.many_coins))
    if after.logs > edition.many_logs >= before.logs:
        warnings.append(say("more than {} logs: the storage may have no room to note them", edition.many_logs))


# ---- pirates
def _swords(
    table: Table, cities: tuple[City, ...], marked: int, swords: int, ledger: list[Entry]
) -> tuple[tuple[City, ...], int]:
    boxes, strengths = table.boxes, table.edition.strengths
    after = min(marked + swords, boxes * len(strengths))
    if after > marked:
        why = say("crossed swords: {}, boxes marked: {}", swords, after - marked)
        ledger.append(Entry(TABLE, "boxes", after - marked, why, "swords"))
    for row in range(marked // boxes, after // boxes):
        cities = _attack(table, cities, row, ledger)
    return cities, after


def _attack(table: Table, cities: tuple[City, ...], row: int, ledger: list[Entry]) -> tuple[City, ...]:
    strength = table.edition.strengths[row]
    ledger.append(Entry(TABLE, "attacks", 1, say("attack {}, strength {}", row + 1, strength), "attack"))
    defended = []
    for seat, city in enumerate(cities):
        soldiers, walls = city.cells.count("S"), len(standing_walls(city.cells))
        if soldiers + 2 * walls < strength and city.cannons_lost < table.edition.cannons:
            why = say(
                "attack {}, strength {}: soldiers {} + walls 2 x {} = {} is less",
                *(row + 1, strength, soldiers, walls, soldiers + 2 * walls),
            )
            ledger.append(Entry(seat, "cannons", -1, why, "attack"))
            city = city._replace(cannons_lost=city.cannons_lost + 1)
        defended.append(city)
    return tuple(defended)


def _told_attack(state: State, action: Attack) -> Verdict:
    if not state.marked < action.number <= len(state.table.edition.strengths):
        return Refused("attacks-in-order", say("attack {} cannot come after attack {}", action.number, state.marked))
    ledger: list[Entry] = []
    cities = _attack(state.table, state.cities, action.number - 1, ledger)
    return Allowed(state._replace(cities=cities, marked=action.number), tuple(ledger))


# ---- the end
def _end(state: State, ledger: list[Entry], turns: int, warnings: list[Phrase] | None = None) -> Verdict:
    cities = []
    for seat, city in enumerate(state.cities):
        tally = city.tally
        for kind, points, how in final_lines(city, state.table.edition):
            ledger.append(Entry(seat, "vp", points, how, clause_of(kind)))
            tally = tally_with(tally, kind, points)
        cities.append(city._replace(tally=tally))
    after = State(state.table, tuple(cities), 0, state.marked, turns, True)
    return Allowed(after, tuple(ledger), tuple(warnings or ()))
