"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.markers import Image
from vision.trouble import Trouble

KINDS = (".jpg", ".jpeg", ".png")


def load_picture(path: Path) -> Image:
    """A picture in colour."""
    try:
        content = np.fromfile(path, np.uint8)
    except OSError as error:
        raise Trouble(f"The picture {path} cannot be read ({error.strerror}); check its name.") from None
    image = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    torn = content[:2].tobytes() == b"\xff\xd8" and b"\xff\xd9" not in content[-4096:].tobytes()
    if image is None or torn:
        raise Trouble(f"{path} is not a whole picture; take it anew, as JPEG or PNG.")
    return np.asarray(image, np.uint8)


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder, in the order of their names."""
    if not folder.is_dir():
        raise Trouble(f"There is no folder {folder}; name one that holds pictures.")
    found = sorted(p for p in folder.iterdir() if p.suffix.lower() in KINDS and p.is_file())
    if not found:
        raise Trouble(f"The folder {folder} holds no picture; it needs JPEG or PNG files.")
    return found
