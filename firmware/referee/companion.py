"""The companions: one for each set of pictures, made from what was taught, looking at one picture after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from firmware.referee.ruling import Look
from vision.lens import Lens
from vision.lessons import read_picture
from vision.markers import Image
from vision.satchel import Satchel, load, pack, read_json_file
from vision.trouble import Trouble

PICTURES = (".jpg", ".jpeg", ".png")


class Companion(Protocol):
    """Sits at one game. Each look knows what was given up to its frame and the looks before it, never a later one."""

    def look(self, picture: Image, given: Mapping[str, Any]) -> Look: ...


@runtime_checkable
class TableCompanion(Companion, Protocol):
    """A companion that a device can keep in step: what the players confirm, undo or correct is told to it."""

    @property
    def state(self) -> Any:
        """The state of the rules that it holds; None before it holds any."""

    def hold(self, state: Any) -> None:
        """The table is in this state of the rules now, whatever was seen before."""

    def differs(self, picture: Image) -> tuple[Difference, ...]:
        """Where the whole picture clearly shows something else than the state that is held: out of step."""


@dataclass(frozen=True)
class Difference:
    """One place where table and state are out of step, in the words of the set's truth."""

    place: str
    held: str
    seen: str


class Reader(Protocol):
    """Has learnt one set; begins a companion for each sitting."""

    def __init__(self, satchel: Satchel) -> None: ...

    def begin(self, about: Mapping[str, Any], start: Mapping[str, Any]) -> Companion: ...


# set -> the module and the class of its reader
READERS: dict[str, tuple[str, str]] = {
    "arkadia": ("firmware.referee.arkadia", "ArkadiaReader"),
    "malo_city": ("firmware.referee.malo_city", "MaloCityReader"),
    "king_row": ("firmware.referee.king_row", "KingRowReader"),
    "akropolis_city": ("firmware.referee.akropolis_city", "AkropolisCityReader"),
    "akropolis_site": ("firmware.referee.akropolis_site", "AkropolisSiteReader"),
    "masons": ("firmware.referee.masons", "MasonsReader"),
}


def reader_of(satchel: Satchel) -> Reader:
    module, name = READERS[satchel.set]
    made: Reader = getattr(import_module(module), name)(satchel)
    return made


@dataclass(frozen=True)
class Seen:
    """One frame of a folder and what was said of it."""

    sequence: str
    file: str
    look: Look


def read_sittings(folder: Path, looks: Path | None = None, lens: Lens | None = None) -> Iterator[Seen]:
    """Every play frame of a folder, in order, each sitting with a companion of its own."""
    satchel = pack(folder) if looks is None else load(looks)
    if satchel.set not in READERS:
        raise Trouble(f"{folder}: pictures of the set {satchel.set!r} cannot be read.")
    reader = reader_of(satchel)
    play = folder / "play"
    if not play.is_dir():
        raise Trouble(f"{play} is missing: give the folder of one style, with its play frames.")
    for sitting in sorted(path for path in play.iterdir() if path.is_dir()):
        given = read_json_file(sitting / "given.json") if (sitting / "given.json").exists() else {}
        by_file = {str(frame.get("file")): frame for frame in given.get("frames", [])}
        companion = reader.begin(given.get("about", {}), given.get("start", {}))
        for path in sorted(p for p in sitting.iterdir() if p.suffix.lower() in PICTURES):
            look = companion.look(read_picture(path, lens), by_file.get(path.name, {}))
            yield Seen(sitting.name, path.name, look)
