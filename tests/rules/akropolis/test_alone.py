"""One player's city without the others' turns and without the site; a finished city without a history."""

from __future__ import annotations

from random import Random

import pytest

from rules.akropolis.game import AKROPOLIS as GAME
from rules.ledger import total
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.rules.akropolis.cities import alone, finished, hexes, placed
from tests.rules.play import allowed, check_ledger, check_text_forms, check_undo, refusal, shuffled


def test_a_city_is_begun_alone_with_its_stones() -> None:
    state = GAME.set_up(["Ada"], given={"alone": True, "stones": 3})
    assert state == alone(3)
    assert GAME.turn(state) == 0
    with pytest.raises(Trouble, match="lacks “stones”"):
        GAME.set_up(["Ada"], given={"alone": True})
    with pytest.raises(Trouble, match="is played by 1"):
        GAME.set_up(["Ada", "Bo"], given={"alone": True, "stones": 3})


def test_without_the_place_in_the_site_nothing_is_paid_and_with_it_the_price_is() -> None:
    assert allowed(GAME, alone(3), placed("hqm", 0, 1, 2)).ledger == ()
    paid = allowed(GAME, alone(3), placed("hqm", 0, 1, 2, take=3))
    assert total(paid.ledger, 0, "stones") == -2
    assert refusal(GAME, alone(1), placed("hqm", 0, 1, 2, take=3)).clause == "price"


def test_each_tile_can_be_laid_as_often_as_the_box_holds_it() -> None:
    state = allowed(GAME, alone(), placed("bth", 0, 1, 2)).state
    assert refusal(GAME, state, placed("bth", -1, 0, 5)).clause == "no-such-tile"
    state = allowed(GAME, alone(), placed("Hqq", 0, 1, 2)).state
    allowed(GAME, state, placed("Hqq", -1, 0, 5))


def test_the_end_is_told_by_hand_and_scored() -> None:
    state = allowed(GAME, alone(2), placed("hhq", 0, 1, 2)).state
    verdict = allowed(GAME, state, {"end": True})
    assert total(verdict.ledger, 0, "vp") == 2 + 2
    standing = GAME.standing(verdict.state)
    assert standing.over
    assert standing.seats[0].so_far == 4
    assert standing.outcome is not None
    assert standing.outcome.winners == (0,)


def test_a_finished_city_is_scored_by_itself_with_the_stones_counted() -> None:
    state = finished("h 0,0; h2 1,0; H 2,0; q 3,0", stones=5)
    seat = GAME.standing(state).seats[0]
    assert seat.so_far == seat.now == 3 + 5
    assert GAME.from_text(GAME.text(state)) == state
    with pytest.raises(Trouble, match="lacks “stones”"):
        GAME.position({"players": [{"name": "Ada", "city": hexes("h 0,0")}], "alone": True, "over": True})


@pytest.mark.parametrize("seed", range(6))
def test_a_city_kept_alone_at_random(seed: int) -> None:
    rng = Random(seed)
    sitting = Sitting(GAME, alone(rng.randrange(4)))
    while GAME.turn(sitting.state) is not None:
        assert isinstance(sitting.act(next(GAME.legal(sitting.state, None, shuffled(rng)))), Done)
    check_ledger(GAME, sitting)
    check_text_forms(GAME, sitting)
    check_undo(sitting, rng)
