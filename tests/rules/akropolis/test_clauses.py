"""Every clause once refusing and once allowing, side by side."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from rules.akropolis.game import AKROPOLIS as GAME
from rules.akropolis.state import State
from rules.sitting import Done, Sitting
from rules.trouble import Trouble
from tests.rules.akropolis.cities import alone, placed, table
from tests.rules.play import allowed, refusal

SITE = "Hqq hqm bth Tqq"  # four tiles, for two players
LAID = [
    {"at": [0, 0], "kind": "H", "level": 1, "laid": 0},
    {"at": [0, -1], "kind": "q", "level": 1, "laid": 0},
    {"at": [1, -1], "kind": "q", "level": 1, "laid": 1},
    {"at": [1, 0], "kind": "q", "level": 1, "laid": 1},
    {"at": [2, -1], "kind": "q", "level": 1, "laid": 1},
    {"at": [0, 1], "kind": "m", "level": 2, "laid": 2},
]
LAST = "Hqq hqm"  # the last turn of a round: two tiles are left
REFILL = ["bth", "Tqq", "gqq"]


class Case(NamedTuple):
    clause: str
    state: State
    wrong: dict[str, Any]
    right: dict[str, Any]
    places: tuple[str, ...] = ()


def turn(take: int, face: str, **more: Any) -> dict[str, Any]:
    """A tile taken and laid on the table beside the starting tile."""
    return placed(face, 0, 1, 2, take=take, **more)


def city() -> State:
    return alone(city=LAID)


CASES = [
    Case("not-your-turn", table(SITE), turn(1, "Hqq", player=1), turn(1, "Hqq", player=0)),
    Case("wrong-moment", table(""), turn(1, "Hqq"), {"refill": ["Hqq", "hqm", "bth", "Tqq"]}),
    Case("last-tile", table("Hqq"), turn(1, "Hqq"), {"refill": REFILL}, ("site 1",)),
    Case("not-in-site", table(SITE), turn(1, "gqq"), turn(1, "Hqq"), ("site 1",)),
    Case("not-in-site", table(SITE), turn(5, "Tqq"), turn(2, "hqm")),
    Case("not-in-site", table(SITE), placed("gqq", 0, 1, 2), placed("Hqq", 0, 1, 2)),
    Case("which-tile", table("Hqq Hqq bth Tqq"), placed("Hqq", 0, 1, 2), turn(2, "Hqq"), ("site 1", "site 2")),
    Case("price", table(SITE), turn(3, "bth"), turn(2, "hqm"), ("site 3",)),
    Case("site-refill", table(SITE), turn(1, "Hqq", refill=REFILL), turn(1, "Hqq")),
    Case("site-refill", table(LAST, stacks=0), turn(1, "Hqq", refill=REFILL), turn(1, "Hqq")),
    Case("site-refill", table(SITE), {"refill": REFILL}, turn(1, "Hqq")),
    Case("site-refill", alone(), {"refill": REFILL}, placed("Hqq", 0, 1, 2)),
    Case("site-refill", alone(), placed("Hqq", 0, 1, 2, refill=REFILL), placed("Hqq", 0, 1, 2)),
    Case("refill-number", table(LAST), turn(1, "Hqq", refill=REFILL[:2]), turn(1, "Hqq", refill=REFILL)),
    Case("refill-number", table(""), {"refill": REFILL}, {"refill": [*REFILL, "hqm"]}),
    Case("no-such-tile", table(LAST), turn(1, "Hqq", refill=["bhm"] * 3), turn(1, "Hqq", refill=REFILL)),
    Case("no-such-tile", table(LAST), turn(1, "Hqq", refill=["bth", "bth", "gqq"]), turn(1, "Hqq", refill=REFILL)),
    Case("no-such-tile", table("Hqq"), {"refill": ["Bqh", "Tqq", "gqq"]}, {"refill": REFILL}),  # Bqh is for three
    Case("no-such-tile", alone(), placed("bht", 0, 1, 2), placed("bth", 0, 1, 2), ("0,1", "1,1", "0,2")),
    Case("end", table(SITE), {"end": True}, turn(1, "Hqq")),
    Case("gap", city(), placed("bth", 0, -1, 1), placed("bth", 0, 0, 0), ("1,-2",)),
    Case("uneven", city(), placed("bth", 0, 0, 2), placed("bth", 0, 0, 0)),
    Case("one_tile", city(), placed("bth", 1, 0, 0), placed("bth", 0, 0, 0), ("1,0", "1,-1", "2,-1")),
    Case("not_touching", city(), placed("bth", 9, 9, 0), placed("bth", -1, 0, 5), ("9,9", "9,8", "10,8")),
    Case("wrong-level", city(), placed("bth", 0, 0, 0, 3), placed("bth", 0, 0, 0, 2)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.clause)
def test_a_clause_refuses_the_wrong_and_allows_the_right(case: Case) -> None:
    verdict = refusal(GAME, case.state, case.wrong)
    assert verdict.clause == case.clause
    assert verdict.places == (case.places or verdict.places)
    allowed(GAME, case.state, case.right)


def test_nothing_can_be_done_after_the_end() -> None:
    over = allowed(GAME, table(LAST, stacks=0), turn(1, "Hqq")).state
    assert GAME.turn(over) is None
    for action in (turn(1, "hqm"), {"refill": REFILL}, {"end": True}):
        assert refusal(GAME, over, action).clause == "game-over"


def test_every_refusing_clause_has_its_case() -> None:
    refusing = {id for id, clause in GAME.clauses.items() if clause.refuses}
    assert refusing == {case.clause for case in CASES} | {"game-over"}


# ---- house rules
WAIVABLE = [case for case in CASES if GAME.clauses[case.clause].waivable]


@pytest.mark.parametrize("case", WAIVABLE, ids=lambda case: case.clause)
def test_an_override_lets_a_waivable_action_stand_and_marks_it(case: Case) -> None:
    sitting = Sitting(GAME, case.state)
    done = sitting.do({"do": "override", "action": case.wrong, "clause": case.clause})
    assert isinstance(done, Done)
    assert sitting.marked
    assert sitting.marked[0].set_aside == (case.clause,)
    assert GAME.from_text(GAME.text(sitting.state)) == sitting.state
    assert next(GAME.legal(sitting.state)) is not None


@pytest.mark.parametrize("case", [case for case in CASES if case not in WAIVABLE], ids=lambda case: case.clause)
def test_what_has_no_defined_effect_cannot_be_overridden(case: Case) -> None:
    with pytest.raises(Trouble, match="cannot be set aside"):
        Sitting(GAME, case.state).do({"do": "override", "action": case.wrong, "clause": case.clause})


def test_who_cannot_pay_and_is_let_off_pays_what_is_there() -> None:
    verdict = allowed(GAME, table(SITE), turn(4, "Tqq"), "price")
    assert verdict.state.cities[0].stones == 0
    assert [(entry.what, entry.change) for entry in verdict.ledger] == [("stones", -1)]


def test_a_tile_that_should_not_be_left_comes_up_by_house_rule_and_counts_none_below_zero() -> None:
    verdict = allowed(GAME, table(LAST), turn(1, "Hqq", refill=["bhm"] * 3), "no-such-tile")
    assert verdict.state.site == ("hqm", "bhm", "bhm", "bhm")
    assert all(count > 0 for count in verdict.state.unseen.values())
