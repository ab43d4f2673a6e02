"""`layout.json` of a set: the surface it lies on and the dice that belong to it, checked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.plane import SurfaceSpec
from vision.trouble import Trouble

PIPS = "dice_pips"
DICE_SETS = ("dice_king", "dice_malo", "dice_masons", PIPS)


@dataclass(frozen=True)
class Kind:
    """One kind of die of a set: its name ("" when there is only one), how many there are, what it can show."""

    name: str
    most: int
    faces: tuple[str | int, ...]


@dataclass(frozen=True)
class Layout:
    """A set of dice on its tray. `sizes` are the smallest and the largest edge of a die in millimetres."""

    set: str
    style: str
    surface: SurfaceSpec
    sizes: tuple[float, float]
    kinds: tuple[Kind, ...]
    colours: tuple[str, ...]

    @property
    def taught(self) -> bool:
        """Whether its faces must be shown before they can be read."""
        return self.set != PIPS

    @property
    def most(self) -> int:
        return sum(kind.most for kind in self.kinds)


def read_json(path: Path) -> Any:
    """A JSON file, or one sentence about what is wrong with it."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Trouble(f"{path} is missing: give the folder of one style of a set, which has it.") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise Trouble(f"{path} cannot be read ({error}): copy it anew.") from None


def read_layout(folder: Path) -> Layout:
    """The layout of a folder of pictures. Sets without dice are refused."""
    if not folder.is_dir():
        raise Trouble(f"{folder} is not a folder: give the folder of one style of a set.")
    path = folder / "layout.json"
    data = read_json(path)
    name = data.get("set") if isinstance(data, dict) else None
    if not isinstance(name, str):
        raise Trouble(f'{path} does not name its "set": copy it anew.')
    if name not in DICE_SETS:
        raise Trouble(
            f"{folder} holds the set {name!r}, which cannot be read yet: sets of dice can ({', '.join(DICE_SETS)})."
        )
    try:
        return _layout(name, data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"has no {error}" if isinstance(error, KeyError) else f"does not fit the set {name!r} ({error})"
        raise Trouble(f"{path} {what}: copy it anew.") from None


def _layout(name: str, data: dict[str, Any]) -> Layout:
    dice = data["dice"]
    size = dice["size_mm"]
    low, high = (float(size[0]), float(size[1])) if isinstance(size, list) else (float(size), float(size))
    if not 5 <= low <= high <= 50:
        raise ValueError(f"dice of {low:g} to {high:g} mm")
    colours = tuple(str(c) for c in dice.get("colours", ()))
    surface = data["surface"]
    return Layout(
        set=name,
        style=str(data.get("style", "")),
        surface=SurfaceSpec(
            str(surface["name"]),
            int(surface["first_marker"]),
            _length(surface["width_mm"]),
            _length(surface["height_mm"]),
        ),
        sizes=(low, high),
        kinds=_kinds(dice),
        colours=colours,
    )


def _kinds(dice: dict[str, Any]) -> tuple[Kind, ...]:
    if "kinds" in dice:
        return tuple(Kind(str(n), _count(k["count"]), tuple(k["faces"])) for n, k in dice["kinds"].items())
    faces = dice["faces"] if "faces" in dice else dice["values"]
    return (Kind("", _count(dice["count"]), tuple(faces)),)


def _count(said: object) -> int:
    """How many dice there are at most: 5, or "1 to 6"."""
    count = int(str(said).split()[-1])
    if not 1 <= count <= 30:
        raise ValueError(f"{said} dice")
    return count


def _length(said: object) -> float:
    length = float(str(said))
    if not 50 <= length <= 2000:
        raise ValueError(f"a surface of {said} mm")
    return length
