"""Evens a crop's light: the same print looks the same in dusk, lamplight and sun."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def evened(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A crop as the reader net wants it: 3 x H x W, without its mean brightness and contrast."""
    values = crop.astype(np.float32)
    spread = max(6.0, float(values.std()))
    return np.ascontiguousarray(((values - values.mean()) / spread).transpose(2, 0, 1), np.float32)
