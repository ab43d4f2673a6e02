"""Turns that would explain what was drawn in a Saint Malo city, and which of them is the one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import exp, log
from typing import Any

from rules.game import Allowed, AnyGame
from vision.marks import Chances

PERSONS = ("citizen", "soldier", "priest", "architect", "merchant", "juggler", "noble")
CHURCHES = tuple(f"church{n}" for n in range(1, 6))
LEAST = 1e-4  # a net is never as sure as it says
SLIP = 0.02  # how much rarer a mistake is than a turn
MARGIN = 0.95  # of all explanations' weight, what the one must have
PLAIN = 0.2  # a mark must look so much like what it is said to be
CLEAR = 0.75  # and so much if a turn is refused for it


@dataclass(frozen=True)
class Explained:
    """One turn that would account for the new marks: allowed and what comes of it, or refused and why."""

    action: Mapping[str, Any]
    marks: Mapping[str, str]
    weight: float
    least: float  # how much the least likely of the marks looks like it
    after: Any = None
    reason: str = ""
    places: tuple[str, ...] = ()
    doubt: tuple[str, ...] = ()


def explain(
    game: AnyGame,
    city: Any,
    drawn: Sequence[str],
    chances: Mapping[str, Chances],
    given: Mapping[str, Any],
    before: float = 0.0,
) -> Iterator[Explained]:
    """Every turn worth thinking of, judged by the rules."""
    told: dict[str, Any] = {"dice": list(given["dice"])}
    if given.get("rotated"):
        told["rotated"] = given["rotated"]
    for said, marks in _turns(drawn, chances, given):
        verdict = game.judge(city, game.action({**told, **said}))
        looks = [chances[place].get(mark, 0.0) for place, mark in marks.items()]
        weight = before + sum(log(max(p, LEAST)) for p in looks)
        least = min(looks, default=1.0)
        if isinstance(verdict, Allowed):
            yield Explained(said, marks, weight, least, verdict.state)
        else:
            yield Explained(said, marks, weight, least, None, verdict.clause, tuple(verdict.places))


def _turns(
    drawn: Sequence[str], chances: Mapping[str, Chances], given: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any], dict[str, str]]]:
    if not drawn:
        if given.get("logs"):
            yield {"symbol": "log", "dice_used": given["logs"]}, {}
        return
    for symbol in ("crate", "wall"):
        yield {"symbol": symbol, "cells": list(drawn)}, dict.fromkeys(drawn, symbol)
    if len(drawn) == 1:
        for size, church in enumerate(CHURCHES, 1):
            yield {"symbol": "cross", "cells": list(drawn), "dice_used": size}, {drawn[0]: church}
    else:
        yield {"symbol": "cross", "cells": list(drawn)}, {p: _best(chances[p], CHURCHES) for p in drawn}
        people = {p: _best(chances[p], PERSONS) for p in drawn}
        yield {"symbol": "head", "cells": list(drawn), "person": people[drawn[0]]}, people
    for home in drawn:
        rest = [p for p in drawn if p != home]
        walls = [p for p in rest if chances[p]["wall"] > chances[p]["house"]]
        houses = [p for p in rest if p not in walls]
        for person in PERSONS:
            marks = {home: person, **dict.fromkeys(rest, "house")}
            yield _with(rest, {"symbol": "head", "cells": [home], "person": person}), marks
            if walls:
                bonus = _with(houses, {"symbol": "head", "cells": [home], "person": person})
                marks = {home: person, **dict.fromkeys(houses, "house"), **dict.fromkeys(walls, "wall")}
                yield {"symbol": "wall", "cells": walls, "bonus": bonus}, marks


def _with(houses: Sequence[str], said: dict[str, Any]) -> dict[str, Any]:
    return {**said, "houses": list(houses)} if houses else said


def _best(chance: Chances, marks: Sequence[str]) -> str:
    return max(marks, key=lambda mark: chance.get(mark, 0.0))


def settle(turns: Sequence[Explained]) -> Explained | None:
    """The one explanation that stands out, or the likeliest with the places that leave a doubt."""
    if not turns:
        return None
    top = max(t.weight for t in turns)
    weights = [exp(t.weight - top) * (SLIP if t.reason else 1.0) for t in turns]
    best = turns[max(range(len(turns)), key=weights.__getitem__)]
    alike = sum(w for t, w in zip(turns, weights, strict=True) if _same(t, best))
    if alike >= MARGIN * sum(weights) and best.least >= (CLEAR if best.reason else PLAIN):
        return best
    rivals = [t for t, w in zip(turns, weights, strict=True) if w >= 0.02 * max(weights)]
    differ = [p for p in best.marks if len({t.marks.get(p) for t in rivals}) > 1]
    places = list(chain(differ, best.marks))
    doubt = tuple(dict.fromkeys(differ or places))
    return Explained(best.action, best.marks, best.weight, best.least, None, "", (), doubt or ("all",))


def _same(one: Explained, other: Explained) -> bool:
    """Whether two explanations come to the same, so that nothing is to be asked."""
    if one.reason != other.reason:
        return False
    return bool(one.reason) or one.marks == other.marks
