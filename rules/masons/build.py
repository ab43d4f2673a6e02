"""What a turn does after its wall: towers and houses by the dice, and then, if the wall closed one, the city."""

from __future__ import annotations

from rules.game import Allowed, Refused
from rules.ledger import TABLE, Entry
from rules.masons.board import Board
from rules.masons.city import COLOUR, ONE_HOUSE, TOWER_COLOUR, room
from rules.masons.close import LAST_HOUSE, LAST_TOWER, NO_ROOM, close, ends
from rules.masons.state import FREE, HOUSE, HOUSE_STOCK, PALACE, TOWER, TOWER_STOCK, Build, Pieces, State
from rules.words import Phrase, listed, say

Waived = frozenset[str]
Ledger = list[Entry]


def build(state: State, turn: Build, waived: Waived) -> Allowed[State] | Refused:
    table = state.table
    board = table.edition.board
    if turn.wall is not None and board.line.get(turn.wall, -1) != state.wall:
        wall = board.lines[state.wall]
        return Refused("wrong-moment", say("this turn's wall is the one on {}", wall), (turn.wall,))
    ledger: Ledger = []
    supply = list(state.pieces.supply)
    towers = _towers(board, state.pieces.towers, supply, state.wall, turn, waived, ledger)
    if isinstance(towers, Refused):
        return towers
    spaces = _houses(board, state.pieces.spaces, supply, state.wall, turn, waived, ledger)
    if isinstance(spaces, Refused):
        return spaces
    ending = state.ending
    warnings: list[Phrase] = []
    if 0 in supply:  # a colour is out
        by_colour = table.settings["last_piece"] == "of a colour"
        if used_up(supply, state.pieces.supply, TOWER, HOUSE, by_colour):
            ending = ends(LAST_TOWER, "last-piece", ledger, warnings)
        if used_up(supply, state.pieces.supply, HOUSE, PALACE, by_colour):
            ending = ends(LAST_HOUSE, "last-piece", ledger, warnings)
    pieces = Pieces(state.pieces.walls, towers, spaces, state.pieces.cities, tuple(supply))
    if state.enclosed:
        return close(state, pieces, turn, ending, ledger, warnings)
    if wrong := _no_city(turn):
        return wrong
    if not room(board, pieces.walls, pieces.cities):
        ending = ends(NO_ROOM, "no-room", ledger, warnings)
    return Allowed(_turn_over(state, pieces, ending), tuple(ledger), tuple(warnings))


def used_up(supply: list[int], before: tuple[int, ...], first: int, end: int, by_colour: bool) -> bool:
    """Was the last piece of a kind (or of one of its colours) just placed?"""
    if by_colour:
        return any(not supply[i] and before[i] for i in range(first, end))
    return not any(supply[first:end]) and any(before[first:end])


def _turn_over(state: State, pieces: Pieces, ending: bool) -> State:
    """The state after a turn that completed no city."""
    table, _, tallies, hands, deck, seat, turns, _, _, _, _, _, _ = state
    if not ending:
        seat = (seat + 1) % len(hands)
        return State(table, pieces, tallies, hands, deck, seat, turns + 1, "wall", -1, (), (), 0, False)
    around = [(seat + i) % len(hands) for i in range(len(hands))]
    to_act = tuple([s for s in around if hands[s]]) if pieces.cities else ()
    stage = "cards" if to_act else "over"
    return State(table, pieces, tallies, hands, deck, seat, turns + 1, stage, -1, (), to_act, 0, True)


def _no_city(turn: Build) -> Refused | None:
    clause = "no-city-completed"
    if turn.completed:
        return Refused("city-completed", say("the wall encloses nothing"), turn.completed)
    if turn.joined is not None:
        return Refused(clause, say("no city was completed that could be joined"), turn.joined.older)
    if turn.palaces or turn.arrangement is not None or turn.scored:
        return Refused(clause, say("no city was completed: nothing is exchanged, moved about or scored"))
    if turn.removed is not None and any(turn.removed):
        return Refused(
            "cleared", say("no city was completed: nothing leaves the board"), turn.removed[0] + turn.removed[1]
        )
    return None


# ---- towers
def empty_ends(board: Board, towers: tuple[int, int, int], wall: int) -> list[int]:
    standing = towers[0] | towers[1] | towers[2]
    return [p for p in board.ends[wall] if not standing >> p & 1]


def _towers(
    board: Board,
    towers: tuple[int, int, int],
    supply: list[int],
    wall: int,
    turn: Build,
    waived: Waived,
    ledger: Ledger,
) -> tuple[int, int, int] | Refused:
    """Place the towers, taking them from the supply; the sets of points by colour."""
    ends = empty_ends(board, towers, wall)
    line = board.lines[wall]
    if not ends:
        if turn.die is not None and "no-tower-die" not in waived:
            why = say("both ends of {} have towers: the tower die is not rolled", line)
            return Refused("no-tower-die", why, (line,))
        if not turn.towers:
            return towers
    elif turn.die is None:
        return Refused("tower-die-needed", say("{} has an empty end: the tower die is missing", line), (line,))
    needed = min(len(ends), supply[TOWER] + supply[TOWER + 1] + supply[TOWER + 2])
    rolled_left = turn.die is not None and supply[TOWER + TOWER_COLOUR[turn.die]] > 0
    after = list(towers)
    for name, colour in turn.towers:
        p = board.point.get(name, -1)
        if p < 0:
            return Refused("no-such-place", say("the board has no point {}", name), (name,))
        if p not in board.ends[wall]:
            return Refused("tower-not-at-wall", say("{} is no end of the wall on {}", name, line), (name,))
        if (after[0] | after[1] | after[2]) >> p & 1:
            return Refused("tower-space-taken", say("on {} stands a tower already", name), (name,))
        t = TOWER_COLOUR[colour]
        if not supply[TOWER + t]:
            return Refused("none-left", say("no {} tower is left in the supply", colour), (name,))
        after[t] |= 1 << p
        supply[TOWER + t] -= 1
        why = say("{} tower on {}: {} left", colour, name, supply[TOWER + t])
        ledger.append(Entry(TABLE, TOWER_STOCK[t], -1, why, "tower", (name,)))
    placed = turn.towers
    if len(placed) < needed and "towers-missing" not in waived:
        missing = tuple([board.points[p] for p in ends if not any(name == board.points[p] for name, _ in placed)])
        return Refused("towers-missing", say("{} still needs a tower", listed(list(missing))), missing)
    if placed and rolled_left and "tower_wrong_colour" not in waived and all(c != turn.die for _, c in placed):
        places = tuple([name for name, _ in placed])
        if len(ends) == 1:
            why = say("the tower on {} must be {}, as the die shows", places[0], str(turn.die))
        else:
            why = say("one of the two towers must be {}, as the die shows", str(turn.die))
        return Refused("tower_wrong_colour", why, places)
    return after[0], after[1], after[2]


# ---- houses
def _houses(
    board: Board,
    spaces: tuple[int, ...],
    supply: list[int],
    wall: int,
    turn: Build,
    waived: Waived,
    ledger: Ledger,
) -> tuple[int, ...] | Refused:
    """Place the houses, taking them from the supply; what the spaces hold then."""
    beside = board.sides[wall]
    line = board.lines[wall]
    left = supply[HOUSE:PALACE]
    needed = min(len(beside), sum(left))
    after = list(spaces)
    used = 0
    for name, colour in turn.houses:
        s = board.space.get(name, -1)
        if s < 0:
            return Refused("no-such-place", say("the board has no space {}", name), (name,))
        if s not in beside and "house_not_next_to_wall" not in waived:
            return Refused("house_not_next_to_wall", say("{} is not beside the wall on {}", name, line), (name,))
        if used >> s & 1 and "one-house-each" not in waived:
            return Refused("one-house-each", say("{} gets one house, not two", name), (name,))
        used |= 1 << s
        c = COLOUR[colour]
        if not supply[HOUSE + c]:
            return Refused("none-left", say("no {} house is left in the supply", colour), (name,))
        after[s] += ONE_HOUSE[c]
        supply[HOUSE + c] -= 1
        why = say("{} house on {}: {} left", colour, name, supply[HOUSE + c])
        ledger.append(Entry(TABLE, HOUSE_STOCK[c], -1, why, "house", (name,)))
    if len(turn.houses) > needed and "one-house-each" not in waived:
        return Refused("one-house-each", say("beside {} there is room for {} houses", line, needed), (line,))
    if len(turn.houses) < needed and "houses-missing" not in waived:
        missing = tuple([board.spaces[s] for s in beside if not used >> s & 1])
        return Refused("houses-missing", say("{} still needs a house", listed(list(missing))), missing)
    if turn.houses and "house_wrong_colour" not in waived and (wrong := _wrong_houses(turn, left)):
        return wrong
    return tuple(after)


def _wrong_houses(turn: Build, left: list[int]) -> Refused | None:
    """Do the houses' colours follow from the dice, with what was left of each colour?"""
    colours = [colour for _, colour in turn.houses]
    bound = [face for face in turn.dice if face != FREE and left[COLOUR[face]]]
    if len(colours) == 1:
        if len(bound) < 2 or colours[0] in bound:
            return None
        wanted = say("{} or {}", *bound) if bound[0] != bound[1] else say(bound[0])
    else:
        missing = [c for c in bound if colours.count(c) < min(bound.count(c), left[COLOUR[c]])]
        if not missing:
            return None
        wanted = say(missing[0])
    off = tuple([space for space, colour in turn.houses if colour not in bound])
    places = off or tuple([space for space, _ in turn.houses])
    return Refused("house_wrong_colour", say("the dice ask for a house in {}", wanted), places)
