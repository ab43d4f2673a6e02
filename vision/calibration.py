"""The lens, calibrated once from photographs of the printed lens sheet, and kept in a small file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.lens import Lens, lens_sheet
from vision.markers import Image, Points, grey_of
from vision.trouble import Trouble

VERSION = 1
PICTURES = 8  # fewer do not show how the lens bends
CORNERS = 12  # of the sheet's 48, in a picture that counts
OFF_LIMIT = 0.0006  # of the picture's diagonal: a calibration that is off by more is refused


def calibrate(pictures: Sequence[Image]) -> Lens:
    """The lens that took these pictures of the lens sheet, held in different ways."""
    sizes = {(p.shape[1], p.shape[0]) for p in pictures}
    if len(sizes) > 1:
        raise Trouble("The pictures of the lens sheet differ in size; take them all with the same camera and setting.")
    detector, board = cv2.aruco.CharucoDetector(lens_sheet()), lens_sheet()
    table: list[Points] = []
    seen: list[Points] = []
    for picture in pictures:
        corners, numbers, _, _ = detector.detectBoard(grey_of(picture))
        if numbers is None or len(numbers) < CORNERS:
            continue
        there, here = board.matchImagePoints(list(corners), numbers)
        table.append(np.asarray(there, np.float32))
        seen.append(np.asarray(here, np.float32))
    if len(table) < PICTURES:
        raise Trouble(
            f"Only {len(table)} of {len(pictures)} pictures show enough of the lens sheet; take at least {PICTURES}, "
            "flat and tilted, in the middle and at the edges."
        )
    size = sizes.pop()
    start = np.eye(3), np.zeros(5)
    off, matrix, bending, _, _ = cv2.calibrateCamera(table, seen, size, *start)
    if not np.isfinite(off) or off > OFF_LIMIT * float(np.hypot(*size)):
        raise Trouble(f"The lens sheet does not fit its pictures ({off:.1f} px off); lay it flat and keep it sharp.")
    if min(float(matrix[0, 0]), float(matrix[1, 1])) < 0.3 * max(size):
        raise Trouble("The pictures of the lens sheet tell too little; tilt it more in some of them.")
    k = [float(v) for v in np.asarray(bending).ravel()[:5]]
    return Lens(
        size,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k[0], k[1], k[2], k[3], k[4]),
    )


def _checksum(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def save_lens(lens: Lens, path: Path) -> None:
    """Writes the lens to a file; the old one stays whole until the new one is."""
    body: dict[str, Any] = {
        "version": VERSION,
        "size": list(lens.size),
        "focal": list(lens.focal),
        "middle": list(lens.middle),
        "bending": list(lens.bending),
    }
    new = path.with_name(path.name + ".new")
    new.write_text(json.dumps({"umpire_lens": body, "checksum": _checksum(body)}, indent=1) + "\n")
    new.replace(path)


def load_lens(path: Path) -> Lens:
    """The lens from its file."""
    advice = "calibrate the lens again, or go without"
    try:
        content = json.loads(path.read_text())
    except OSError:
        raise Trouble(f"The lens file {path} cannot be read; {advice}.") from None
    except ValueError:
        raise Trouble(f"{path} is not a lens file, or is torn; {advice}.") from None
    body = content.get("umpire_lens") if isinstance(content, dict) else None
    if not isinstance(body, dict):
        raise Trouble(f"{path} is not a lens file; {advice}.")
    if body.get("version") != VERSION:
        raise Trouble(f"The lens file {path} is of version {body.get('version')}, not {VERSION}; {advice}.")
    if content.get("checksum") != _checksum(body):
        raise Trouble(f"The lens file {path} is damaged; {advice}.")
    width, height = body["size"]
    (fx, fy), (cx, cy), (k1, k2, p1, p2, k3) = body["focal"], body["middle"], body["bending"]
    return Lens((width, height), (fx, fy), (cx, cy), (k1, k2, p1, p2, k3))
