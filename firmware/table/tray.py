"""The dice tray of a table: read by the looks that were taught, told in the rules' faces, what is not sure asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.doors.ports import Picture
from firmware.profile import Place
from firmware.table.readings import SeenDice, SeenDie
from rules.words import say
from vision.layout import Kind, Layout
from vision.plane import SurfaceSpec
from vision.reading import Die, Label, TrayReading
from vision.tables import DiceReader
from vision.taught import Looks

USUAL = Place(0, 200.0, 150.0)
NEAR_MM = 12.0  # a doubt so near to a die is about that die
COLOURS = {"red": "R", "green": "G", "blue": "B"}


def reader_of(looks: Looks, place: Place) -> DiceReader:
    """A reader for the tray of this table. How many dice there are at most follows from the set."""
    most = {"dice_king": 6, "dice_malo": 5, "dice_masons": 3}.get(looks.set, 6)
    spec = SurfaceSpec("dice", place.first_marker, place.width_mm, place.height_mm)
    sizes = (looks.die_mm, looks.die_mm)
    return DiceReader(Layout(looks.set, looks.style, spec, sizes, (Kind("", most, ()),), ()), looks)


def seen_dice(reader: DiceReader, picture: Picture, place: Place, wanted: Mapping[str, int]) -> SeenDice:
    """The dice in the picture. `wanted`: of each kind how many are thrown ("" where there is one kind)."""
    return told(reader.read(picture), place, wanted)


def told(reading: TrayReading, place: Place, wanted: Mapping[str, int]) -> SeenDice:
    if reading.all_unsure:
        return SeenDice(advice=say("{}", reading.all_unsure))
    foreign = [d for d in reading.doubts if all((d.x - o.x) ** 2 + (d.y - o.y) ** 2 > NEAR_MM**2 for o in reading.dice)]
    if foreign:
        where = where_on(foreign[0].x, foreign[0].y, place)
        return SeenDice(advice=say("Look into the tray, {}: {}.", where, foreign[0].why))
    dice = sorted(reading.dice, key=lambda die: (kind_of(die.label) != "tower", die.x))
    counts = {kind: sum(1 for die in dice if kind in ("", kind_of(die.label))) for kind in wanted}
    for kind, count in wanted.items():
        if counts[kind] != count:
            what = say("I see {} dice in the tray, not {}.", counts[kind], count)
            return SeenDice(advice=what if not kind else say("I see {} dice ({}), not {}.", counts[kind], kind, count))
    return SeenDice(tuple(_seen(die, place) for die in dice))


def _seen(die: Die, place: Place) -> SeenDie:
    faces = list(dict.fromkeys(map(face_of, (die.label, die.next))))
    return SeenDie(tuple(faces), die.sure, where_on(die.x, die.y, place))


def kind_of(label: Label) -> str:
    return str(label.get("kind", ""))


def face_of(label: Label) -> Any:
    """A face as the rules' JSON form has it; the kinds of Masons' dice stay with them until all are known."""
    if "kind" in label:
        return (str(label["kind"]), str(label["face"]))
    if "value" in label:
        colour = str(label.get("colour", ""))
        return (label["value"], COLOURS.get(colour, colour))
    return label["face"]


def where_on(x: float, y: float, place: Place) -> str:
    """A place of the tray in words, as the tray's own top is up."""
    across = ("left", "middle", "right")[_third(x, place.width_mm)]
    down = ("top", "middle", "bottom")[_third(y, place.height_mm)]
    return across if down == "middle" else f"{down} {across}"


def _third(at: float, length: float) -> int:
    return min(2, max(0, int(3 * at / length)))
