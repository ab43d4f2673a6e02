"""The legal turns against brute force on small boards: nothing legal missing, nothing illegal offered, each once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from rules.arkadia.game import ARKADIA
from rules.arkadia.state import State
from rules.game import Allowed, Refused
from rules.trouble import Trouble
from tests.rules.arkadia import plain
from tests.rules.arkadia.boards import table, workers
from tests.rules.play import shuffled

RIM = ["a1", "b1", "c1", "d1", "a2", "d2", "a3", "b3", "c3", "d3"]
RING = dict(zip(RIM, ["red", "red", "olive", "olive", "silver", "silver", "black", "black", None, None], strict=True))
FORMS = {
    "house": {"cells": [[0, 0], [1, 0]], "count": 3, "cards": {"red": 2, "olive": 1}},
    "hook": {"cells": [[0, 0], [0, 1], [1, 1], [0, 2]], "count": 1, "cards": {"silver": 2}},
    "bend": {"cells": [[0, 0], [1, 0], [1, 1], [2, 1]], "count": 2, "cards": {"black": 1}},
}
SMALL: dict[str, Any] = {
    "grid": {"cols": 6, "rows": 4},
    "tents": ["e1", "f3", "b4"],
    "lot": {"top_left": "a1", "w": 4, "h": 3, "ring": RING},
    "forms": FORMS,
}
OPEN = ["e1", "f1", "e2", "f2", "e3", "f3", "a4", "b4", "c4", "d4", "e4", "f4"]
ALMOST = {square: ["red", "olive", "silver", "black"][i % 4 : i % 4 + 1] for i, square in enumerate(RIM[:9])}


def positions() -> dict[str, State]:
    def small(players: list[dict[str, Any]], **more: Any) -> State:
        return table(players, edition=SMALL, **{"face_up": [], **more})

    house = {"form": "house", "family": "red", "cells": ["e2", "f2"]}
    other = {"form": "house", "family": "olive", "cells": ["e4", "f4"]}
    two = [{"hand": 2, "banners": 0}, {"hand": 2}]
    return {
        "the beginning": small(two, face_up=[["house", "red"], "unknown"]),
        "with a stack": small([{"hand": 1, "banners": 0, "workers": 1}, {"hand": 1}], face_up=[["hook", "silver"]]),
        "beside a house": small(
            [{"hand": 1, "banners": 1, "neutral": 1, "seals": {"red": 1}}, {"hand": 1}], buildings=[house]
        ),
        "mirrored": small([{"hand": 2, "banners": 0, "workers": 0}, {"hand": 4}], settings={"mirror": True}),
        "not near the lot": small(two, buildings=[house], settings={"workers_near_lot": False}),
        "two nearly closed": small(
            [{"hand": 0, "banners": 0, "workers": 1}, {"hand": 1}],
            buildings=[house, other],
            at=workers(orange="e1 f1 d4 f3"),
            castle={square: [] if square == "a1" else ALMOST.get(square, []) for square in RIM},
        ),
        "one piece to the second floor": small(
            [{"hand": 0, "banners": 1, "workers": 1}, {"hand": 1}],
            buildings=[house, other],
            at=workers(orange="e1 f1 d4 f3"),
            castle=ALMOST,
        ),
        "nothing to place": small(
            [{"hand": 1, "banners": 1, "workers": 0}, {"hand": 1}], at=workers(orange="e1 f2 e3 b4 d4 f4 a4")
        ),
        "known hand": small([{"hand": 1, "holds": [["bend", "black"]], "banners": 0}, {"hand": 1}], buildings=[house]),
        "no cards left of a form": small(
            [{"hand": 2, "banners": 0, "workers": 0}, {"hand": 2}],
            buildings=[{"form": "hook", "family": "silver", "cells": ["e1", "e2", "e3", "f2"]}],
        ),
    }


def musts(state: State) -> Iterator[dict[str, Any]]:
    """Every way to put something on the vacant squares, allowed or not."""
    for name, form in FORMS.items():
        cells: Any = form["cells"]
        for squares in combinations(OPEN, len(cells)):
            for family in plain.FAMILIES:
                yield {"type": "build", "form": name, "seal": family, "cells": list(squares)}
    me = state.players[state.turn]
    for count in range(me.workers + me.neutral + 2):
        for squares in combinations(OPEN, count):
            for colours in product(("yellow", "beige"), repeat=count):
                yield {"type": "workers", "workers": dict(zip(squares, colours, strict=True))}
    yield {"type": "pass"}


def draws(state: State, must: dict[str, Any]) -> Iterator[dict[str, Any] | None]:
    if must["type"] == "build":
        yield {"from": "deck"}
        for place in range(len(state.face_up)):
            if not state.deck:
                yield {"from": place}
            for refill in product(FORMS, plain.FAMILIES):
                yield {"from": place, "refill": list(refill)}
    yield None


def cashings(state: State, after_payout: dict[str, int]) -> Iterator[dict[str, Any] | None]:
    yield None
    for numbers in product(*(range(after_payout[family] + 1) for family in plain.FAMILIES)):
        yield {"cash": {f: n for f, n in zip(plain.FAMILIES, numbers, strict=True) if n}}


def canonical(action: dict[str, Any]) -> str:
    """Without what makes no difference: the building named, the order of castle pieces on one floor."""
    told = {key: value for key, value in action.items() if value not in (None, []) and key != "building"}
    if "castle" in told:
        told["castle"] = sorted(told["castle"], key=lambda piece: (piece["floor"], RIM.index(piece["square"])))
    if "cells" in told:
        told["cells"] = sorted(told["cells"])
    return json.dumps(told, sort_keys=True)


def brute_force(state: State) -> set[str]:
    position = ARKADIA.describe(state)
    found = set()
    for must in musts(state):
        if refusal_of(state, must) not in (None, "castle-due", "card-drawn"):
            continue
        for neutral, draw in product(range(3) if must["type"] == "build" else [None], draws(state, must)):
            base = {**must, "draw": draw, "neutral_gained": neutral}
            base = {key: value for key, value in base.items() if value is not None}
            if refusal_of(state, base) not in (None, "castle-due"):
                continue
            purses, completed, _ = plain.after_turn(position, must, RING, SMALL["tents"], (6, 4))
            seals = purses[position["players"][position["turn"]]["colour"]]["seals"]
            for cash in cashings(state, seals):
                for castle in castles(position["castle"], len(completed)):
                    action = {**base, "castle": castle, "banner": cash}
                    if isinstance(ARKADIA.judge(state, ARKADIA.action(action)), Allowed):
                        found.add(canonical(action))
    return found


def refusal_of(state: State, action: dict[str, Any]) -> str | None:
    verdict = ARKADIA.judge(state, ARKADIA.action(action))
    return verdict.clause if isinstance(verdict, Refused) else None


def castles(castle: dict[str, list[str]], due: int) -> Iterator[list[dict[str, Any]]]:
    for pieces in product(product(RIM, plain.FAMILIES), repeat=due):
        heights = {square: len(stack) for square, stack in castle.items()}
        told = []
        for square, family in pieces:
            heights[square] += 1
            told.append({"family": family, "square": square, "floor": heights[square]})
        yield told


@pytest.mark.parametrize("name", positions())
def test_the_legal_turns_are_those_that_brute_force_finds(name: str) -> None:
    state = positions()[name]
    listed = [canonical(ARKADIA.told(action)) for action in ARKADIA.legal(state)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == brute_force(state)
    mixed = [canonical(ARKADIA.told(action)) for action in ARKADIA.legal(state, None, shuffled(Random(3)))]
    assert sorted(mixed) == sorted(listed)


def test_any_legal_turn_can_come_first() -> None:
    state = positions()["known hand"]
    every = {canonical(ARKADIA.told(action)) for action in ARKADIA.legal(state)}
    order = shuffled(Random(1))
    first = {canonical(ARKADIA.told(next(ARKADIA.legal(state, None, order)))) for _ in range(60 * len(every))}
    assert first == every


def test_a_hand_that_is_given_limits_what_is_laid_and_the_top_card_is_what_is_turned_over() -> None:
    state = table(face_up=[["farm", "red"], "unknown", ["mill", "red"]])
    given = {"hand": [["farm", "silver"], ["farm", "silver"], ["mill", "olive"]], "top": ["tavern", "black"]}
    builds = [a for a in ARKADIA.legal(state, given) if a.kind == "build"]
    assert {(a.form, a.family) for a in builds} == {("farm", 2), ("mill", 1)}
    assert len(builds) == len(set(builds))
    assert {a.draw.refill for a in builds if a.draw and a.draw.source >= 0} == {("tavern", 3)}


def test_a_hand_that_cannot_be_is_trouble() -> None:
    state = table(face_up=[["mill", "red"], "unknown", "unknown"])
    with pytest.raises(Trouble, match="seen elsewhere"):
        next(ARKADIA.legal(state, {"hand": [["mill", "red"]]}, lambda choices: choices))
    with pytest.raises(Trouble, match="no card"):
        next(ARKADIA.legal(state, {"hand": [["castle", "red"]]}))


def test_turns_that_complete_two_buildings_place_two_pieces_on_two_floors() -> None:
    state = positions()["one piece to the second floor"]
    floors = {tuple(piece.floor for piece in action.castle) for action in ARKADIA.legal(state)}
    assert (1, 2) in floors
