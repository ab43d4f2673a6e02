"""Dice as seen: the faces of Saint Malo by their drawings, all others by a few letters in a box."""

from __future__ import annotations

from firmware.screens.catalogue import Catalogue
from firmware.screens.letters import HEIGHT, ICONS, width
from firmware.screens.sheet import Sheet

FACES = frozenset(("log", "crate", "wall", "cross", "head", "swords"))
HIGH = HEIGHT + 3


def strip(sheet: Sheet, words: Catalogue, x: int, y: int, dice: tuple[str, ...], room: int) -> int:
    """The dice in a row eleven dots high; tells where it ends. Faces in words are shortened only as far as needed."""
    faces = [face.strip().lower() for face in dice]
    if all(face in FACES for face in faces):
        for face in faces:
            x = sheet.icon(x, y, face) + 3
        return x - 3
    said = [_short(words, face) for face in dice]
    boxed = sum(width(text) + 7 for text in said) <= room + 3
    if (
        not boxed and sum(width(text) + 5 for text in said) > room + 5
    ):  # too many words: a list, which says if it ends early
        return sheet.fitted(x, y + 2, ", ".join(said), room)
    for text in said:
        if boxed:
            wide = width(text) + 4
            sheet.dots(x, y, _box(wide, HIGH), "a die")
            sheet.text(x + 2, y + 2, text)
            x += wide + 3
        else:
            x = sheet.text(x, y + 2, text) + 5
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
    return words.word(face.strip())


def _box(wide: int, high: int) -> tuple[str, ...]:
    """A die's outline with open corners."""
    line = "." + "#" * (wide - 2) + "."
    return (line, *("#" + "." * (wide - 2) + "#" for _ in range(high)), line)


__all__ = ["HIGH", "ICONS", "large", "strip"]
