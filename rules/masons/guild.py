"""The 27 faces of the guild cards: what each scores, for a city and for what is outside every city."""

from __future__ import annotations

from rules.masons.board import REGIONS, Board
from rules.masons.city import COLOUR, TOWER_COLOUR, held_in, houses_of, palaces_of
from rules.masons.edition import COLOURS, TOWERS
from rules.masons.state import Pieces
from rules.words import Phrase, say

ABOUT_CITY = (
    "size",
    *(f"city_tower_{colour}" for colour in TOWERS),
    "city_tower_any",
    *(f"city_house_{colour}" for colour in COLOURS),
    "city_palace",
    "city_variety",
)
ABOUT_OUTSIDE = (
    "wall",
    *(f"tower_{colour}" for colour in TOWERS),
    "tower_shore",
    "tower_any",
    *(f"house_region_{region}" for region in REGIONS),
    *(f"house_{colour}" for colour in COLOURS),
)
FACES = (*ABOUT_CITY, *ABOUT_OUTSIDE, "cities")
NUMBER = {face: i for i, face in enumerate(FACES)}
OF_CITY = frozenset(ABOUT_CITY)

# face -> where in a player's tally it is scored, and under which clause
KIND = {
    **dict.fromkeys(ABOUT_CITY, (0, "about-the-city")),
    **dict.fromkeys(ABOUT_OUTSIDE, (1, "about-outside")),
    "cities": (2, "about-cities"),
}
# face -> which function counts it, and for which colour, region or set
_COUNTED: dict[str, tuple[str, int]] = {
    **{f"city_tower_{colour}": ("city towers", TOWER_COLOUR[colour]) for colour in TOWERS},
    **{f"city_house_{colour}": ("city houses", COLOUR[colour]) for colour in COLOURS},
    **{f"tower_{colour}": ("towers", TOWER_COLOUR[colour]) for colour in TOWERS},
    **{f"house_region_{region}": ("region", r) for r, region in enumerate(REGIONS)},
    **{f"house_{colour}": ("houses", COLOUR[colour]) for colour in COLOURS},
}
SIZES = {1: 6, 2: 7, 3: 8}
BIG, BIG_POINTS = 7, 9
VARIETY = (0, 0, 4, 4, 7, 7)  # by the number of colours


def score(board: Board, pieces: Pieces, city: int, face: str) -> tuple[int, Phrase]:
    """What a card scores, and how it is reckoned. `city` is the city just closed, or the one named for it."""
    if face in OF_CITY:
        return _of_city(board, pieces, city, face)
    if face == "cities":
        points = len(pieces.cities)
        return points, say("cities: {}", points)
    return _outside(board, pieces, face)


def _of_city(board: Board, pieces: Pieces, city: int, face: str) -> tuple[int, Phrase]:
    if face == "size":
        spaces = city.bit_count()
        points = BIG_POINTS if spaces >= BIG else SIZES.get(spaces, 0)
        return points, say("size, spaces {}: {}", spaces, points)
    if face.startswith("city_tower"):
        black, white, grey = pieces.towers
        corners = board.corners_of(city)
        if face == "city_tower_any":
            points = ((black | white | grey) & corners).bit_count()
            return points, say("towers in the city: {}", points)
        n = (pieces.towers[_COUNTED[face][1]] & corners).bit_count()
        return 2 * n, say("{} towers in the city, {} x 2: {}", TOWERS[_COUNTED[face][1]], n, 2 * n)
    held = held_in(pieces.spaces, city)
    houses, palaces = houses_of(held), palaces_of(held)
    if face == "city_palace":
        points = sum(palaces)
        return points, say("palaces in the city: {}", points)
    if face == "city_variety":
        colours = sum([1 for h, p in zip(houses, palaces, strict=True) if h or p])
        return VARIETY[colours], say("colours in the city, {}: {}", colours, VARIETY[colours])
    c = _COUNTED[face][1]
    points = 3 * palaces[c] + houses[c]
    return points, say("{} in the city, palaces {} x 3 + houses {}: {}", COLOURS[c], palaces[c], houses[c], points)


def _outside(board: Board, pieces: Pieces, face: str) -> tuple[int, Phrase]:
    built = 0
    for one in pieces.cities:
        built |= one
    if face == "wall":
        points = (pieces.walls & ~board.lines_of(built)).bit_count()
        return points, say("walls outside: {}", points)
    if face.startswith("tower"):
        away = ~board.corners_of(built)
        black, white, grey = pieces.towers
        if face == "tower_any":
            points = ((black | white | grey) & away).bit_count()
            return points, say("towers outside: {}", points)
        if face == "tower_shore":
            n = ((black | white | grey) & away & board.shore).bit_count()
            return 2 * n, say("towers on the shore outside, {} x 2: {}", n, 2 * n)
        t = _COUNTED[face][1]
        n = (pieces.towers[t] & away).bit_count()
        return 2 * n, say("{} towers outside, {} x 2: {}", TOWERS[t], n, 2 * n)
    kind, which = _COUNTED[face]
    if kind == "region":
        held = held_in(pieces.spaces, board.regions[which] & ~built)
        points = sum(houses_of(held))
        return points, say("houses outside in region {}: {}", REGIONS[which], points)
    everywhere = (1 << len(board.spaces)) - 1
    points = held_in(pieces.spaces, everywhere & ~built) >> 8 * which & 255
    return points, say("{} houses outside: {}", COLOURS[which], points)


def guild(board: Board, pieces: Pieces, city: int) -> dict[str, int | None]:
    """What every face would score; None for those about a city if there is none."""
    return {f: None if f in OF_CITY and not city else score(board, pieces, city, f)[0] for f in FACES}
