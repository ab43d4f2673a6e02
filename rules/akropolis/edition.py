"""The tiles of Akropolis and the figures of one printing. The default is the usual edition; an owner's may differ.

Kinds are one letter: h m b t g are districts of houses, markets, barracks, temples and gardens, the capitals their
plazas, q a quarry. A tile is three of them clockwise seen from above, named from the smallest turning on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from rules.akropolis.grid import AROUND, Fixed, at_of, cell_at, cell_from
from rules.forms import Form, shown
from rules.trouble import Trouble

COLOURS = ("houses", "markets", "barracks", "temples", "gardens")
DISTRICTS, PLAZAS, QUARRY = "hmbtg", "HMBTG", "q"
KINDS = DISTRICTS + PLAZAS + QUARRY
MOST_TILES = 78  # a city of so many tiles stays within the grid
MARKS = ("2+", "3+", "4")  # on the backs: from how many players on the tile is in the game


class Edition(NamedTuple):
    """`tiles` holds faces with their mark and count; `starting_tile` the cells and kinds that a city begins with."""

    tiles: tuple[tuple[str, str, int], ...]
    starting_tile: tuple[tuple[int, str], ...]
    stars: tuple[int, ...] = (1, 2, 2, 2, 3)  # of a plaza of houses, markets, barracks, temples, gardens
    stones: tuple[int, ...] = (1, 2, 3, 4)  # at the start, in turn order
    supply: int = 40

    def faces(self, players: int, all_tiles: bool) -> Fixed[str, int]:
        """How many tiles of each face are in a game."""
        return _faces(self.tiles, players, all_tiles)


@lru_cache(maxsize=16)
def _faces(tiles: tuple[tuple[str, str, int], ...], players: int, all_tiles: bool) -> Fixed[str, int]:
    found = Fixed[str, int]()
    for face, mark, count in tiles:
        if all_tiles or int(mark[0]) <= players:
            found[face] = found.get(face, 0) + count
    return found


# The name of every face, whichever of its hexes was read first.
FACES = {a + b + c: min(a + b + c, b + c + a, c + a + b) for a in KINDS for b in KINDS for c in KINDS}


def face_from(value: object, name: str) -> str:
    face = FACES.get(value) if isinstance(value, str) else None
    if face is None:
        raise Trouble(f"{name} must be three letters of {KINDS}, clockwise seen from above, not {shown(value)}")
    return face


def _counted(mark: str, faces: str) -> tuple[tuple[str, str, int], ...]:
    return tuple((face, mark, count) for face, count in sorted(Counter(faces.split()).items()))


DEFAULT = Edition(
    tiles=(
        *_counted(
            "2+",
            "Bhq Bht Bmh Bqq Ghq Gqh Gqq Hgq Hmb Hqq Hqq Hqq Mbq Mhg Mqq Mth Thb Thq Tqh Tqq bhg bmq bmq bqh bqm bqt "
            "bth gmh gqm gqq hhq hqm htm mqq mqt mtq qqt",
        ),
        *_counted("3+", "Bqh Ghb Htm Mqq Tqq bgq bhm hhq hmq hqm hqq hqt"),
        *_counted("4", "Bqq Gmh Hqm Mqt Thm bhq bqh bqq ghq hhq hmq htq"),
    ),
    starting_tile=((cell_at(0, 0), "H"), (cell_at(0, -1), "q"), (cell_at(1, 0), "q"), (cell_at(-1, 1), "q")),
)


def edition_from(data: Mapping[str, Any] | None) -> Edition:
    """An edition from JSON data; what is left out is as in the usual edition."""
    if data is None:
        return DEFAULT
    form = Form(data, "the Akropolis edition")
    tiles = _tiles(form) if form.has("tiles") else DEFAULT.tiles
    start = _starting_tile(form) if form.has("starting_tile") else DEFAULT.starting_tile
    stars = DEFAULT.stars
    if form.has("stars"):
        told = form.form("stars")
        stars = tuple(told.number(colour, low=1) for colour in COLOURS)
        told.done()
    stones = form.numbers("stones", DEFAULT.stones)
    if len(stones) != 4 or min(stones) < 0:
        raise Trouble("“stones” of the Akropolis edition needs four numbers, for the first to the fourth player")
    edition = Edition(tiles, start, stars, stones, form.number("supply", DEFAULT.supply, low=0))
    for key in ("tiles", "starting_tile", "stars"):
        form.any(key, None)
    form.done()
    return DEFAULT if edition == DEFAULT else edition


def _tiles(form: Form) -> tuple[tuple[str, str, int], ...]:
    found: Counter[tuple[str, str]] = Counter()
    for tile in form.forms("tiles"):
        face = face_from(tile.any("hexes"), f"“hexes” of {tile.name}")
        found[face, tile.text("mark", among=MARKS)] += tile.number("count", 1, low=1)
        tile.done()
    if not 0 < sum(found.values()) <= MOST_TILES:
        raise Trouble(f"“tiles” of the Akropolis edition must hold 1 to {MOST_TILES} tiles, not {sum(found.values())}")
    return tuple((face, mark, count) for (face, mark), count in sorted(found.items(), key=lambda t: (t[0][1], t[0][0])))


def _starting_tile(form: Form) -> tuple[tuple[int, str], ...]:
    hexes = []
    for item in form.forms("starting_tile"):
        hexes.append((cell_from(item.any("at"), f"“at” of {item.name}"), item.text("kind", among=KINDS)))
        item.done()
    cells = [cell for cell, _ in hexes]
    centre = cell_at(0, 0)
    if not cells or len(set(cells)) < len(cells) or any(c != centre and c - centre not in AROUND for c in cells):
        raise Trouble("“starting_tile” of the Akropolis edition must be different hexes at [0, 0] and next to it")
    return tuple(hexes)


def data_of(edition: Edition) -> dict[str, Any]:
    return {
        "tiles": [{"hexes": face, "mark": mark, "count": count} for face, mark, count in edition.tiles],
        "starting_tile": [{"at": at_of(cell), "kind": kind} for cell, kind in edition.starting_tile],
        "stars": dict(zip(COLOURS, edition.stars, strict=True)),
        "stones": list(edition.stones),
        "supply": edition.supply,
    }
