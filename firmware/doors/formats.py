"""What cameras deliver, whatever they were asked for, brought to the one form that is read: BGR, eight bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from firmware.doors.ports import CameraTrouble, Picture

# picamera2's names are those of the bytes in memory read backwards: its RGB888 is what OpenCV calls BGR.
CONVERSIONS = {
    "YUV420": "COLOR_YUV2BGR_I420",
    "YVU420": "COLOR_YUV2BGR_YV12",
    "NV12": "COLOR_YUV2BGR_NV12",
    "NV21": "COLOR_YUV2BGR_NV21",
    "YUYV": "COLOR_YUV2BGR_YUYV",
    "YVYU": "COLOR_YUV2BGR_YVYU",
    "UYVY": "COLOR_YUV2BGR_UYVY",
}
READABLE = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "MJPEG", *CONVERSIONS)


def bgr(array: Any, name: str, size: tuple[int, int], upside_down: bool = False) -> Picture:
    """The picture of a stream. `array` is what picamera2 makes of it; its rows may be longer than the picture."""
    import cv2

    picture = np.asarray(array)
    if name in ("BGR888", "MJPEG"):
        picture = picture[..., 2::-1]
    elif name == "XRGB8888":
        picture = picture[..., :3]
    elif name == "XBGR8888":
        picture = picture[..., 2::-1]
    elif name in CONVERSIONS:
        picture = np.asarray(cv2.cvtColor(np.ascontiguousarray(picture), getattr(cv2, CONVERSIONS[name])))
    elif name != "RGB888":
        raise CameraTrouble(f"The camera delivers {name}, which cannot be read; take another camera.")
    width, height = size
    picture = picture[:height, :width]
    if picture.shape != (height, width, 3):
        raise CameraTrouble(f"The camera delivers {picture.shape} for a picture of {width} x {height}; start it anew.")
    return np.ascontiguousarray(picture[::-1, ::-1] if upside_down else picture, np.uint8)
