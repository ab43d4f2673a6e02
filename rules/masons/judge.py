"""The judge of Masons: an early roll, a wall, the rest of a turn, cards played, cards swapped."""

from __future__ import annotations

from rules.game import NOTHING_WAIVED, Allowed, Refused
from rules.ledger import TABLE, Entry
from rules.masons.build import build
from rules.masons.cards import play, swap
from rules.masons.city import closed_by
from rules.masons.close import ends
from rules.masons.scoring import tally_with
from rules.masons.state import WALL, Action, Build, Cards, State, Swap, Wall
from rules.words import Phrase, say

Verdict = Allowed[State] | Refused

LAST_WALL = say("the last wall: the game ends with this turn")
WANTED = {
    "wall": "a wall has to be placed first",
    "end": "the dice have to be rolled and towers and houses placed",
    "cards": "cards have to be played or discarded",
    "swap": "who is last may swap cards now, or swap none",
}


def judge(state: State, action: Action, waived: frozenset[str] = NOTHING_WAIVED) -> Verdict:
    stage = state.stage
    if stage == "over":
        return Refused("game-over", say("the game is over; undo to go on before its end"))
    if action.player is not None and action.player != (seat := state.to_act[0] if state.to_act else state.seat):
        return Refused("not-your-turn", say("it is {}'s turn", state.table.names[seat]))
    if isinstance(action, Wall):
        if stage == "wall":
            return _wall(state, action.line, action.encloses)
    elif isinstance(action, Build):
        if stage == "end":
            return build(state, action, waived)
        if stage == "wall" and action.wall is not None:
            return _whole_turn(state, action, action.wall, waived)
    elif isinstance(action, Cards):
        if stage == "cards":
            return play(state, action, waived)
    elif isinstance(action, Swap):
        if stage == "swap":
            return swap(state, action, waived)
    elif stage == "wall":
        return _early_roll(state)
    return Refused("wrong-moment", say(WANTED[stage]))


def _early_roll(state: State) -> Verdict:
    """The penalty. The wall comes next, then all dice are rolled again."""
    seat = state.seat
    points = sum(state.tallies[seat])
    if points <= 1:
        why = say("rolled before building: nothing to lose at {}", points)
        return Allowed(state, (Entry(seat, "vp", 0, why, "rolled-early"),))
    why = say("rolled before building: {} - 1 = {}", points, points - 1)
    tallies = tally_with(state.tallies, seat, 3, -1)
    return Allowed(state._replace(tallies=tallies), (Entry(seat, "vp", -1, why, "rolled-early"),))


def _wall(state: State, name: str, told: tuple[str, ...] | None) -> Verdict:
    table, pieces, tallies, hands, deck, seat, turns, _, _, _, _, _, _ = state
    edition = table.edition
    board = edition.board
    line = board.line.get(name, -1)
    if line < 0:
        return Refused("no-such-place", say("the board has no line {}", name), (name,))
    walls, towers, spaces, cities, supply = pieces
    if walls >> line & 1:
        return Refused("line-taken", say("on {} stands a wall already", name), (name,))
    for city in cities:
        if board.beside[line] & city:
            return Refused("wall_inside_city", say("{} lies within a completed city", name), (name,))
    left = supply[WALL] - 1
    if left < 0:
        return Refused("none-left", say("no wall is left in the supply"), (name,))
    walls |= 1 << line
    closed = closed_by(board, walls, line, table.settings["edge_closes"] is True)
    if told is not None and set(told) not in [set(board.names(area)) for area in closed or (0,)]:
        found = " or ".join([", ".join(board.names(area)) for area in closed]) or "nothing"
        return Refused("city-completed", say("the wall on {} encloses {}", name, found), (name,))
    warnings: list[Phrase] = []
    if closed:
        sizes = " or ".join([str(area.bit_count()) for area in closed])
        warnings.append(say("this wall completes a city, spaces: {}", sizes))
    after = State(
        table,
        type(pieces)(walls, towers, spaces, cities, (left, *supply[1:])),
        *(tallies, hands, deck, seat, turns, "end", line, closed, (), 0, not left),
    )
    ledger = [Entry(TABLE, "walls", -1, say("wall on {}: {} left", name, left), "wall", (name,))]
    if not left:
        ends(LAST_WALL, "last-piece", ledger, warnings)
    return Allowed(after, tuple(ledger), tuple(warnings))


def _whole_turn(state: State, turn: Build, wall: str, waived: frozenset[str]) -> Verdict:
    first = _wall(state, wall, None)
    if isinstance(first, Refused):
        return first
    rest = build(first.state, turn, waived)
    if isinstance(rest, Refused):
        return rest
    return Allowed(rest.state, first.ledger + rest.ledger, first.warnings + rest.warnings)
