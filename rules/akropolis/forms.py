"""The JSON forms of Akropolis: actions and positions, strict about what they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.akropolis.edition import DEFAULT, FACES, KINDS, PLAZAS, Edition, data_of, edition_from, face_from
from rules.akropolis.grid import CLOCKWISE, NE, Fixed, N, at_of, cell_from, place
from rules.akropolis.state import (
    SETTINGS,
    UNKNOWN,
    Action,
    City,
    Column,
    End,
    Fill,
    State,
    Table,
    Turn,
    city_of,
    starting_city,
    taken_out,
)
from rules.forms import Form, shown
from rules.settings import Settings
from rules.trouble import Trouble

HIGHEST = 200  # a level beyond all tiles
At = tuple[int, int, int]


# ---- actions
def action_from(data: Mapping[str, Any]) -> Action:
    form = Form(data, "the Akropolis action")
    if form.has("end"):
        if form.flag("end") is not True:
            raise Trouble("“end” is true when the game has ended, else it is left out")
        form.done()
        return End()
    refill = faces_from(form, "refill") if form.has("refill") else None
    form.any("refill", None)
    if not form.has("placed") and refill is not None:
        form.any("placed", None)
        form.done()
        return Fill(refill)
    placed = form.form("placed")
    for label in ("tile", "mm"):
        placed.any(label, None)
    cells = [cell_from(item, "an item of “at” of the tile placed") for item in placed.items("at")]
    hexes = placed.text("hexes")
    face, at = _in_order(hexes, cells)
    turn = Turn(
        take=form.number("take", low=1) if form.has("take") else 0,
        face=face,
        at=at,
        level=placed.number("level", low=1, high=HIGHEST) if placed.has("level") else 0,
        refill=refill,
        player=form.number("player", low=0) if form.has("player") else None,
    )
    for key in ("take", "player"):
        form.any(key, None)
    placed.any("level", None)
    placed.done()
    form.done()
    return turn


def _in_order(hexes: str, cells: Sequence[int]) -> tuple[str, At]:
    """Face and places turned together to where the face's name begins."""
    face = face_from(hexes, "“hexes” of the tile placed")
    if len(cells) != 3:
        raise Trouble(f"“at” of the tile placed must be three places, not {len(cells)}")
    a, b, c = cells
    if (b - a, c - a) not in CLOCKWISE:
        if (c - a, b - a) in CLOCKWISE:
            raise Trouble("the places of a tile are named clockwise, as its hexes are; these run the other way")
        where = ", ".join(place(cell) for cell in cells)
        raise Trouble(f"the three hexes of a tile lie round one point, and {where} do not")
    for _ in range(3):
        if hexes == face and (b - a in (N, NE) or hexes != hexes[0] * 3):  # three equal hexes begin in one place only
            break
        hexes, (a, b, c) = hexes[1:] + hexes[0], (b, c, a)
    return face, (a, b, c)


def faces_from(form: Form, key: str) -> tuple[str, ...]:
    return tuple(face_from(item, f"an item of “{key}” of {form.name}") for item in form.items(key))


def refill_from(given: Mapping[str, Any]) -> tuple[str, ...]:
    """The faces that are given to fill up the site."""
    if len(given) == 1 and isinstance(told := given.get("refill"), list):
        faces = tuple([FACES.get(face) if isinstance(face, str) else None for face in told])
        if None not in faces:
            return faces  # type: ignore[return-value]
    form = Form(given, "what is given for Akropolis")
    found = faces_from(form, "refill")
    form.done()
    return found


def told(action: Action) -> dict[str, Any]:
    if isinstance(action, End):
        return {"end": True}
    if isinstance(action, Fill):
        return {"refill": list(action.refill)}
    data: dict[str, Any] = {}
    if action.player is not None:
        data["player"] = action.player
    if action.take:
        data["take"] = action.take
    placed: dict[str, Any] = {"hexes": action.face, "at": [at_of(cell) for cell in action.at]}
    if action.level:
        placed["level"] = action.level
    data["placed"] = placed
    if action.refill is not None:
        data["refill"] = list(action.refill)
    return data


# ---- positions
def position_from(data: Mapping[str, Any], names_of: Callable[[list[str], bool], tuple[str, ...]]) -> State:
    """A state; what is left out is as before the first turn."""
    form = Form(data, "the Akropolis position")
    form.text("game", "akropolis", among=("akropolis",))
    edition = edition_from(form.form("edition").data if form.has("edition") else None)
    form.any("edition", None)
    settings = Settings(SETTINGS, form.form("settings", {}).data)
    alone, over = form.flag("alone", False), form.flag("over", False)
    items = form.items("players")
    players = [Form({"name": item} if isinstance(item, str) else item, "a player of the position") for item in items]
    table = Table(names_of([player.text("name") for player in players], alone), settings, edition, alone)
    cities = tuple(_city(player, edition, seat, alone or over) for seat, player in enumerate(players))
    seats = len(cities)
    faces = faces_of(table)
    if alone:
        site: tuple[str, ...] = ()
        stacks = 0  # and no “site” or “stacks” in the form
    else:
        site = _site(form) if form.has("site") else ()
        form.any("site", None)
        stacks = form.number("stacks", 0 if over else stacks_of(table), low=0)
    if len(site) > seats + 2:
        raise Trouble(f"the site of {seats} players holds {seats + 2} tiles at the most, not {len(site)}")
    if len(site) == 1 and not stacks and not over:
        raise Trouble("with one tile in the site and no stack left the game is over: say so with “over”")
    chief = form.number("chief", 0, low=0, high=seats - 1)
    unseen = _unseen(form.form("unseen")) if form.has("unseen") else taken_out(faces, site)
    form.any("unseen", None)
    form.done()
    if not alone and not over and sum(unseen.values()) < stacks * (seats + 1) + (0 if site else seats + 2):
        raise Trouble("the position has more stacks than tiles that have not been seen")
    return State(table, cities, site, stacks, chief, unseen, over)


def faces_of(table: Table) -> Fixed[str, int]:
    return table.edition.faces(len(table.names), table.alone or table.settings["all_tiles"] is True)


def stacks_of(table: Table) -> int:
    """How many stacks lie ready when the site has been filled for the first time."""
    seats, tiles = len(table.names), sum(faces_of(table).values())
    stacks, left = divmod(tiles - seats - 2, seats + 1)
    if stacks < 0 or left:
        raise Trouble(
            f"{tiles} tiles are not a site of {seats + 2} and whole stacks of {seats + 1} for {seats} players"
        )
    return stacks


def _city(form: Form, edition: Edition, seat: int, by_hand: bool) -> City:
    form.text("name")
    if by_hand and not form.has("stones"):
        raise Trouble(f"{form.name} lacks “stones”: for a city kept alone, or a finished one, they are counted by hand")
    stones = form.number("stones", edition.stones[seat], low=0)
    gained = form.number("stones_gained_so_far", 0, low=0)
    if not form.has("city"):
        form.any("city", None)
        form.done()
        return starting_city(edition, stones)._replace(gained=gained)
    columns = Fixed[int, Column]()
    for item in form.forms("city"):
        cell = cell_from(item.any("at"), f"“at” of {item.name}")
        if cell in columns:
            raise Trouble(f"the city of {form.text('name')} has two hexes on {place(cell)}")
        kind = item.text("kind", among=tuple(KINDS))
        stars = edition.stars[PLAZAS.index(kind)] if kind in PLAZAS else 0
        if item.number("stars", stars) != stars:
            raise Trouble(f"“stars” of {item.name} must be {stars} for {kind} in this edition")
        laid = item.number("laid", low=0) if item.has("laid") else UNKNOWN
        columns[cell] = Column(kind, item.number("level", low=1, high=HIGHEST), laid)
        for label in ("laid", "mm"):
            item.any(label, None)
        item.done()
    form.done()
    if not columns:
        raise Trouble(f"the city of {form.text('name')} is empty; it has its starting tile at least")
    return city_of(columns, stones, gained)


def _site(form: Form) -> tuple[str, ...]:
    site = form.form("site")
    faces = []
    for number, tile in enumerate(site.forms("tiles"), 1):
        if tile.number("place", number) != number:
            raise Trouble(f"{tile.name} says it lies at place {shown(tile.any('place'))}, but it is the {number}.")
        faces.append(face_from(tile.any("hexes"), f"“hexes” of {tile.name}"))
        for label in ("tile", "mm"):
            tile.any(label, None)
        tile.done()
    site.done()
    return tuple(faces)


def _unseen(form: Form) -> Fixed[str, int]:
    unseen = Fixed[str, int]()
    for hexes in form.data:
        face = face_from(hexes, f"a tile of {form.name}")
        count = form.number(hexes, low=0)
        if count:
            unseen[face] = unseen.get(face, 0) + count
    return unseen


def describe(state: State) -> dict[str, Any]:
    table = state.table
    data: dict[str, Any] = {
        "game": "akropolis",
        "players": [_described(state, seat) for seat in range(len(table.names))],
    }
    if table.settings.changed:
        data["settings"] = table.settings.changed
    if table.edition != DEFAULT:
        data["edition"] = data_of(table.edition)
    if table.alone:
        data["alone"] = True
    else:
        if state.site:
            data["site"] = {"tiles": [{"place": n, "hexes": face} for n, face in enumerate(state.site, 1)]}
        data["stacks"] = state.stacks
        data["chief"] = state.chief
    data["unseen"] = dict(state.unseen)
    if state.over:
        data["over"] = True
    return data


def _described(state: State, seat: int) -> dict[str, Any]:
    city = state.cities[seat]
    columns = []
    for cell, column in sorted((at_of(cell), column) for cell, column in city.columns.items()):
        hex: dict[str, Any] = {"at": cell, "kind": column.kind, "level": column.level}
        if column.laid != UNKNOWN:
            hex["laid"] = column.laid
        columns.append(hex)
    return {
        "name": state.table.names[seat],
        "stones": city.stones,
        "stones_gained_so_far": city.gained,
        "city": columns,
    }
