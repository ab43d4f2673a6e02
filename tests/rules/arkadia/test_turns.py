"""What a turn brings: tents, cards, completion, castle, banner, and the end."""

from __future__ import annotations

from typing import Any

from rules.arkadia.edition import COLOURS
from rules.arkadia.game import ARKADIA
from rules.arkadia.state import State
from rules.ledger import TABLE, total
from tests.rules.arkadia.boards import (
    building,
    done,
    gained,
    house,
    introduce,
    lay,
    piece,
    refused,
    seals,
    table,
    workers,
)

NO_GOLD: dict[str, Any] = {"banner": {"cash": {}}}


# ---- tents and neutral workers
def test_each_tent_covered_brings_a_neutral_worker_and_they_may_be_left() -> None:
    tents: dict[str, Any] = {"edition": {"tents": ["g4", "h4", "i4"]}}
    action = lay("farm", "red", "g4", "h4", "i4")
    assert gained(done(table(**tents), action), 0, "neutral workers") == 3
    left = done(table(**tents), {**action, "neutral_gained": 1})
    assert left.state.players[0].neutral == 1
    assert [str(w) for w in left.warnings] == ["neutral workers left in the pool: 2"]
    assert done(table(**tents), {**action, "neutral_gained": 0}).state.players[0].neutral == 0


def test_an_empty_pool_gives_what_is_left() -> None:
    tents = {"tents": ["g4", "h4"], "numbers": {"neutral": 1, "workers": 4}}
    verdict = done(table(edition=tents), lay("farm", "red", "g4", "h4", "i4", **NO_GOLD))
    assert gained(verdict, 0, "neutral workers") == 1
    assert gained(verdict, 0, "workers") == 1  # of the two that a banner brings
    assert len(verdict.warnings) == 2
    assert (
        refused(table(edition=tents), lay("farm", "red", "g4", "h4", "i4", neutral_gained=2)).clause == "tent-workers"
    )


def test_a_worker_set_on_a_tent_brings_none() -> None:
    state = table(edition={"tents": ["g4"]})
    verdict = done(state, introduce("lot", yellow="g4"))
    assert gained(verdict, 0, "neutral workers") == 0
    assert verdict.state.players[0].workers == 2


# ---- completion
def test_the_edge_of_the_board_encloses() -> None:
    state = table(buildings=[house("silver", "a1", "b1")], at=workers(orange="a2 b2"))
    verdict = done(state, introduce(0, yellow="c1", castle=[piece("silver", "h5")]))
    assert seals(verdict.state, 0)["silver"] == 2
    assert seals(verdict.state, 1)["silver"] == 2


def test_diagonal_neighbours_neither_enclose_nor_are_paid() -> None:
    state = table(buildings=[house("silver", "a1", "b1")], at=workers(orange="a2 c2"))
    verdict = done(state, introduce(0, yellow="c1"))
    assert not verdict.state.buildings[0].done
    closed = done(verdict.state, introduce(0, orange="b2", castle=[piece("red", "h5")]))
    assert gained(closed, 1, "silver seals") == 3  # a2, b2 and the seal; c2 touches only by its corner
    assert gained(closed, 0, "silver seals") == 1


def test_a_building_enclosed_when_it_is_laid_is_paid_at_once() -> None:
    state = table(buildings=[house("red", "c1", "c2")], at=workers(orange="a3 b3", yellow="a2"))
    action = lay("residential_house", "black", "a1", "b1", castle=[piece("red", "h5")])
    state = table(at=workers(orange="a2 b2", yellow="c1"))
    verdict = done(state, action)
    assert verdict.state.buildings[0].done
    assert seals(verdict.state, 0)["black"] == 2
    assert seals(verdict.state, 1)["black"] == 2


def test_one_worker_pays_once_for_each_building_however_many_of_its_sides_he_touches() -> None:
    hook = building("tavern", "olive", "a1", "a2", "b2")  # b1 touches two of its squares
    state = table(buildings=[hook, house("red", "c1", "d1")], at=workers(orange="a3 b3 c2 d2"))
    verdict = done(state, introduce(0, yellow="b1", castle=[piece("red", "h5")]))
    assert gained(verdict, 0, "olive seals") == 2
    after = done(verdict.state, introduce(1, orange="e1", castle=[piece("red", "i5")]))
    assert gained(after, 0, "red seals") == 1  # the same worker, beside the second building
    assert gained(after, 1, "red seals") == 4


def test_neutral_workers_enclose_and_are_never_paid() -> None:
    state = table([{"neutral": 1}, {}], buildings=[house("silver", "a1", "b1")], at=workers(beige="a2 b2"))
    verdict = done(state, introduce(0, beige="c1", castle=[piece("red", "h5")]))
    assert seals(verdict.state, 0)["silver"] == 1  # only the one on the building
    assert sum(e.change for e in verdict.ledger if e.clause == "payout") == 0


def test_several_buildings_completed_at_once_are_each_paid_and_bring_a_piece_each() -> None:
    state = table(
        buildings=[house("silver", "a1", "b1"), house("red", "d1", "e1")], at=workers(orange="a2 b2 d2 e2", yellow="f1")
    )
    both = [piece("red", "h5"), piece("black", "i5")]
    assert refused(state, introduce(0, yellow="c1", castle=both[:1])).clause == "castle-due"
    verdict = done(state, introduce(0, yellow="c1", castle=both))
    assert seals(verdict.state, 0) == {"red": 3, "olive": 0, "silver": 2, "black": 0}
    assert seals(verdict.state, 1) == {"red": 2, "olive": 0, "silver": 2, "black": 0}
    assert total(verdict.ledger, TABLE, "castle pieces") == 2


def test_the_lot_counts_as_a_building_and_is_never_completed() -> None:
    ring = ("g4", "h4", "i4", "j4", "f5", "f6", "f7", "k5", "k6", "k7", "g8", "h8", "i8")
    state = table(at={square: ["w", "beige"] for square in ring})
    verdict = done(state, introduce("lot", yellow="j8"))
    assert not any(e.clause == "payout" for e in verdict.ledger)
    enclosed = table(buildings=[house("red", "k5", "k6")], at=workers(orange="k4 l5 l6"))
    assert done(enclosed, introduce(0, yellow="k7", castle=[piece("red", "h5")])).state.buildings[0].done


def test_more_seals_than_the_box_holds_are_counted_on() -> None:
    few = {"numbers": {"seals_of_one": 1, "seals_of_five": 0}}
    state = table(edition=few, buildings=[house("silver", "a1", "b1")], at=workers(orange="a2 b2"))
    verdict = done(state, introduce(0, yellow="c1", castle=[piece("silver", "h5")]))
    assert seals(verdict.state, 0)["silver"] == 2
    assert any("go on counting" in str(w) for w in verdict.warnings)


# ---- the castle
def floors(*rows: str) -> dict[str, list[str]]:
    """Floors from below, as ten letters each, in the order of the rim; a dot is vacant."""
    names = {"r": "red", "o": "olive", "s": "silver", "b": "black"}
    rim = ("g5", "h5", "i5", "j5", "g6", "j6", "g7", "h7", "i7", "j7")
    return {square: [names[row[i]] for row in rows if row[i] != "."] for i, square in enumerate(rim)}


def closing(castle: dict[str, list[str]], closed: int = 1, **more: Any) -> State:
    """Yellow can complete so many houses with one worker on c1."""
    houses = [house("silver", "a1", "b1"), house("red", "d1", "e1")][:closed]
    return table(2, castle=castle, buildings=houses, at=workers(orange="a2 b2 d2 e2 f1"), **more)


def test_the_rest_of_the_first_floor_joins_the_third_pool() -> None:
    state = closing(floors("rrrooosss."))
    assert ARKADIA.describe(state)["pools"]["1"] == {"red": 0, "olive": 0, "silver": 0, "black": 3}
    verdict = done(state, introduce(0, yellow="c1", castle=[piece("black", "j7")]))
    told = ARKADIA.describe(verdict.state)
    assert told["pools"]["1"] == {"red": 0, "olive": 0, "silver": 0, "black": 0}
    assert told["pools"]["3"] == {"red": 1, "olive": 1, "silver": 1, "black": 3}
    assert total(verdict.ledger, TABLE, "third pool") == 2
    assert told["trigger"] is None


def test_a_turn_may_finish_a_floor_and_begin_the_next_one() -> None:
    state = closing(floors("rrrooosss."), 2)
    verdict = done(state, introduce(0, yellow="c1", castle=[piece("black", "j7"), piece("red", "j7")]))
    assert ARKADIA.describe(verdict.state)["castle"]["j7"] == ["black", "red"]
    early = introduce(0, yellow="c1", castle=[piece("red", "g5"), piece("black", "j7")])
    assert refused(state, early).clause == "floor_too_early"


def test_the_values_are_what_the_castle_shows_from_above() -> None:
    state = closing(floors("rrrooosss.", "bb........", ".........."))
    assert ARKADIA.values(state) == {"red": 1, "olive": 3, "silver": 4, "black": 2}  # j7 shows its own silver


def test_the_second_floor_begins_the_end_and_its_rest_joins_first() -> None:
    state = closing(floors("rrrooosssb", "rrrooosss."), 2)
    verdict = done(state, introduce(0, yellow="c1", castle=[piece("black", "j7"), piece("black", "g5")]))
    told = ARKADIA.describe(verdict.state)
    assert (told["trigger"], told["turns_left"], told["over"]) == (0, 2, False)
    assert told["castle"]["g5"] == ["red", "red", "black"]
    assert told["pools"]["3"] == {"red": 1, "olive": 1, "silver": 1, "black": 4}  # 1 + 2 + 2, less the one placed
    assert total(verdict.ledger, TABLE, "third pool") == 2
    assert [e.clause for e in verdict.ledger if e.seat == TABLE] == [
        "castle-due",
        "third-pool",
        "end-begins",
        "castle-due",
    ]


def test_the_turn_that_begins_the_end_goes_on_with_its_banner() -> None:
    state = closing(floors("rrrooosssb", "rrrooosss."))
    action = introduce(0, yellow="c1", castle=[piece("black", "j7")], banner={"cash": {"silver": 1}})
    verdict = done(state, action)
    assert gained(verdict, 0, "gold") == 3
    assert not verdict.state.over


def test_an_empty_third_pool_brings_no_more_pieces() -> None:
    full = floors("rrrooosssb", "rrrooosssb", "rosbbbbb..")
    state = closing(full, 1, trigger=1, turn=0)
    assert refused(state, introduce(0, yellow="c1", castle=[piece("red", "i7")])).clause == "castle-due"
    verdict = done(state, introduce(0, yellow="c1"))
    assert str(verdict.warnings[0]) == "the third pool is empty: no more castle pieces"


# ---- the banner
def test_a_banner_brings_two_workers_before_anything_is_exchanged() -> None:
    verdict = done(table(), introduce("lot", yellow="g4", **NO_GOLD))
    assert (verdict.state.players[0].workers, verdict.state.players[0].banners) == (4, 3)


def test_seals_worth_nothing_can_be_exchanged_for_nothing() -> None:
    state = table([{"seals": {"silver": 2}}, {}], castle={"g6": ["red"], "j7": ["black"]})
    verdict = done(state, introduce("lot", yellow="g4", banner={"cash": {"silver": 2}}))
    assert gained(verdict, 0, "gold") == 0
    assert gained(verdict, 0, "silver seals") == -2
    assert [str(w) for w in verdict.warnings] == ["silver seals are worth nothing now"]


def test_the_seals_of_this_turns_payout_may_be_exchanged_in_it() -> None:
    state = closing(floors("oo........"))
    action = introduce(0, yellow="c1", castle=[piece("silver", "i5")], banner={"cash": {"silver": 2}})
    assert gained(done(state, action), 0, "gold") == 2 * 3
    assert refused(state, introduce(0, yellow="c1", castle=[piece("silver", "i5")], banner={"cash": {"silver": 3}}))


# ---- the end
def test_everybody_has_one_more_turn_and_whoever_began_the_end_plays_last() -> None:
    state = closing(floors("rrrooosssb", "rrrooosss."))
    state = done(state, introduce(0, yellow="c1", castle=[piece("black", "j7")])).state
    seats = []
    for square in ("g4", "h4"):
        assert not state.over
        seats.append(state.turn)
        colour = COLOURS[state.turn]
        verdict = done(state, introduce("lot", **{colour: square}))
        state = verdict.state
    assert seats == [1, 0]
    assert state.over
    assert ARKADIA.turn(state) is None
    assert next(ARKADIA.legal(state), None) is None


def test_the_final_evaluation_is_in_the_ledger_of_the_last_turn() -> None:
    players = [{"seals": {"red": 2, "black": 1}, "gold": 5}, {"gold": 9, "seals": {"olive": 1}}]
    state = table(players, castle=floors("rrrooosssb", "rrrooosssb"), trigger=0, turn=0)
    verdict = done(state, introduce("lot", yellow="g4"))
    assert gained(verdict, 0, "gold") == 2 * 3 + 1
    assert gained(verdict, 1, "gold") == 3
    standing = ARKADIA.standing(verdict.state, purses=False)  # all purses are open now
    assert [seat.so_far for seat in standing.seats] == [12, 12]
    assert standing.outcome is not None
    assert standing.outcome.winners == (0, 1)
    assert standing.outcome.clause == "shared-victory"


def test_when_all_have_passed_the_game_ends_there() -> None:
    empty = [{"workers": 0, "hand": 0, "gold": 3, "cashed": {"red": 3}}, {"workers": 0, "hand": 0, "seals": {"red": 1}}]
    state = table(empty)
    after = done(state, {"type": "pass"}).state
    assert not after.over
    verdict = done(after, {"type": "pass"})
    assert verdict.state.over
    assert gained(verdict, 1, "gold") == 2
    with_banner = done(after, {"type": "pass", **NO_GOLD}).state
    assert not with_banner.over
    assert with_banner.players[1].workers == 2
    going_on = table(empty, settings={"standstill_ends": False}, passes=7)
    assert not done(going_on, {"type": "pass"}).state.over


def test_the_players_hold_the_same_in_the_state_and_in_the_ledger() -> None:
    state = closing(floors("oo........"))
    verdict = done(state, introduce(0, yellow="c1", castle=[piece("silver", "i5")], banner={"cash": {"silver": 1}}))
    before, after = ARKADIA.standing(state), ARKADIA.standing(verdict.state)
    for old, new in zip(before.seats, after.seats, strict=True):
        for what, number in new.stock:
            assert number - dict(old.stock)[what] == gained(verdict, new.seat, what)
