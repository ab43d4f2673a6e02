"""The row of the Construction Site: faces by looks and by how many there are, places that are not to be trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.referee.akropolis_site import AkropolisSite, AkropolisSiteReader
from firmware.referee.companion import READERS, Seen, read_sittings
from vision.lessons import read_picture
from vision.satchel import pack
from vision.tiles import Found, Hex, Tile

PHOTOS = Path(__file__).parents[2] / "photos" / "akropolis_site"


@pytest.fixture(scope="module")
def reader() -> AkropolisSiteReader:
    return AkropolisSiteReader(pack(PHOTOS))


@pytest.fixture(scope="module")
def frames() -> dict[str, Seen]:
    return {seen.file: seen for seen in read_sittings(PHOTOS)}


def row(*tiles: Tile, hidden: tuple[float, ...] = ()) -> Found:
    return Found(tiles, hidden)


def tile(reader: AkropolisSiteReader, x: float, *fits: dict[str, float], disturbed: bool = False) -> Tile:
    hexes = tuple(Hex(x, 40.0, tuple(fit.get(kind, 900.0) for kind in reader.looks.kinds), 1.0) for fit in fits)
    return Tile(hexes, x, disturbed)


def told(reader: AkropolisSiteReader, found: Found) -> tuple[list[str | None], tuple[int, ...]]:
    look = AkropolisSite(reader, 4).told(found)
    return [one["hexes"] for one in look.seen["tiles"]], look.unsure


def test_the_reader_is_known() -> None:
    assert READERS["akropolis_site"][1] == AkropolisSiteReader.__name__


def test_a_row_of_photographs_is_read(frames: dict[str, Seen]) -> None:
    look = frames["000.jpg"].look
    assert [one["hexes"] for one in look.seen["tiles"]] == ["Hqq", "mtq", "Ghq", "Thm", "qqt", "Hqq"]
    assert look.unsure == ()
    assert look.ruling is None
    assert look.state is None


def test_hands_and_overlaps_are_named(frames: dict[str, Seen]) -> None:
    assert frames["003.jpg"].look.unsure == (1,)
    assert len(frames["003.jpg"].look.seen["tiles"]) == 3
    assert {2, 3} <= set(frames["004.jpg"].look.unsure)


def test_a_face_that_no_tile_has_is_asked_about(reader: AkropolisSiteReader) -> None:
    clear = tile(reader, 40, {"h": 80}, {"m": 80, "t": 240}, {"q": 80})
    assert told(reader, row(clear)) == (["hmq"], ())
    unheard = tile(reader, 40, {"M": 80, "T": 150}, {"h": 80}, {"q": 80})  # there is Thq, there is no Mhq
    assert told(reader, row(unheard))[1] == (1,)


def test_more_tiles_of_a_face_than_there_are_is_a_misreading(reader: AkropolisSiteReader) -> None:
    same = [tile(reader, x, {"t": 80}, {"h": 80}, {"T": 80}) for x in (40, 110)]
    other = tile(reader, 200, {"h": 80}, {"m": 80}, {"q": 80})
    faces, unsure = told(reader, row(*same, other))
    assert faces[2] == "hmq"
    assert 3 not in unsure
    twice = [tile(reader, x, {"B": 80}, {"h": 80}, {"t": 80}) for x in (40, 110)]
    assert told(reader, row(*twice, other))[1] == (1, 2)


def test_two_kinds_as_likely_are_asked_about(reader: AkropolisSiteReader) -> None:
    either = tile(reader, 40, {"h": 80}, {"m": 80, "b": 90}, {"q": 80})
    assert told(reader, row(either))[1] == (1,)


def test_a_tile_of_which_a_hex_is_covered_keeps_its_place(reader: AkropolisSiteReader) -> None:
    part = tile(reader, 40, {"h": 80}, {"m": 80}, disturbed=True)
    whole = tile(reader, 120, {"h": 80}, {"m": 80}, {"q": 80})
    assert told(reader, row(part, whole)) == ([None, "hmq"], (1,))


def test_after_a_place_that_may_be_hidden_no_place_is_sure(reader: AkropolisSiteReader) -> None:
    first = tile(reader, 40, {"h": 80}, {"m": 80}, {"q": 80})
    last = tile(reader, 300, {"b": 80}, {"q": 80}, {"h": 80})
    assert told(reader, row(first, last, hidden=(150.0,))) == (["hmq", None, "bqh"], (2, 3))


def test_without_markers_all_is_unsure(reader: AkropolisSiteReader, frames: dict[str, Seen]) -> None:
    picture = read_picture(PHOTOS / "play" / "site01_s1" / "000.jpg")
    look = AkropolisSite(reader, 40).look(picture, {})
    assert look.unsure == ("all",)
