"""Cities and tables written briefly: "h 0,1" is a house on level 1, "h2 0,1" one on level 2, hexes apart by ";"."""

from __future__ import annotations

from typing import Any

from rules.akropolis.game import AKROPOLIS as GAME
from rules.akropolis.state import State
from rules.standing import Line

VARIANTS = ("houses", "markets", "barracks", "temples", "gardens")
AROUND = ("0,-1", "1,-1", "1,0", "0,1", "-1,1", "-1,0")  # the six sides of 0,0


def hexes(text: str) -> list[dict[str, Any]]:
    found = []
    for item in text.split(";"):
        kind, place = item.split()
        q, r = place.split(",")
        found.append({"at": [int(q), int(r)], "kind": kind[0], "level": int(kind[1:] or 1)})
    return found


def ring(kind: str) -> str:
    return "; ".join(f"{kind} {place}" for place in AROUND)


def finished(text: str, stones: int = 0, **settings: Any) -> State:
    """A finished city by itself: no history, its stones counted by hand."""
    player = {"name": "Ada", "city": hexes(text), "stones": stones}
    return GAME.position({"players": [player], "alone": True, "over": True, "settings": settings})


def lines(text: str, stones: int = 0, **settings: Any) -> dict[str, Line]:
    return {line.what: line for line in GAME.standing(finished(text, stones, **settings)).seats[0].so_far_lines}


def points(text: str, colour: str, **settings: Any) -> int:
    return lines(text, **settings)[colour].points


def alone(stones: int = 0, **more: Any) -> State:
    """One city kept alone, from its starting tile on."""
    return GAME.position({"players": [{"name": "Ada", "stones": stones, **more}], "alone": True})


STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # N and on clockwise


def placed(face: str, q: int, r: int, way: int, level: int | None = None, **more: Any) -> dict[str, Any]:
    """A tile whose first hex lies on q,r, the second on the side `way` of it (0 is N), the third on the next side."""
    near = [STEPS[way], STEPS[(way + 1) % 6]]
    tile: dict[str, Any] = {"hexes": face, "at": [[q, r], *([q + dq, r + dr] for dq, dr in near)]}
    if level is not None:
        tile["level"] = level
    return {"placed": tile, **more}


def table(site: str, players: int = 2, **more: Any) -> State:
    """A table with these faces in the site."""
    names = ["Ada", "Bo", "Cy", "Di"][:players]
    tiles = {"tiles": [{"hexes": face} for face in site.split()]}
    return GAME.position({"players": [{"name": name} for name in names], "site": tiles, **more})
