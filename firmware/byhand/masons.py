"""Masons by hand: the wall, then dice, towers, houses and the city they close, then cards and swaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware.byhand.asking import Answer, Hearing, Kind, Steps, joined, words_of
from firmware.byhand.dice import said
from firmware.byhand.masons_board import lines_from, points_kinds, spaces_by_region
from firmware.byhand.masons_cards import cards_played, swapped
from firmware.byhand.masons_city import close
from rules.masons.build import empty_ends
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.forms import ROLLS, Rolled
from rules.masons.game import MASONS
from rules.masons.legal import HOUSE_FACES, house_choices, in_face_order, tower_choices
from rules.masons.state import Action, Build, Cards, EarlyRoll, State, Swap, Wall
from rules.words import say

Placed = tuple[tuple[str, str], ...]
EARLY = ""  # instead of a point
TOO_EARLY = Kind(say("rolled too early"), [Answer(EARLY, say("rolled too early"))])
NOT_ROLLED = say("not rolled")
MOST_PLACED = 3
HOUSE_DICE = 2


def asks(state: State) -> bool:
    return state.stage == "end"


def given(state: State, seen: Mapping[str, Any], read: bool, hearing: Hearing) -> Steps[dict[str, Any]]:
    """The tower die, if it is rolled, and the two house dice."""
    dice: Mapping[str, Any] = seen.get("dice") or {}
    houses: Sequence[str] = dice.get("houses") or []
    like = Build(dice.get("tower"), (houses[0], houses[1]), (), ()) if len(houses) == HOUSE_DICE else None
    die, two = yield from _dice(state, like, hearing, read)
    return {"dice": {"tower": die, "houses": list(two)}}


def turn(state: State, told: Mapping[str, Any], seen: Action | None, hearing: Hearing) -> Steps[Mapping[str, Any]]:
    action: Action
    if state.stage == "wall":
        action = yield from _wall(state, seen, hearing)
    elif state.stage == "end":
        action = yield from _build(state, told, seen if isinstance(seen, Build) else None, hearing)
    elif state.stage == "cards":
        action = yield from cards_played(state, seen if isinstance(seen, Cards) else None, hearing)
    else:
        action = yield from swapped(state, seen if isinstance(seen, Swap) else None, hearing)
    return MASONS.told(action)


# ---- the wall
def _wall(state: State, seen: Action | None, hearing: Hearing) -> Steps[Wall | EarlyRoll]:
    """From one end of its line to the other."""
    board, lines, all_lines = state.table.edition.board, lines_from(state), lines_from(state, every=True)
    like: Sequence[str] = (EARLY,) if isinstance(seen, EarlyRoll) else ()
    line = seen.line if isinstance(seen, Wall) and seen.line in board.line else None
    if line is not None:
        like = [board.points[p] for p in board.ends[board.line[line]]]
    first = yield from hearing.choose_by_kind(
        say("a wall, from where?"),
        [*points_kinds(state, list(lines)), TOO_EARLY],
        like,
        [*points_kinds(state, list(all_lines)), TOO_EARLY],
    )
    if first == EARLY:
        return EarlyRoll()
    hearing.note(say("from {}", first))
    usual, every = (
        [Answer(line, say("{} (line {})", end, line)) for end, line in ends.get(first, {}).items()]
        for ends in (lines, all_lines)
    )
    return Wall((yield from hearing.choose(say("to where?"), usual, () if line is None else (line,), every)))


# ---- dice, towers and houses
def _dice(state: State, seen: Build | None, hearing: Hearing, read: bool = False) -> Steps[Rolled]:
    """Each die; where they were read, they are put before the table at once."""
    rolled = MASONS.needs_tower_die(state) or hearing.free
    die = seen.die if seen is not None else None
    two = list(seen.dice) if seen is not None else []
    steps = ["tower"] * rolled + ["one", "two"]
    if read and seen is not None and (die is not None or not rolled):
        steps = []
    begun = list(hearing.notes)
    told: dict[str, str | None] = {"tower": die, "one": two[0], "two": two[1]} if not steps else {}
    while True:
        for step in steps:
            hearing.notes = said(begun, [words_of(face) for face in told.values() if face])
            told[step] = yield from _die(step, seen, told, hearing)
        hearing.notes = said(begun, [words_of(face) for face in told.values() if face])
        answers = [Answer("", say("yes, so they lie"))]
        answers += [
            Answer(step, say("{}: {}", NAMES[step], words_of(told.get(step) or "not rolled")))
            for step in NAMES
            if rolled or step != "tower"
        ]
        wrong = yield from hearing.choose(say("the dice?"), answers)
        if not wrong:
            return told.get("tower"), in_face_order((told["one"] or "", told["two"] or ""))
        steps, seen = [wrong], None


NAMES = {"tower": say("tower die"), "one": say("house die {}", 1), "two": say("house die {}", 2)}


def _die(step: str, seen: Build | None, told: Mapping[str, str | None], hearing: Hearing) -> Steps[str | None]:
    if step == "tower":
        towers = [Answer[str | None](colour, words_of(colour)) for colour in TOWERS]
        like = (seen.die,) if seen is not None else (told.get(step),)
        none = Answer[str | None](None, NOT_ROLLED)
        return (yield from hearing.choose(NAMES[step], towers, like, [none]))
    faces = [Answer[str | None](face, words_of(face)) for face in HOUSE_FACES]
    near = told.get(step) or told.get("one")
    if seen is not None:
        near = seen.dice[0 if step == "one" else 1]
    return (yield from hearing.choose(NAMES[step], faces, (near,)))


def _build(state: State, told: Mapping[str, Any], seen: Build | None, hearing: Hearing) -> Steps[Build]:
    board, supply = state.table.edition.board, state.pieces.supply
    dice: Mapping[str, Any] = told.get("dice") or {}
    if dice and (dice.get("tower") or not MASONS.needs_tower_die(state)):
        die, two = ROLLS[(dice.get("tower"), *dice["houses"])]
        hearing.note(joined([words_of(face) for face in (*((die,) if die else ()), *two)]))
    else:
        die, two = yield from _dice(state, seen, hearing)
    ends = empty_ends(board, state.pieces.towers, state.wall)
    if not ends and not hearing.free:
        die = None
    towers = yield from _placed(
        state, "tower", tower_choices(board, supply, ends, die), () if seen is None else seen.towers, hearing
    )
    houses = yield from _placed(
        state, "house", house_choices(board, supply, state.wall, two), () if seen is None else seen.houses, hearing
    )
    begun = Build(die, two, towers, houses)
    if not state.enclosed:
        return begun._replace(completed=None if hearing.free else ())
    return (yield from close(state, begun, seen, hearing))


def _placed(state: State, piece: str, choices: Sequence[Placed], seen: Placed, hearing: Hearing) -> Steps[Placed]:
    """Towers or houses with their places; what the rules leave no choice about is not asked for again."""
    count = max((len(choice) for choice in choices), default=0)
    if hearing.free:
        count = yield from hearing.number(say("how many {}s?", words_of(piece)), 0, MOST_PLACED, [len(seen)], count)
    elif not count:
        return ()
    every = _anywhere(state, piece)
    placed: list[tuple[str, str]] = []
    while len(placed) < count:
        n = len(placed)
        left = list(dict.fromkeys(choice[n] for choice in choices if list(choice[:n]) == placed and len(choice) > n))
        if n and len(left) == 1 and not hearing.free:
            placed.append(left[0])
            continue
        kinds = [
            Kind(say("{}", where), [_answer(one) for one in left if one[0] == where])
            for where in dict.fromkeys(where for where, _ in left)
        ]
        title = say("{} {} of {}", words_of(piece), n + 1, count)
        placed.append((yield from hearing.choose_by_kind(title, kinds, seen[n : n + 1], every)))
        hearing.note(_answer(placed[-1]).words)
    return tuple(placed)


def _answer(one: tuple[str, str]) -> Answer[tuple[str, str]]:
    where, colour = one
    return Answer(one, say("{} on {}", words_of(colour), where))


def _anywhere(state: State, piece: str) -> list[Kind[tuple[str, str]]]:
    """Every place of the board with every colour: what the rules would refuse, too."""
    places: Sequence[str]
    colours: Sequence[str]
    if piece == "tower":
        places, colours = state.table.edition.board.points, TOWERS
    else:
        places, colours = [name for _, names in spaces_by_region(state) for name in names], COLOURS
    return [Kind(say("{}", where), [_answer((where, colour)) for colour in colours]) for where in places]
