"""Which card lies in which slot: found by its drawing, laid upon what was taught, told from its likes by details."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.bareness import SCALE, is_bare
from vision.card_lessons import EMPTY, Deck, Drawing, Features, Slot, learn, spec_of, turned_upon
from vision.card_looks import Mask, Pixels, agreement, close_up, nearer, relit, softened, warped
from vision.light import comparable, measure
from vision.markers import Image, Points
from vision.plane import Surface
from vision.satchel import Satchel
from vision.surface import find_surfaces, follow

SEARCHED = 2.5  # px per mm at which the whole surface is searched for what stands out
REACH_MM = 5.0  # how far beyond a slot's rim its card's features may lie
PROPER_MM, PROPER_DEGREES = 9.0, 14.0  # a card farther off its slot lies between slots
FEW = 6  # features that must agree on a card's pose
TRIED = 4  # drawings that are tried on one slot
ALIKE = 0.6  # a drawing that agrees less with what is seen is not it
APART = 0.12  # by so much the best drawing must agree better than the next
STILL = 0.01  # a card that agrees by so little less with what was taught than in the last picture lies where it did
SHIFTS = range(-2, 3)  # px by which details may lie off the whole, curled cards
CELL = 24  # px of a cell of a card
COVERED = 14.0  # of 225: what is seen differs by so much from every taught card
COVERED_FIT = 0.85  # a card that agrees less with what was taught has something on it
HIDDEN = 0.14  # the share of a card from which on it is hidden
DETAILS = 0.45  # the share of what tells two cards apart that must be seen
TOLD = 0.5  # by so much what is seen must be nearer to one card than to any other; 1 is exactly that card


@dataclass(frozen=True)
class Place:
    """One slot as read: the uppermost card (None: cannot be told), how sure, and what it would be otherwise."""

    label: str | None
    certainty: float
    next_best: str | None = None
    trouble: str = ""  # "hidden", "between", "unclear"; empty when it can be taken as read
    turned: bool = False
    lies: Points | None = None
    hidden: float = 0.0
    told: float = 0.0
    fit: float = 0.0

    @property
    def sure(self) -> bool:
        return not self.trouble


@dataclass(frozen=True)
class Row:
    """All slots of one picture; with `advice` and no places when the surface is not seen."""

    places: Mapping[str, Place] = field(default_factory=dict)
    advice: str = ""


@dataclass(frozen=True)
class _Try:
    """A drawing laid somewhere upon a slot."""

    drawing: Drawing
    lies: Points
    seen: Pixels
    fit: float


@dataclass(frozen=True)
class Glance:
    """What one picture leaves for the next: where the surface was, and where cards lay."""

    surface: Surface
    laid: Mapping[str, _Try] = field(default_factory=dict)


class CardReader:
    """Has learnt a deck; reads one picture after another."""

    def __init__(self, satchel: Satchel) -> None:
        self.deck: Deck = learn(satchel)
        self.slots: dict[str, Slot] = {str(slot["name"]): slot for slot in satchel.layout["slots"]}
        self._spec = spec_of(satchel.layout)
        self._features = Features(500)
        self._words = np.concatenate([drawing.words for drawing in self.deck.drawings])
        self._points = np.concatenate([drawing.points for drawing in self.deck.drawings])
        self._whose = np.concatenate([np.full(len(d.points), n) for n, d in enumerate(self.deck.drawings)])
        self._matcher = cv2.BFMatcher(cv2.NORM_L2)
        self._common = [_Common(drawing) for drawing in self.deck.drawings]

    def read(self, picture: Image, before: Glance | None = None) -> tuple[Row, Glance]:
        """The row in a picture; what the last glance knew of poses makes it quicker and never decides."""
        surface = follow(before.surface, picture) if before else find_surfaces(picture, [self._spec])[0]
        if not surface.seen:
            return Row(advice=surface.advice), Glance(surface)
        image = comparable(picture, measure(picture, surface))
        known = before.laid if before else {}
        places, laid = {}, {}
        for name, slot in self.slots.items():
            places[name], tried = self._slot(image, surface, slot, known.get(name))
            if tried is not None and places[name].sure:
                laid[name] = tried
        return Row(places), Glance(surface, laid)

    def _slot(self, image: Image, surface: Surface, slot: Slot, known: _Try | None) -> tuple[Place, _Try | None]:
        if known is not None:
            seen = softened(close_up(image, surface, self.deck.frame, known.lies))
            again = _Try(known.drawing, known.lies, seen, _best_fit(seen, known.drawing))
            if again.fit > known.fit - STILL:
                place = self._told(again, [], slot)
                if place.sure:
                    return place, again
        tries = self._tries(image, surface, slot)
        if not tries or tries[0].fit < ALIKE:
            if is_bare(surface.rectify(image, SCALE), slot, self.slots.values()):
                return Place(EMPTY, 1.0), None
            return Place(None, 0.0, trouble="hidden", fit=tries[0].fit if tries else 0.0), None
        kin = [d for d in self.deck.drawings if d.kind == tries[0].drawing.kind and d is not tries[0].drawing]
        tries += [self._closer(image, surface, drawing, tries[0].lies) for drawing in kin]
        return self._told(tries[0], tries[1:], slot), tries[0]

    def _told(self, best: _Try, others: list[_Try], slot: Slot) -> Place:
        proper, turned = _off(best.lies, slot)
        if not proper:
            return Place(None, 0.0, trouble="between", lies=best.lies, fit=best.fit)
        place = self._common[self.deck.drawings.index(best.drawing)].tell(best)
        rivals = [t.fit for t in others if t.drawing is not best.drawing]
        trouble = place.trouble or ("unclear" if best.fit - max(rivals, default=0.0) < APART else "")
        return replace(place, trouble=trouble, turned=turned, lies=best.lies, fit=best.fit)

    def _tries(self, image: Image, surface: Surface, slot: Slot) -> list[_Try]:
        points, words = self._features.find(_patch(image, surface, slot))
        if len(points) < FEW:
            return []
        points = _corner(slot) + (points + 0.5) / SEARCHED
        pairs = self._matcher.match(words, self._words)
        taught = np.array([pair.trainIdx for pair in pairs])
        whose = self._whose[taught]
        votes = np.bincount(whose, minlength=len(self.deck.drawings))
        laid = []
        for number in np.argsort(-votes)[:TRIED]:
            mine = whose == number
            lies, agree = turned_upon(self._points[taught[mine]], points[mine])
            if lies is not None and agree.sum() >= FEW:
                laid.append((int(agree.sum()), int(number), lies))
        laid.sort(key=lambda one: -one[0])
        tries = [
            self._closer(image, surface, self.deck.drawings[number], lies)
            for count, number, lies in laid
            if count >= 0.4 * laid[0][0]
        ]
        return sorted(tries, key=lambda t: -t.fit)

    def _closer(self, image: Image, surface: Surface, drawing: Drawing, lies: Points) -> _Try:
        taught = drawing.cards[0].look
        seen = softened(close_up(image, surface, self.deck.frame, lies))
        fit = _best_fit(seen, drawing)
        exact = nearer(lies, self.deck.frame, seen, taught)
        if exact is not None:
            closer = softened(close_up(image, surface, self.deck.frame, exact))
            better = _best_fit(closer, drawing)
            if better > fit:
                return _Try(drawing, exact, closer, better)
        return _Try(drawing, lies, seen, fit)


def _best_fit(seen: Pixels, drawing: Drawing) -> float:
    small = seen[::2, ::2]
    return max(agreement(small, card.look[::2, ::2]) for card in drawing.cards)


def _corner(slot: Slot) -> Points:
    """The top left corner, in mm, of what is searched for a slot's card."""
    return np.array(slot["centre"], np.float64) - np.array(slot["size"], np.float64) / 2 - REACH_MM


def _patch(image: Image, surface: Surface, slot: Slot) -> Image:
    width, height = (round((n + 2 * REACH_MM) * SEARCHED) for n in slot["size"])
    x, y = _corner(slot) + 0.5 / SEARCHED
    lies = np.array([[1 / SEARCHED, 0, x], [0, 1 / SEARCHED, y], [0, 0, 1]])
    return warped(image, surface, lies, (width, height))


def _off(lies: Points, slot: Slot) -> tuple[bool, bool]:
    """Whether a card lies properly in its slot, and whether upside down."""
    middle = lies[:2, 2]
    angle = float(np.degrees(np.arctan2(lies[1, 0], lies[0, 0]))) - float(slot["turn"])
    angle = (angle + 180) % 360 - 180
    turned = abs(angle) > 90
    tilt = abs((angle + 90) % 180 - 90)
    far = float(np.hypot(*(middle - np.array(slot["centre"], np.float64))))
    return far <= PROPER_MM and tilt <= PROPER_DEGREES, turned


class _Common:
    """Cards that share a drawing, looked at cell by cell: each may lie a little off the whole, as curled cards do."""

    def __init__(self, drawing: Drawing) -> None:
        self.labels = [card.label for card in drawing.cards]
        self.looks = np.stack([card.look for card in drawing.cards])
        spread = (self.looks.max(axis=0) - self.looks.min(axis=0)).max(axis=2)
        self.varies: Mask = np.asarray(cv2.dilate((spread > 30).astype(np.uint8), np.ones((5, 5)))).astype(bool)
        self.middle = np.median(self.looks, axis=0).astype(np.float32)
        height, width = self.varies.shape
        # apart[k, m, cell]: by how much card k differs from card m there, shifted as well as can be
        self.cells = [
            (slice(top, top + CELL), slice(left, left + CELL))
            for top in range(0, height - CELL // 2, CELL)
            for left in range(0, width - CELL // 2, CELL)
            if self.varies[top : top + CELL, left : left + CELL].any()
        ]
        ones = [_misses(_shifted(look), self.looks, self.cells) for look in self.looks]
        self.apart = np.stack(ones) if self.cells else np.zeros((len(self.looks), len(self.looks), 0))

    def tell(self, tried: _Try) -> Place:
        seen = tried.seen
        light = relit(seen, self.middle, ~self.varies)
        fitted = np.stack([light.apply(look) for look in self.looks])
        left = cv2.blur(np.abs(fitted - seen).mean(axis=3).min(axis=0), (5, 5))
        covered = left > COVERED
        hidden = float(covered.mean())
        if len(set(self.labels)) == 1:
            trouble = "hidden" if hidden > HIDDEN or tried.fit < COVERED_FIT else ""
            return Place(self.labels[0], 1.0 - hidden, None, trouble, hidden=hidden, told=1.0)
        missed = _misses(_shifted(seen), fitted, self.cells)
        gain = float(np.square(light.of[:, 0]).mean())
        bare = np.array([covered[cell].mean() < 0.3 for cell in self.cells])
        best = int(np.argmin(missed[:, bare].sum(axis=1))) if bare.any() else 0
        told, visible, rival = np.inf, 1.0, None
        for other, label in enumerate(self.labels):
            if label == self.labels[best]:
                continue
            apart = self.apart[best, other] * gain
            telling = apart > 0.1 * apart.max()
            shown = telling & bare
            whole = max(float(apart[shown].sum()), 1e-6)
            by = float((missed[other] - missed[best])[shown].sum()) / whole
            visible = min(visible, whole / max(float(apart[telling].sum()), 1e-6))
            if by < told:
                told, rival = by, label
        clear = told >= TOLD and visible >= DETAILS
        veiled = hidden > HIDDEN or visible < DETAILS or tried.fit < COVERED_FIT
        trouble = "hidden" if veiled else "" if clear else "unclear"
        return Place(self.labels[best], float(np.clip(told, 0, 1)), rival, trouble, hidden=hidden, told=told)


def _shifted(look: Pixels) -> Pixels:
    edge = max(abs(n) for n in SHIFTS)
    height, width = look.shape[:2]
    padded = np.pad(look, ((edge, edge), (edge, edge), (0, 0)), mode="edge")
    return np.stack([padded[edge + y : edge + y + height, edge + x : edge + x + width] for y in SHIFTS for x in SHIFTS])


def _misses(moved: Pixels, looks: Pixels, cells: list[tuple[slice, slice]]) -> Pixels:
    """Look by look and cell by cell: by how much (squares summed) what is seen misses it, shifted as well as can be."""
    missed = np.zeros((len(looks), len(cells)), np.float32)
    for n, (rows, columns) in enumerate(cells):
        a = moved[:, rows, columns].reshape(len(moved), -1) - 128.0
        b = looks[:, rows, columns].reshape(len(looks), -1) - 128.0
        squares = np.square(a).sum(axis=1)[:, None] - 2 * a @ b.T + np.square(b).sum(axis=1)[None]
        missed[:, n] = np.maximum(squares.min(axis=0), 0)
    return missed
