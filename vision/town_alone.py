"""A town board read from one picture alone: forms fitted together like a puzzle, and whatever is not clear named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vision.town_memory import BETWEEN, COVERED, PLAIN, PRINT_LEFT
from vision.town_view import BARE, STRANGE, SquareReading, TownView

MARGIN, EXPLAINED = 0.35, 0.5  # by how much the best guess for a square leads, and what share of it it explains
SEAL_SEEN, SEAL_FAINT, SEAL_LEADS = 1.1, 0.75, 0.6  # what a seal gains over the bare building
SEAL_ODD = 0.7  # where one square looks so much more like a seal than its building's others, one of its colour may lie
SHADOW_LEADS = 1.0  # a worker so little likelier than bare ground may be a shadow
TOP_LEADS = 0.6  # by how much a castle's seal must lead
RIVAL = 3.0  # so much worse may a form fit a square and still be tried
PUZZLES = 3000  # steps that are tried to fit buildings together
STANDS = 0.5  # a puzzle's answer so much better than another is the one


@dataclass(frozen=True)
class Laid:
    """A building as seen."""

    form: str
    cells: tuple[str, ...]
    seal: str | None


@dataclass
class Alone:
    workers: dict[str, str] = field(default_factory=dict)
    buildings: list[Laid] = field(default_factory=list)
    tops: dict[str, str | None] = field(default_factory=dict)
    unsure: list[str] = field(default_factory=list)
    certainty: dict[str, float] = field(default_factory=dict)


def read_alone(view: TownView) -> Alone:
    read = Alone()
    built: dict[str, SquareReading] = {}
    unsure: set[str] = set()
    printed: set[str] = set()
    arms = view.arms()
    for square in view.plan.town:
        reading = view.square(square)
        kind = reading.best.what.split(":")[0]
        covered = float(arms[view.core(square)].mean()) > COVERED
        rivals = [g.fit for g in reading.guesses[1:] if g.what.split(":")[0] != kind]
        lead = reading.best.fit - max(rivals)
        read.certainty[square] = min(1.0, max(0.0, 0.5 + lead / 2))
        if reading.printed:
            printed.add(square)
            read.certainty[square] = 1.0
            continue
        if covered or kind == STRANGE or lead < MARGIN or reading.best.explains < EXPLAINED:
            unsure.add(square)
        kept = view.kept(square, view.looks.fine)
        if kind == BARE:
            short = view.bare - reading.best.fit
            if short > PLAIN or (short > PLAIN / 2 and kept < PRINT_LEFT):
                unsure.add(square)
        elif kind == "worker":
            read.workers[square] = reading.best.what.split(":")[1]
            beside = max(map(abs, reading.best.off)) >= BETWEEN
            doubtful = lead < SHADOW_LEADS and (beside or kept > PRINT_LEFT)  # between two squares, or a shadow
            if reading.margin < MARGIN or doubtful:
                unsure.add(square)
        elif kind == "form":
            built[square] = reading
    clear = set(view.plan.town) - unsure - printed - set(built) - set(read.workers)
    for square in unsure - set(built):  # what is not clearly on one square may reach onto the next ones
        unsure = unsure | clear.intersection(view.plan.beside(square))
    _puzzle(view, built, unsure, read)
    for square in view.plan.ring:
        fits: dict[str | None, float] = {}
        for seal, _, fit in view.tops(square, (0, 1, 2, 3)):
            fits[seal] = max(fit, fits.get(seal, -99.0))
        order = sorted(fits, key=lambda seal: -fits[seal])
        read.tops[square] = order[0]
        lead = fits[order[0]] - fits[order[1]]
        read.certainty[square] = min(1.0, max(0.0, 0.5 + lead / 2))
        if lead < TOP_LEADS or fits[order[0]] < -2.0 or float(arms[view.core(square)].mean()) > COVERED:
            unsure.add(square)
    unsure |= _reached(view, unsure, read.workers)
    read.unsure = [square for square in view.plan.squares if square in unsure]
    return read


def _reached(view: TownView, unsure: set[str], workers: Mapping[str, str]) -> set[str]:
    """Workers in a row with what cannot be read: where nothing is known of before, they may be a hand's fingers."""
    reached: set[str] = set()
    edge = set(unsure)
    while edge:
        edge = {s for s in workers if s not in unsure | reached and edge.intersection(view.plan.beside(s))}
        reached |= edge
    return reached


def _puzzle(view: TownView, built: Mapping[str, SquareReading], unsure: set[str], read: Alone) -> None:
    """Fits the forms into the squares that show buildings; where that does not come out, the squares are unsure."""
    seals = {s: _seal_of(view, s, built[s]) for s in built}
    for group in _groups(view, set(built)):
        lyings = _lyings(view, group, built)
        answers = _answers(group, lyings, seals)
        if not answers:
            unsure |= group
            continue
        score, best = answers[0]
        here = _sealed(best, seals)
        read.buildings += here.values()
        tells = {c: (b.form, b.seal) for b in here.values() for c in b.cells}
        for other_score, other in answers[1:]:
            if score - other_score > STANDS * len(group):
                break
            for b in _sealed(other, seals).values():
                unsure |= {c for c in b.cells if tells[c] != (b.form, b.seal)}
        for b in here.values():
            gains = [max(view.seals(c, b.form).values()) for c in b.cells]
            odd_one = b.seal is None and max(gains) > 0 and sum(max(gains) - gain <= SEAL_ODD for gain in gains) == 1
            if odd_one or any(seals[c][1] for c in b.cells):
                unsure |= set(b.cells)


def _seal_of(view: TownView, square: str, reading: SquareReading) -> tuple[str | None, bool]:
    """The seal on a square of a building, if any, and whether that is in doubt."""
    gains = view.seals(square, reading.best.what.split(":")[1])
    order = sorted(gains, key=lambda family: -gains[family])
    best = gains[order[0]]
    if best < SEAL_FAINT:
        return None, False
    return order[0], best < SEAL_SEEN or best - gains[order[1]] < SEAL_LEADS


def _groups(view: TownView, squares: set[str]) -> list[set[str]]:
    groups = []
    left = set(squares)
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            square = edge.pop()
            group.add(square)
            near = [n for n in view.plan.beside(square) if n in left]
            left -= set(near)
            edge += near
        groups.append(group)
    return groups


Lying = tuple[float, str, tuple[str, ...]]


def _lyings(view: TownView, group: set[str], built: Mapping[str, SquareReading]) -> dict[str, list[Lying]]:
    """For each square the buildings that may cover it, with how well they fit."""
    by_square: dict[str, list[Lying]] = {square: [] for square in group}
    for form in view.plan.forms:
        name = f"form:{form}"
        for cells in view.plan.lyings(form):
            if not group.issuperset(cells):
                continue
            fits = [built[c].of(name).fit - built[c].best.fit for c in cells]
            if min(fits) > -RIVAL:
                lying = (sum(fits), form, cells)
                for cell in cells:
                    by_square[cell].append(lying)
    return by_square


def _answers(
    group: set[str], lyings: Mapping[str, Sequence[Lying]], seals: Mapping[str, tuple[str | None, bool]]
) -> list[tuple[float, list[Lying]]]:
    """The ways to cover a group of squares with buildings, each with one seal at most; the best first."""
    answers: list[tuple[float, list[Lying]]] = []
    steps = 0

    def go(left: frozenset[str], chosen: list[Lying], score: float) -> None:
        nonlocal steps
        steps += 1
        if steps > PUZZLES:
            return
        if not left:
            answers.append((score, list(chosen)))
            return
        open_ways = {s: [one for one in lyings[s] if left.issuperset(one[2])] for s in left}
        square = min(sorted(left), key=lambda s: len(open_ways[s]))
        for one in sorted(open_ways[square], key=lambda one: -one[0]):
            if sum(seals[c][0] is not None for c in one[2]) <= 1:
                go(left - set(one[2]), [*chosen, one], score + one[0])

    go(frozenset(group), [], 0.0)
    if steps > PUZZLES:
        return []
    return sorted(answers, key=lambda answer: -answer[0])


def _sealed(answer: Sequence[Lying], seals: Mapping[str, tuple[str | None, bool]]) -> dict[tuple[str, ...], Laid]:
    buildings = {}
    for _, form, cells in answer:
        seal = next((seals[c][0] for c in cells if seals[c][0] is not None), None)
        buildings[cells] = Laid(form, cells, seal)
    return buildings
