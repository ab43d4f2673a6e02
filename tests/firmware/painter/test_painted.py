"""What is painted is seen by the real eyes: markers, dice and marks; a hand and a leaning die are noticed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware.painter import malo
from firmware.painter.dice import TRAY
from firmware.painter.malo_table import MaloTable
from firmware.painter.things import Hand
from firmware.profile import Place
from firmware.table.readings import SeenDice
from firmware.table.tray import reader_of, seen_dice
from vision.inks import Grid
from vision.marks import MarkReader
from vision.satchel import load as load_satchel
from vision.surface import find_surfaces
from vision.taught import load

PLACE = Place(0, 200.0, 150.0)
DICE = ["log", "crate", "swords", "head", "cross"]


def seen(table: MaloTable, looks: Path) -> SeenDice:
    reader = reader_of(load(looks / "dice_malo.json"), PLACE)
    return seen_dice(reader, table.scene.picture(), PLACE, {"": 5})


@pytest.fixture
def table() -> MaloTable:
    return MaloTable(2, 5)


def test_every_surface_is_found_where_it_lies(table: MaloTable) -> None:
    picture = table.scene.picture()
    specs = [TRAY, malo.city_spec(8), malo.city_spec(12)]
    for surface, name in zip(find_surfaces(picture, specs), ("tray", "city 0", "city 1"), strict=True):
        assert surface.seen, surface.advice
        assert surface.error_mm < 0.5
        lies = table.scene.sheets[name].at(100, 75)
        where = table.scene.view.pixels(np.array([[*lies, 0.0]]))
        assert np.abs(surface.to_picture(np.array([[100.0, 75.0]])) - where).max() < 1.5


def test_no_two_pictures_are_alike_and_dice_that_move_are_painted_anew(table: MaloTable) -> None:
    table.throw({"dice": DICE})
    one, other = table.scene.picture(), table.scene.picture()
    assert 0 < np.abs(one.astype(int) - other.astype(int)).mean() < 4
    table.throw({"dice": DICE})
    assert np.abs(one.astype(int) - table.scene.picture().astype(int)).max() > 60


def test_dice_are_read_as_they_lie(table: MaloTable, looks: Path) -> None:
    table.throw({"dice": DICE})
    read = seen(table, looks)
    assert [die.faces[0] for die in read.dice] == DICE
    assert all(die.sure for die in read.dice)


def test_a_leaning_die_and_a_hand_over_the_tray_are_not_taken_as_read(table: MaloTable, looks: Path) -> None:
    table.throw({"dice": DICE})
    table.lean()
    read = seen(table, looks)
    assert read.advice.pattern or not all(die.sure for die in read.dice)
    table.straighten()
    x, y = table.scene.sheets["tray"].at(110, 60)
    table.scene.hand = Hand(x, y)
    read = seen(table, looks)
    assert read.advice.pattern or not all(die.sure for die in read.dice)


def test_drawn_marks_are_read_as_what_they_are(table: MaloTable, looks: Path) -> None:
    names = ["crate", "wall", "house", "church1", "church4", "soldier", "priest", "noble"]
    places = ["2,3", "0,2", "3,3", "4,1", "5,5", "3,5", "1,4", "4,3"]
    table.boards[0].show(dict(zip(places, names, strict=True)))
    table.scene.redraw("city 0", table.boards[0].paper)
    reader = MarkReader(load_satchel(looks / "malo_city.json"))
    picture = table.scene.picture()
    inked = reader.look(reader.find(picture, 8), picture)
    chances = reader.read(inked)
    read = {place: max(chances[place], key=chances[place].__getitem__) for place in places}
    assert read == dict(zip(places, names, strict=True))
    others = [p for p in Grid.of(load_satchel(looks / "malo_city.json").layout).spaces if p not in places]
    empty = [p for p in others if p not in table.printed]
    assert all(chances[p]["empty"] > 0.5 for p in empty)


def test_what_is_drawn_stays_as_it_was_drawn_and_what_is_wiped_is_gone(table: MaloTable) -> None:
    board = table.boards[1]
    board.show({"2,3": "crate"})
    before = board.paper.picture.copy()
    board.show({"2,3": "crate", "2,4": "crate"})
    changed = np.argwhere(np.abs(board.paper.picture.astype(int) - before).max(axis=2) > 0) / board.paper.fine
    x, y = malo.centre(2, 4)
    assert np.abs(changed.mean(axis=0) - board.paper.rim - [y, x]).max() < 4
    assert board.show({"2,3": "crate"})
    assert (board.paper.picture == before).all()
