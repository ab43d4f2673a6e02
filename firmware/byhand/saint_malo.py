"""Saint Malo by hand: dice, symbol, dice turned, spaces, person, what he brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from firmware.byhand.asking import Answer, Hearing, Steps, joined, words_of
from firmware.byhand.dice import dice
from firmware.byhand.malo_persons import bonus_persons, person_comes
from firmware.byhand.malo_spaces import crates_next, free_outside, free_spaces, most_crates, several, space
from firmware.byhand.worths import points
from rules.saint_malo.city import EMPTY, PLACES
from rules.saint_malo.game import SAINT_MALO
from rules.saint_malo.judge import scorable
from rules.saint_malo.state import DICE, FACES, LEVEL, SWORDS, SYMBOLS, Action, Attack, Bonus, City, End, State, Turn
from rules.words import Phrase, say

NO_ACTION = Turn(("log",) * DICE, "")
NOTHING = say("pass: add nothing")
Dice = tuple[str, ...]


def given(state: State, seen: Mapping[str, Any], read: bool, hearing: Hearing) -> Steps[dict[str, Any]]:
    """The dice, how many were turned for coins, and the logs delivered, which no picture of a city shows."""
    thrown = yield from _dice(hearing, seen.get("dice") or (), read)
    told: dict[str, Any] = {"dice": list(thrown)}
    city = state.cities[state.seat]
    most = min(city.coins // 2, DICE - thrown.count(SWORDS))
    if most:
        answers = [Answer(n, say("{}", n) if n else say("none")) for n in range(most + 1)]
        told["rotated"] = yield from hearing.choose(say("dice turned for coins"), answers, _some(seen.get("rotated")))
        hearing.note(say("turned: {}", told["rotated"]))
    shown = thrown.count("log") + told.get("rotated", 0)
    if shown and city.coins >= 2 * told.get("rotated", 0) + 2:
        logs = [Answer(n, say("{}", n) if n else say("none")) for n in range(shown + 1)]
        delivered = yield from hearing.choose(say("logs delivered"), logs, _some(seen.get("logs")))
        told["logs"] = delivered or None
    return told


def turn(state: State, told: Mapping[str, Any], seen: Action | None, hearing: Hearing) -> Steps[Mapping[str, Any]]:
    action: Action
    if state.table.alone:
        kinds = [Answer("turn", say("a turn")), Answer("attack", say("the pirates attack"))]
        kinds.append(Answer("end", say("the game has ended")))
        like = "attack" if isinstance(seen, Attack) else "end" if isinstance(seen, End) else "turn"
        kind = yield from hearing.choose(say("what came?"), kinds, (like,))
        if kind == "end":
            return SAINT_MALO.told(End())
        if kind == "attack":
            numbers = range(1, len(state.table.edition.strengths) + 1)
            action = Attack(
                (
                    yield from hearing.choose(
                        say("which attack?"),
                        [Answer(n, say("{}", n)) for n in numbers],
                        [seen.number] if isinstance(seen, Attack) else (),
                        start=min(state.marked, len(numbers) - 1),
                    )
                )
            )
            return SAINT_MALO.told(action)
    action = yield from _turn(state, told, seen if isinstance(seen, Turn) else NO_ACTION, hearing)
    return SAINT_MALO.told(action)


def _some(value: Any) -> Sequence[Any]:
    return () if value is None else (value,)


def _dice(hearing: Hearing, seen: Sequence[str], read: bool = False) -> Steps[Dice]:
    def ask(title: Phrase, near: Sequence[str]) -> Steps[str]:
        return (yield from hearing.choose(title, [Answer(face, words_of(face)) for face in FACES], near))

    return (yield from dice(hearing, DICE, ask, words_of, seen, read))


def _turn(state: State, told: Mapping[str, Any], seen: Turn, hearing: Hearing) -> Steps[Turn]:
    table, city = state.table, state.cities[state.seat]
    if told.get("dice"):
        thrown: Dice = tuple(told["dice"])
        hearing.note(joined([words_of(face) for face in thrown]))
    else:
        thrown = yield from _dice(hearing, seen.dice if seen is not NO_ACTION else ())
    symbol = yield from _symbol(table.settings["pass"] == "always", city, thrown, told, seen, hearing)
    if symbol is None:
        return Turn(thrown, None, rotated=told.get("rotated") or ())  # who passes turns none: the judge says so
    hearing.note(words_of(symbol))
    turned = yield from _turned(city, thrown, symbol, told, seen, hearing)
    many = turned if isinstance(turned, int) else len(turned)
    city = city._replace(coins=city.coins - 2 * many)
    shown = thrown.count(symbol) + many
    begun = Turn(thrown, symbol, None, turned)
    if symbol == "head":
        like = Bonus(seen.person or "", seen.cells, seen.houses, seen.used)
        worth = partial(_worth_of_person, state, begun)
        bonus = yield from person_comes(state, city.cells, city.logs, shown, like, worth, hearing)
        return begun._replace(used=bonus.used, cells=bonus.cells, person=bonus.person, houses=bonus.houses)
    through_old = table.settings["crates_connect"] == "any"
    room = {"crate": most_crates(through_old, city.cells), "wall": len(free_outside(city.cells, ()))}
    delivered = told.get("logs") if symbol == "log" and seen is NO_ACTION else None
    used = yield from _used(min(shown, room.get(symbol, DICE)), symbol, seen, hearing, delivered)
    begun = begun._replace(used=used)
    if symbol == "log":
        return begun
    if symbol == "cross":
        hearing.note(say("size {}", used))
        at = yield from space(hearing, say("where?"), free_spaces(city.cells), seen.cells)
        return begun._replace(cells=(PLACES[at],))
    count = used
    if hearing.free:
        count = yield from hearing.number(say("spaces filled"), 0, DICE, [len(seen.cells)], used)
    if symbol == "crate":
        offered = partial(crates_next, through_old, city.cells, count)
        cells = yield from several(hearing, say("crate {} of {}"), count, offered, seen.cells)
        return begun._replace(cells=cells)
    offered = partial(free_outside, city.cells)
    cells = yield from several(hearing, say("wall {} of {}"), count, offered, seen.cells, by_side=True)
    before = None if seen is NO_ACTION else seen.bonus
    return begun._replace(cells=cells, bonus=(yield from bonus_persons(state, city, cells, before, hearing)))


def _symbol(
    always: bool, city: City, thrown: Dice, told: Mapping[str, Any], seen: Turn, hearing: Hearing
) -> Steps[str | None]:
    """What the dice show most comes first; then what takes coins; then to pass, if that may be."""
    able = scorable(city, thrown)
    turned = told.get("rotated")
    answers: list[Answer[str | None]] = []
    for face in sorted(able, key=lambda face: -thrown.count(face)):
        answers.append(Answer(face, words_of(face), say("dice {}", thrown.count(face))))
    others = [face for face in SYMBOLS if face not in thrown]
    if turned != 0 and city.coins >= 2 and thrown.count(SWORDS) < DICE:
        room = {"log": city.coins >= 4, "wall": bool(free_outside(city.cells, ()))}
        fits = [face for face in others if room.get(face, EMPTY in city.cells)]
        answers += [Answer(face, words_of(face), say("turned dice")) for face in fits]
    if not turned and (always or not able):
        answers.append(Answer(None, NOTHING))
    every: list[Answer[str | None]] = [Answer(face, words_of(face)) for face in FACES]
    every.append(Answer(None, NOTHING))
    like: Sequence[str | None] = () if seen is NO_ACTION else (seen.symbol,)
    if seen is NO_ACTION and told.get("logs"):
        like = ("log",)
    return (yield from hearing.choose(say("which symbol?"), answers, like, every))


def _turned(
    city: City, thrown: Dice, symbol: str, told: Mapping[str, Any], seen: Turn, hearing: Hearing
) -> Steps[tuple[int, ...] | int]:
    """The dice turned, by their places; by their number alone where so many cannot be, and the judge will say so."""
    shown = thrown.count(symbol)
    others = [i for i, face in enumerate(thrown) if face not in (symbol, SWORDS)]
    most = min(len(others), city.coins // 2)
    was = _places_turned(seen, symbol)
    count = told.get("rotated")
    if count is None:
        low = 0 if shown or not most else 1
        words = [say("none"), *[say("{} for {} coins", n, 2 * n) for n in range(1, DICE + 1)]]
        usual = [Answer(n, words[n]) for n in range(low, most + 1)]
        every = [Answer(n, words[n]) for n in range(len(others) + 1)]
        if most or hearing.free:
            count = yield from hearing.choose(say("dice turned"), usual, [len(was)], every)
        else:
            count = 0
    if count > len(others):
        return int(count)
    turned: list[int] = []
    while len(turned) < count:
        # In ascending order, and as many are kept back as are still needed: each choice of dice comes once.
        open_ones = [i for i in others if i > (turned[-1] if turned else -1)]
        open_ones = open_ones[: len(open_ones) - (count - len(turned)) + 1]
        if len(open_ones) == 1:
            turned += open_ones
            continue
        answers = [Answer(i, say("die {}: {}", i + 1, words_of(thrown[i]))) for i in open_ones]
        turned.append((yield from hearing.choose(say("which die is turned?"), answers, was)))
    if turned:
        hearing.note(say("turned: {}", len(turned)))
    return tuple(turned)


def _places_turned(seen: Turn, symbol: str) -> tuple[int, ...]:
    """The dice that were turned, by place, however the table or a picture told them."""
    told = seen.rotated
    if told == ():
        return ()
    others = [i for i, face in enumerate(seen.dice) if face not in (symbol, SWORDS)]
    if isinstance(told, int):
        return tuple(others[:told])
    places: list[int] = []
    for one in told:
        if isinstance(one, int):
            places.append(one)
        else:
            places += [i for i in others if seen.dice[i] == one and i not in places][:1]
    return tuple(sorted(places))


def _used(shown: int, symbol: str, seen: Turn, hearing: Hearing, delivered: int | None = None) -> Steps[int]:
    """How many dice count: all that show the symbol, as a rule."""
    like = delivered or (seen.used if seen.used is not None else len(seen.cells) or None)
    usual = [Answer(n, say("{}", n)) for n in range(1, shown + 1)]
    every = [Answer(n, say("{}", n)) for n in range(DICE + 1)]
    if shown == 1 and not hearing.free:
        return 1
    title = {"log": say("how many logs?"), "cross": say("how big a church?")}.get(symbol, say("how many?"))
    used: int = yield from hearing.choose(title, usual, _some(like), every, start=shown - 1)
    return used


def asks(state: State) -> bool:
    return not state.over


def _worth_of_person(state: State, begun: Turn, person: str, at: int) -> Phrase:
    return points(SAINT_MALO, state, begun._replace(used=LEVEL[person], cells=(PLACES[at],), person=person))
