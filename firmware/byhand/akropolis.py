"""Akropolis by hand: which tile of the site, its level, its place, how it is turned; new tiles in the site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware.byhand.akropolis_tiles import KIND_WORDS, at_words, face_words, row_kinds, tile, tiles
from firmware.byhand.asking import Answer, Hearing, Kind, Steps
from firmware.byhand.worths import signed
from rules.akropolis.forms import refill_from
from rules.akropolis.game import AKROPOLIS
from rules.akropolis.grid import AROUND, at_of, cell_at
from rules.akropolis.scoring import lines
from rules.akropolis.state import Action, City, End, Fill, State, Turn
from rules.akropolis.survey import survey
from rules.game import Allowed
from rules.words import SILENCE, Phrase, say

At = tuple[int, int, int]
DIRECTIONS = tuple(zip(("N", "NE", "SE", "S", "SW", "NW"), AROUND, strict=True))
ROOM = 3  # hexes around a city that are offered where anything may be told


def asks(state: State) -> bool:
    """Only where a face lies in the site twice does a picture of the city leave open which of them was paid for."""
    return not state.over and len(set(state.site)) < len(state.site) > 1


def given(state: State, seen: Mapping[str, Any], read: bool, hearing: Hearing) -> Steps[dict[str, Any]]:
    """Which tile of the site was taken."""
    del read
    take, _ = yield from _taken(state, (seen["take"],) if seen.get("take") else (), hearing)
    return {"take": take}


def turn(state: State, told: Mapping[str, Any], seen: Action | None, hearing: Hearing) -> Steps[Mapping[str, Any]]:
    if state.table.alone:
        answers = [Answer(False, say("a tile is laid")), Answer(True, say("the game has ended"))]
        if (yield from hearing.choose(say("what came?"), answers, (isinstance(seen, End),))):
            return AKROPOLIS.told(End())
    refill = refill_from({"refill": told["refill"]}) if told.get("refill") else None
    if state.waits:
        like = seen.refill if isinstance(seen, Fill) else ()
        fill = Fill(refill or (yield from _new_tiles(state, like, hearing)))
        return AKROPOLIS.told(fill)
    return AKROPOLIS.told((yield from _turn(state, told, refill, seen if isinstance(seen, Turn) else None, hearing)))


def _new_tiles(state: State, seen: Sequence[str], hearing: Hearing) -> Steps[tuple[str, ...]]:
    count = len(state.cities) + (1 if state.site else 2)  # the first site has one tile more than those after it
    return (yield from tiles(hearing, state.unseen, count, seen))


def _turn(
    state: State, told: Mapping[str, Any], refill: tuple[str, ...] | None, seen: Turn | None, hearing: Hearing
) -> Steps[Turn]:
    if state.table.alone:
        take = 0
        face = yield from tile(hearing, say("the tile"), state.unseen, "" if seen is None else seen.face)
    elif 0 < (told.get("take") or 0) <= len(state.site):
        take, face = told["take"], state.site[told["take"] - 1]
    else:
        like: Sequence[int] = ()
        if seen is not None:
            like = (seen.take or (state.site.index(seen.face) + 1 if seen.face in state.site else 0),)
        take, face = yield from _taken(state, like, hearing)
    hearing.note(face_words(face))
    at, level = yield from _laid(state, take, face, seen, hearing)
    if refill is None and len(state.site) == 2 and state.stacks:
        now = (seen.refill is not None,) if seen is not None else ()
        if (yield from hearing.yes(say("tell the new tiles now?"), now, usual=False)):
            before = seen.refill if seen is not None and seen.refill is not None else ()
            refill = yield from _new_tiles(state, before, hearing)
    elif len(state.site) != 2 or not state.stacks:
        refill = None
    return Turn(take, face, at, level, refill)


def _taken(state: State, seen: Sequence[int], hearing: Hearing) -> Steps[tuple[int, str]]:
    """The tile of the site, with its price; those that cannot be paid come after “something else”."""
    answers = [
        Answer(n, say("{}: {}", n, face_words(face)), say("free") if n == 1 else say("stones {}", n - 1))
        for n, face in enumerate(state.site, 1)
    ]
    able = answers[: state.cities[state.seat].stones + 1]
    take = yield from hearing.choose(say("which tile of the site?"), able, seen, answers)
    return take, state.site[take - 1]


# ---- where it lies
def _spots(state: State, take: int, face: str) -> dict[int, list[At]]:
    """By level, how the tile may lie."""
    wanted = (take, face)

    def only(choices: Sequence[Any]) -> Sequence[Any]:
        return [wanted] if wanted in choices else choices

    spots: dict[int, list[At]] = {}
    for action in AKROPOLIS.legal(state, None, only):
        if isinstance(action, Turn) and (action.take, action.face) == wanted:
            spots.setdefault(action.level, []).append(action.at)
    return spots


def _laid(state: State, take: int, face: str, seen: Turn | None, hearing: Hearing) -> Steps[tuple[At, int]]:
    city, spots = state.cities[state.seat], _spots(state, take, face)
    levels = [Answer(level, _level_words(level)) for level in sorted(spots)]
    every = [Answer(level, _level_words(level)) for level in range(1, len(city.storeys) + 2)]
    like: Sequence[int] = ()
    if seen is not None:
        level = seen.level or next((n for n, ats in spots.items() if seen.at in ats), 1)
        like = (level,)
    level = yield from hearing.choose(say("on which level?"), levels, like, every)
    hearing.note(say("level {}", level))
    ats = spots.get(level, [])
    first, second = (KIND_WORDS[kind] for kind in face[:2])
    where: Sequence[int] = () if seen is None else (seen.at[0],)
    cells = row_kinds({at[0] for at in ats})
    cell = yield from hearing.choose_by_kind(
        say("where is its {}?", first), cells, where, _around(city), start=len(cells) // 2
    )
    hearing.note(at_words(cell))
    turned = [_turned(cell, n) for n in range(len(AROUND))]
    now = _points(state, state.seat)
    answers = [
        Answer(at, say("{}: {}", name, at_words(at[1])), _worth(state, Turn(take, face, at, level), now))
        for at, (name, _) in zip(turned, DIRECTIONS, strict=True)
    ]
    usual = [answer for answer in answers if answer.value in ats]
    if face[0] == face[1] == face[2] and seen is not None:
        like_at = [at for at in turned if set(at) == set(seen.at)]
    else:
        like_at = [seen.at] if seen is not None else []
    return (yield from hearing.choose(say("and the {} beside it?", second), usual, like_at, answers)), level


def _points(state: State, seat: int) -> int:
    """What a city is worth now, by this table's settings."""
    city, table = state.cities[seat], state.table
    return sum(line.points for line in lines(survey(city, table.edition.stars), city.stones, table.settings))


def _worth(state: State, turn: Turn, now: int) -> Phrase:
    """By how much the live score changes; silence where the rules refuse it."""
    verdict = AKROPOLIS.judge(state, turn)
    if not isinstance(verdict, Allowed):
        return SILENCE
    return signed(_points(verdict.state, state.seat) - now)


def _level_words(level: int) -> Phrase:
    return say("1, on the table") if level == 1 else say("{}", level)


def _turned(cell: int, n: int) -> At:
    """The tile whose first hex lies there and whose second is in direction `n` of it."""
    return cell, cell + AROUND[n], cell + AROUND[(n + 1) % len(AROUND)]


def _around(city: City) -> list[Kind[int]]:
    """Every place in and around the city."""
    places = [at_of(cell) for cell in city.columns]
    qs, rs = [q for q, _ in places], [r for _, r in places]
    return row_kinds(
        {
            cell_at(q, r)
            for q in range(min(qs) - ROOM, max(qs) + ROOM + 1)
            for r in range(min(rs) - ROOM, max(rs) + ROOM + 1)
        }
    )
