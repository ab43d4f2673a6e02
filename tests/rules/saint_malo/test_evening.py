"""The course of a game: turns, rounds, pirates, the end, ties."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ledger import total
from rules.saint_malo.game import SAINT_MALO as GAME
from rules.saint_malo.state import State
from rules.trouble import Trouble
from tests.rules.play import allowed, check_whole_game, random_sitting
from tests.rules.saint_malo.boards import START, city, dice, table

ALL_BUT_ONE = " wwwwc\n" + "ccccccc\n" * 4 + "cccccc.\n ccccc"
LAST_HEAD = {"dice": ["head", "log", "log", "log", "log"], "symbol": "head", "person": "citizen", "cells": ["5,6"]}
A_CRATE = {"dice": ["crate", "log", "log", "log", "log"], "symbol": "crate", "cells": ["5,5"]}


def do(state: State, action: dict[str, Any]) -> State:
    after: State = allowed(GAME, state, action).state
    return after


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_a_random_evening_keeps_every_promise(players: int, seed: int) -> None:
    check_whole_game("saint-malo", seed, players)


@pytest.mark.parametrize("seed", range(4))
def test_in_a_random_evening_spaces_only_fill_and_stock_never_goes_below_nothing(seed: int) -> None:
    _, sitting = random_sitting("saint-malo", seed, 2 + seed)
    before: State = sitting.start
    for step in sitting.steps:
        after: State = step.state
        for was, now in zip(before.cities, after.cities, strict=True):
            assert all(a in (".", b) for a, b in zip(was.cells, now.cells, strict=True))
            assert now.coins >= 0
            assert now.logs >= 0
            lost = now.cannons_lost - was.cannons_lost
            assert 0 <= lost <= after.attacks - before.attacks, "one cannon an attack at the most"
            assert now.cannons_lost <= 6
        assert after.marked <= 6 * after.table.boxes
        before = after


def test_the_start() -> None:
    state = GAME.set_up(["Anke", "Stefan"])
    for player in GAME.describe(state)["players"]:
        assert (player["coins"], player["logs"], player["vp"], player["cannons_lost"]) == (3, 2, 0, 0)
        assert player["cells"] == dict.fromkeys(("1,1", "1,2", "2,1", "3,1"), "printed_crate")
    assert [seat.stock[-1] for seat in GAME.standing(state).seats] == [("empty spaces", 41)] * 2


@pytest.mark.parametrize(("players", "boxes"), [(2, 4), (3, 6), (4, 8), (5, 10)])
def test_the_pirates_attack_when_a_row_is_full(players: int, boxes: int) -> None:
    state = GAME.set_up(["A", "B", "C", "D", "E"][:players])._replace(marked=boxes - 1)
    after = allowed(GAME, state, {"dice": dice("log", "log", "log", "log"), "symbol": "log"})
    assert after.state.attacks == 1
    assert [total(after.ledger, seat, "cannons") for seat in range(players)] == [-1] * players


def test_swords_run_on_into_the_next_row() -> None:
    state = GAME.set_up(["A", "B"])._replace(marked=2)
    after = do(state, {"dice": dice(), "symbol": None})
    assert after.marked == 7
    assert after.attacks == 1
    assert do(after._replace(seat=0), {"dice": dice(), "symbol": None}).attacks == 3, "two rows at once"


def test_two_attacks_by_one_roll_are_defended_one_after_the_other() -> None:
    soldier = START.replace(".......", "...S...", 1)
    state = table(city(soldier), city(), boxes=3)
    after = allowed(GAME, state, {"dice": dice(), "symbol": None})
    assert [str(e.why) for e in after.ledger if e.what == "cannons"] == [
        "attack 1, strength 1: soldiers 0 + walls 2 x 0 = 0 is less",
        "attack 2, strength 3: soldiers 1 + walls 2 x 0 = 1 is less",
        "attack 2, strength 3: soldiers 0 + walls 2 x 0 = 0 is less",
    ]


def test_nothing_comes_after_the_sixth_attack() -> None:
    state = GAME.set_up(["A", "B"])._replace(marked=23)
    after = allowed(GAME, state, {"dice": dice(), "symbol": None})
    assert after.state.marked == 24
    assert total(after.ledger, -1, "boxes") == 1
    again = allowed(GAME, after.state, {"dice": dice(), "symbol": None})
    assert again.state.marked == 24
    assert not again.ledger


def test_a_soldier_drawn_in_the_turn_that_brings_the_attack_defends() -> None:
    state = GAME.set_up(["A", "B"])._replace(marked=3)
    soldier = {
        "dice": ["head", "head", "log", "log", "swords"],
        "symbol": "head",
        "person": "soldier",
        "cells": ["3,3"],
    }
    after = allowed(GAME, state, soldier)
    assert total(after.ledger, 0, "cannons") == 0
    assert total(after.ledger, 1, "cannons") == -1


def test_a_full_city_plays_the_round_to_its_end() -> None:
    state = table(city(ALL_BUT_ONE), city(), {})
    state = do(state, LAST_HEAD)
    assert not state.over
    state = do(state, A_CRATE)
    assert not state.over
    last = allowed(GAME, state, A_CRATE)
    assert last.state.over
    assert GAME.turn(last.state) is None
    assert "city-full" in {e.clause for e in last.ledger if e.seat == 0}


def test_the_last_player_who_fills_a_city_ends_the_game_at_once() -> None:
    state = table(city(), city(ALL_BUT_ONE), next_player=1)
    assert do(state, LAST_HEAD).over


def test_the_end_counts_coins_logs_churches_cannons_and_full_cities() -> None:
    churches = " wwwwc\n" + "ccccccc\n" * 3 + "cccc121\ncccc3c.\n ccccc"
    state = table(city(), city(churches, coins=7, logs=4, vp=10, cannons_lost=2), next_player=1)
    after = allowed(GAME, state, LAST_HEAD)
    entries = {e.clause: e.change for e in after.ledger if e.seat == 1}
    assert entries["citizen"] == 1
    assert entries["city-full"] == 5
    assert entries["coins-left"] == 3
    assert entries["logs-left"] == 4
    assert [e.change for e in after.ledger if e.clause == "church-series" and e.seat == 1] == [8, 1]
    assert entries["cannons-lost"] == -10
    assert after.state.cities[1].vp == 10 + 1 + 5 + 3 + 4 + 9 - 10
    seat = GAME.standing(after.state).seats[1]
    assert seat.so_far == seat.now == 22
    assert sum(line.points for line in seat.now_lines) == 22
    assert "church series 1-2-3: 8" in [str(line.how) for line in seat.now_lines]


def test_more_empty_spaces_part_a_tie() -> None:
    few, many = city(ALL_BUT_ONE, coins=0, logs=0), city(START, coins=0, logs=0)
    outcome = GAME.standing(table(few, many)).outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.clause == "tie-empty-spaces"


def test_as_many_points_and_empty_spaces_win_together() -> None:
    outcome = GAME.standing(table(city(), city())).outcome
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert outcome.clause == "shared-victory"


def test_most_points_win() -> None:
    outcome = GAME.standing(table(city(vp=3), city(), city(vp=9))).outcome
    assert outcome is not None
    assert outcome.places == ((2,), (0,), (1,))
    assert outcome.clause == "most-points"


def test_a_spoilt_wall_is_warned_of_and_defends_no_more() -> None:
    four = " .wwww\n" + ".......\n" * 5 + " ....."
    state = table(city(four))
    after = allowed(GAME, state, {"dice": dice("cross"), "symbol": "cross", "cells": ["0,1"]})
    assert [str(w) for w in after.warnings] == ["this spoils the top wall for good: no bonus, no defence"]
    again = after.state._replace(seat=0)
    inside = allowed(GAME, again, {"dice": dice("cross"), "symbol": "cross", "cells": ["3,3"]})
    assert not inside.warnings
    assert inside.state.cities[0].defence == 0


@pytest.mark.parametrize(("missing", "what", "change"), [("3,6", "coins", 2), ("6,3", "vp", 3), ("3,0", "coins", 2)])
def test_a_completed_wall_brings_its_bonus_at_once(missing: str, what: str, change: int) -> None:
    ring = {f"{r},{c}": "wall" for r in range(7) for c in range(7) if (r in (0, 6)) != (c in (0, 6))}
    del ring[missing]
    ring["0,1"] = "crate"
    state = table({"cells": ring})
    after = allowed(GAME, state, {"dice": dice("wall"), "symbol": "wall", "cells": [missing]})
    assert [(e.what, e.change) for e in after.ledger if e.clause == "wall-bonus"] == [(what, change)]
    assert after.state.cities[0].defence == 6


def test_the_bonus_person_works_as_ever_a_merchant_earns_and_an_architect_builds() -> None:
    state = table(city(" .wwww\n.xx....\n.x.....\n.x.....\n.......\n.......\n .....", logs=2))
    wall = {"dice": dice("wall"), "symbol": "wall", "cells": ["0,1"]}
    merchant = allowed(GAME, state, {**wall, "bonus": {"person": "merchant", "cells": ["2,2"]}})
    assert total(merchant.ledger, 0, "coins") == 4
    built = {"person": "architect", "cells": ["3,3"], "houses": ["4,4", "4,5"]}
    architect = allowed(GAME, state, {**wall, "bonus": built})
    assert total(architect.ledger, 0, "vp") == 6
    assert architect.state.cities[0].logs == 0


def test_no_bonus_person_is_asked_for_when_no_space_is_free() -> None:
    full = " .wwww\n" + "ccccccc\n" * 5 + " ccccc"
    state = table(city(full), next_player=0)
    assert do(state, {"dice": dice("wall"), "symbol": "wall", "cells": ["0,1"]}).cities[0].empty == 0


def test_a_priest_a_merchant_and_a_juggler_earn_nothing_later() -> None:
    state = table(city(vp=0, coins=5))
    priest = {"dice": dice("head", "head"), "symbol": "head", "person": "priest", "cells": ["4,4"]}
    state = do(state, priest)._replace(seat=0)
    church = {"dice": dice("cross"), "symbol": "cross", "cells": ["4,5"]}
    assert total(allowed(GAME, state, church).ledger, 0, "vp") == 0
    merchant = {"dice": dice("head", "head", "head"), "symbol": "head", "person": "merchant", "cells": ["3,3"]}
    state = do(state, merchant)._replace(seat=0)
    crate = {"dice": dice("crate"), "symbol": "crate", "cells": ["3,4"]}
    assert total(allowed(GAME, state, crate).ledger, 0, "coins") == 0


def test_one_city_kept_alone_is_told_of_attacks_and_of_the_end() -> None:
    state = GAME.set_up(["Anke"], given={"alone": True})
    state = do(state, {"dice": dice("log"), "symbol": "log"})
    assert state.marked == 0, "the swords belong to the table's track"
    attacked = allowed(GAME, state, {"attack": 3})
    assert total(attacked.ledger, 0, "cannons") == -1
    assert "attack 3, strength 6" in str(attacked.ledger[0].why)
    ended = allowed(GAME, attacked.state, {"end": True})
    assert ended.state.over
    assert total(ended.ledger, 0, "vp") == ended.state.cities[0].vp == 3 - 5, "three logs, a cannon lost"
    standing = GAME.standing(ended.state)
    assert standing.outcome is None
    assert "told by its owner" in str(standing.notes[0])


def test_only_one_city_can_be_kept_alone_and_two_to_five_play() -> None:
    with pytest.raises(Trouble, match="2 to 5"):
        GAME.set_up(["Anke"])
    with pytest.raises(Trouble, match="not by 2"):
        GAME.set_up(["Anke", "Stefan"], given={"alone": True})
    with pytest.raises(Trouble, match="2 to 5"):
        GAME.set_up(list("ABCDEF"))
    with pytest.raises(Trouble, match="same name"):
        GAME.set_up(["A", "A"])
