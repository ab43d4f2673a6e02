"""A position entered by hand, or written by `describe`: read field by field and checked against the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.forms import Form, shown, whole
from rules.masons.board import Board, bits, mask_of
from rules.masons.city import areas, closed_by, enclosed, in_order, inner_lines, inner_points, packed, palaces_of, room
from rules.masons.edition import COLOURS, TOWERS, Edition, edition_from
from rules.masons.forms import left_over
from rules.masons.state import HOUSE, KIND_NAMES, KINDS, PALACE, SETTINGS, STAGES, TOWER, Pieces, State, Table
from rules.settings import Settings
from rules.trouble import Trouble

Names = Callable[[Sequence[str]], tuple[str, ...]]


def position_from(data: Mapping[str, Any], names_of: Names) -> State:
    form = Form(data, "the Masons position")
    form.text("game", "masons", among=("masons",))
    edition = edition_from(form.form("edition").data if form.has("edition") else None)
    form.any("edition", None)
    table_settings = Settings(SETTINGS, form.form("settings", {}).data)
    players = [
        Form({"name": item} if isinstance(item, str) else item, "a player of the position")
        for item in form.items("players")
    ]
    table = Table(names_of([player.text("name") for player in players]), table_settings, edition)
    tallies, hands = [], []
    for player in players:
        tallies.append(_tally(player))
        hands.append(player.number("cards", edition.hand, low=0))
        player.done()
    beyond = edition.cards - sum(hands)
    if beyond < 0:
        raise Trouble(f"the players hold {sum(hands)} cards, and there are {edition.cards}")
    deck = form.number("deck", beyond, low=0, high=beyond)
    seat = form.number("next_player", 0, low=0, high=len(players) - 1)
    turns = form.number("turns", 0, low=0)
    stage = form.text("stage", "wall", among=STAGES)
    pieces, wall, fresh = _pieces(form, edition, stage, table_settings["edge_closes"] is True)
    if stage == "wall" and not pieces.supply[0]:
        raise Trouble("no wall is left, so nobody can be about to build: the game is over or is being scored")
    if stage == "wall" and not room(edition.board, pieces.walls, pieces.cities):
        raise Trouble(
            "no line is left for a wall, so nobody can be about to build: the game is over or is being scored"
        )
    to_act = form.numbers("to_act", ())
    if (stage in ("cards", "swap")) != bool(to_act) or not set(to_act) <= set(range(len(players))):
        raise Trouble("“to_act” of the Masons position names the seats that still play or swap cards, in these stages")
    if len(set(to_act)) != len(to_act):
        raise Trouble("“to_act” of the Masons position names a seat twice")
    ending = form.flag("ending", False)
    scored = _scored(form, edition.board, pieces, stage, ending)
    form.done()
    return State(
        table,
        pieces,
        tuple(tallies),
        tuple(hands),
        deck,
        seat,
        turns,
        stage,
        wall,
        fresh,
        to_act,
        scored,
        ending,
    )


def _tally(form: Form) -> tuple[int, ...]:
    tally = [0] * len(KINDS)
    for kind, points in form.form("scored", {}).data.items():
        if kind not in KINDS or not whole(points):
            raise Trouble(
                f"“scored” cannot hold {shown(kind)}: {shown(points)}; it holds numbers for {', '.join(KINDS)}"
            )
        tally[KINDS.index(kind)] = points
    tally[-1] += form.number("vp", sum(tally), low=0) - sum(tally)
    return tuple(tally)


def _scored(form: Form, board: Board, pieces: Pieces, stage: str, ending: bool) -> int:
    if not form.has("city_scored"):
        form.any("city_scored", None)
        if stage == "swap" or (stage == "cards" and not (ending and pieces.cities)):
            raise Trouble("“city_scored” of the Masons position is missing: cards are played for a city")
        return 0
    names = set(form.texts("city_scored"))
    for city in pieces.cities:
        if set(board.names(city)) == names:
            return city
    raise Trouble("“city_scored” of the Masons position is none of its completed cities")


# ---- the board
def _place(known: Mapping[str, int], name: str, what: str) -> int:
    if name not in known:
        raise Trouble(f"the Masons board has no {what} {shown(name)}")
    return known[name]


def _pieces(form: Form, edition: Edition, stage: str, edge_closes: bool) -> tuple[Pieces, int, tuple[int, ...]]:
    board, laid = edition.board, form.form("board", {})
    walls = mask_of(_place(board.line, name, "line") for name in laid.texts("walls", ()))
    towers = [0] * len(TOWERS)
    for name, colour in laid.form("towers", {}).data.items():
        if colour not in TOWERS:
            raise Trouble(f"the tower on {name} cannot be {shown(colour)}; choose one of: {', '.join(TOWERS)}")
        towers[TOWERS.index(colour)] |= 1 << _place(board.point, name, "point")
    spaces = [0] * len(board.spaces)
    for name, held in laid.form("spaces", {}).data.items():
        space = Form(held, f"the space {name}")
        houses, palaces = space.texts("houses", (), among=COLOURS), space.texts("palaces", (), among=COLOURS)
        space.done()
        spaces[_place(board.space, name, "space")] = packed(houses, palaces)
    wall = -1
    fresh: tuple[int, ...] = ()  # what this turn's wall encloses
    if stage == "end":
        wall = _place(board.line, form.text("wall_placed"), "line")
        if not walls >> wall & 1:
            raise Trouble(f"the wall placed on {board.lines[wall]} is not among the walls of the board")
        fresh = closed_by(board, walls, wall, edge_closes)
    elif form.has("wall_placed"):
        raise Trouble("“wall_placed” is for the stage “end”: the wall that stands before the dice are rolled")
    form.any("wall_placed", None)
    cities = _cities(laid, board, walls, fresh, edge_closes)
    laid.done()
    pieces = Pieces(walls, (towers[0], towers[1], towers[2]), tuple(spaces), cities, ())
    _check_cities(board, pieces)
    return pieces._replace(supply=_supply(form, edition, pieces)), wall, fresh


def _cities(laid: Form, board: Board, walls: int, fresh: tuple[int, ...], edge_closes: bool) -> tuple[int, ...]:
    """The completed cities: told, or what walls enclose. What this turn's wall encloses is not yet a city."""
    closed = [area for area in areas(board, walls) if area not in fresh]
    if not laid.has("cities"):
        laid.any("cities", None)
        return in_order(closed)
    cities = []
    for names in laid.items("cities"):
        if not isinstance(names, (list, tuple)) or not names:
            raise Trouble("each city of the Masons position is a list of its spaces")
        cities.append(mask_of(_place(board.space, name, "space") for name in names))
    if not edge_closes and set(cities) != set(closed):
        odd = next(iter(set(cities) ^ set(closed)))
        what = "is no city that walls enclose" if odd in cities else "is enclosed by walls and so is a city"
        raise Trouble(f"{', '.join(board.names(odd))} {what}: correct walls and cities together, or leave “cities” out")
    for city in cities if edge_closes else ():
        if enclosed(board, walls, next(bits(city)), True) != city:
            raise Trouble(f"{', '.join(board.names(city))} is not enclosed, the edge of the board included")
    if edge_closes and any(one & other for i, one in enumerate(cities) for other in cities[:i]):
        raise Trouble("two cities of the Masons position have a space in common")
    return in_order(cities)


def _check_cities(board: Board, pieces: Pieces) -> None:
    built, standing = 0, pieces.towers[0] | pieces.towers[1] | pieces.towers[2]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        if pieces.towers[a] & pieces.towers[b]:
            raise Trouble("a point of the Masons position has two towers")
    for city in pieces.cities:
        built |= city
        inner = inner_lines(board, city)
        if inside := inner & pieces.walls:
            raise Trouble(f"the wall on {board.lines[next(bits(inside))]} stands within a completed city")
        if inside := inner_points(board, inner) & standing:
            raise Trouble(f"the tower on {board.points[next(bits(inside))]} stands within a completed city")
    for s, held in enumerate(pieces.spaces):
        if not built >> s & 1 and any(palaces_of(held)):
            raise Trouble(f"a palace stands on {board.spaces[s]}, outside every completed city")


def _supply(form: Form, edition: Edition, pieces: Pieces) -> tuple[int, ...]:
    """The pieces left, as told or as they follow from the board; never more than the box holds."""
    most = left_over(edition.supply, pieces)
    if min(most) < 0:
        which = KIND_NAMES[most.index(min(most))]
        raise Trouble(f"the board of the Masons position holds {-min(most)} {which} more than the box has")
    if not form.has("supply"):
        form.any("supply", None)
        return most
    told = form.form("supply")
    counts = [told.number("walls", most[0], low=0, high=most[0])]
    for key, names, first in (("towers", TOWERS, TOWER), ("houses", COLOURS, HOUSE), ("palaces", COLOURS, PALACE)):
        kind = told.form(key, {})
        counts += [kind.number(c, most[first + i], low=0, high=most[first + i]) for i, c in enumerate(names)]
        kind.done()
    told.done()
    return tuple(counts)
