"""A city closed in Masons, by hand: which area, joined to which older city, and where its pieces lie afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.byhand.asking import Answer, Hearing, Steps, words_of
from firmware.byhand.masons_board import city_words
from rules.masons.board import bits
from rules.masons.city import COLOUR, ONE_HOUSE, held_in, houses_of, neighbours, palaces_of
from rules.masons.close import board_lines, closing, palace_names, shared_walls
from rules.masons.edition import COLOURS
from rules.masons.state import Build, Joined, Laid, State
from rules.words import say

Piece = tuple[str, str]  # "house" or "palace", and its colour


def close(state: State, begun: Build, seen: Build | None, hearing: Hearing) -> Steps[Build]:
    board, table = state.table.edition.board, state.table
    new = state.enclosed[0]
    if len(state.enclosed) > 1:
        answers = [Answer(area, say("{}", city_words(state, area))) for area in state.enclosed]
        like = [area for area in state.enclosed if seen is not None and seen.completed == board.names(area)]
        new = yield from hearing.choose(say("which is the city?"), answers, like)
    spaces = list(state.pieces.spaces)
    for where, colour in begun.houses:
        spaces[board.space[where]] += ONE_HOUSE[COLOUR[colour]]
    pieces = state.pieces._replace(spaces=tuple(spaces))
    beside = neighbours(board, new, pieces.cities)
    older = 0
    if beside or hearing.free:
        older = yield from _older(state, beside, seen, hearing)
    closed = closing(table, pieces, new, older)
    joined = None
    if older:
        walls = None if hearing.free else board_lines(board, shared_walls(board, pieces.walls, new, older))
        joined = Joined(board.names(older), walls)
    turn = begun._replace(
        completed=board.names(new), joined=joined, palaces=None if hearing.free else palace_names(closed.palaces)
    )
    if not held_in(closed.spaces, closed.city):
        return turn
    moved = (seen.arrangement is not None,) if seen is not None else ()
    if not (yield from hearing.yes(say("were its pieces moved?"), moved, usual=False)):
        return turn
    arrangement = yield from _arranged(state, closed.spaces, closed.city, seen, hearing)
    return turn._replace(arrangement=arrangement)


def _older(state: State, beside: Sequence[int], seen: Build | None, hearing: Hearing) -> Steps[int]:
    """The older city that the new one is joined to, 0 if it is to none."""
    board = state.table.edition.board
    alone = Answer(0, say("none"))
    usual, every = (
        [Answer(city, say("{}", city_words(state, city))) for city in cities]
        for cities in (beside, state.pieces.cities)
    )
    like: Sequence[int] = ()
    if seen is not None:
        names = () if seen.joined is None else seen.joined.older
        like = [city for city in state.pieces.cities if set(board.names(city)) == set(names)] if names else (0,)
    return (yield from hearing.choose(say("joined to which city?"), [alone, *usual], like, every))


def _arranged(
    state: State, spaces: Sequence[int], city: int, seen: Build | None, hearing: Hearing
) -> Steps[tuple[Laid, ...] | None]:
    """A space for each piece; None where all lies as it would without moving."""
    board, at = state.table.edition.board, list(bits(city))
    held = held_in(spaces, city)
    pieces = _pieces(held)
    lies = {s: _pieces(spaces[s]) for s in at}
    if seen is not None and seen.arrangement is not None:
        wanted = {board.space[laid.space]: _laid_pieces(laid) for laid in seen.arrangement if laid.space in board.space}
    else:
        wanted = lies
    after: dict[int, list[Piece]] = {s: [] for s in at}
    begun = list(hearing.notes)
    for number, piece in enumerate(pieces):
        nth = pieces[:number].count(piece)
        homes = [s for s in at for _ in range(wanted.get(s, []).count(piece))]
        # Pieces alike go from the first space on, so that the same city is not told in several ways.
        low = max((i for i, s in enumerate(at) if piece in after[s]), default=0)
        answers = [Answer(s, say("{}", board.spaces[s])) for s in at[low:]]
        kind, colour = piece
        title = say("{} {}, on which space?", words_of(colour), words_of(kind))
        where = yield from hearing.choose(title, answers, homes[nth : nth + 1])
        after[where].append(piece)
        hearing.notes = [*begun, say("{} on {}", words_of(colour), board.spaces[where])]
    if after == lies:
        return None
    return tuple(
        Laid(
            board.spaces[s],
            tuple(colour for kind, colour in there if kind == "house"),
            tuple(colour for kind, colour in there if kind == "palace"),
        )
        for s, there in after.items()
        if there
    )


def _pieces(held: int) -> list[Piece]:
    """What a space holds, houses first, colour by colour."""
    found = []
    for kind, counts in (("house", houses_of(held)), ("palace", palaces_of(held))):
        found += [(kind, colour) for colour, count in zip(COLOURS, counts, strict=True) for _ in range(count)]
    return found


def _laid_pieces(laid: Laid) -> list[Piece]:
    return [*[("house", colour) for colour in laid.houses], *[("palace", colour) for colour in laid.palaces]]
