"""Pictures of throws: a small ray caster for rounded cubes, so that edges, shine and side faces look as they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.schooling.grounds import any_ground
from vision.schooling.makes import pip_share
from vision.schooling.throws import Thrown, throw

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Label:
    """What the lessons should say of one die: its top face's corners in pixels, its value, and whether it is clear."""

    corners: Floats
    value: int
    clear: bool
    seen: float  # the share of the top face that nothing hides


@dataclass(frozen=True)
class Eye:
    """A pinhole camera above the table."""

    place: Floats
    turn: Floats  # camera to world
    focal: float
    middle: tuple[float, float]

    def rays(self, x: Floats, y: Floats) -> Floats:
        """Unit directions in the world of the pixels (x, y)."""
        seen = np.stack([(x - self.middle[0]) / self.focal, (y - self.middle[1]) / self.focal, np.ones_like(x)], -1)
        rays = seen @ self.turn.T
        return np.asarray(rays / np.sqrt(np.einsum("...i,...i", rays, rays))[..., None], np.float32)

    def pixels(self, points: Floats) -> Floats:
        """Where points of the world are seen."""
        local = (points - self.place) @ self.turn
        return np.asarray(local[:, :2] / local[:, 2:] * self.focal + np.array(self.middle), np.float32)


@dataclass(frozen=True)
class Light:
    """One lamp or sun, the sky, and the bright things that gloss mirrors."""

    way: Floats
    key: Floats
    sky: Floats
    lobes: tuple[tuple[Floats, float, float], ...]  # direction, cosine of its edge, strength

    def mirrored(self, rays: Floats, normals: Floats, width: float) -> Floats:
        """What a glossy surface mirrors along each ray."""
        along = np.einsum("...i,...i", rays, normals)
        back = rays - 2 * along[..., None] * normals
        glow = np.zeros(rays.shape[:-1], np.float32)
        for way, edge, strength in self.lobes:
            glow += strength * np.clip((back @ way - edge) / width + 0.5, 0, 1)
        facing = np.clip(-along, 0, 1)
        fresnel = 0.04 + 0.96 * (1 - facing) ** 5
        return np.asarray(glow * fresnel + 0.3 * (fresnel - 0.04), np.float32)


def any_eye(rng: np.random.Generator, size: int, face: float) -> Eye:
    """A camera that sees a die's top face `face` pixels wide in the middle of a picture of size x size pixels."""
    high = float(np.exp(rng.uniform(np.log(7), np.log(60))))
    focal = face * (high - 1)
    tilt = np.radians(rng.uniform(0, 7) if rng.random() < 0.5 else rng.uniform(0, 33))
    way = rng.uniform(0, 2 * np.pi)
    lean, _ = cv2.Rodrigues(np.array([np.cos(way), np.sin(way), 0.0]) * tilt)
    turn = (np.diag([1.0, 1.0, -1.0]) @ lean).astype(np.float32)
    aside = np.tan(np.radians(min(abs(rng.normal(0, 13)), 28))) * focal
    way = rng.uniform(0, 2 * np.pi)
    middle = (size / 2 + aside * np.cos(way), size / 2 + aside * np.sin(way))
    eye = Eye(np.zeros(3, np.float32), turn, focal, middle)
    half = np.full((1, 1), size / 2, np.float32)
    ray = eye.rays(half, half)[0, 0]
    if -ray[2] < np.cos(np.radians(44)):
        return any_eye(rng, size, face)
    return Eye((ray * (high / ray[2])).astype(np.float32), turn, focal, middle)


def _unit(v: NDArray[np.floating]) -> Floats:
    return np.asarray(v / np.linalg.norm(v), np.float32)


def any_light(rng: np.random.Generator) -> Light:
    """A light drawn at random, from soft daylight to one hard lamp."""
    rise, way = np.radians(rng.uniform(22, 85)), rng.uniform(0, 2 * np.pi)
    key_way = _unit(np.array([np.cos(rise) * np.cos(way), np.cos(rise) * np.sin(way), np.sin(rise)]))
    share = rng.uniform(0, 0.9)
    lobes = [(key_way, float(np.cos(np.radians(rng.uniform(2, 14)))), float(rng.uniform(2, 25)))]
    for _ in range(int(rng.integers(0, 4))):
        other = _unit(np.append(rng.normal(0, 1, 2), abs(rng.normal(0, 1)) + 0.2))
        lobes.append((other, float(np.cos(np.radians(rng.uniform(4, 25)))), float(rng.uniform(1, 12))))
    tint = np.array([rng.uniform(0.75, 1), rng.uniform(0.9, 1), 1], np.float32)
    return Light(key_way, share / max(key_way[2], 0.3) * tint, (1 - share) * np.ones(3, np.float32), tuple(lobes))


def _cast(die: Thrown, eye: View, rays: Floats) -> tuple[NDArray[np.bool_], Floats, Floats, Floats]:
    """March rays to a rounded cube: which hit, how far, the point and the normal, both in the die's frame."""
    half = die.make.side / 2
    start = (((eye.place - die.centre) @ die.turn) / half)[:, None]
    ways = np.ascontiguousarray((rays @ die.turn).T)
    ways = np.where(np.abs(ways) < 1e-5, np.float32(1e-5), ways)
    near = ((-np.sign(ways) - start) / ways).max(0)
    entering = near < ((np.sign(ways) - start) / ways).min(0)
    along = near.astype(np.float32)
    core = np.float32(1 - die.make.rounding)
    point = start + along * ways
    gap = np.zeros_like(along)
    for _ in range(9):
        q = np.abs(point) - core
        out = np.maximum(q, 0)
        gap = np.sqrt(_dot(out, out)) + np.minimum(q.max(0), 0) - die.make.rounding
        if die.make.ball < 2:
            gap = np.maximum(gap, np.sqrt(_dot(point, point)) - die.make.ball)
        along = along + gap
        point = start + along * ways
    hit = entering & (gap < 0.012)
    normal = np.sign(point) * np.maximum(np.abs(point) - core, 0)
    on_ball = _dot(point, point) > (die.make.ball - 0.01) ** 2
    normal = np.where(on_ball, point, normal)
    normal = normal / np.maximum(np.sqrt(_dot(normal, normal)), 1e-6)
    return (
        hit,
        np.asarray(along * half, np.float32),
        np.ascontiguousarray(point.T, np.float32),
        np.ascontiguousarray(normal.T, np.float32),
    )


def _dot(one: Floats, other: Floats) -> Floats:
    """Products of columns of two 3 x N arrays."""
    return np.asarray(one[0] * other[0] + one[1] * other[1] + one[2] * other[2], np.float32)


def _paint(
    die: Thrown, points: Floats, normals: Floats, rays: Floats, soft: float, under: Floats
) -> tuple[Floats, Floats]:
    """The colour of points of a die, and their normals with the pips' dents in them."""
    make = die.make
    swirl = 0.5 + 0.5 * np.sin(np.sin(points @ make.waves[:2].T).sum(-1) * 2 + points @ make.waves[2])
    colour = make.body + (make.swirl - make.body) * (make.swirl_share * swirl)[:, None]
    if make.clear > 0:
        colour = colour * (1 - make.clear) + make.clear * np.sqrt(np.clip(colour * under, 0, 1))
        inner = points + rays * 1.1
        share, _, _ = pip_share(make, die.values[5], die.turned[5], inner[:, 0], inner[:, 1], 0.3)
        colour = colour + (make.ink - colour) * (share * make.clear * 0.3)[:, None]
    size = np.abs(points)
    axis = np.where(size[:, 0] > np.maximum(size[:, 1], size[:, 2]), 0, np.where(size[:, 1] > size[:, 2], 1, 2))
    positive = np.take_along_axis(points, axis[:, None], 1)[:, 0] > 0
    normals = normals.copy()
    for face in range(6):
        on = (axis == face // 2) & (positive == (face % 2 == 0))
        if not on.any():
            continue
        u_axis, v_axis = (a for a in range(3) if a != face // 2)
        value = die.values[face]
        share, du, dv = pip_share(make, value, die.turned[face], points[on, u_axis], points[on, v_axis], soft)
        ink = make.ink_one if value == 1 else make.ink
        colour[on] += (ink - colour[on]) * share[:, None]
        normals[on, u_axis] -= make.drill * du
        normals[on, v_axis] -= make.drill * dv
    length = np.sqrt(np.einsum("ij,ij->i", normals, normals))
    return np.asarray(colour, np.float32), normals / np.maximum(length, 1e-6)[:, None]


def _softened(field: Floats, spread: float) -> Floats:
    """A field blurred by about `spread` pixels."""
    edge = max(1, int(spread * 2) | 1)
    return np.asarray(cv2.blur(cv2.blur(field, (edge, edge)), (edge, edge)), np.float32)


def _shadows(dice: list[Thrown], eye: View, light: Light, rng: np.random.Generator, size: int, face: float) -> Floats:
    """How much of the lamp reaches each point of the table."""
    lit = np.ones((size, size), np.float32)
    for die in dice:
        corners = die.corners(0.92)
        fallen = corners - light.way * (corners[:, 2:] / light.way[2])
        hull = cv2.convexHull(eye.pixels(fallen.astype(np.float32)))
        cv2.fillConvexPoly(lit, np.round(hull * 8).astype(np.int32), (0.0,), cv2.LINE_AA, 3)
    return _softened(lit, face * rng.uniform(0.01, 0.25) + 0.3)


def _hard_shadow(rng: np.random.Generator, size: int) -> Floats:
    """The edge of someone's shadow or a lamp's cone over everything."""
    if rng.random() < 0.65:
        return np.ones((size, size), np.float32)
    shade = np.full((size, size), rng.uniform(0.25, 0.9), np.float32)
    points = np.cumsum(rng.normal(0, size / 2, (int(rng.integers(3, 6)), 2)), 0) + size / 2
    cv2.fillPoly(shade, [points.astype(np.int32)], (1.0,), cv2.LINE_AA)
    return _softened(shade, size * rng.uniform(0.003, 0.1))


class View(Protocol):
    """What a picture needs to know of a camera."""

    @property
    def place(self) -> Floats: ...

    def rays(self, x: Floats, y: Floats) -> Floats: ...

    def pixels(self, points: Floats) -> Floats: ...


def picture(rng: np.random.Generator, size: int, face: float, most: int) -> tuple[Floats, list[Label]]:
    """A linear picture of size x size pixels with dice whose top face is about `face` pixels wide, and its labels."""
    eye, light = any_eye(rng, size * 2, face * 2), any_light(rng)
    dice = throw(rng, size / face, most)
    return painted(rng, eye, light, dice, any_ground(rng, size * 2, face * 2), face)


def painted(
    rng: np.random.Generator, eye: View, light: Light, dice: list[Thrown], ground: Floats, face: float
) -> tuple[Floats, list[Label]]:
    """Dice on a ground as an eye sees them, half as many pixels as the ground has, and their labels."""
    fine = ground.shape[0]
    size = fine // 2
    rows, cols = np.mgrid[0:fine, 0:fine].astype(np.float32) + 0.5
    hard = _hard_shadow(rng, fine)
    lit = _shadows(dice, eye, light, rng, fine, face * 2) * hard
    contact = np.ones((fine, fine), np.float32)
    for die in dice:
        foot = die.corners(0.95) * np.array([1, 1, 0], np.float32)
        cv2.fillConvexPoly(
            contact, np.round(cv2.convexHull(eye.pixels(foot)) * 8).astype(np.int32), (0.3,), cv2.LINE_AA, 3
        )
    contact = _softened(contact, face * 0.25)
    image = ground * (
        light.sky * (contact * (0.4 + 0.6 * hard))[..., None] + light.key * (light.way[2] * lit)[..., None]
    )
    if rng.random() < 0.35:
        bump = np.zeros((fine, fine, 3), np.float32)
        bump[..., :2] = cv2.blur(ground[..., :2], (9, 9)) * np.float32(rng.uniform(0, 0.15))
        bump[..., 2] = 1
        bump /= np.sqrt(np.einsum("...i,...i", bump, bump))[..., None]
        image += light.mirrored(eye.rays(cols, rows), bump, rng.uniform(0.02, 0.3))[..., None] * np.float32(
            rng.uniform(0.2, 1) * lit.mean()
        )
    depth = np.full((fine, fine), np.inf, np.float32)
    owner = np.full((fine, fine), -1, np.int32)
    tops: list[int] = []
    for index, die in enumerate(dice):
        tops.append(0)
        box = eye.pixels(die.corners())
        x0, y0 = np.clip(np.floor(box.min(0)).astype(int), 0, fine)
        x1, y1 = np.clip(np.ceil(box.max(0)).astype(int) + 1, 0, fine)
        if x1 - x0 < 2 or y1 - y0 < 2:
            continue
        rays = eye.rays(cols[y0:y1, x0:x1], rows[y0:y1, x0:x1]).reshape(-1, 3)
        hit, along, points, normals = _cast(die, eye, rays)
        shape = (y1 - y0, x1 - x0)
        on_top = hit & (points[:, 2] > np.maximum(np.abs(points[:, 0]), np.abs(points[:, 1])))
        tops[index] = int(on_top.sum())
        hit &= along < depth[y0:y1, x0:x1].reshape(-1)
        if not hit.any():
            continue
        under = image[y0:y1, x0:x1].reshape(-1, 3)[hit]
        colour, bent = _paint(die, points[hit], normals[hit], rays[hit] @ die.turn, 3.0 / face, under)
        world, flat = bent @ die.turn.T, normals[hit] @ die.turn.T
        shade = hard[y0:y1, x0:x1].reshape(-1)[hit]
        lamp = np.clip(world @ light.way, 0, 1) * np.clip((flat @ light.way) * 8 + 0.5, 0, 1) * shade
        floor = 0.55 + 0.45 * flat[:, 2]
        tone = colour * (light.sky * (floor * (0.4 + 0.6 * shade))[:, None] + light.key * lamp[:, None])
        shine = light.mirrored(rays[hit], np.asarray(world, np.float32), die.make.shine_width)
        tone = tone + (shine * die.make.gloss * (0.3 + 0.7 * shade))[:, None]
        patch = image[y0:y1, x0:x1].reshape(-1, 3)
        patch[hit] = tone
        image[y0:y1, x0:x1] = patch.reshape(*shape, 3)
        deep = depth[y0:y1, x0:x1].reshape(-1)
        deep[hit] = along[hit]
        depth[y0:y1, x0:x1] = deep.reshape(shape)
        mine = owner[y0:y1, x0:x1].reshape(-1)
        mine[hit] = np.where(on_top[hit], index, 1000 + index)
        owner[y0:y1, x0:x1] = mine.reshape(shape)
    counts = np.bincount(owner[(owner >= 0) & (owner < 1000)], minlength=max(1, len(dice)))
    labels = []
    for index, die in enumerate(dice):
        corners = eye.pixels(die.top()) / 2
        inside = cv2.contourArea(np.clip(corners, 0, size)) / max(1e-6, cv2.contourArea(corners))
        seen = float(counts[index] / tops[index] * inside) if tops[index] else 0.0
        hidden = not die.flat or die.level > 0
        labels.append(Label(np.asarray(corners, np.float32), die.value, not hidden, seen))
    small = cv2.resize(image, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32), labels
