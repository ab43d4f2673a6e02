"""Akropolis' scoring and laying once more, as plainly as the rulebook tells it; it shares no code with rules/.

A city is {(q, r): (kind, level)}. Everything is looked for hex by hex, however long it takes.
"""

from __future__ import annotations

City = dict[tuple[int, int], tuple[str, int]]
Hex = tuple[int, int]
STARS = {"H": 1, "M": 2, "B": 2, "T": 2, "G": 3}


def neighbours(at: Hex) -> list[Hex]:
    q, r = at
    return [(q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r)]


def kind(city: City, at: Hex) -> str:
    return city[at][0] if at in city else ""


def outside(city: City) -> set[Hex]:
    """The empty hexes from which one can walk away, as far as two hexes beyond the city."""
    left, right = min(q for q, _ in city) - 2, max(q for q, _ in city) + 2
    top, bottom = min(r for _, r in city) - 2, max(r for _, r in city) + 2
    reached = {(left, top)}
    growing = True
    while growing:
        growing = False
        for q in range(left, right + 1):
            for r in range(top, bottom + 1):
                if (q, r) not in city and (q, r) not in reached and any(n in reached for n in neighbours((q, r))):
                    reached.add((q, r))
                    growing = True
    return reached


def lake_of(city: City, at: Hex, open_table: set[Hex]) -> set[Hex]:
    """The lake that an empty hex belongs to; no hexes if it lies on the open table."""
    if at in city or at in open_table:
        return set()
    lake = {at}
    while more := {n for wet in lake for n in neighbours(wet) if n not in city} - lake:
        lake |= more
    return lake


def stars(city: City, plaza: str) -> int:
    return sum(STARS[k] for k, _ in city.values() if k == plaza)


def houses(city: City, variant: bool, by_value: bool) -> int:
    groups: list[set[Hex]] = []
    for at in city:
        if kind(city, at) != "h":
            continue
        near = [group for group in groups if any(n in group for n in neighbours(at))]
        groups = [group for group in groups if group not in near] + [{at}.union(*near)]
    best = 0
    most = 0
    for group in groups:
        value = sum(city[at][1] for at in group)
        size = 0 if by_value else len(group)
        if (size, value) > (most, best):
            most, best = size, value
    return best * 2 if variant and best >= 10 else best


def markets(city: City, variant: bool) -> int:
    value = 0
    for at, (what, level) in city.items():
        around = [kind(city, n) for n in neighbours(at)]
        if what == "m" and "m" not in around:
            value += level * 2 if variant and "M" in around else level
    return value


def barracks(city: City, variant: bool, lakes_too: bool) -> int:
    value = 0
    open_table = outside(city)
    for at, (what, level) in city.items():
        if what != "b":
            continue
        empty = [n for n in neighbours(at) if n not in city and (lakes_too or n in open_table)]
        if empty:
            value += level * 2 if variant and len(empty) in (3, 4) else level
    return value


def temples(city: City, variant: bool) -> int:
    value = 0
    for at, (what, level) in city.items():
        if what == "t" and all(n in city for n in neighbours(at)):
            value += level * 2 if variant and level >= 2 else level
    return value


def gardens(city: City, variant: bool, single: bool) -> int:
    value = 0
    open_table = outside(city)
    for at, (what, level) in city.items():
        if what != "g":
            continue
        lakes = [lake_of(city, n, open_table) for n in neighbours(at)]
        wet = any(len(lake) == 1 if single else lake for lake in lakes)
        value += level * 2 if variant and wet else level
    return value


def score(city: City, variants: set[str], by_value: bool, lakes_too: bool, single: bool) -> dict[str, int]:
    return {
        "houses": stars(city, "H") * houses(city, "houses" in variants, by_value),
        "markets": stars(city, "M") * markets(city, "markets" in variants),
        "barracks": stars(city, "B") * barracks(city, "barracks" in variants, lakes_too),
        "temples": stars(city, "T") * temples(city, "temples" in variants),
        "gardens": stars(city, "G") * gardens(city, "gardens" in variants, single),
    }


# ---- laying
def tiles_round_points(first: Hex) -> list[tuple[Hex, Hex, Hex]]:
    """Every way three hexes lie round one point, clockwise, the given hex named first."""
    around = neighbours(first)
    return [(first, around[k], around[(k + 1) % 6]) for k in range(6)]


def level_if_legal(city: City, tile_under: dict[Hex, int], at: tuple[Hex, Hex, Hex]) -> int | None:
    """The level on which a tile may lie there, None if it may not."""
    levels = [city[h][1] if h in city else 0 for h in at]
    if levels == [0, 0, 0]:
        return 1 if any(n in city for h in at for n in neighbours(h)) else None
    if levels[0] != levels[1] or levels[0] != levels[2]:
        return None
    if len({tile_under[h] for h in at}) < 2:
        return None
    return levels[0] + 1
