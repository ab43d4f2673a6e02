"""What the faces of a set look like, once taught: kept in one small file, checked when it is read back."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.finds import Faces
from vision.laying import Stencil, lay, likeness
from vision.placing import SIDE_PX, Placing
from vision.reading import Label
from vision.tray import APRON_MM, Floats
from vision.trouble import Trouble

VERSION = 1
KIND = "umpire looks"
STEPS = 200.0  # a kept colour of this is white paper
TOO_ALIKE = 0.965  # faces this alike, and as bright, cannot be told apart in an ordinary light
THUMB_PX = 160  # across


@dataclass(frozen=True)
class Face:
    """One face: what it is, and how it looks straight from above, in parts of white paper."""

    label: Label
    patch: Floats

    @property
    def name(self) -> str:
        return " ".join(str(value) for value in self.label.values())


@dataclass(frozen=True)
class Picture:
    """A picture that was taught from, small."""

    file: str
    thumb: bytes


@dataclass(frozen=True)
class Looks:
    """All that was taught of one set."""

    set: str
    style: str
    die_mm: float
    faces: tuple[Face, ...]
    pictures: tuple[Picture, ...] = ()

    @cached_property
    def ready(self) -> Faces:
        return Faces([face.patch for face in self.faces], self.die_mm)

    def save(self, path: Path) -> None:
        body = {
            "set": self.set,
            "style": self.style,
            "die_mm": self.die_mm,
            "faces": [{"label": face.label, "look": _text(_png(face.patch))} for face in self.faces],
            "pictures": [{"file": p.file, "thumb": _text(p.thumb)} for p in self.pictures],
        }
        text = json.dumps({"kind": KIND, "version": VERSION, "checksum": _checksum(body), "body": body}, indent=1)
        try:
            path.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise Trouble(f"{path} cannot be written ({error.strerror}): give another name with -o.") from None


def load(path: Path) -> Looks:
    """Looks read back from their file; one that is foreign, torn or of another version is refused."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Trouble(f"{path} is missing: teach the set first, with umpire teach FOLDER -o {path}.") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError):
        raise Trouble(f"{path} is torn or is no file of looks: teach the set anew.") from None
    if not isinstance(said, dict) or said.get("kind") != KIND:
        raise Trouble(f"{path} is no file of looks: give one that umpire teach has written.")
    if said.get("version") != VERSION:
        raise Trouble(f"{path} is of version {said.get('version')}, this umpire reads {VERSION}: teach the set anew.")
    body = said.get("body")
    if not isinstance(body, dict) or said.get("checksum") != _checksum(body):
        raise Trouble(f"{path} is torn (its checksum does not fit): teach the set anew.")
    try:
        faces = tuple(Face(face["label"], _patch(base64.b64decode(face["look"]))) for face in body["faces"])
        pictures = tuple(Picture(p["file"], base64.b64decode(p["thumb"])) for p in body["pictures"])
        return Looks(body["set"], body["style"], float(body["die_mm"]), faces, pictures)
    except (KeyError, TypeError, ValueError, cv2.error):
        raise Trouble(f"{path} is torn: teach the set anew.") from None


def kept(patch: Floats) -> Floats:
    """A look as its file keeps it, so that what was just taught and what is read back are the same."""
    return _patch(_png(patch))


def thumb(image: np.ndarray) -> bytes:
    """A picture made small, as JPEG."""
    height = max(1, round(image.shape[0] * THUMB_PX / image.shape[1]))
    small = cv2.resize(image, (THUMB_PX, height), interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 60])[1])


def too_alike(faces: Sequence[Face]) -> list[str]:
    """A sentence for each two faces that nobody could tell apart, naming both."""
    found = []
    for one, other in combinations(faces, 2):
        alike, brighter = _alike(one.patch, other.patch)
        if alike > TOO_ALIKE and abs(np.log(brighter)) < 0.15:
            found.append(
                f"{one.name} and {other.name} look too alike to tell apart: mark one of them, or teach them anew."
            )
    return found


def _alike(one: Floats, other: Floats) -> tuple[float, float]:
    """How alike two faces are at the turn at which they are most alike, and how much brighter the other is."""
    margin = round(APRON_MM)
    frame = cv2.copyMakeBorder(other, margin, margin, margin, margin, cv2.BORDER_REPLICATE).astype(np.float32)
    stencil, best, brighter = Stencil(one), -1.0, 1.0
    for turn in range(0, 360, 15):
        # One pixel of the other face stands for a millimetre of a tray that holds nothing else.
        laid = lay(frame, 1.0, stencil, Placing(SIDE_PX / 2, SIDE_PX / 2, turn, SIDE_PX).matrix())
        alike = likeness(stencil, laid.patch)
        if alike > best:
            best, brighter = alike, float(laid.patch.mean() / max(float(one.mean()), 1e-3))
    return best, brighter


def _png(patch: Floats) -> bytes:
    return bytes(cv2.imencode(".png", np.clip(np.rint(patch * STEPS), 0, 255).astype(np.uint8))[1])


def _patch(png: bytes) -> Floats:
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.shape != (SIDE_PX, SIDE_PX, 3):
        raise ValueError("not a look")
    return np.asarray(image / STEPS, np.float32)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _checksum(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode("utf-8")).hexdigest()
