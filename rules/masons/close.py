"""A city is completed: joined to an older one, houses exchanged for palaces, the inside cleared, cards to come."""

from __future__ import annotations

from typing import NamedTuple

from rules.game import Allowed, Refused
from rules.ledger import TABLE, Entry
from rules.masons.board import Board, bits
from rules.masons.city import exchanged, held_in, in_order, inner_lines, inner_points, neighbours, packed, room
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.state import (
    HOUSE,
    HOUSE_STOCK,
    PALACE,
    PALACE_STOCK,
    TOWER,
    TOWER_STOCK,
    WALL,
    Build,
    Joined,
    Laid,
    Pieces,
    State,
    Table,
)
from rules.words import Phrase, listed, say

Names = tuple[str, ...]
NO_ROOM = say("no line is left for a wall: the game ends with this turn")
LAST_TOWER, LAST_HOUSE, LAST_PALACE = (
    say("the last {}: the game ends with this turn", piece) for piece in ("tower", "house", "palace")
)


class Closed(NamedTuple):
    """What becomes of the board when `new` is completed and joined to `older` (0: to none)."""

    city: int  # as it is afterwards
    spaces: tuple[int, ...]
    palaces: tuple[int, ...]  # by colour
    walls: int  # that leave the board
    towers: int


def closing(table: Table, pieces: Pieces, new: int, older: int) -> Closed:
    board = table.edition.board
    city = new | older
    where = new if table.settings["exchange"] == "before joining" else city
    spaces, palaces = exchanged(pieces.spaces, where, pieces.supply[PALACE:])
    black, white, grey = pieces.towers
    inner = inner_lines(board, city)
    towers = inner_points(board, inner) & (black | white | grey)
    return Closed(city, spaces, palaces, inner & pieces.walls, towers)


def ends(why: Phrase, clause: str, ledger: list[Entry], warnings: list[Phrase]) -> bool:
    """This turn is the last: it is entered, and said."""
    ledger.append(Entry(TABLE, "end of the game", 1, why, clause))
    warnings.append(why)
    return True


def shared_walls(board: Board, walls: int, new: int, older: int) -> int:
    return board.lines_of(new) & board.lines_of(older) & walls


def palace_names(palaces: tuple[int, ...]) -> Names:
    return tuple([COLOURS[c] for c, count in enumerate(palaces) for _ in range(count)])


def close(
    state: State, pieces: Pieces, turn: Build, ending: bool, ledger: list[Entry], warnings: list[Phrase]
) -> Allowed[State] | Refused:
    table, board = state.table, state.table.edition.board
    new = _which(board, state, turn)
    if isinstance(new, Refused):
        return new
    older = 0
    if turn.joined is not None:
        joined = _older(board, pieces, new, turn.joined)
        if isinstance(joined, Refused):
            return joined
        older = joined
    closed = closing(table, pieces, new, older)
    if wrong := _as_told(board, closed, turn):
        return wrong
    spaces = closed.spaces
    if turn.arrangement is not None:
        laid = _arranged(board, spaces, closed.city, turn.arrangement)
        if isinstance(laid, Refused):
            return laid
        spaces = laid
    _enter(board, pieces, new, older, closed, ledger)
    supply = _returned(pieces, closed)
    palaces_left = [pieces.supply[PALACE + c] - count for c, count in enumerate(closed.palaces)]
    if any(closed.palaces):
        by_colour = table.settings["last_piece"] == "of a colour"
        out = [count and not left for count, left in zip(closed.palaces, palaces_left, strict=True)]
        if any(out) if by_colour else not any(palaces_left):
            ending = ends(LAST_PALACE, "last-piece", ledger, warnings)
    black, white, grey = pieces.towers
    cities = in_order([*(one for one in pieces.cities if one != older), closed.city])
    stay = ~closed.towers
    after = Pieces(pieces.walls & ~closed.walls, (black & stay, white & stay, grey & stay), spaces, cities, supply)
    if not room(board, after.walls, cities):
        ending = ends(NO_ROOM, "no-room", ledger, warnings)
    _, _, tallies, hands, deck, seat, turns, _, _, _, _, _, _ = state
    to_act = tuple([(seat + i) % len(hands) for i in range(len(hands))])
    next_state = State(table, after, tallies, hands, deck, seat, turns, "cards", -1, (), to_act, closed.city, ending)
    return Allowed(next_state, tuple(ledger), tuple(warnings))


def _which(board: Board, state: State, turn: Build) -> int | Refused:
    """The area that this turn's wall makes a city."""
    if turn.completed is None:
        if len(state.enclosed) == 1:
            return state.enclosed[0]
        return Refused("which-city", say("the wall encloses both its sides: which of them is the city?"))
    for area in state.enclosed:
        if set(turn.completed) == set(board.names(area)):
            return area
    found = " or ".join([", ".join(board.names(area)) for area in state.enclosed])
    return Refused("city-completed", say("the wall encloses {}", found), turn.completed)


def _older(board: Board, pieces: Pieces, new: int, joined: Joined) -> int | Refused:
    """The older city that the new one is to join."""
    wanted = set(joined.older)
    for city in neighbours(board, new, pieces.cities):
        if set(board.names(city)) == wanted:
            shared = board_lines(board, shared_walls(board, pieces.walls, new, city))
            if joined.walls is not None and set(joined.walls) != set(shared):
                why = say("the two cities share the walls on {}", listed(list(shared)))
                return Refused("joined-walls", why, joined.walls)
            return city
    return Refused(
        "not-a-neighbour", say("no older city that shares a wall with the new one has these spaces"), joined.older
    )


def board_lines(board: Board, lines: int) -> Names:
    return tuple([board.lines[line] for line in bits(lines)])


def board_points(board: Board, points: int) -> Names:
    return tuple([board.points[p] for p in bits(points)])


def _as_told(board: Board, closed: Closed, turn: Build) -> Refused | None:
    """Does what the table told agree with what follows from the rules?"""
    if turn.palaces is not None:
        due = palace_names(closed.palaces)
        if sorted(turn.palaces) != sorted(due):
            return Refused("houses-exchanged", say("the houses become palaces in: {}", listed(list(due))))
    if turn.removed is not None:
        walls, towers = board_lines(board, closed.walls), board_points(board, closed.towers)
        if (set(turn.removed[0]), set(turn.removed[1])) != (set(walls), set(towers)):
            why = say("the walls on {} and the towers on {} leave the board", listed(list(walls)), listed(list(towers)))
            return Refused("cleared", why, turn.removed[0] + turn.removed[1])
    if turn.scored is not None and set(turn.scored) != set(board.names(closed.city)):
        return Refused("city-scored", say("the city scored is {}", ", ".join(board.names(closed.city))), turn.scored)
    return None


def _arranged(
    board: Board, spaces: tuple[int, ...], city: int, arrangement: tuple[Laid, ...]
) -> tuple[int, ...] | Refused:
    """The spaces after the city's pieces were moved about."""
    after = list(spaces)
    for s in bits(city):
        after[s] = 0
    for laid in arrangement:
        s = board.space.get(laid.space, -1)
        if s < 0:
            return Refused("no-such-place", say("the board has no space {}", laid.space), (laid.space,))
        if not city >> s & 1:
            return Refused(
                "within-the-city", say("{} does not belong to the city just completed", laid.space), (laid.space,)
            )
        if after[s]:
            return Refused("within-the-city", say("{} is told twice", laid.space), (laid.space,))
        after[s] = packed(laid.houses, laid.palaces)
    if held_in(after, city) != held_in(spaces, city):
        return Refused("within-the-city", say("these are not the pieces that the city holds"), board.names(city))
    return tuple(after)


def _returned(pieces: Pieces, closed: Closed) -> tuple[int, ...]:
    """The supply after the exchange and with what left the board."""
    supply = list(pieces.supply)
    supply[WALL] += closed.walls.bit_count()
    for t, mask in enumerate(pieces.towers):
        supply[TOWER + t] += (mask & closed.towers).bit_count()
    for c, count in enumerate(closed.palaces):
        supply[HOUSE + c] += 2 * count
        supply[PALACE + c] -= count
    return tuple(supply)


def _enter(board: Board, pieces: Pieces, new: int, older: int, closed: Closed, ledger: list[Entry]) -> None:
    names = board.names(new)
    ledger.append(Entry(TABLE, "cities", 1, say("a city completed, spaces: {}", len(names)), "city-completed", names))
    if older:
        why = say(
            "joined to an older city: {} + {} = {} spaces", new.bit_count(), older.bit_count(), closed.city.bit_count()
        )
        ledger.append(Entry(TABLE, "cities", -1, why, "joined-walls", board.names(older)))
    for c, count in enumerate(closed.palaces):
        if count:
            why = say("{} houses made palaces, 2 each: {} / 2 = {}", COLOURS[c], 2 * count, count)
            ledger.append(Entry(TABLE, HOUSE_STOCK[c], 2 * count, why, "houses-exchanged"))
            ledger.append(Entry(TABLE, PALACE_STOCK[c], -count, why, "houses-exchanged"))
    if closed.walls:
        lines = board_lines(board, closed.walls)
        why = say("walls within the city go back: {}", len(lines))
        ledger.append(Entry(TABLE, "walls", len(lines), why, "cleared", lines))
    for t, mask in enumerate(pieces.towers):
        if gone := mask & closed.towers:
            points = board_points(board, gone)
            why = say("{} towers within the city go back: {}", TOWERS[t], len(points))
            ledger.append(Entry(TABLE, TOWER_STOCK[t], len(points), why, "cleared", points))
