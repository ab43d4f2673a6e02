"""Dice as seen: the faces of Saint Malo by their drawings, all others by a few letters in a box."""

from __future__ import annotations

import re

from firmware.screens.catalogue import Catalogue
from firmware.screens.letters import HEIGHT, ICONS, width
from firmware.screens.sheet import Sheet

FACES = frozenset(("log", "crate", "wall", "cross", "head", "swords"))
HIGH = HEIGHT + 3


def strip_room(words: Catalogue, dice: tuple[str, ...]) -> int:
    """How wide a row of dice is at the least."""
    if all(face.strip().lower() in FACES for face in dice):
        return 14 * len(dice)
    return sum(width(_short(words, face)) + 5 for face in dice) - 5


def strip(sheet: Sheet, words: Catalogue, x: int, y: int, dice: tuple[str, ...], room: int) -> int:
    """The dice in a row eleven dots high; tells where it ends. Words lie in boxes if there is room for boxes."""
    faces = [face.strip().lower() for face in dice]
    if all(face in FACES for face in faces):
        for face in faces:
            x = sheet.icon(x, y, face) + 3
        return x - 3
    said = [_short(words, face) for face in dice]
    boxed = sum(width(text) + 7 for text in said) <= room + 3 and not set("gjpqy") & set("".join(said))
    if not boxed and strip_room(words, dice) > room:  # a list, which says so where it ends early
        return sheet.fitted(x, y + 1, ", ".join(said), room)
    for text in said:
        if boxed:
            wide = width(text) + 4
            sheet.frame(x, y - 1, wide, HIGH)
            sheet.text(x + 2, y + 1, text)
            x += wide + 3
        else:
            x = sheet.text(x, y + 1, text) + 5
    return x


def large(sheet: Sheet, words: Catalogue, y: int, dice: tuple[str, ...]) -> None:
    """The dice as large as there is room for."""
    faces = [face.strip().lower() for face in dice]
    if all(face in FACES for face in faces):
        x = 0
        for face in faces:
            x = sheet.large_icon(x, y, face) + 3
        return
    x = 0
    for face in dice:
        text = _short(words, face)
        big = len(text) <= 2
        wide = width(text, big)
        if x and x + wide > sheet.wide:
            x, y = 0, y + 20
        sheet.text(x, y if big else y + 4, text, big=big)
        x += wide + 8


def _short(words: Catalogue, face: str) -> str:
    """A face in as few letters as there are: “6 B”, a six in blue, is “6B”."""
    return words.word(re.sub(r"^(\d) ([A-Z])$", r"\1\2", face.strip()))


__all__ = ["HIGH", "ICONS", "large", "strip"]
