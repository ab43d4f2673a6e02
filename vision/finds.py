"""The taught faces found in the tray, each laid exactly on what is there, and how far each can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot

import numpy as np

from vision.laying import SLANTED, WINDOW, Laid, Stencil, lay, lay_roughly
from vision.placing import Matrix, Placing
from vision.search import MORE, Guess, Hit, Spot, Stencils, around, each_face, look_for, places, spots
from vision.tray import FINE, Floats, Tray

COARSE = 0.45  # a place less like every face than this shows none
PLAINLY = 0.85  # where one as alike as this lies nothing else is looked for
HOPELESS = 0.25  # a face so much less alike at the first look is not laid
NOTHING = 0.6  # what is less alike is not worth measuring further
EXACTLY = 3  # so many are laid exactly
BEHIND = 0.15  # but not one that is so much less alike when laid roughly: it will not catch up
ABOUT = 2  # so many are tried turned about, where none lies plainly
LIKELY = 5  # so many faces are laid roughly on each place
ALIKE = 0.7  # a face overlooked at first is at least this alike
BUSY = 0.5  # there is at least this part as much to see as in the busiest place, where a face may be overlooked
MISSED, NEARLY = 3, 4  # so many places that no face explains are looked at, so many mm around their middles
SHARP = 40.0  # how much more likely a face is for being more alike: 40 is e to the fourth for a tenth
BRIGHTER = 0.22  # how far a face's brightness usually is from what was taught, as a logarithm
STARKER = 0.35  # and its contrast
HUE = 0.14  # how far, in radians, a print's colour usually is from its own, against its face
APART = 0.75  # middles of dice are never nearer to each other than this, in sizes


@dataclass(frozen=True)
class Faces:
    """Faces that can lie on the dice of one height, ready to be looked for."""

    patches: Sequence[Floats]
    height: float

    @cached_property
    def stencils(self) -> list[Stencil]:
        return [Stencil(patch) for patch in self.patches]

    @cached_property
    def coarse(self) -> dict[float, Stencils]:
        return {}

    def at_size(self, size: float) -> Stencils:
        """The faces as large as they appear; drawn once for each tenth of a millimetre."""
        key = round(size, 1)
        if key not in self.coarse:
            self.coarse[key] = Stencils(self.patches, key)
        return self.coarse[key]


@dataclass(frozen=True)
class Find:
    """A face that lies in the tray: how it was laid, every face tried there with its log
    likelihood, the best first; and by how much its brightness and contrast are odd (0 is usual)."""

    laid: Laid
    ranking: tuple[tuple[int, float], ...]
    slanted: Laid
    odd: float

    @property
    def face(self) -> int:
        return self.ranking[0][0]

    @property
    def likeness(self) -> float:
        return self.laid.likeness

    @property
    def placing(self) -> Placing:
        return self.laid.placing

    @property
    def weight(self) -> float:
        """How alike, and how much it explains: one pip of two is as alike as both, but explains less."""
        bare = (self.laid.patch - self.laid.patch.mean(axis=(0, 1))) * WINDOW
        return self.likeness + MORE * float(np.log((bare**2).sum() + 1.0))

    def near(self, other: Find) -> float:
        """How far apart two lie, in sizes."""
        mine, theirs = self.placing, other.placing
        return hypot(mine.x - theirs.x, mine.y - theirs.y) / mine.size


def find_faces(tray: Tray, faces: Faces, most: int, dice: int = 99) -> list[Find]:
    """What lies in the tray, the clearest first; nothing twice. `most` bounds how many places are looked at closely;
    there are no more than so many dice, and once they are plainly found nothing else is looked for."""
    size = tray.grown(faces.height, faces.height)
    hits = look_for(tray, faces.at_size(size), places(tray, size), COARSE)
    finds: list[Find] = []
    for hit in hits[:most]:
        if sum(find.likeness > PLAINLY for find in finds) >= dice:
            break
        if not any(find.likeness > PLAINLY and _apart(hit, find) < APART * 0.8 for find in finds):
            finds.append(_closely(tray, faces, hit, size))
    finds += _overlooked(tray, faces, size, [find for find in finds if find.likeness > PLAINLY], dice)
    finds.sort(key=lambda find: -find.weight)
    kept: list[Find] = []
    for find in finds:
        if all(find.near(other) > APART or other.likeness < NOTHING for other in kept):
            kept.append(find)
    return kept


def _overlooked(tray: Tray, faces: Faces, size: float, plain: Sequence[Find], dice: int) -> list[Find]:
    """Faces where there is much to see that no face explains, though from afar it is like none: fine lines vanish."""
    if len(plain) >= dice:
        return []
    found: list[Find] = []
    seen = spots(tray, size, len(plain) + MISSED, APART * 0.8)
    for spot in seen:
        if spot.much < BUSY * seen[0].much or any(_apart(spot, find) < APART * 0.8 for find in [*plain, *found]):
            continue
        tries: list[_Try] = []
        for hit in each_face(tray, faces.at_size(size), around(tray, [spot], NEARLY)):
            tries = _tried(tray, faces, hit, size, hit.guesses, tries)
        if tries and tries[0].laid.likeness > ALIKE:
            found.append(_find(tray, faces, tries))
    return found


def _apart(hit: Hit | Spot, find: Find) -> float:
    """How far a hit lies from a find, in sizes."""
    return hypot(hit.x - find.placing.x, hit.y - find.placing.y) / find.placing.size


@dataclass(frozen=True)
class _Try:
    """A face laid on a place: how much speaks for it, and how odd its brightness and contrast are."""

    worth: float
    odd: float
    laid: Laid
    face: int


def _closely(tray: Tray, faces: Faces, hit: Hit, size: float) -> Find:
    guesses = [guess for guess in hit.guesses[:LIKELY] if guess.likeness > hit.likeness - HOPELESS]
    tries = _tried(tray, faces, hit, size, guesses)
    if tries[0].laid.likeness < PLAINLY:  # a print may look like itself turned about, from afar
        turned = [replace(guess, turn=guess.turn + turn) for guess in guesses[:ABOUT] for turn in (90, 180, 270)]
        tries = _tried(tray, faces, hit, size, turned, tries)
    tried = {one.face for one in tries}
    return _find(
        tray,
        faces,
        tries,
        [(guess.face, SHARP * (guess.likeness - 0.3)) for guess in hit.guesses if guess.face not in tried],
    )


def _find(tray: Tray, faces: Faces, tries: Sequence[_Try], untried: Sequence[tuple[int, float]] = ()) -> Find:
    """The best of what was tried, and whether it is slanted."""
    best = slanted = tries[0].laid
    if best.likeness > NOTHING:
        laid = lay(tray.fine, FINE, faces.stencils[tries[0].face], best.matrix, SLANTED, rough=False)
        slanted = max(best, laid, key=lambda one: one.likeness)  # a slant that makes it less alike is none
    ranking = [(one.face, one.worth) for one in tries]
    return Find(best, (*ranking, *untried), slanted, tries[0].odd)


def _tried(
    tray: Tray, faces: Faces, hit: Hit, size: float, guesses: Sequence[Guess], before: Sequence[_Try] = ()
) -> list[_Try]:
    """The guesses laid, the likeliest exactly; of each face the best, with those tried before."""
    rough = []
    for guess in guesses:
        start: Matrix = Placing(hit.x, hit.y, guess.turn, size).matrix()
        rough.append((lay_roughly(tray.fine, FINE, faces.stencils[guess.face], start), guess.face))
    rough.sort(key=lambda one: -one[0].likeness)
    tries = list(before)
    for number, (laid, face) in enumerate(rough):
        if number < EXACTLY and laid.likeness > max(0.4, rough[0][0].likeness - BEHIND):
            laid = lay(tray.fine, FINE, faces.stencils[face], laid.matrix, rough=False)
        odd = oddness(faces.stencils[face], laid.patch)
        off = off_colour(faces.stencils[face], laid.patch)
        tries.append(_Try(SHARP * laid.likeness - odd - off, odd, laid, face))
    tries.sort(key=lambda one: -one.worth)
    best = {one.face: one for one in reversed(tries)}
    return [one for one in tries if best[one.face] is one]


def oddness(stencil: Stencil, patch: Floats) -> float:
    """How unlikely it is that this face would look so bright, and so stark, as the patch does."""
    taught, here = stencil.patch * WINDOW, patch * WINDOW
    brighter = float(np.log((here.sum() + 1.0) / (taught.sum() + 1.0)))
    stark = [float(np.sqrt((((p - p.sum(axis=(0, 1)) / WINDOW.sum()) * WINDOW) ** 2).sum())) for p in (taught, here)]
    starker = float(np.log((stark[1] + 0.5) / (stark[0] + 0.5)))
    return 0.5 * (brighter / BRIGHTER) ** 2 + 0.5 * (starker / STARKER) ** 2


def off_colour(stencil: Stencil, patch: Floats) -> float:
    """How unlikely it is that this print's colour would look as the patch's does; too much light leaves the hue."""
    taught = stencil.levels[1].target
    here = (patch - (patch * WINDOW).sum(axis=(0, 1)) / WINDOW.sum()) * WINDOW
    shape = np.sign(taught.sum(axis=2)) * np.linalg.norm(taught, axis=2)
    one, other = np.einsum("ij,ijc->c", shape, taught), np.einsum("ij,ijc->c", shape, here)
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    if length < 1e-6:
        return 0.0
    angle = float(np.arccos(np.clip(float(one @ other) / length, -1, 1)))
    return min(0.5 * (angle / HUE) ** 2, 6.0)


def slant(find: Find) -> float:
    """The shorter side of the face as part of the longer: 1 lies flat."""
    long, short = find.slanted.stretch
    return short / long if long else 0.0


def scale(find: Find, size: float) -> float:
    """How large the face is against how large it should be."""
    long, short = find.slanted.stretch
    return float(np.sqrt(long * short)) / size
