"""The board of Masons a second time, deliberately plain: lists and sets of names, written from the rulebook alone.

Nothing here comes from `rules/`. A board is the JSON form: walls, towers by point, spaces with houses and palaces.
"""

from __future__ import annotations

from typing import Any

HOUSES = ["yellow", "green", "blue", "pink", "red"]
TOWERS = ["black", "white", "grey"]


def spaces_beside(layout: Any, line: Any) -> list[Any]:
    return [space for space in layout["spaces"] if set(line["points"]) <= set(space["points"])]


def closed_areas(layout: Any, walls: list[str]) -> list[set[str]]:
    """Groups of spaces with no way out: neither to another space nor over the edge of the board."""
    ways: dict[str, set[str]] = {space["id"]: set() for space in layout["spaces"]}
    for line in layout["lines"]:
        if line["id"] not in walls:
            beside = [space["id"] for space in spaces_beside(layout, line)]
            if len(beside) == 1:
                beside.append("outside")
            for a, b in (beside, beside[::-1]):
                ways.setdefault(a, set()).add(b)
    areas: list[set[str]] = []
    for space in layout["spaces"]:
        if any(space["id"] in area for area in areas):
            continue
        area = {space["id"]}
        while more := {other for one in area for other in ways[one]} - area:
            area |= more
            if "outside" in area:
                break
        if "outside" not in area:
            areas.append(area)
    return areas


def points_of(layout: Any, city: Any) -> set[str]:
    return {point for space in layout["spaces"] if space["id"] in city for point in space["points"]}


def lines_of(layout: Any, city: Any) -> set[str]:
    return {line["id"] for line in layout["lines"] if any(s["id"] in city for s in spaces_beside(layout, line))}


def held(board: Any, spaces: Any, kind: str) -> list[str]:
    return [colour for space in spaces if space in board["spaces"] for colour in board["spaces"][space][kind]]


def guild(layout: Any, board: Any, city: Any) -> dict[str, int | None]:
    """Every face, for the city just closed (None: no city was) and for what is outside."""
    points: dict[str, int | None] = {}
    if city is None:
        for face in ("size", "city_tower_any", "city_palace", "city_variety"):
            points[face] = None
        points.update({f"city_tower_{colour}": None for colour in TOWERS})
        points.update({f"city_house_{colour}": None for colour in HOUSES})
    else:
        n = len(city)
        points["size"] = 6 if n == 1 else 7 if n == 2 else 8 if n == 3 else 9 if n >= 7 else 0
        towers = [board["towers"][p] for p in points_of(layout, city) if p in board["towers"]]
        points["city_tower_any"] = len(towers)
        for colour in TOWERS:
            points[f"city_tower_{colour}"] = 2 * towers.count(colour)
        houses, palaces = held(board, city, "houses"), held(board, city, "palaces")
        for colour in HOUSES:
            points[f"city_house_{colour}"] = 3 * palaces.count(colour) + houses.count(colour)
        points["city_palace"] = len(palaces)
        kinds = len(set(houses) | set(palaces))
        points["city_variety"] = 7 if kinds >= 4 else 4 if kinds >= 2 else 0
    inside = [space for one in board["cities"] for space in one]
    city_points, city_lines = points_of(layout, inside), lines_of(layout, inside)
    points["wall"] = len([wall for wall in board["walls"] if wall not in city_lines])
    towers_out = {p: colour for p, colour in board["towers"].items() if p not in city_points}
    for colour in TOWERS:
        points[f"tower_{colour}"] = 2 * list(towers_out.values()).count(colour)
    shore = [point["id"] for point in layout["points"] if point["shore"]]
    points["tower_shore"] = 2 * len([p for p in towers_out if p in shore])
    points["tower_any"] = len(towers_out)
    out = [space for space in layout["spaces"] if space["id"] not in inside]
    for region in ("R1", "R2", "R3"):
        there = [space["id"] for space in out if space["region"] == region]
        points[f"house_region_{region}"] = len(held(board, there, "houses"))
    for colour in HOUSES:
        points[f"house_{colour}"] = held(board, [space["id"] for space in out], "houses").count(colour)
    points["cities"] = len(board["cities"])
    return points


def after_turn(layout: Any, board: Any, supply: Any, turn: Any) -> tuple[Any, Any, list[str] | None]:
    """Board and supply after a turn whose wall stands already, and the city to score. Where in a city its pieces
    lie is left open: they are all put on its first space."""
    spaces = {s: {kind: list(pieces) for kind, pieces in here.items()} for s, here in board["spaces"].items()}
    board = {
        "walls": list(board["walls"]),
        "towers": dict(board["towers"]),
        "spaces": spaces,
        "cities": board["cities"],
    }
    supply = {kind: dict(left) if kind != "walls" else left for kind, left in supply.items()}
    for placed in turn["towers_placed"]:
        board["towers"][placed["point"]] = placed["colour"]
        supply["towers"][placed["colour"]] -= 1
    for placed in turn["houses_placed"]:
        spaces.setdefault(placed["space"], {"houses": [], "palaces": []})["houses"].append(placed["colour"])
        supply["houses"][placed["colour"]] -= 1
    known = [set(city) for city in board["cities"]]
    new = [area for area in closed_areas(layout, board["walls"]) if area not in known]
    if not new:
        return board, supply, None
    assert len(new) == 1, "one wall makes one city"
    city, older = set(new[0]), turn.get("joined")
    if older:
        city |= set(older["with"])
        known.remove(set(older["with"]))
    known.append(city)
    board["cities"] = [sorted(one) for one in known]
    for line in layout["lines"]:
        beside = [space["id"] for space in spaces_beside(layout, line)]
        if line["id"] in board["walls"] and len(beside) == 2 and set(beside) <= city:
            board["walls"].remove(line["id"])
            supply["walls"] += 1
    rim = {p for line in layout["lines"] if len(spaces_beside(layout, line)) == 1 for p in line["points"]}
    for point in list(board["towers"]):
        touching = {space["id"] for space in layout["spaces"] if point in space["points"]}
        if point not in rim and touching <= city:
            supply["towers"][board["towers"].pop(point)] += 1
    houses, palaces = held(board, city, "houses"), held(board, city, "palaces")
    for colour in HOUSES:
        while houses.count(colour) >= 2 and supply["palaces"][colour]:
            for _ in range(2):
                houses.remove(colour)
                supply["houses"][colour] += 1
            palaces.append(colour)
            supply["palaces"][colour] -= 1
    for space in city:
        spaces.pop(space, None)
    if houses or palaces:
        spaces[min(city)] = {"houses": houses, "palaces": palaces}
    return board, supply, sorted(city)


def alike(one: Any, other: Any) -> bool:
    """Two boards that differ only by where in a city its pieces lie."""
    return bool(_known(one) == _known(other))


def _known(board: Any) -> Any:
    inside = [space for city in board["cities"] for space in city]
    return (
        sorted(board["walls"]),
        board["towers"],
        sorted(sorted(city) for city in board["cities"]),
        sorted(
            (sorted(city), sorted(held(board, city, "houses")), sorted(held(board, city, "palaces")))
            for city in board["cities"]
        ),
        sorted((s, sorted(h["houses"])) for s, h in board["spaces"].items() if s not in inside and h["houses"]),
    )
