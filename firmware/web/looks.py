"""Pictures for the page: the panel's dots, and the places of a board as they lie in the camera's picture."""

from __future__ import annotations

import io
from base64 import b64decode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from firmware.profile import Place, load_profile
from firmware.settings import Settings
from rules.game import AnyGame
from rules.trouble import Trouble

_made: dict[Any, dict[str, Any]] = {}  # the newest
LARGER = 4  # screen dots for a dot of the panel


def mirror_png(panel: Mapping[str, Any], asleep: bool) -> bytes | None:
    from PIL import Image

    if "dots" not in panel:
        return None
    width, height = panel["size"]
    dots = Image.frombytes("1", (width, height), b64decode(panel["dots"])).convert("L")
    if asleep:
        dots = Image.new("L", dots.size)
    png = io.BytesIO()
    dots.resize((width * LARGER, height * LARGER), Image.Resampling.NEAREST).save(png, "PNG")
    return png.getvalue()


def jpeg_kept(told: Mapping[str, Any] | None) -> bytes | None:
    return b64decode(told["jpeg"]) if told and "jpeg" in told else None


def overlay(settings: Settings, game: AnyGame, seat: int, told: Mapping[str, Any]) -> dict[str, Any]:
    """Where each place of the board lies in the picture, in its own dots; none where that is unknown."""
    key = (str(settings.folders.state), game.name, seat, told["n"])
    if key not in _made:
        _made.clear()
        _made[key] = _overlay(settings, game.name, seat, told["jpeg"])
    return _made[key]


def _overlay(settings: Settings, game: str, seat: int, jpeg: str) -> dict[str, Any]:
    import cv2
    import numpy as np

    from firmware.table.boards import BOARDS
    from firmware.table.seeing import BOARD, set_of
    from firmware.table.watch import FIRST, FIRST_OWN, READING, SHARED, STEP
    from vision.satchel import load
    from vision.surface import SurfaceSpec, find_surfaces

    picture: Any = cv2.imdecode(np.frombuffer(b64decode(jpeg), np.uint8), cv2.IMREAD_COLOR)
    nothing: dict[str, Any] = {"size": (0, 0), "places": []}
    if picture is None:
        return nothing
    height, width = picture.shape[:2]
    found: list[dict[str, Any]] = []
    with suppress(Trouble, Exception):  # a board that is not found has no places to tap; the entry by hand has them all
        profile = load_profile(settings.folders.state)
        for name in profile.looks.get(game, ()):
            path = settings.folders.looks / name
            if set_of(path) != BOARD[game]:
                continue
            layout = load(path).layout
            where = SHARED if not BOARDS[game].own else READING if profile.boards == "one" else f"player {seat + 1}"
            first = FIRST[where] if where in FIRST else FIRST_OWN + STEP * seat
            surface = layout["surface"]
            usual = Place(first, float(surface["width_mm"]), float(surface["height_mm"]))
            place = profile.places.get(where, usual)
            spec = SurfaceSpec(where, place.first_marker, place.width_mm, place.height_mm)
            seen = find_surfaces(picture, [spec])[0]
            if seen.seen:
                for called, corners in places_of(layout).items():
                    dots = seen.to_picture(np.array(corners, np.float64))
                    found.append({"name": called, "points": [(round(float(x)), round(float(y))) for x, y in dots]})
    return {"size": (width, height), "places": found}


def places_of(layout: Mapping[str, Any]) -> dict[str, list[tuple[float, float]]]:
    """The corners in mm of every place that this layout names."""
    places: dict[str, list[tuple[float, float]]] = {}
    pitch = float(layout.get("grid", {}).get("pitch_mm", 0))
    for name, space in layout.get("spaces", {}).items():
        if "centre_mm" in space and pitch:
            places[name] = _box(space["centre_mm"], (pitch, pitch))
    if not places and "cols" in layout.get("grid", {}):
        grid, (left, top) = layout["grid"], layout["grid"]["origin_mm"]
        for column in range(grid["cols"]):
            for row in range(grid["rows"]):
                name = f"{chr(ord('a') + column)}{row + 1}"
                places[name] = _box((left + (column + 0.5) * pitch, top + (row + 0.5) * pitch), (pitch, pitch))
    for slot in layout.get("slots", ()):
        places[slot["name"]] = _box(slot["centre"], slot["size"])
    return places


def _box(centre: Sequence[float], size: Sequence[float]) -> list[tuple[float, float]]:
    (x, y), (w, h) = centre, (size[0] * 0.46, size[1] * 0.46)
    return [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]


def markers_in(jpeg: bytes | None) -> list[int]:
    """The numbers of the markers that can be read in a picture."""
    import cv2
    import numpy as np

    from vision.markers import find_markers, grey_of

    picture: Any = cv2.imdecode(np.frombuffer(jpeg or b"\0", np.uint8), cv2.IMREAD_COLOR)
    return sorted({sighting.number for sighting in find_markers(grey_of(picture))}) if picture is not None else []
