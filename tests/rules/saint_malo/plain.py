"""Saint Malo's scoring once more, as plainly as it can be written; shares nothing with rules/.

A city is a mapping of (row, column) to a mark; a space that is missing is empty.
"""

from __future__ import annotations

City = dict[tuple[int, int], str]
PERSONS = {"citizen", "soldier", "priest", "architect", "merchant", "juggler", "noble"}
ALL_SPACES = [(r, c) for r in range(7) for c in range(7) if (r, c) not in {(0, 0), (0, 6), (6, 0), (6, 6)}]


def touching(city: City, row: int, column: int) -> list[str]:
    """The marks on the eight spaces around one."""
    found = []
    for r in (row - 1, row, row + 1):
        for c in (column - 1, column, column + 1):
            if (r, c) != (row, column) and (r, c) in city:
                found.append(city[r, c])
    return found


def for_priest(city: City, row: int, column: int) -> int:
    return sum(1 for mark in touching(city, row, column) if mark.startswith("church"))


def for_merchant(city: City, row: int, column: int) -> int:
    return sum(1 for mark in touching(city, row, column) if mark.endswith("crate"))


def for_juggler(city: City, row: int, column: int) -> int:
    return 2 * len({mark for mark in touching(city, row, column) if mark in PERSONS})


def whole_walls(city: City) -> int:
    lines = [
        [(0, n) for n in range(1, 6)],
        [(6, n) for n in range(1, 6)],
        [(n, 0) for n in range(1, 6)],
        [(n, 6) for n in range(1, 6)],
    ]
    return sum(1 for line in lines if all(city.get(space) == "wall" for space in line))


def strength(city: City) -> int:
    return list(city.values()).count("soldier") + 2 * whole_walls(city)


def churches(city: City) -> int:
    stock = {size: list(city.values()).count(f"church{size}") for size in (1, 2, 3, 4, 5)}
    points = 0
    while stock[1] > 0:
        size = 1
        while size <= 5 and stock[size] > 0:
            stock[size] -= 1
            size += 1
        points += {1: 1, 2: 4, 3: 8, 4: 13, 5: 20}[size - 1]
    return points


def at_the_end(city: City, coins: int, logs: int, cannons_lost: int) -> int:
    """What the end of the game adds to the points on the track."""
    full = 5 if all(space in city for space in ALL_SPACES) else 0
    return full + coins // 2 + logs + churches(city) - 5 * cannons_lost
