"""What was taught of a board, tiles, pieces or cards: the teaching pictures themselves, their labels and the layout.

In memory it comes from a folder's `layout.json` and `teach/`, or from the one file that `umpire teach` writes of them;
the two hold the same bytes, so whoever learns from them learns the same.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.markers import Image
from vision.trouble import Trouble

KIND = "umpire satchel"
VERSION = 1


@dataclass(frozen=True)
class Satchel:
    """`entries` are those of teach.json, in order; `pictures` their files as they were taken."""

    layout: Mapping[str, Any]
    entries: tuple[Mapping[str, Any], ...]
    pictures: Mapping[str, bytes]

    @property
    def set(self) -> str:
        return str(self.layout.get("set", ""))

    def picture(self, file: str) -> Image:
        """A teaching picture, decoded."""
        image = cv2.imdecode(np.frombuffer(self.pictures[file], np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            raise Trouble(f"{file} is no picture: give a JPEG or a PNG.")
        return np.asarray(image, np.uint8)

    def save(self, path: Path) -> None:
        body = {
            "layout": self.layout,
            "entries": list(self.entries),
            "pictures": {file: base64.b64encode(data).decode("ascii") for file, data in self.pictures.items()},
        }
        text = json.dumps({"kind": KIND, "version": VERSION, "checksum": _checksum(body), "body": body})
        try:
            path.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise Trouble(f"{path} cannot be written ({error.strerror}): give another name with -o.") from None


def pack(folder: Path) -> Satchel:
    """The satchel of a folder of the photo contract."""
    layout = read_json_file(folder / "layout.json")
    if not isinstance(layout, dict):
        raise Trouble(f"{folder / 'layout.json'} is not as it should be: copy it anew.")
    entries = read_json_file(folder / "teach" / "teach.json")
    if not isinstance(entries, list) or not all(
        isinstance(e, dict) and isinstance(e.get("file"), str) for e in entries
    ):
        raise Trouble(f"{folder / 'teach' / 'teach.json'} must be a list of what each picture shows: copy it anew.")
    pictures = {}
    for file in dict.fromkeys(str(entry["file"]) for entry in entries):
        try:
            pictures[file] = (folder / "teach" / file).read_bytes()
        except OSError as error:
            raise Trouble(f"{folder / 'teach' / file} cannot be read ({error.strerror}): copy it anew.") from None
    return Satchel(layout, tuple(entries), pictures)


def layout_set(folder: Path) -> str:
    """Which set a folder's layout says it is; empty if it says nothing."""
    layout = read_json_file(folder / "layout.json")
    return str(layout.get("set", "")) if isinstance(layout, dict) else ""


def load(path: Path) -> Satchel:
    """A satchel read back from its file; one that is foreign, torn or of another version is refused."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Trouble(f"{path} is missing: teach the set first, with umpire teach FOLDER -o {path}.") from None
    except (OSError, UnicodeDecodeError, ValueError, RecursionError):
        raise Trouble(f"{path} is torn or is no file of looks: teach the set anew.") from None
    if not isinstance(said, dict) or said.get("kind") != KIND:
        raise Trouble(f"{path} holds no looks of a board: give a file that umpire teach has written for this set.")
    if said.get("version") != VERSION:
        raise Trouble(f"{path} is of version {said.get('version')}, this umpire reads {VERSION}: teach the set anew.")
    body = said.get("body")
    if not isinstance(body, dict) or said.get("checksum") != _checksum(body):
        raise Trouble(f"{path} is torn (its checksum does not fit): teach the set anew.")
    pictures = {file: base64.b64decode(data) for file, data in body["pictures"].items()}
    return Satchel(body["layout"], tuple(body["entries"]), pictures)


def read_json_file(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Trouble(f"{path} is missing: give the folder of one style, with its layout and teaching.") from None
    except (OSError, UnicodeDecodeError, ValueError, RecursionError):
        raise Trouble(f"{path} cannot be read as JSON: copy it anew.") from None


def _checksum(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode("utf-8")).hexdigest()
