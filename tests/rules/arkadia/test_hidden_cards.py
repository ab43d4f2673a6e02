"""Hands are hidden: a card can be played when some hand that fits what has been seen allows it, and only then."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

from rules.arkadia.edition import FAMILIES
from rules.arkadia.game import ARKADIA
from rules.arkadia.state import State
from rules.game import Allowed
from tests.rules.arkadia.boards import done, lay, refused, table

SPOT = ("g4", "h4")
FORMS: dict[str, Any] = {
    "residential_house": {"cells": [[0, 0], [1, 0]], "count": 4, "cards": {"red": 2, "olive": 1, "black": 1}},
    "farm": {"cells": [[0, 0], [1, 0], [2, 0]], "count": 4, "cards": {"red": 1, "olive": 2, "silver": 1}},
}
FEW = {"forms": FORMS}
RED_HOUSE = ["residential_house", "red"]
FARM = ["farm", "olive"]


def house_of(seal: str, **more: Any) -> dict[str, Any]:
    return lay("residential_house", seal, *SPOT, **more)


def few(players: list[dict[str, Any]], **more: Any) -> State:
    return table(players, edition=FEW, **{"face_up": [], **more})


def test_a_card_seen_face_up_is_in_no_hand() -> None:
    hands = [{"hand": 2}, {"hand": 2}]
    done(few(hands, face_up=[RED_HOUSE]), house_of("red"))
    assert refused(few(hands, face_up=[RED_HOUSE, RED_HOUSE]), house_of("red")).clause == "card-in-hand"


def test_a_card_played_is_in_no_hand() -> None:
    laid = [{"form": "residential_house", "family": "olive", "cells": ["a1", "b1"]}]
    assert refused(few([{"hand": 2}, {"hand": 2}], buildings=laid), house_of("olive")).clause == "card-in-hand"


def test_a_card_taken_face_up_is_known_until_it_is_played() -> None:
    state = few([{"hand": 2}, {"hand": 2}], face_up=[["residential_house", "olive"]])
    state = done(state, lay("farm", "red", "g4", "h4", "i4", draw={"from": 0, "refill": FARM})).state
    assert ARKADIA.describe(state)["players"][0]["holds"] == [["residential_house", "olive"]]
    mine = lay("residential_house", "olive", "f5", "f6")
    assert refused(state, mine).clause == "card-in-hand"  # orange cannot have it: yellow has
    state = done(state, lay("residential_house", "black", "f5", "f6")).state
    after = done(state, lay("residential_house", "olive", "f7", "f8")).state
    assert "holds" not in ARKADIA.describe(after)["players"][0]


def test_a_hand_wholly_known_has_nothing_else() -> None:
    state = few([{"hand": 2, "holds": [FARM, RED_HOUSE]}, {"hand": 2}])
    done(state, house_of("red"))
    assert refused(state, house_of("black")).clause == "card-in-hand"
    done(few([{"hand": 2, "holds": [FARM]}, {"hand": 2}]), house_of("black"))


def test_a_card_known_twice_in_a_hand_can_be_played_twice_and_no_more() -> None:
    hand: list[dict[str, Any]] = [{"hand": 2, "holds": [RED_HOUSE, RED_HOUSE]}, {"hand": 2}]
    state = done(few(hand), house_of("red")).state
    assert refused(state, lay("residential_house", "red", "f5", "f6")).clause == "card-in-hand"
    assert state.players[0].holds == (state.table.card_of["residential_house", "red"],)


def test_a_draw_may_be_told_or_not() -> None:
    state = few([{"hand": 2}, {"hand": 2}], face_up=[FARM])
    told = done(state, house_of("red", draw={"from": "deck", "card": ["farm", "silver"]})).state
    assert ARKADIA.describe(told)["players"][0]["holds"] == [["farm", "silver"]]
    assert refused(told, lay("farm", "silver", "f5", "f6", "f7")).clause == "card-in-hand"
    untold = done(state, house_of("red", draw={"from": "deck", "card": "unknown"})).state
    assert untold.players[0].holds == ()
    assert untold.deck == state.deck - 1
    assert refused(state, house_of("red", draw={"from": "deck", "card": ["mill", "red"]})).clause == "card-count"


def test_a_card_turned_over_may_be_unknown_and_told_when_it_is_taken() -> None:
    state = few([{"hand": 2}, {"hand": 2}], face_up=[FARM])
    state = done(state, house_of("red", draw={"from": 0})).state
    assert ARKADIA.describe(state)["face_up"] == ["unknown"]
    taken = {"from": 0, "card": ["farm", "silver"], "refill": ["residential_house", "olive"]}
    state = done(state, lay("residential_house", "red", "f5", "f6", draw=taken)).state
    assert ARKADIA.describe(state)["players"][1]["holds"] == [["farm", "silver"]]
    wrong = {"from": 0, "card": ["farm", "red"]}
    assert refused(state, lay("residential_house", "black", "f7", "f8", draw=wrong)).clause == "card-count"


def test_after_an_unknown_draw_nobody_knows_what_lies_face_up() -> None:
    state = few([{"hand": 2}, {"hand": 2}], face_up=[["residential_house", "olive"], FARM])
    verdict = done(state, house_of("red", draw="unknown"))
    assert ARKADIA.describe(verdict.state)["face_up"] == ["unknown", "unknown"]
    assert verdict.state.deck == state.deck - 1
    assert verdict.warnings
    done(verdict.state, lay("residential_house", "olive", "f5", "f6"))  # it may have been taken or not: allowed
    no_stack = few([{"hand": 4}, {"hand": 3}], face_up=[FARM])
    assert no_stack.deck == 0
    assert refused(no_stack, house_of("red", draw="unknown")).clause == "card-drawn"


def test_without_a_stack_the_row_closes_up_and_at_last_nobody_draws() -> None:
    state = few([{"hand": 3}, {"hand": 3}], face_up=[FARM, ["residential_house", "olive"]])
    assert state.deck == 0
    assert refused(state, house_of("red", draw={"from": "deck"})).clause == "card-drawn"
    assert refused(state, house_of("red", draw={"from": 0, "refill": RED_HOUSE})).clause == "card-drawn"
    state = done(state, house_of("red", draw={"from": 0})).state
    assert ARKADIA.describe(state)["face_up"] == [["residential_house", "olive"]]
    state = done(state, lay("residential_house", "black", "f5", "f6", draw={"from": 0})).state
    state = done(state, lay("farm", "olive", "f7", "f8", "f9", draw=None)).state
    assert state.players[0].hand == 2


def brute_force(state: State) -> set[tuple[str, str]]:
    """Every card that is in the hand in some dealing of the unseen cards that fits what has been seen."""
    told = ARKADIA.describe(state)
    cards = [
        (name, family)
        for name, form in FORMS.items()
        for family in FAMILIES
        for _ in range(form["cards"].get(family, 0))
    ]
    for seen in [*told["discard"], *(f for f in told["face_up"] if f != "unknown")]:
        cards.remove(tuple(seen))
    hands = [player["hand"] for player in told["players"]]
    holds = [sorted(map(tuple, player.get("holds", []))) for player in told["players"]]
    found: set[tuple[str, str]] = set()
    numbers = range(len(cards))
    for mine in combinations(numbers, hands[0]):
        hand = sorted(cards[i] for i in mine)
        if not contains(hand, holds[0]):
            continue
        rest = [i for i in numbers if i not in mine]
        if any(contains(sorted(cards[i] for i in theirs), holds[1]) for theirs in combinations(rest, hands[1])):
            found |= set(hand)
    return found


def contains(hand: list[Any], holds: list[Any]) -> bool:
    hand = list(hand)
    for card in holds:
        if card not in hand:
            return False
        hand.remove(card)
    return True


def test_what_can_be_played_is_what_some_dealing_has_in_the_hand() -> None:
    rng = Random(5)
    spots = {"residential_house": SPOT, "farm": ("g4", "h4", "i4")}
    for _ in range(60):
        cards = [[n, f] for n, form in FORMS.items() for f in FAMILIES for _ in range(form["cards"].get(f, 0))]
        rng.shuffle(cards)
        hands = [rng.randint(0, 2), rng.randint(0, 2)]
        players = []
        for size in hands:
            hand = [cards.pop() for _ in range(size)]
            players.append({"hand": size, "holds": hand[: rng.randint(0, size)]})
        face_up = [
            card if rng.random() < 0.7 else "unknown" for card in (cards.pop() for _ in range(rng.randint(0, 3)))
        ]
        state = few(players, face_up=face_up)
        allowed = set()
        for form, family in product(FORMS, FAMILIES):
            draw = {"from": "deck"} if state.deck else {"from": 0} if face_up else None
            verdict = ARKADIA.judge(state, ARKADIA.action(lay(form, family, *spots[form], draw=draw)))
            if isinstance(verdict, Allowed):
                allowed.add((form, family))
            else:
                assert verdict.clause == "card-in-hand"
        assert allowed == brute_force(state)
