"""What a town means, without pictures: boards are made by the rules and explained again."""

from dataclasses import replace

from firmware.referee.masons_turns import BARE, Town, action_of, fault, next_turn, town_of, ways
from rules.game import Allowed
from rules.masons.game import MASONS
from rules.masons.state import Build, State, Wall

DICE = {"tower": "black", "houses": ["red", "blue"]}


def opening() -> State:
    return MASONS.set_up(("one", "two"))


def after(state: State, action: object) -> State:
    verdict = MASONS.judge(state, action)  # type: ignore[arg-type]
    assert isinstance(verdict, Allowed), verdict
    state_after: State = verdict.state
    return state_after


def inner_line(state: State) -> str:
    board = state.table.edition.board
    return next(board.lines[i] for i, sides in enumerate(board.sides) if len(sides) == 2)


def a_turn(state: State) -> tuple[str, Build, State]:
    line = inner_line(state)
    start = after(state, Wall(line))
    turn = next(t for t in MASONS.legal(start, {"dice": DICE}) if isinstance(t, Build))
    return line, turn, after(start, turn)


def test_a_wall_alone_is_explained() -> None:
    state = opening()
    line = inner_line(state)
    seen = town_of(after(state, Wall(line)))
    (way,) = ways(state, {"stage": "wall", "dice": None}, seen)
    assert action_of(way) == {
        "wall_placed": line,
        "towers_placed": [],
        "houses_placed": [],
        "city_completed": None,
        "joined": None,
        "palaces": [],
    }


def test_a_whole_turn_is_explained_by_one_board() -> None:
    state = opening()
    line, turn, end = a_turn(state)
    found = list(ways(state, {"stage": "end", "dice": DICE}, town_of(end)))
    assert {way.action["wall_placed"] for way in found} == {line}
    assert all(way.after.pieces == end.pieces for way in found)
    told = action_of(found[0])
    assert {(t["point"], t["colour"]) for t in told["towers_placed"]} == set(turn.towers)


def test_a_doubtful_tower_leaves_the_colours_that_the_die_allows() -> None:
    state = opening()
    _, turn, end = a_turn(state)
    point = turn.towers[1][0]
    seen = replace(town_of(end), doubts=frozenset((point,)))
    colours = {way.town.towers[point] for way in ways(state, {"stage": "end", "dice": DICE}, seen)}
    assert colours == {"black", "white", "grey"} if turn.towers[0][1] == "black" else colours == {"black"}


def test_a_board_that_no_turn_leads_to_has_no_way() -> None:
    state = opening()
    line, _, end = a_turn(state)
    town = town_of(end)
    other = next(name for name in state.table.edition.board.lines if name != line)
    seen = replace(town, walls=town.walls | {other})
    assert list(ways(state, {"stage": "end", "dice": DICE}, seen)) == []
    assert fault(state, {"stage": "end", "dice": DICE}, seen) is None


def test_towers_of_other_colours_than_the_die_are_refused_where_they_stand() -> None:
    state = opening()
    _, turn, end = a_turn(state)
    towers = {point: "grey" for point, _ in turn.towers}
    broken = fault(state, {"stage": "end", "dice": DICE}, replace(town_of(end), towers=towers))
    assert broken is not None
    assert broken.clause == "tower_wrong_colour"
    assert set(broken.places) <= set(towers)


def test_a_house_that_is_not_beside_the_wall_is_refused_where_it_lies() -> None:
    state = opening()
    _, turn, end = a_turn(state)
    space, colour = turn.houses[0]
    away = next(s for s in state.table.edition.board.spaces if s not in dict(turn.houses))
    spaces = {**town_of(end).spaces, space: BARE, away: ((colour,), ())}
    broken = fault(state, {"stage": "end", "dice": DICE}, replace(town_of(end), spaces=spaces))
    assert broken is not None
    assert (broken.clause, broken.places) == ("house_not_next_to_wall", (away,))


def test_an_unfinished_turn_is_not_refused() -> None:
    state = opening()
    _, turn, end = a_turn(state)
    spaces = {**town_of(end).spaces, turn.houses[0][0]: BARE}
    assert fault(state, {"stage": "end", "dice": DICE}, replace(town_of(end), spaces=spaces)) is None


def test_places_in_doubt_do_not_differ() -> None:
    one = Town(frozenset(("L01",)), {}, {"S01": BARE})
    other = Town(frozenset(), {"P01": "black"}, {"S01": (("red",), ())}, frozenset(("P01",)))
    assert one.differing(other) == ["L01", "S01"]


def closed() -> State:
    """A state in which the first space's three walls have just made it a city."""
    state = opening()
    board = state.table.edition.board
    for line in sorted(line for line, _ in board.across[0]):
        start = after(next_turn(state), Wall(board.lines[line]))
        die = DICE if MASONS.needs_tower_die(start) else {**DICE, "tower": None}
        state = after(start, next(t for t in MASONS.legal(start, {"dice": die}) if isinstance(t, Build)))
    return state


def test_after_a_city_the_next_wall_is_awaited() -> None:
    state = closed()
    assert state.stage == "cards"
    following = next_turn(state)
    assert following.stage == "wall"
    assert following.pieces == state.pieces
    assert following.seat == (state.seat + 1) % 2
