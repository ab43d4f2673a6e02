"""Loose pictures that the project makes itself, of seeds that no lesson has: few asked, hardly any wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from vision.loose import CERTAIN, read_loose
from vision.schooling.measure import verdict
from vision.schooling.scene import picture
from vision.schooling.weather import photograph

FACES = {"small": 20.0, "middling": 32.0, "large": 60.0}
PIECES = list(FACES)
PICTURES = 60
SEED = 40_000
MOST_WRONG = 0.04


def prove(piece: str, pictures: int = PICTURES) -> dict[str, Any]:
    """Read made pictures whose dice have one width; those with leaning or hidden dice must not be read as certain."""
    face, said, flagged, doubtful = FACES[piece], Counter[str](), 0, 0
    for seed in range(SEED, SEED + pictures):
        rng = np.random.default_rng([seed, PIECES.index(piece)])
        scene, labels = picture(rng, 384, face, 6)
        photo = photograph(rng, scene, face)
        reading = read_loose(photo)
        asked = reading.all_unsure or bool(reading.unsure)
        if any(not label.clear or label.seen < 0.95 for label in labels):
            doubtful += 1
            flagged += asked
        elif labels:
            said[verdict([label.value for label in labels], reading.dice, CERTAIN, reading.all_unsure)] += 1
    clear = said.total()
    assert said["wrong"] <= MOST_WRONG * clear, f"{said['wrong']} of {clear} clear pictures are wrong and certain"
    return {"clear": clear, **{name: said[name] for name in ("right", "asked", "wrong")},
            "doubtful": doubtful, "doubtful_asked": flagged}  # fmt: skip
