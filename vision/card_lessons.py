"""What was taught of a deck: each taught card in one common frame, cards that share a drawing laid upon each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_looks import Frame, Pixels, agreement, close_up, nearer, relit, softened
from vision.light import comparable, measure
from vision.markers import Image, Points
from vision.plane import Surface, SurfaceSpec, carry
from vision.satchel import Satchel
from vision.surface import find_surfaces
from vision.trouble import Trouble

Slot = Mapping[str, Any]

COARSE = 2.0  # px per mm of the surface looked over
SAME_DRAWING = 0.75  # cards whose pictures agree so well share a drawing
EMPTY = "empty"


@dataclass(frozen=True)
class TaughtCard:
    """One taught card, close up, in the frame of its drawing."""

    label: str
    look: Pixels


@dataclass(frozen=True)
class Drawing:
    """Cards that share a drawing; `points` and `words` are the features by which it is found (mm of the card)."""

    kind: str
    cards: tuple[TaughtCard, ...]
    points: Points
    words: Pixels


@dataclass(frozen=True)
class Deck:
    frame: Frame
    drawings: tuple[Drawing, ...]


def spec_of(layout: Mapping[str, Any]) -> SurfaceSpec:
    surface = layout["surface"]
    return SurfaceSpec(
        str(surface["name"]), int(surface["first_marker"]), float(surface["width_mm"]), float(surface["height_mm"])
    )


def pose(x: float, y: float, degrees: float) -> Points:
    """Mm of a card to mm of the surface."""
    angle = np.deg2rad(degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]], np.float64)


class Features:
    """Finds what stands out in a picture, and which of it is alike."""

    def __init__(self, most: int = 200) -> None:
        self._sift = cv2.SIFT_create(nfeatures=most, contrastThreshold=0.02, edgeThreshold=15)  # type: ignore[attr-defined]

    def find(self, look: Image) -> tuple[Points, Pixels]:
        """Their places in px, and a description of each."""
        one = cv2.cvtColor(look, cv2.COLOR_BGR2GRAY)
        keys, words = self._sift.detectAndCompute(one, None)
        if not keys:
            return np.zeros((0, 2)), np.zeros((0, 128), np.float32)
        return np.array([k.pt for k in keys], np.float64), np.asarray(words, np.float32)


def learn(satchel: Satchel) -> Deck:
    """The deck of a satchel."""
    layout = satchel.layout
    spec = spec_of(layout)
    width, height = layout["card_mm"]
    frame = Frame(float(width), float(height))
    slots = {str(slot["name"]): slot for slot in layout["slots"]}
    lessons = _Lessons(satchel, spec, frame)
    by_kind: dict[str, list[tuple[float, str, Points, str]]] = {}
    for entry in satchel.entries:
        if entry["label"] == EMPTY:
            continue
        label, slot = str(entry["label"]), slots[str(entry["slot"])]
        off, lies = lessons.where(str(entry["file"]), slot)
        by_kind.setdefault(kind_of(label), []).append((off, label, lies, str(entry["file"])))
    drawings: list[Drawing] = []
    for kind, told in by_kind.items():
        drawings += lessons.drawings(kind, told)
    return Deck(frame, tuple(drawings))


def kind_of(label: str) -> str:
    """Cards of one kind may share a drawing: citizen/elf, village/city, penalty; each back is a kind by itself."""
    return label if label.startswith("back/") else label.rpartition("/")[0]


class _Lessons:
    def __init__(self, satchel: Satchel, spec: SurfaceSpec, frame: Frame) -> None:
        self.frame = frame
        self.features = Features()
        self.pictures: dict[str, tuple[Image, Surface]] = {}
        for file in satchel.pictures:
            image = satchel.picture(file)
            surface = find_surfaces(image, [spec])[0]
            if not surface.seen:
                raise Trouble(f"{file}: {surface.advice}")
            self.pictures[file] = comparable(image, measure(image, surface)), surface
        bare = next((str(e["file"]) for e in satchel.entries if e["label"] == EMPTY), None)
        if bare is None:
            raise Trouble("teach.json shows no empty surface: take one picture of it and name it empty.")
        self._bare = self._soft(bare)
        self._covered: dict[str, NDArray[np.float32]] = {}

    def _soft(self, file: str) -> Pixels:
        image, surface = self.pictures[file]
        return np.asarray(cv2.GaussianBlur(surface.rectify(image, COARSE).astype(np.float32), (0, 0), 1.5), np.float32)

    def where(self, file: str, slot: Slot) -> tuple[float, Points]:
        """Where a taught card lies, by what differs from the bare surface, and how far its outline is from a card's."""
        (x, y), (width, height), turn = slot["centre"], slot["size"], float(slot["turn"])
        if file not in self._covered:
            self._covered[file] = np.abs(self._soft(file) - self._bare).max(axis=2)
        covered, reach = self._covered[file], 8.0
        left, top = (max(0, int((c - n / 2 - reach) * COARSE)) for c, n in ((x, width), (y, height)))
        part = covered[top : int((y + height / 2 + reach) * COARSE), left : int((x + width / 2 + reach) * COARSE)]
        level = max(18.0, 0.25 * float(np.percentile(part, 90)))
        count, marks, stats, _ = cv2.connectedComponentsWithStats((part > level).astype(np.uint8))
        best = (float("inf"), pose(x, y, turn))
        if count > 1:
            biggest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
            spots = np.asarray(cv2.findNonZero((marks == biggest).astype(np.uint8)), np.float32)
            (cx, cy), (a, b), angle = cv2.minAreaRect(spots)
            tilt = (angle + 45) % 90 - 45
            across, along = (a, b) if abs((angle - tilt) % 180) < 1 else (b, a)
            off = max(abs(across / COARSE / width - 1), abs(along / COARSE / height - 1))
            if off < 0.12:
                best = off, pose((cx + left) / COARSE, (cy + top) / COARSE, turn + tilt)
        return best

    def look(self, file: str, lies: Points) -> Image:
        return close_up(*self.pictures[file], self.frame, lies)

    def drawings(self, kind: str, told: Sequence[tuple[float, str, Points, str]]) -> list[Drawing]:
        """The cards of a kind, laid upon the one whose outline is clearest; other drawings by themselves."""
        found: list[Drawing] = []
        left = sorted(told, key=lambda one: one[0])
        while left:
            _, label, lies, file = left.pop(0)
            first = self.look(file, lies)
            points, words = self.features.find(first)
            here = Drawing(kind, (), carry(self.frame.to_mm, points), words)
            cards, other = [TaughtCard(label, softened(first))], []
            for one in left:
                laid = self._upon(here, cards[0].look, one)
                if laid is None:
                    other.append(one)
                else:
                    cards.append(TaughtCard(one[1], laid))
            found.append(Drawing(kind, tuple(cards), here.points, words))
            left = other
        return found

    def _upon(self, here: Drawing, first: Pixels, one: tuple[float, str, Points, str]) -> Pixels | None:
        _, _, lies, file = one
        points, words = self.features.find(self.look(file, lies))
        offset = lay_upon(here.points, here.words, carry(self.frame.to_mm, points), words)
        laid = lies if offset is None else lies @ offset
        exact = nearer(laid, self.frame, softened(self.look(file, laid)), first)
        if exact is None:
            return None
        look = softened(self.look(file, exact))
        look = relit(first, look, np.ones(look.shape[:2], bool)).apply(look)
        return look if agreement(look, first) >= SAME_DRAWING else None


def lay_upon(taught: Points, taught_words: Pixels, seen: Points, seen_words: Pixels) -> Points | None:
    """The turn and shift that lay a taught card's features upon those seen; None when too few agree."""
    if len(taught) < 4 or len(seen) < 4:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2, crossCheck=True).match(taught_words, seen_words)
    if len(pairs) < 4:
        return None
    a = np.array([taught[p.queryIdx] for p in pairs])
    b = np.array([seen[p.trainIdx] for p in pairs])
    return turned_upon(a, b)[0]


def turned_upon(a: Points, b: Points) -> tuple[Points | None, NDArray[np.bool_]]:
    """The rigid motion (but for a little growth by height) that most pairs agree on, and which pairs those are."""
    none = np.zeros(len(a), bool)
    if len(a) < 4:
        return None, none
    found, agree = cv2.estimateAffinePartial2D(a, b, method=cv2.RANSAC, ransacReprojThreshold=1.0, maxIters=800)
    if found is None or not 0.85 < float(np.hypot(found[0, 0], found[1, 0])) < 1.18:
        return None, none
    return np.vstack([found, [0, 0, 1]]).astype(np.float64), agree.ravel().astype(bool)
