"""Lessons: what the two nets are shown, and what they ought to say of it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.schooling.album import SIZE, Album, Page
from vision.schooling.scene import Label
from vision.schooling.weather import photograph

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

FINDER_SIZE = 160  # of the pictures the finder learns from, in pixels
STRIDE = 4  # pixels of the picture a cell of the finder's map stands for
UNCLEAR = 6  # the class after the values 1 to 6 (which are 0 to 5)
READER_SIZE = 48  # of the reader's crop, in pixels
_CLEAR_FROM = 0.85  # share of the top face that must be seen


def photo(rng: np.random.Generator, page: Page) -> tuple[Pixels, list[Label]]:
    """Photograph a scene anew: another camera, colours swapped now and then, turned or mirrored."""
    light = page.light
    if rng.random() < 0.3:
        light = light[..., rng.permutation(3)]
    size = light.shape[0]
    picture = photograph(rng, np.ascontiguousarray(light), page.face)
    labels = page.labels
    if rng.random() < 0.5:
        picture = picture[:, ::-1]
        labels = [_moved(label, np.array([[-1.0, 0.0, size], [0.0, 1.0, 0.0]])) for label in labels]
    for _ in range(int(rng.integers(4))):
        picture = np.rot90(picture)
        labels = [_moved(label, np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, size]])) for label in labels]
    return np.ascontiguousarray(picture), labels


def shrunk(page: Page, size: int) -> Page:
    """A scene as a smaller picture."""
    share = size / page.light.shape[0]
    light = np.asarray(cv2.resize(page.light, (size, size), interpolation=cv2.INTER_AREA), np.float32)
    matrix = np.array([[share, 0.0, 0.0], [0.0, share, 0.0]])
    return Page(light, page.face * share, [_moved(label, matrix) for label in page.labels])


def _moved(label: Label, matrix: NDArray[np.float64]) -> Label:
    corners = label.corners @ matrix[:, :2].T + matrix[:, 2]
    return Label(np.asarray(corners, np.float32), label.value, label.clear, label.seen)


def half_edges(corners: Floats) -> Floats:
    """The two half edges of a face, as columns."""
    u = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    v = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    return np.asarray(np.stack([u, v], 1), np.float32)


@dataclass(frozen=True)
class FinderLesson:
    """A picture for the finder with the maps it should draw."""

    picture: Pixels
    heat: Floats
    care: Floats  # 0 where nothing is asked of the heat
    value: NDArray[np.int64]  # -1 where no value is asked
    shape: Floats  # 7 maps: offset x, y; log half side; stretch; skew; cos and sin of four times the turn
    shaped: Floats  # 1 where the shape is asked


def finder_lesson(rng: np.random.Generator, page: Page) -> FinderLesson:
    """One lesson for the finder."""
    picture, labels = photo(rng, shrunk(page, FINDER_SIZE))
    cells = FINDER_SIZE // STRIDE
    rows, cols = np.mgrid[0:cells, 0:cells].astype(np.float32)
    heat, care = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    value = np.full((cells, cells), -1, np.int64)
    shape, shaped = np.zeros((7, cells, cells), np.float32), np.zeros((cells, cells), np.float32)
    for label in labels:
        x, y = label.corners.mean(0) / STRIDE - 0.5
        edges = half_edges(label.corners)
        half = np.sqrt(max(1.0, abs(float(np.linalg.det(edges))))) / STRIDE
        away = (cols - x) ** 2 + (rows - y) ** 2
        if label.seen < 0.35:
            care[away < (1.2 * half) ** 2] = 0
            continue
        clear = label.clear and label.seen >= _CLEAR_FROM
        heat = np.maximum(heat, np.exp(-away / (2 * max(0.6, 0.25 * half) ** 2)))
        core = away <= max(1.0, 0.3 * half) ** 2
        value[core] = label.value - 1 if clear else UNCLEAR
        if label.clear and not clear:
            value[core] = -1 if label.seen > 0.6 else UNCLEAR
        if label.clear:
            spread = edges @ edges.T
            trace = float(np.trace(spread))
            flatten = np.linalg.inv(np.linalg.cholesky(spread)) @ edges
            turn = 4 * np.arctan2(flatten[1, 0], flatten[0, 0])
            said = (np.log(half * STRIDE), (spread[0, 0] - spread[1, 1]) / trace, 2 * spread[0, 1] / trace)
            shape[0][core], shape[1][core] = (x - cols)[core], (y - rows)[core]
            for row, number in enumerate((*said, np.cos(turn), np.sin(turn)), 2):
                shape[row][core] = number
            shaped[core] = 1
    nearest_x, nearest_y = np.zeros(0, int), np.zeros(0, int)
    if labels:
        middles = np.array([label.corners.mean(0) / STRIDE - 0.5 for label in labels if label.seen >= 0.35])
        if len(middles):
            spots = np.round(middles).astype(int)
            nearest_x, nearest_y = spots[:, 0], spots[:, 1]
    kept = (nearest_x >= 0) & (nearest_x < cells) & (nearest_y >= 0) & (nearest_y < cells)
    heat[nearest_y[kept], nearest_x[kept]] = 1
    return FinderLesson(picture, heat, care, value, shape, shaped)


def cut(picture: Pixels, centre: Floats, edges: NDArray[np.floating], size: int = READER_SIZE) -> Pixels:
    """Cut the parallelogram centre +- edges (columns) out of a picture as a size x size square."""
    to_unit = np.array([[2 / size, 0, 1 / size - 1], [0, 2 / size, 1 / size - 1]])
    matrix = np.column_stack([edges @ to_unit[:, :2], edges @ to_unit[:, 2] + centre - 0.5])
    step = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if step > 1.5:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * step), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _turned(rng: np.random.Generator) -> NDArray[np.float64]:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def reader_lessons(rng: np.random.Generator, page: Page, most: int = 8) -> list[tuple[Pixels, int]]:
    """Crops out of one photograph of a scene, each with its class."""
    picture, labels = photo(rng, page)
    lessons: list[tuple[Pixels, int]] = []
    flat = [label for label in labels if label.clear]
    for label in rng.permutation(np.arange(len(labels)))[:most]:
        lesson = _crop_of(rng, picture, labels[int(label)])
        if lesson is not None:
            lessons.append(lesson)
    for _ in range(1 + len(lessons) // 4):
        centre = rng.uniform(0, SIZE, 2)
        half = page.face / 2 * rng.uniform(0.7, 2)
        apart = min((float(np.linalg.norm(label.corners.mean(0) - centre)) for label in labels), default=SIZE)
        if apart > 0.45 * page.face and (not flat or rng.random() < 0.7):
            lessons.append((cut(picture, np.asarray(centre, np.float32), half * _turned(rng)), UNCLEAR))
    return lessons


def _crop_of(rng: np.random.Generator, picture: Pixels, label: Label) -> tuple[Pixels, int] | None:
    """A crop about a die: mostly its face, slightly off, now and then so far off that it is unclear."""
    edges, centre = half_edges(label.corners), label.corners.mean(0)
    size = max(4.0, float(np.sqrt(abs(np.linalg.det(edges)))))
    if not label.clear:
        edges = np.asarray(size * _turned(rng), np.float32)
    zoom = rng.uniform(0.94, 1.6)
    shake = rng.normal(0, 0.09, 2).clip(-0.25, 0.25)
    value = label.value - 1 if label.clear and label.seen >= _CLEAR_FROM else UNCLEAR
    if label.clear and 0.6 < label.seen < _CLEAR_FROM:
        return None
    if rng.random() < 0.15:
        value = UNCLEAR
        if rng.random() < 0.75:
            way = rng.uniform(0, 2 * np.pi)
            shake = rng.uniform(0.8, 2.4) * np.array([np.cos(way), np.sin(way)])
        else:
            zoom = rng.uniform(2.6, 4)
    askew = np.eye(2) + rng.normal(0, 0.06, (2, 2))
    spread = edges @ askew @ _turned(rng) * zoom
    return cut(picture, np.asarray(centre + edges @ shake, np.float32), spread), value


def reader_batch(rng: np.random.Generator, album: Album, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Crops and classes, `count` of each."""
    lessons: list[tuple[Pixels, int]] = []
    while len(lessons) < count:
        lessons.extend(reader_lessons(rng, album.pick(rng)))
    chosen = [lessons[int(i)] for i in rng.permutation(len(lessons))[:count]]
    return np.stack([crop for crop, _ in chosen]), np.array([value for _, value in chosen], np.int64)
