"""Positions of Masons for tests, on the default board. Around point P14 lie six spaces, S12 to S14 and S22 to S24."""

from __future__ import annotations

from typing import Any

from rules.masons.game import MASONS
from rules.masons.state import State

PLAYERS = ("Ada", "Bo", "Cleo")
HEXAGON = ("S12", "S13", "S14", "S22", "S23", "S24")
AROUND_HEXAGON = ("L19", "L20", "L24", "L35", "L40", "L52")  # its outer lines but one are given with it
BOX = {
    "walls": 33,
    "towers": dict.fromkeys(("black", "white", "grey"), 10),
    "houses": dict.fromkeys(("yellow", "green", "blue", "pink", "red"), 12),
    "palaces": dict.fromkeys(("yellow", "green", "blue", "pink", "red"), 3),
}


def houses(*colours: str) -> dict[str, list[str]]:
    return {"houses": list(colours), "palaces": []}


def palaces(*colours: str) -> dict[str, list[str]]:
    return {"houses": [], "palaces": list(colours)}


def position(walls: Any = (), towers: Any = None, spaces: Any = None, players: Any = PLAYERS, **more: Any) -> State:
    board = {"walls": list(walls), "towers": towers or {}, "spaces": spaces or {}}
    return MASONS.position({"players": list(players), "board": board, **more})


def rolled(*dice: str, tower: str | None = None) -> dict[str, Any]:
    return {"tower": tower, "houses": list(dice)}


def turn(
    dice: dict[str, Any], towers: dict[str, str] | None = None, at: dict[str, str] | None = None, **more: Any
) -> dict[str, Any]:
    """The rest of a turn: towers by point and houses by space."""
    return {
        "stage": "end",
        "dice": dice,
        "towers_placed": [{"point": point, "colour": colour} for point, colour in (towers or {}).items()],
        "houses_placed": [{"space": space, "colour": colour} for space, colour in (at or {}).items()],
        **more,
    }


def wall(line: str, **more: Any) -> dict[str, Any]:
    return {"stage": "wall", "wall_placed": line, **more}


def cards(*faces: str, **more: Any) -> dict[str, Any]:
    return {"stage": "cards", "cards": list(faces), **more}


def box_less(**gone: Any) -> dict[str, Any]:
    """The supply of a full box, with some kinds set to other numbers."""
    supply: dict[str, Any] = {kind: dict(left) if isinstance(left, dict) else left for kind, left in BOX.items()}
    for kind, left in gone.items():
        if isinstance(left, dict):
            supply[kind].update(left)
        else:
            supply[kind] = left
    return supply
