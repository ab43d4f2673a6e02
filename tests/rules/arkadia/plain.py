"""Arkadia's scoring once more, as plainly as the rulebook tells it. It shares no code with `rules/`.

A town is what stands on each square: ("building", number) or ("worker", colour), or "lot". Nothing here is fast.
"""

from __future__ import annotations

from typing import Any

Town = dict[str, Any]
Size = tuple[int, int]
USUAL = (16, 12)  # columns and rows
FAMILIES = ["red", "olive", "silver", "black"]


def neighbours(square: str, columns: int, rows: int) -> list[str]:
    column, row = "abcdefghijklmnopqrstuvwxyz".index(square[0]), int(square[1:])
    found = []
    for x, y in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]:
        if 0 <= x < columns and 1 <= y <= rows:
            found.append("abcdefghijklmnopqrstuvwxyz"[x] + str(y))
    return found


def town_of(position: dict[str, Any]) -> Town:
    town: Town = {}
    corner = position["lot"]["top_left"]
    left, top = "abcdefghijklmnopqrstuvwxyz".index(corner[0]), int(corner[1:])
    for x in range(4):
        for y in range(3):
            town["abcdefghijklmnopqrstuvwxyz"[left + x] + str(top + y)] = "lot"
    for building in position["buildings"]:
        for square in building["cells"]:
            town[square] = ("building", building["id"])
    for square, (kind, colour) in position["at"].items():
        if kind == "w":
            town[square] = ("worker", colour)
    return town


def sides(cells: list[str], size: Size = USUAL) -> list[str]:
    """Every square beside a building, once."""
    found: list[str] = []
    for cell in cells:
        for square in neighbours(cell, *size):
            if square not in cells and square not in found:
                found.append(square)
    return found


def enclosed(town: Town, cells: list[str], size: Size) -> bool:
    return all(square in town for square in sides(cells, size))


def own_workers_beside(town: Town, cells: list[str], colour: str, size: Size) -> int:
    count = 0
    for square in sides(cells, size):
        if town.get(square) == ("worker", colour):
            count += 1
    return count


def seen_from_above(castle: dict[str, list[str]], printed: dict[str, str | None]) -> dict[str, int]:
    counts = dict.fromkeys(FAMILIES, 0)
    for square, pieces in castle.items():
        top = printed[square]
        for piece in pieces:
            top = piece
        if top is not None:
            counts[top] += 1
    return counts


def after_turn(
    position: dict[str, Any],
    action: dict[str, Any],
    printed: dict[str, str | None],
    tents: list[str],
    size: Size = USUAL,
) -> tuple[dict[str, Any], list[int], dict[str, int]]:
    """What everybody holds after the turn, which buildings it completed, and what the castle shows."""
    town = town_of(position)
    purses = {p["colour"]: {**p, "seals": dict(p["seals"])} for p in position["players"]}
    mover = position["players"][position["turn"]]["colour"]
    me = purses[mover]
    buildings = [dict(b) for b in position["buildings"]]
    if action["type"] == "build":
        number = len(buildings)
        buildings.append({"id": number, "family": action["seal"], "cells": action["cells"], "done": False})
        for square in action["cells"]:
            town[square] = ("building", number)
            if square in tents and "neutral_gained" not in action:
                me["neutral"] += 1
        me["neutral"] += action.get("neutral_gained", 0)
    elif action["type"] == "workers":
        for square, colour in action["workers"].items():
            town[square] = ("worker", colour)
            me["workers" if colour == mover else "neutral"] -= 1
    completed = []
    for building in buildings:
        if not building["done"] and enclosed(town, building["cells"], size):
            completed.append(building["id"])
            for colour, purse in purses.items():
                purse["seals"][building["family"]] += own_workers_beside(town, building["cells"], colour, size)
            me["seals"][building["family"]] += 1
    castle = {square: list(pieces) for square, pieces in position["castle"].items()}
    for piece in action.get("castle", []):
        castle[piece["square"]].append(piece["family"])
    values = seen_from_above(castle, printed)
    if action.get("banner"):
        me["banners"] -= 1
        on_board = sum(1 for what in town.values() if what == ("worker", mover))
        me["workers"] += min(2, 11 - on_board - me["workers"])
        for family, number in action["banner"]["cash"].items():
            me["seals"][family] -= number
            me["gold"] += number * values[family]
    return purses, completed, values


def final_gold(purse: dict[str, Any], values: dict[str, int]) -> int:
    gold: int = purse["gold"]
    for family in FAMILIES:
        for _ in range(purse["seals"][family]):
            gold += values[family]
    return gold
