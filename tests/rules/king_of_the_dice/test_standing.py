"""How the players stand: what a pile is worth, kind by kind, and who wins by which rule."""

from __future__ import annotations

import pytest

from rules.king_of_the_dice.game import KING_OF_THE_DICE
from rules.standing import Outcome
from tests.rules.king_of_the_dice.tables import PURPLE, table, taking
from tests.rules.play import allowed

GAME = KING_OF_THE_DICE


def outcome(*piles: list[str]) -> Outcome:
    found = GAME.standing(table(piles=piles)).outcome
    assert found is not None
    return found


def test_a_pile_kind_by_kind() -> None:
    pile = [
        "village/city/2",
        "citizen/elf/run6",
        "village/city/3",
        "citizen/snob/odd",
        "citizen/snob/even",
        "penalty/-3",
        "citizen/fairy/R2G2",
        "citizen/fairy/R2G3",
        "citizen/fairy/R3B2",
        "citizen/dragon/min30",
        "penalty/-1",
    ]
    seat = GAME.standing(table(piles=[pile, []])).seats[0]
    assert [(line.what, line.points, str(line.how), line.clause) for line in seat.so_far_lines] == [
        ("village", 5, "2 + 3", "village"),
        ("snob", 10, "5 + 5", "snob"),
        ("elf", 7, "7", "elf"),
        ("fairy", 9, "3 x 3", "fairy"),
        ("dragon", -6, "-6", "dragon"),
        ("penalty", -4, "-3 + -1", "penalty"),
    ]
    assert seat.so_far == seat.now == 21
    assert dict(seat.stock) == {"minus": 10, "cards": 11, "fairies": 3}


@pytest.mark.parametrize(("fairies", "points"), [(1, 1), (2, 4), (3, 9), (4, 16), (5, 25)])
def test_fairies_score_their_number_each(fairies: int, points: int) -> None:
    cards = [f"citizen/fairy/{code}" for code in ("R2G2", "R2G3", "R3B2", "G2B2", "G2B3")]
    assert GAME.standing(table(piles=[cards[:fairies], cards[fairies:]])).seats[0].so_far == points


def test_most_points_win() -> None:
    found = outcome(["citizen/snob/odd"], ["citizen/elf/run6"], [])
    assert (found.places, found.clause) == (((1,), (0,), (2,)), "most-points")


def test_among_equals_fewer_minus_points_win() -> None:
    found = outcome(["citizen/elf/run6", "penalty/-2"], ["citizen/snob/odd"], ["citizen/dwarf/3x1"])
    assert (found.places, found.clause) == (((1,), (0,), (2,)), "tie-minus-points")


def test_dragons_are_minus_points_too() -> None:
    found = outcome(["citizen/elf/run6", "citizen/dragon/min25"], ["citizen/dwarf/4x3", "penalty/-1"])
    assert (found.places, found.clause) == (((1,), (0,)), "tie-minus-points")


def test_who_cannot_be_parted_shares_the_victory() -> None:
    found = outcome(["citizen/snob/odd"], ["citizen/snob/even"], ["penalty/-1"])
    assert (found.places, found.winners, found.clause) == (((0, 1), (2,)), (0, 1), "shared-victory")


def test_nothing_is_added_at_the_end() -> None:
    state = table(piles=[["citizen/fairy/R2G2"], []], counts={"V5": 1})
    before = GAME.standing(state)
    verdict = allowed(GAME, state, taking(PURPLE, "C5 goblin/any4", villages="V5 forest/4"))
    after = GAME.standing(verdict.state)
    assert (before.over, after.over) == (False, True)
    assert before.seats[0].now == 1
    assert after.seats[0].so_far == after.seats[0].now == 6
    assert sum(entry.change for entry in verdict.ledger if entry.seat == 0 and entry.what == "vp") == 5


def test_notes_name_what_differs_from_the_usual() -> None:
    data = GAME.edition_data(table())
    data["penalties"] = [-1] * 10
    data["citizens"][0]["vp"] = 6
    state = table(settings={"run_wraps": True, "at_least": False}, edition=data, penalty="penalty/-1")
    assert [str(note) for note in GAME.standing(state).notes] == [
        "setting at_least: false",
        "setting run_wraps: true",
        "played with an edition of the table's own",
    ]
    assert GAME.standing(table()).notes == ()


def test_purses_are_no_secret() -> None:
    state = table(piles=[["citizen/snob/odd"], []])
    assert GAME.standing(state, purses=False) == GAME.standing(state)
