"""A painted edition as an owner would teach it: a style folder of the photo contract, and what is learnt from it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from firmware.painter.paper import Picture
from vision.layout import DICE_SETS

QUALITY = 93


@dataclass(frozen=True)
class Style:
    """One set: its layout, what each entry of teach.json says, and the pictures that they name."""

    layout: Mapping[str, Any]
    entries: Sequence[Mapping[str, Any]]
    pictures: Mapping[str, Picture]

    @property
    def set(self) -> str:
        return str(self.layout["set"])


def write_style(style: Style, folder: Path) -> Path:
    """<folder>/<set>/painted with layout.json and teach/."""
    place = folder / style.set / "painted"
    teach = place / "teach"
    teach.mkdir(parents=True, exist_ok=True)
    (place / "layout.json").write_text(json.dumps(style.layout, indent=1) + "\n", encoding="utf-8")
    (teach / "teach.json").write_text(json.dumps(list(style.entries), indent=1) + "\n", encoding="utf-8")
    for name, picture in style.pictures.items():
        (teach / name).write_bytes(bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]))
    return place


def learn(place: Path, looks: Path) -> str:
    """What `umpire teach` does with such a folder; the name of the file in the looks folder."""
    from vision.lessons import teach_folder
    from vision.satchel import layout_set, pack

    looks.mkdir(parents=True, exist_ok=True)
    name = f"{place.parent.name}.json"
    (teach_folder if layout_set(place) in DICE_SETS else pack)(place).save(looks / name)
    return name
