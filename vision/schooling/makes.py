"""Makes of pip dice: shape, colours and the print of their six faces, drawn at random."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Where the pips of each value stand on a face, in units of the pip's distance from the middle.
PATTERNS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Make:
    """One manufacturer's dice of one colour."""

    side: float
    rounding: float  # of the edges, in half sides
    ball: float  # radius of the ball that cuts the corners off, in half sides; 9 for none
    reach: float  # of the pips from the middle, in half sides
    reach_six: float  # the short way of a six
    pip: float  # radius of a pip in half sides
    pip_one: float
    body: Floats
    swirl: Floats
    swirl_share: float
    waves: Floats  # the swirl's 3 plane waves, 3 x 3
    ink: Floats
    ink_one: Floats
    clear: float  # how far the ground shines through
    gloss: float
    shine_width: float
    drill: float  # how deep the pips are, for their shading


def any_colour(rng: np.random.Generator) -> Floats:
    """A linear BGR colour as dice have them: much white, ivory and black, and every hue."""
    pick = rng.random()
    if pick < 0.26:
        grey = rng.uniform(0.6, 1.0)
        tint = np.array([rng.uniform(0.6, 1.0), rng.uniform(0.85, 1.0), 1.0])
        white: Floats = (grey * tint).astype(np.float32)
        return white
    if pick < 0.42:
        return (rng.uniform(0.004, 0.06) * rng.uniform(0.7, 1.3, 3)).astype(np.float32)
    hue, strength, value = rng.uniform(0, 6), rng.uniform(0.5, 1.0), rng.uniform(0.15, 1.0) ** 1.5
    ramp = np.clip(np.abs((hue + np.array([4.0, 2.0, 0.0])) % 6 - 3) - 1, 0, 1)
    colour: Floats = (value * (1 - strength + strength * ramp) + 0.004).astype(np.float32)
    return colour


def _apart(one: Floats, other: Floats) -> float:
    """How far two linear colours look apart: 0 to about 1."""
    return float(np.abs(np.sqrt(np.clip(one, 0, 1)) - np.sqrt(np.clip(other, 0, 1))).max())


def any_ink(rng: np.random.Generator, body: Floats, swirl: Floats) -> Floats:
    """A pip colour that can be told from the body's: mostly white on dark and black on light."""
    for _ in range(50):
        pick = rng.random()
        if pick < 0.4:
            ink = np.full(3, rng.uniform(0.7, 1.0))
        elif pick < 0.75:
            ink = rng.uniform(0.002, 0.03) * np.ones(3)
        else:
            ink = any_colour(rng)
        ink = np.asarray(ink, np.float32)
        if min(_apart(ink, body), _apart(ink, swirl)) > rng.uniform(0.22, 0.6):
            return ink
    dark = float(body.mean()) < 0.3
    return np.full(3, 0.95 if dark else 0.005, np.float32)


def any_make(rng: np.random.Generator) -> Make:
    """Draw a make of dice."""
    body = any_colour(rng)
    swirled = rng.random() < 0.3
    swirl = body
    if swirled:
        swirl = any_colour(rng) if rng.random() < 0.5 else np.clip(body * rng.uniform(0.3, 2.0, 3), 0, 1)
        swirl = np.asarray(swirl, np.float32)
    ink = any_ink(rng, body, swirl)
    red_one = rng.random() < 0.07 and float(body.min()) > 0.4
    ball = 9.0 if rng.random() < 0.45 else rng.uniform(1.28, 1.6)
    pip = rng.uniform(0.13, 0.25)
    reach = rng.uniform(0.40, 0.62)
    reach = min(reach, 0.9 - pip)
    return Make(
        side=1.0,
        rounding=float(rng.uniform(0.04, 0.45) if ball > 2 else rng.uniform(0.04, 0.25)),
        ball=float(ball),
        reach=float(reach),
        reach_six=float(reach * rng.uniform(0.75, 1.05)),
        pip=float(pip),
        pip_one=float(pip * (rng.uniform(1.2, 1.9) if red_one or rng.random() < 0.06 else 1.0)),
        body=body,
        swirl=swirl,
        swirl_share=float(rng.uniform(0.5, 1.0)) if swirled else 0.0,
        waves=rng.normal(0, 2.2, (3, 3)).astype(np.float32),
        ink=ink,
        ink_one=np.array([0.03, 0.03, 0.7], np.float32) if red_one else ink,
        clear=float(rng.uniform(0.1, 0.6)) if rng.random() < 0.2 else 0.0,
        gloss=float(rng.uniform(0, 1) ** 1.5),
        shine_width=float(rng.uniform(0.02, 0.25)),
        drill=float(rng.uniform(0, 0.8)),
    )


def pip_share(make: Make, value: int, turned: bool, u: Floats, v: Floats, soft: float) -> tuple[Floats, Floats, Floats]:
    """How much of each point of a face is pip, and the dent's slope there (along u and v)."""
    reach_u, reach_v = make.reach, make.reach
    if value == 6:
        reach_u = make.reach_six
    if turned:
        u, v = v, -u
    radius = make.pip_one if value == 1 else make.pip
    share = np.zeros_like(u)
    du, dv = np.zeros_like(u), np.zeros_like(u)
    for a, b in PATTERNS[value]:
        x, y = u - a * reach_u, v - b * reach_v
        inside = np.clip((radius - np.sqrt(x * x + y * y)) / soft + 0.5, 0, 1)
        share = np.maximum(share, inside)
        du += inside * x / radius
        dv += inside * y / radius
    if turned:
        du, dv = -dv, du
    return share, du, dv
