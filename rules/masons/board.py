"""The board as data: points (tower spaces), lines (wall lines), spaces (landscape), regions and the shore.

How far the printed board reaches is not known for sure, so it is surveyed once and handed over as data. What is
asked of it: V - E + F = 1, 3F = 2 inner + border lines, regions connected, the shore in two stretches of the rim.
Sets of points, lines and spaces are whole numbers, one bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.forms import Form
from rules.trouble import Trouble

REGIONS = ("R1", "R2", "R3")
OUT = -1  # what lies across a line of the rim

Across = tuple[tuple[tuple[int, int], ...], ...]


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Names of the places and all that follows from where they lie, by their numbers."""

    points: tuple[str, ...]
    lines: tuple[str, ...]
    spaces: tuple[str, ...]
    point: Mapping[str, int]
    line: Mapping[str, int]
    space: Mapping[str, int]
    ends: tuple[tuple[int, int], ...]  # line -> its two points
    sides: tuple[tuple[int, ...], ...]  # line -> the spaces beside it: two, or one on the rim
    beside: tuple[int, ...]  # line -> the same, as a set
    lines_at: tuple[int, ...]  # point -> lines that end there
    corners: tuple[int, ...]  # space -> its points
    around: tuple[int, ...]  # space -> its lines
    across: Across  # space -> (line, the space across it or OUT)
    spaces_at: tuple[int, ...]  # point -> spaces that touch it
    inland: int  # points that are not on the rim
    rim: int  # lines with one space only
    shore: int  # points
    regions: tuple[int, ...]  # R1, R2, R3 -> spaces
    groups: tuple[tuple[int, ...], ...]  # lines in handfuls, for choosing one step by step

    def corners_of(self, spaces: int) -> int:
        corners, points = self.corners, 0
        while spaces:
            low = spaces & -spaces
            points |= corners[low.bit_length() - 1]
            spaces ^= low
        return points

    def lines_of(self, spaces: int) -> int:
        around, lines = self.around, 0
        while spaces:
            low = spaces & -spaces
            lines |= around[low.bit_length() - 1]
            spaces ^= low
        return lines

    def names(self, spaces: int) -> tuple[str, ...]:
        return tuple([self.spaces[space] for space in bits(spaces)])


def board_from(form: Form) -> tuple[Board, dict[str, Any]]:
    """The board of an edition's form and its JSON form, checked."""
    points, shore, kept = _points(form)
    spaces, regions = _spaces(form, points)
    lines, line_data = _lines(form, points, spaces)
    arms = _regions(form)
    names = list(points)
    board = _assembled(tuple(points), tuple(lines), spaces, list(lines.values()), shore, regions)
    check(board)
    data = {
        "points": kept,
        "lines": line_data,
        "spaces": [
            {"id": name, "points": [names[p] for p in corners], "region": REGIONS[region]}
            for (name, corners), region in zip(spaces.items(), regions, strict=True)
        ],
        "regions": arms,
    }
    return board, data


# ---- reading
def _new_name(form: Form, known: Mapping[str, Any]) -> str:
    name = form.text("id")
    if not name or name in known:
        raise Trouble(f"{form.name} needs an id that no other has, not “{name}”")
    return name


def _points(form: Form) -> tuple[dict[str, int], int, list[dict[str, Any]]]:
    points: dict[str, int] = {}
    shore, kept = 0, []
    for item in form.forms("points"):
        name = _new_name(item, points)
        data: dict[str, Any] = {"id": name}
        for key in ("x", "y"):
            value = item.any(key, None)
            if value is not None:
                if isinstance(value, bool) or not isinstance(value, (int, float)):
                    raise Trouble(f"“{key}” of {item.name} must be a number")
                data[key] = value
        data["shore"] = item.flag("shore", False)
        item.done()
        if data["shore"]:
            shore |= 1 << len(points)
        points[name] = len(points)
        kept.append(data)
    return points, shore, kept


def _named(form: Form, points: Mapping[str, int], number: int) -> tuple[int, ...]:
    names = form.texts("points")
    unknown = [name for name in names if name not in points]
    if unknown:
        raise Trouble(f"{form.name} names the point “{unknown[0]}”, which the board does not have")
    if len(set(names)) != number or len(names) != number:
        raise Trouble(f"{form.name} needs {number} different points")
    return tuple(points[name] for name in names)


def _spaces(form: Form, points: Mapping[str, int]) -> tuple[dict[str, tuple[int, ...]], list[int]]:
    spaces: dict[str, tuple[int, ...]] = {}
    regions = []
    for item in form.forms("spaces"):
        name = _new_name(item, spaces)
        spaces[name] = _named(item, points, 3)
        regions.append(REGIONS.index(item.text("region", among=REGIONS)))
        item.done()
    if len(set(map(frozenset, spaces.values()))) != len(spaces):
        raise Trouble("two spaces of the Masons board have the same three points")
    return spaces, regions


def _lines(
    form: Form, points: Mapping[str, int], spaces: Mapping[str, tuple[int, ...]]
) -> tuple[dict[str, tuple[int, int]], list[dict[str, Any]]]:
    lines: dict[str, tuple[int, int]] = {}
    data: list[dict[str, Any]] = []
    names = list(points)
    regions = {name: item["region"] for name, item in zip(spaces, form.items("spaces"), strict=True)}
    for item in form.forms("lines"):
        name = _new_name(item, lines)
        a, b = _named(item, points, 2)
        lines[name] = (a, b)
        beside = [space for space, corners in spaces.items() if a in corners and b in corners]
        edge, boundary = len(beside) == 1, len({regions[space] for space in beside}) == 2
        for key, true in (("edge", edge), ("boundary", boundary)):
            if item.flag(key, true) != true:
                raise Trouble(f"“{key}” of {item.name} does not agree with the spaces beside it")
        item.done()
        data.append({"id": name, "points": [names[a], names[b]], "boundary": boundary, "edge": edge})
    if len(set(map(frozenset, lines.values()))) != len(lines):
        raise Trouble("two lines of the Masons board join the same points")
    return lines, data


def _regions(form: Form) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    for item in form.forms("regions", [{"id": region} for region in REGIONS]):
        data = {"id": item.text("id", among=REGIONS)}
        if item.has("arms"):
            data["arms"] = item.text("arms")
        item.any("arms", None)
        item.done()
        kept.append(data)
    if [data["id"] for data in kept] != list(REGIONS):
        raise Trouble(f"“regions” of the Masons board must be {', '.join(REGIONS)}, in this order")
    return kept


def _assembled(
    points: tuple[str, ...],
    lines: tuple[str, ...],
    spaces: Mapping[str, tuple[int, ...]],
    ends: list[tuple[int, int]],
    shore: int,
    regions: list[int],
) -> Board:
    corners = [mask_of(three) for three in spaces.values()]
    sides = tuple(tuple(s for s, corner in enumerate(corners) if corner >> a & 1 and corner >> b & 1) for a, b in ends)
    across: list[list[tuple[int, int]]] = [[] for _ in corners]
    for line, beside in enumerate(sides):
        for space in beside:
            other = next((s for s in beside if s != space), OUT)
            across[space].append((line, other))
    rim = mask_of(line for line, beside in enumerate(sides) if len(beside) == 1)
    on_rim = mask_of(p for line in bits(rim) for p in ends[line])
    size = max(1, round(len(lines) ** 0.5))
    return Board(
        points=points,
        lines=lines,
        spaces=tuple(spaces),
        point={name: i for i, name in enumerate(points)},
        line={name: i for i, name in enumerate(lines)},
        space={name: i for i, name in enumerate(spaces)},
        ends=tuple(ends),
        sides=sides,
        beside=tuple(mask_of(beside) for beside in sides),
        lines_at=tuple(mask_of(i for i, two in enumerate(ends) if p in two) for p in range(len(points))),
        corners=tuple(corners),
        around=tuple(mask_of(line for line, _ in ways) for ways in across),
        across=tuple(tuple(ways) for ways in across),
        spaces_at=tuple(mask_of(s for s, corner in enumerate(corners) if corner >> p & 1) for p in range(len(points))),
        inland=((1 << len(points)) - 1) & ~on_rim,
        rim=rim,
        shore=shore,
        regions=tuple(mask_of(s for s, region in enumerate(regions) if region == r) for r in range(len(REGIONS))),
        groups=tuple(tuple(range(i, min(i + size, len(lines)))) for i in range(0, len(lines), size)),
    )


# ---- checking
def check(board: Board) -> None:
    """Does the board hang together as one piece of a lattice of triangles?"""
    if not board.spaces:
        raise Trouble("the Masons board has no space")
    for name, beside in zip(board.lines, board.sides, strict=True):
        if not 1 <= len(beside) <= 2:
            raise Trouble(f"line {name} of the Masons board has {len(beside)} spaces beside it, and must have 1 or 2")
    for name, ways in zip(board.spaces, board.across, strict=True):
        if len(ways) != 3:
            raise Trouble(f"space {name} of the Masons board has {len(ways)} of its 3 sides among the lines")
    everywhere = (1 << len(board.spaces)) - 1
    if not connected(board, everywhere):
        raise Trouble("the spaces of the Masons board do not hang together")
    v, e, f = len(board.points), len(board.lines), len(board.spaces)
    border = board.rim.bit_count()
    if 3 * f != 2 * (e - border) + border:
        raise Trouble(f"3 x {f} spaces are not 2 x {e - border} inner + {border} border lines of the Masons board")
    if v - e + f != 1:
        raise Trouble(f"{v} points - {e} lines + {f} spaces of the Masons board make {v - e + f}, and must make 1")
    for region, spaces in zip(REGIONS, board.regions, strict=True):
        if not spaces or not connected(board, spaces):
            raise Trouble(f"region {region} of the Masons board {'has no space' if not spaces else 'is in pieces'}")
    if board.shore & board.inland:
        names = [board.points[p] for p in bits(board.shore & board.inland)]
        raise Trouble(f"point {names[0]} of the Masons board lies inland and cannot be on the shore")
    if (stretches := _shores(board)) != 2:
        raise Trouble(f"the shore of the Masons board is in {stretches} stretches; it is its left and its right edge")


def connected(board: Board, spaces: int) -> bool:
    first = spaces & -spaces
    seen, todo = first, [first.bit_length() - 1]
    for space in todo:
        for _, other in board.across[space]:
            if other != OUT and spaces >> other & 1 and not seen >> other & 1:
                seen |= 1 << other
                todo.append(other)
    return seen == spaces


def _shores(board: Board) -> int:
    """Stretches of the rim whose points are all on the shore."""
    left, stretches = board.shore, 0
    while left:
        stretches += 1
        todo = [(left & -left).bit_length() - 1]
        left &= left - 1
        for point in todo:
            for line in bits(board.lines_at[point] & board.rim):
                for other in board.ends[line]:
                    if left >> other & 1:
                        left ^= 1 << other
                        todo.append(other)
    return stretches
