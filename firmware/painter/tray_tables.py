"""Painted tables on which only the dice are looked at: King of the Dice and Masons. The rest is told by the buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.painter.dice import TRAY, Tray, lessons
from firmware.painter.paper import Colour, Paper, Picture
from firmware.painter.scene import Scene
from firmware.painter.teaching import Style
from firmware.painter.things import Face
from firmware.painter.view import View, moved
from rules.game import AnyGame
from rules.king_of_the_dice.edition import DEFAULT as KING
from rules.masons.edition import COLOURS, TOWERS

DIE_MM = 16.0
SIDE = 120  # pixels of a die's print
RGB: dict[str, tuple[str, Colour]] = {
    "R": ("red", (40, 40, 204)),
    "G": ("green", (58, 140, 40)),
    "B": ("blue", (190, 80, 30)),
}
_PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
_HOUSES: dict[str, Colour] = {
    "yellow": (40, 196, 240),
    "green": (60, 150, 46),
    "blue": (196, 100, 36),
    "pink": (180, 120, 236),
    "red": (44, 44, 200),
}
_TOWERS: dict[str, Colour] = {"black": (34, 32, 32), "white": (255, 255, 255), "grey": (140, 136, 132)}
_DARK: Colour = (44, 40, 40)


class TrayTable:
    """A tray and nothing else."""

    own = True

    def __init__(self, prints: Mapping[Any, Face], seed: int) -> None:
        self.scene = Scene(View.over(320, 262, 3.1), seed=seed)
        self.tray = Tray(self.scene, moved(58, 56, 1.2), DIE_MM, prints, seed)

    def show(self, game: AnyGame, state: Any) -> None:
        """No board is looked at."""

    def lay(self, seat: int) -> None:
        """Nor does one lie there in turn."""

    def lean(self) -> bool:
        if self.scene.cubes:
            self.tray.lean()
        return bool(self.scene.cubes)

    def straighten(self) -> None:
        self.tray.straighten()


class KingTray(TrayTable):
    def __init__(self, players: int, seed: int) -> None:
        prints = {(value, letter): pips(value, ink) for value in _PIPS for letter, (_, ink) in RGB.items()}
        super().__init__(prints, seed)

    def styles(self) -> list[Style]:
        entries, pictures = [], {}
        for value in _PIPS:
            shown = [(value, letter) for letter in RGB for _ in range(2)]
            self.tray.throw(shown)
            places = zip(self.tray.places(), shown, strict=True)
            dice = [{**at, "colour": RGB[letter][0]} for at, (_, letter) in places]
            file = f"value{value}.jpg"
            entries.append({"file": file, "label": {"value": value}, "dice": dice})
            pictures[file] = self.scene.picture()
        self.tray.clear()
        colours = [name for name, _ in RGB.values()]
        dice_told = {"count": len(KING.dice), "size_mm": DIE_MM, "values": list(_PIPS), "colours": colours}
        return [Style(dice_layout("dice_king", dice_told), entries, pictures)]

    def throw(self, given: Mapping[str, Any]) -> None:
        self.tray.throw([tuple(die) for die in given["dice"]])


class MasonsTray(TrayTable):
    def __init__(self, players: int, seed: int) -> None:
        prints: dict[Any, Face] = {("tower", name): tower(paint) for name, paint in _TOWERS.items()}
        prints |= {("house", name): house(paint) for name, paint in _HOUSES.items()}
        super().__init__({**prints, ("house", "?"): any_house()}, seed)

    def styles(self) -> list[Style]:
        labels = {die: {"kind": die[0], "face": die[1]} for die in self.tray.prints}
        towers = {die: label for die, label in labels.items() if die[0] == "tower"}
        entries, pictures = lessons(self.tray, towers, 1)
        others, more = lessons(self.tray, {die: label for die, label in labels.items() if die[0] == "house"}, 2)
        all_pictures: dict[str, Picture] = {**pictures, **more}
        kinds = {
            "tower": {"count": 1, "faces": list(TOWERS)},
            "house": {"count": 2, "faces": [*COLOURS, "?"]},
        }
        layout = dice_layout("dice_masons", {"size_mm": DIE_MM, "kinds": kinds})
        return [Style(layout, [*entries, *others], all_pictures)]

    def throw(self, given: Mapping[str, Any]) -> None:
        dice = given.get("dice")
        if not dice:
            self.tray.clear()
            return
        towers = [("tower", dice["tower"])] if dice["tower"] else []
        self.tray.throw([*towers, *(("house", colour) for colour in dice["houses"])])


def dice_layout(set: str, dice: Mapping[str, Any]) -> dict[str, Any]:
    surface = {"name": "dice", "first_marker": 0, "width_mm": TRAY.width_mm, "height_mm": TRAY.height_mm}
    return {"set": set, "style": "painted", "surface": surface, "dice": dict(dice)}


# ---- prints
def _blank(colour: Colour) -> Paper:
    return Paper.blank(20, 20, colour, rim=0.0, fine=SIDE / 20)


def pips(value: int, ink: Colour) -> Face:
    paper = _blank((150, 196, 224))
    for place in _PIPS[value]:
        row, column = divmod(place, 3)
        paper.disc(5 + 5 * column, 5 + 5 * row, 1.7, ink)
    return paper.picture


def house(paint: Colour) -> Face:
    paper = _blank((236, 241, 243))
    outline = [(4.5, 16), (4.5, 9), (10, 3.5), (15.5, 9), (15.5, 16)]
    paper.area(outline, paint)
    paper.line(outline, _DARK, 0.7, closed=True)
    paper.box(8.4, 11, 11.6, 16, _DARK)
    return paper.picture


def any_house() -> Face:
    paper = _blank((236, 241, 243))
    paper.text("?", 10, 10, 9.5, (150, 40, 110), 1.7)
    return paper.picture


def tower(paint: Colour) -> Face:
    paper = _blank((170, 206, 214))
    outline = [(5.5, 17), (5.5, 3.5), (8, 3.5), (8, 6), (12, 6), (12, 3.5), (14.5, 3.5), (14.5, 17)]
    paper.area(outline, paint)
    paper.line(outline, _DARK, 0.8, closed=True)
    return paper.picture
