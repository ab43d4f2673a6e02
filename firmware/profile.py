"""What one table taught its box: how the camera is locked, where things lie, learnt looks, who plays in which colour.

A JSON file in the state folder, with a checksum. It is written whole or not at all, and the one before it is kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from firmware.doors.ports import Locks
from firmware.files import write_whole
from rules.forms import from_json
from rules.trouble import Trouble

NAME, BEFORE = "profile.json", "profile.before.json"
VERSION = 1
OWN, ONE = "own", "one"  # each player's board on its own surface, or one reading place for whoever's turn it is


@dataclass(frozen=True)
class Paper:
    """White paper as the camera saw it under these locks, and over how many mm an edge was spread (vision.light)."""

    colour: tuple[float, float, float]
    edge_mm: float


@dataclass(frozen=True)
class Place:
    """A surface of this table: its first marker and its size between the markers."""

    first_marker: int
    width_mm: float
    height_mm: float


@dataclass(frozen=True)
class Player:
    name: str
    colour: str = ""


@dataclass(frozen=True)
class Profile:
    guided: bool = False  # the first run was gone through
    locks: Locks = field(default_factory=Locks)
    paper: Paper | None = None
    lens: str = ""  # name of a lens file in the state folder
    places: Mapping[str, Place] = field(default_factory=dict)  # "tray", "board", "player 1" to "player 5", "reading"
    boards: str = OWN
    looks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # game -> files in the looks folder
    players: tuple[Player, ...] = ()  # everyone who ever sat here, the last to play first
    last_game: str = ""

    def with_place(self, name: str, place: Place) -> Profile:
        return replace(self, places={**self.places, name: place})

    def with_looks(self, game: str, files: tuple[str, ...]) -> Profile:
        return replace(self, looks={**self.looks, game: files})

    def seated(self, players: tuple[Player, ...], most: int = 20) -> Profile:
        """These players come first from now on, in the colours they play in."""
        names = {player.name for player in players}
        others = tuple(player for player in self.players if player.name not in names)
        return replace(self, players=(*players, *others)[:most])


def save_profile(profile: Profile, folder: Path) -> None:
    """On the disk before this returns; one sentence if the disk does not take it."""
    path = folder / NAME
    body = asdict(profile)
    whole = {"umpire_profile": VERSION, "profile": body, "checksum": _checksum(body)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            write_whole(folder / BEFORE, path.read_bytes())
        write_whole(path, (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode())
    except OSError as error:
        raise Trouble(f"The profile {path} cannot be written ({error.strerror}); make room on the disk.") from None


def load_profile(folder: Path) -> Profile:
    """The profile of a folder; a fresh one where there is none. A file that cannot be trusted is Trouble."""
    path = folder / NAME
    try:
        words = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Profile()
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"The profile {path} cannot be read ({error}); {_ADVICE}") from None
    try:
        data = from_json(words)
        if data["umpire_profile"] != VERSION:
            raise Trouble(f"it is of version {data['umpire_profile']}, and this Umpire knows version {VERSION}")
        if data["checksum"] != _checksum(data["profile"]):
            raise Trouble("its checksum does not fit")
        return _profile(data["profile"])
    except (Trouble, TypeError, ValueError, KeyError, AttributeError) as error:
        raise Trouble(f"The profile {path} cannot be used ({error}); {_ADVICE}") from None


_ADVICE = "start with a new one, the old file is kept beside it."


def set_aside(folder: Path) -> Path:
    """Moves a profile that cannot be used out of the way, and tells where it is now."""
    number = 1
    while (aside := folder / f"profile.unusable-{number}.json").exists():
        number += 1
    try:
        (folder / NAME).rename(aside)
    except OSError as error:
        raise Trouble(f"The profile in {folder} cannot be moved aside ({error.strerror}); check the disk.") from None
    return aside


def _checksum(body: Any) -> str:
    # Through JSON once, so that tuples and lists, and what was written and what is read, are the same.
    plain = json.dumps(json.loads(json.dumps(body)), sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()


def _profile(body: Mapping[str, Any]) -> Profile:
    """Whatever the file leaves out is as in a fresh profile."""
    left = dict(body)
    locks, paper = dict(left.pop("locks", {})), left.pop("paper", None)
    gains = locks.pop("colour_gains", None)
    profile = Profile(
        locks=Locks(**locks, colour_gains=(float(gains[0]), float(gains[1])) if gains else None),
        paper=_paper(paper) if paper else None,
        places={name: Place(**place) for name, place in dict(left.pop("places", {})).items()},
        looks={game: tuple(files) for game, files in dict(left.pop("looks", {})).items()},
        players=tuple(Player(**player) for player in left.pop("players", ())),
        **left,
    )
    if profile.boards not in (OWN, ONE):
        raise ValueError(f"boards {profile.boards!r}")
    return profile


def _paper(paper: Mapping[str, Any]) -> Paper:
    blue, green, red = (float(value) for value in paper["colour"])
    return Paper((blue, green, red), float(paper["edge_mm"]))
