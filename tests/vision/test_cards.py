"""Cards read from photographs of one style, and from the same photographs under other light."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.card_lessons import Deck
from vision.cards import CardReader, Glance, Row
from vision.lessons import read_picture
from vision.markers import Image
from vision.satchel import pack

PHOTOS = Path(__file__).parent.parent / "photos" / "king_row"
START = {
    "V1": "village/city/2",
    "V2": "village/mine/2",
    "V3": "village/workshop/2",
    "V4": "village/orc_village/2",
    "V5": "village/forest/2",
    "draw": "back/citizen",
    "discard": "empty",
    "penalty": "penalty/-1",
}


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(pack(PHOTOS))


@pytest.fixture(scope="module")
def first(reader: CardReader) -> tuple[Row, Glance]:
    return reader.read(photo("play/s00/f00.jpg"))


def photo(name: str) -> Image:
    return read_picture(PHOTOS / name)


def labels(row: Row) -> dict[str, str | None]:
    return {slot: place.label for slot, place in row.places.items() if place.sure}


def test_cards_that_share_a_drawing_are_laid_upon_each_other(reader: CardReader) -> None:
    deck: Deck = reader.deck
    kinds = [drawing.kind for drawing in deck.drawings]
    assert len(kinds) == len(set(kinds))
    dwarves = next(d for d in deck.drawings if d.kind == "citizen/dwarf")
    assert {card.label for card in dwarves.cards} == {
        f"citizen/dwarf/{code}" for code in ("3x1", "3x3", "3x4", "4x3", "4x4", "4x6", "5x1", "5x6")
    }


def test_every_slot_is_read(first: tuple[Row, Glance]) -> None:
    read = labels(first[0])
    assert {slot: read.get(slot) for slot in START} == START
    assert read["C1"] == "citizen/gnome/B6"
    assert read["C2"] == "citizen/dwarf/3x4"
    assert len(read) == 13


def test_each_reading_names_its_next_best_of_the_same_drawing(first: tuple[Row, Glance]) -> None:
    dwarf = first[0].places["C2"]
    assert dwarf.next_best is not None
    assert dwarf.next_best.startswith("citizen/dwarf/")
    assert dwarf.told > 0.8


def test_a_card_between_slots_makes_both_unsure(reader: CardReader, first: tuple[Row, Glance]) -> None:
    row, _ = reader.read(photo("play/s00/f01.jpg"), first[1])
    assert {slot for slot, place in row.places.items() if not place.sure} == {"C4", "C5"}


def test_a_card_upside_down_is_read(reader: CardReader, first: tuple[Row, Glance]) -> None:
    row, _ = reader.read(photo("play/s00/f02.jpg"), first[1])
    assert row.places["C1"].label == "citizen/dwarf/4x3"
    assert row.places["C1"].turned
    assert row.places["C1"].sure
    assert not row.places["C2"].turned


def test_what_a_hand_covers_is_not_seen_and_the_rest_is_read(reader: CardReader) -> None:
    row, _ = reader.read(photo("hand.jpg"))
    assert [slot for slot, place in row.places.items() if not place.sure] == ["C2"]
    assert row.places["C2"].trouble == "hidden"


@pytest.mark.parametrize(("gamma", "gains"), [(0.8, (1.0, 1.0, 1.0)), (1.2, (0.8, 1.0, 1.05))])
def test_other_light_changes_no_reading(
    reader: CardReader, first: tuple[Row, Glance], gamma: float, gains: tuple[float, float, float]
) -> None:
    plain = photo("play/s00/f00.jpg").astype(np.float32) / 255
    other = np.clip(255 * plain**gamma * np.array(gains, np.float32), 0, 255).astype(np.uint8)
    read, before = labels(reader.read(other)[0]), labels(first[0])
    assert all(read[slot] == before[slot] for slot in read)
    assert len(read) >= 12


def test_a_blot_on_what_tells_cards_apart_leaves_the_card_unsure(reader: CardReader, first: tuple[Row, Glance]) -> None:
    picture = photo("play/s00/f00.jpg")
    lies = first[0].places["C2"].lies
    assert lies is not None
    paper = np.array([[x, y] for x, y in ((-26, -42), (26, -42), (26, -28), (-26, -28))], np.float64)
    strips = [paper, -paper]
    for strip in strips:
        spots = first[1].surface.to_picture(strip @ lies[:2, :2].T + lies[:2, 2])
        cv2.fillPoly(picture, [np.round(spots).astype(np.int32)], (120, 150, 190))
    place = reader.read(picture)[0].places["C2"]
    assert not place.sure


def test_no_surface_no_reading(reader: CardReader) -> None:
    row, _ = reader.read(np.full((800, 1200, 3), 128, np.uint8))
    assert not row.places
    assert row.advice
