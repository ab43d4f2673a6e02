"""Cities drawn as seven lines of text, for tests: one letter a cell, as rules/saint_malo/city.py writes them."""

from __future__ import annotations

from typing import Any

from rules.saint_malo.city import MARK_OF, PLACES
from rules.saint_malo.game import SAINT_MALO
from rules.saint_malo.state import State

START = """
 .....
.xx....
.x.....
.x.....
.......
.......
 .....
"""


def cells(drawing: str) -> dict[str, str]:
    lines = drawing.strip("\n").split("\n")
    assert len(lines) == 7, lines
    letters = "".join(line.ljust(7)[:7] for line in lines)
    return {PLACES[i]: MARK_OF[letter] for i, letter in enumerate(letters) if letter in MARK_OF}


def city(drawing: str = START, **stock: Any) -> dict[str, Any]:
    """A player of a position: the drawing, and coins, logs, vp, cannons_lost where they differ from the start's."""
    return {"cells": cells(drawing), "whole": True, **stock}


def table(*cities: dict[str, Any], **more: Any) -> State:
    """A position of these cities; with one city, a second player sits at an empty one."""
    described = list(cities) if len(cities) > 1 or more.get("alone") else [*cities, {}]
    names = ("Anke", "Stefan", "Michaela", "Jochen", "Kai")
    players = [{"name": name, **c} for name, c in zip(names, described, strict=False)]
    return SAINT_MALO.position({"players": players, **more})


def dice(*faces: str) -> list[str]:
    """Five dice: the faces named, and as many swords as are missing."""
    return [*faces, *["swords"] * (5 - len(faces))]
