"""What a camera makes of a scene: exposure, white balance, blur, noise, sharpening and JPEG, drawn at random."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]


def _blur(rng: np.random.Generator, image: Floats, face: float) -> Floats:
    pick = rng.random()
    if pick < 0.55:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.2 + face * abs(rng.normal(0, 0.022))), np.float32)
    if pick < 0.65:
        length = max(2, int(face * rng.uniform(0.02, 0.12)))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        way = rng.uniform(0, np.pi)
        dx, dy = int(length * np.cos(way)), int(length * np.sin(way))
        start, end = (length - dx // 2, length - dy // 2), (length + dx // 2, length + dy // 2)
        cv2.line(kernel, start, end, (1.0,), 1, cv2.LINE_AA)
        return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    return image


def photograph(rng: np.random.Generator, scene: Floats, face: float, darkest: float = 0.1) -> Pixels:
    """Photograph a linear scene whose dice are `face` pixels wide; `darkest` is the least of its exposures."""
    size = scene.shape[0]
    image = scene * np.exp(rng.normal(0, 0.18, 3)).astype(np.float32)
    if rng.random() < 0.5:
        rows, cols = np.mgrid[0:size, 0:size].astype(np.float32) / size - 0.5
        fall = rng.normal(0, 0.6, 2)
        image = image * np.clip(1 + fall[0] * rows + fall[1] * cols, 0.3, 2)[..., None].astype(np.float32)
    bright = float(np.quantile(image, rng.uniform(0.9, 0.99))) + 1e-3
    image = image / bright * np.float32(np.exp(rng.uniform(np.log(darkest), np.log(1.3))))
    image = _blur(rng, image, face)
    spread = rng.uniform(0, 1) ** 3 * 0.06
    image = image + rng.standard_normal(image.shape).astype(np.float32) * np.float32(spread) * np.sqrt(
        np.clip(image, 0.01, 1)
    )
    image = np.power(np.clip(image, 0, 1), np.float32(1 / rng.uniform(1.7, 2.6)))
    if rng.random() < 0.3:
        curve = image * image * (3 - 2 * image)
        image = image + (curve - image) * np.float32(rng.uniform(0, 1))
    if rng.random() < 0.3:
        grey = image.mean(-1, keepdims=True)
        image = grey + (image - grey) * np.float32(rng.uniform(0.2, 1.5))
    if rng.random() < 0.4:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.7, 2))
        image = image + (image - soft) * np.float32(rng.uniform(0.2, 1.5))
    if rng.random() < 0.25:
        coarse = max(24, int(size * max(0.45, 13 / face) * rng.uniform(1, 1.8)))
        if coarse < size:
            small = cv2.resize(image, (coarse, coarse), interpolation=cv2.INTER_AREA)
            image = np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)
    pixels = np.clip(image * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        kept, code = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(30, 97))])
        if kept:
            pixels = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(pixels, np.uint8)
