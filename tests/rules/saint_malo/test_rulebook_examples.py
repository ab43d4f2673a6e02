"""Every worked example of the rulebook, with its numbers, on positions built to match: its pictures are lost."""

from __future__ import annotations

import pytest

from rules.ledger import total
from rules.saint_malo.game import SAINT_MALO as GAME
from tests.rules.play import allowed, refusal
from tests.rules.saint_malo.boards import START, city, dice, table


def test_anke_uses_two_crates_and_may_turn_the_wall_or_the_head_but_not_the_swords() -> None:
    state = table(city(), {}, {})
    rolled = ["crate", "crate", "wall", "head", "swords"]
    two = allowed(GAME, state, {"dice": rolled, "symbol": "crate", "cells": ["2,2", "2,3"]})
    assert two.state.cities[0].coins == 3
    for die in (2, 3):
        turned = {"dice": rolled, "symbol": "crate", "rotated": [die], "cells": ["2,2", "2,3", "2,4"]}
        three = allowed(GAME, state, turned)
        assert three.state.cities[0].coins == 1
        assert total(three.ledger, 0, "crates") == 3
    turned = {"dice": rolled, "symbol": "crate", "rotated": [4], "cells": ["2,2", "2,3", "2,4"]}
    assert refusal(GAME, state, turned).clause == "swords-rotated"
    assert two.state.marked == 1, "one box for the crossed swords"


def test_stefans_four_crates_hang_together() -> None:
    state = table(city())
    rolled = dice("crate", "crate", "crate", "crate")
    after = allowed(GAME, state, {"dice": rolled, "symbol": "crate", "cells": ["3,3", "3,4", "4,3", "2,3"]})
    assert after.state.cities[0].cells.count("c") == 4
    diagonal = {"dice": rolled, "symbol": "crate", "cells": ["3,3", "3,4", "4,3", "2,2"]}
    assert refusal(GAME, state, diagonal).clause == "crates-not-connected"


def test_michaelas_nine_churches_are_worth_25() -> None:
    state = table(city(" 1.1..\n..2....\n..3....\n...1...\n..4.2..\n.5..5..\n .....", coins=0, logs=0), {})
    lines = [line for line in GAME.standing(state).seats[0].now_lines if line.what == "churches"]
    assert [line.points for line in lines] == [20, 4, 1]
    assert GAME.standing(state).seats[0].now == 25


def test_steffens_architect_builds_two_houses_from_his_last_logs_for_6() -> None:
    state = table(city(logs=2))
    action = {
        "dice": ["head", "head", "head", "head", "cross"],
        "symbol": "head",
        "dice_used": 3,
        "person": "architect",
        "cells": ["3,3"],
        "houses": ["2,4", "1,4"],
    }
    after = allowed(GAME, state, action)
    assert after.state.cities[0].logs == 0
    assert total(after.ledger, 0, "vp") == after.state.cities[0].vp == 6


def test_ankes_merchant_brings_7_coins_and_a_second_one_4() -> None:
    state = table(city(" .....\n.xxc...\n.xc.c..\n.xccc..\n..c....\n.......\n .....", coins=0), {})
    heads = ["head", "head", "head", "log", "log"]
    first = allowed(GAME, state, {"dice": heads, "symbol": "head", "person": "merchant", "cells": ["2,3"]})
    assert total(first.ledger, 0, "coins") == first.state.cities[0].coins == 7
    again = first.state._replace(seat=0)
    second = allowed(GAME, again, {"dice": heads, "symbol": "head", "person": "merchant", "cells": ["4,3"]})
    assert total(second.ledger, 0, "coins") == 4
    assert second.state.cities[0].coins == 11


def test_stefans_juggler_counts_kinds_for_6_and_another_one_for_6() -> None:
    drawing = " .....\n.xx....\n.xA.C..\n.xA.N..\n...S...\n.......\n ....."
    heads = ["head", "head", "head", "head", "log"]
    state = table(city(drawing))
    far = allowed(GAME, state, {"dice": heads, "symbol": "head", "person": "juggler", "cells": ["2,3"]})
    assert total(far.ledger, 0, "vp") == 6, "architect, citizen, noble; the second architect is worth nothing"
    again = far.state._replace(seat=0)
    another = allowed(GAME, again, {"dice": heads, "symbol": "head", "person": "juggler", "cells": ["4,4"]})
    assert total(another.ledger, 0, "vp") == 4, "noble and soldier"
    beside = allowed(GAME, again, {"dice": heads, "symbol": "head", "person": "juggler", "cells": ["1,3"]})
    assert total(beside.ledger, 0, "vp") == 6, "architect, citizen and the first juggler"


def test_michaelas_three_swords_bring_the_attack_of_strength_6_and_four_players_lose_a_cannon() -> None:
    drawings = (
        START,
        " .....\n.xx....\n.x..S..\n.x.....\n.......\n.......\n .....",
        " .....\n.xx...w\n.x..SSw\n.x..S.w\n......w\n......w\n .....",
        " .....\n.xx....\n.x.SSS.\n.x.S...\n.......\n.......\n .....",
    )
    state = table(*(city(drawing) for drawing in drawings), boxes=21)
    assert [c.defence for c in state.cities] == [0, 1, 5, 4]
    rolled = ["wall", "head", "swords", "swords", "swords"]
    action = {"dice": rolled, "symbol": "wall", "rotated": [1], "cells": ["0,1", "0,2"]}
    after = allowed(GAME, state, action)
    assert after.state.cities[0].coins == 1
    assert after.state.attacks == 3
    assert total(after.ledger, -1, "boxes") == 3
    assert [total(after.ledger, seat, "cannons") for seat in range(4)] == [-1, -1, -1, -1]
    assert all("strength 6" in str(e.why) for e in after.ledger if e.what == "cannons")
    assert [seat.now or 0 for seat in GAME.standing(after.state).seats] == [2 - 5, 1 + 2 - 5, 1 + 2 - 5, 1 + 2 - 5]


def test_the_board_drawing_ten_coins_less_six_and_five_logs_all_used() -> None:
    """The bank shows ten coins received and six spent; the storage 2 + 3 logs, all used; the lower wall; defence 3."""
    state = table(city(" .....\n.xx.cc.\n.x..cc.\n.xc..S.\n.ccc...\n.......\n www.w", coins=3, logs=2, vp=28), {})
    merchant = {"dice": ["head"] * 3 + ["log"] * 2, "symbol": "head", "person": "merchant", "cells": ["3,3"]}
    bank = allowed(GAME, state, merchant)
    assert total(bank.ledger, 0, "coins") == 4
    state = bank.state._replace(seat=0)
    merchant = {"dice": ["head"] * 3 + ["log"] * 2, "symbol": "head", "person": "merchant", "cells": ["1,3"]}
    bank = allowed(GAME, state, merchant)
    assert bank.state.cities[0].coins == 3 + 4 + 3 == 10, "ten coins received"
    state = bank.state._replace(seat=0)
    logs = allowed(GAME, state, {"dice": ["log", "log", "wall", "swords", "wall"], "symbol": "log", "rotated": [4]})
    assert logs.state.cities[0].logs == 2 + 3
    assert logs.state.cities[0].coins == 10 - 4
    state = logs.state._replace(seat=0)
    wall = allowed(
        GAME, state, {"dice": ["head", *["log"] * 4], "symbol": "wall", "rotated": ["head"], "cells": ["6,4"]}
    )
    assert wall.state.cities[0].coins == 10 - 6, "six spent"
    assert [(e.change, e.clause) for e in wall.ledger if e.what == "vp"] == [(3, "wall-bonus")]
    assert wall.state.cities[0].vp == 31, "on the victory point track"
    assert wall.state.cities[0].defence == 3, "1 for the soldier, 2 for the complete wall"
    state = wall.state._replace(seat=0)
    three = {"dice": ["head"] * 5, "symbol": "head", "dice_used": 3, "person": "architect", "cells": ["4,5"]}
    after = allowed(GAME, state, {**three, "houses": ["4,4", "5,4", "5,5"]})
    state = after.state._replace(seat=0)
    three = {"dice": ["head"] * 5, "symbol": "head", "dice_used": 3, "person": "architect", "cells": ["5,3"]}
    after = allowed(GAME, state, {**three, "houses": ["5,2", "5,1"]})
    assert after.state.cities[0].logs == 0, "all five used"
    assert total(after.ledger, 0, "vp") == 6


@pytest.mark.parametrize(("length", "worth"), [(1, 1), (2, 4), (3, 8), (4, 13), (5, 20)])
def test_a_church_series_is_worth_by_its_length(length: int, worth: int) -> None:
    drawing = (
        " .....\n.......\n." + "".join(map(str, range(1, length + 1))).ljust(6, ".") + "\n" + ".......\n" * 3 + " ....."
    )
    state = table(city(drawing, coins=0, logs=0))
    assert GAME.standing(state).seats[0].now == worth


def test_a_size_5_church_adds_7_to_a_series_of_four() -> None:
    four = table(city(" .....\n.......\n.1234..\n.......\n.......\n.......\n .....", coins=0, logs=0))
    crosses = {"dice": ["cross"] * 5, "symbol": "cross", "dice_used": 5, "cells": ["5,5"]}
    five = allowed(GAME, four, crosses).state
    assert (GAME.standing(five).seats[0].now or 0) - (GAME.standing(four).seats[0].now or 0) == 7
