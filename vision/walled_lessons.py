"""What is learnt of a style of Masons from its teaching pictures: the print, the paints, how walls and towers score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blocks import BlockFinder
from vision.markers import Points
from vision.masonry import HOUSE, PALACE, TOWER, WALL, Ground, Mask, filled, ground_of
from vision.paints import Palette, bare_likely, paint_of
from vision.plane import SurfaceSpec
from vision.pose import Eye
from vision.printed import Floats, Print, Sheet
from vision.satchel import Satchel
from vision.surface import find_surfaces
from vision.trouble import Trouble
from vision.upright import Grid, Sections, line_grid, point_grid, sections

PX = 2.0
COLOURS = ("yellow", "green", "blue", "pink", "red")
TOWERS = ("black", "white", "grey")
AROUND_MM = 12.0  # what stands at the rim leans out so far
FAINT = -2.5  # logs: a pixel beside ones that surely have a colour
GROW_MM = 2.5
TOPS = (0.3, 0.5, 0.7, 0.85, 1.0)
ABSENT, PRESENT = 0.40, 0.60  # of the way from the scores of bare places to those of the least clear pieces
STEEP = 36.0


@dataclass(frozen=True)
class Scale:
    """Scores of bare places, and of the least clear of those where a piece stands."""

    bare: float
    there: float

    def chance(self, score: float) -> float:
        """The chance that a piece stands there; not a number where it cannot be seen."""
        share = (score - self.bare) / max(self.there - self.bare, 0.5)
        return float(1 / (1 + np.exp(-STEEP * (np.clip(share, -1, 2) - (ABSENT + PRESENT) / 2))))


class Lessons:
    """One style, learnt."""

    def __init__(self, ground: Ground, spec: SurfaceSpec, paper: Print, palette: Palette, near: Mask) -> None:
        self.ground, self.spec, self.paper, self.palette, self.near = ground, spec, paper, palette, near
        self.line_grid: Grid = line_grid(ground)
        self.point_grid: Grid = point_grid(ground)
        self.index = {name: i for i, name in enumerate(palette.names)}
        self.tower_colours = {colour: self.index[f"tower_{colour}"] for colour in TOWERS}
        self.blocks = BlockFinder(ground.bodies, PX)
        self.wall_scale, self.tower_scale = Scale(-8.0, 0.0), Scale(-8.0, 0.0)

    # ---- one picture weighed
    def weighed(self, sheet: Sheet) -> tuple[Floats, Floats]:
        """Logs of likelihood of the bare board, and of all else over it, smoothed a little."""
        paper = self.paper
        shade = self.palette.shade(sheet.seen, paper.bare, self.near)
        bare = bare_likely(sheet.seen, paper.low, paper.high, paper.bare, shade)
        over = self.palette.likely(sheet.seen, bare, self.near)
        smooth = [cv2.blur(over[..., i : i + 4], (3, 3)) for i in range(0, over.shape[-1], 4)]
        smooth = [one if one.ndim == 3 else one[..., None] for one in smooth]
        return bare, np.asarray(np.concatenate(smooth, axis=-1), np.float32)

    def upright(self, sheet: Sheet, over: Floats) -> tuple[Sections, Sections]:
        """Lines and points, looked at section by section."""
        height = self.ground.bodies[WALL].height * 0.7
        seen, bare = sheet.seen, self.paper.bare
        towers = list(self.tower_colours.values())
        return (
            sections(self.line_grid, height, sheet.eye, PX, seen, bare, over, [self.index[WALL]]),
            sections(self.point_grid, 0.0, sheet.eye, PX, seen, bare, over, towers),
        )

    def wall_chances(self, found: Sections) -> dict[str, float]:
        return {line: self.wall_scale.chance(s) for line, s in zip(self.ground.lines, found.share(0.5), strict=True)}

    def tower_chances(self, found: Sections) -> dict[str, float]:
        return {p: self.tower_scale.chance(s) for p, s in zip(self.ground.points, found.share(0.5), strict=True)}

    def painted(self, over: Floats, colour: str) -> Mask:
        """Where a colour of houses is to be seen: surely, or hardly but beside where it surely is."""
        own = over[..., self.index[colour]]
        best = over.argmax(axis=-1) == self.index[colour]
        surely = best & (own > 0)
        reach = round(GROW_MM * PX) | 1
        beside = cv2.dilate(surely.astype(np.uint8), np.ones((reach, reach), np.uint8)).astype(bool)
        return np.asarray(surely | (best & beside & (own > FAINT)))

    def outlined(
        self, kind: str, eye: Eye, x: float, y: float, turn: float = 0.0, grow: float = 0.0
    ) -> tuple[Mask, tuple[slice, slice]]:
        """The pixels that a piece covers, and the part of the picture that they are in."""
        outline = self.ground.bodies[kind].outline(eye, x, y, turn, grow) * PX
        return boxed(outline, self.paper.shape)

    def lying(self, line: str) -> tuple[tuple[float, float], float]:
        """The middle of a line, and how it is turned in degrees."""
        a, b = self.ground.ends(line)
        x, y = (a + b) / 2
        return (float(x), float(y)), float(np.rad2deg(np.arctan2(b[1] - a[1], b[0] - a[0])))


def boxed(outline_px: Points, shape: tuple[int, int]) -> tuple[Mask, tuple[slice, slice]]:
    low = np.maximum(np.floor(outline_px.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(outline_px.max(axis=0)).astype(int) + 2, (shape[1], shape[0]))
    size = np.maximum(high - low, 1)
    mask = filled((int(size[1]), int(size[0])), outline_px - low, 1.0)
    return mask, (slice(int(low[1]), int(low[1] + size[1])), slice(int(low[0]), int(low[0] + size[0])))


def learn(satchel: Satchel) -> Lessons:
    """All that a style's teaching pictures tell."""
    layout = satchel.layout
    said = layout["surface"]
    spec = SurfaceSpec(said["name"], int(said["first_marker"]), float(said["width_mm"]), float(said["height_mm"]))
    ground = ground_of(layout)
    entries: dict[str, list[Mapping[str, Any]]] = {}
    for entry in satchel.entries:
        entries.setdefault(str(entry["file"]), []).append(entry)
    bare = next((f for f, lie in entries.items() if all(e.get("label") == "empty" for e in lie)), None)
    if bare is None:
        raise Trouble("no teaching picture shows the bare board: take one and teach anew.")
    picture = satchel.picture(bare)
    paper = Print(picture, _found(picture, spec), PX)
    sheets = {}
    for file in entries:
        taken = satchel.picture(file)
        sheet = paper.lay(taken, _found(taken, spec))
        if sheet is None:
            raise Trouble(f"the print of the board is not found in {file}: take it anew, straight from above.")
        sheets[file] = sheet
    pieces = [(sheets[file], entry) for file, lie in entries.items() for entry in lie if entry.get("label") != "empty"]
    hull = cv2.convexHull(np.array(list(ground.points.values()), np.float32)).reshape(-1, 2).astype(np.float64)
    reach = round(2 * AROUND_MM * PX) | 1
    inner = filled(paper.shape, hull, PX).astype(np.uint8)
    near = cv2.dilate(inner, np.ones((reach, reach), np.uint8)).astype(bool)
    lessons = Lessons(ground, spec, paper, _palette(pieces, ground, paper.shape), near)
    return _scaled(_shaped(lessons, pieces), sheets, entries)


def _found(picture: NDArray[np.uint8], spec: SurfaceSpec) -> Any:
    surface = find_surfaces(picture, [spec])[0]
    if not surface.seen:
        raise Trouble(surface.advice)
    return surface


def _named(entry: Mapping[str, Any]) -> str:
    kind = str(entry["kind"])
    if kind == WALL:
        return WALL
    return f"tower_{entry['colour']}" if kind == TOWER else str(entry["colour"])


def _palette(pieces: list[tuple[Sheet, Mapping[str, Any]]], ground: Ground, shape: tuple[int, int]) -> Palette:
    samples: dict[str, list[Floats]] = {WALL: [], **{f"tower_{c}": [] for c in TOWERS}, **{c: [] for c in COLOURS}}
    for sheet, entry in pieces:
        body = ground.bodies[str(entry["kind"])]
        at = float(entry["x"]), float(entry["y"]), float(entry.get("rot", 0.0))
        mask, box = boxed(body.outline(sheet.eye, *at, -0.4) * PX, shape)
        samples[_named(entry)].append(sheet.seen[box][mask])
    missing = [name for name, seen in samples.items() if not seen]
    if missing:
        raise Trouble(f"no teaching picture shows {', '.join(missing)}: take one and teach anew.")
    plain = (WALL, *(f"tower_{c}" for c in TOWERS))
    return Palette({n: paint_of(seen, 0.15) if n in plain else paint_of(seen) for n, seen in samples.items()})


def _shaped(lessons: Lessons, pieces: list[tuple[Sheet, Mapping[str, Any]]]) -> Lessons:
    """How wide blocks are above, and how much of their outline shows their colour."""
    ground = lessons.ground
    bodies, shares = dict(ground.bodies), {}
    weighed = {key: lessons.weighed(sheet)[1] for key, sheet in {id(sheet): sheet for sheet, _ in pieces}.items()}
    for kind in (HOUSE, PALACE):
        best = (-1.0, 1.0, 1.0)
        for top in TOPS:
            body = replace(ground.bodies[kind], top=top)
            fits, areas = [], []
            for sheet, entry in pieces:
                if entry["kind"] != kind:
                    continue
                at = float(entry["x"]), float(entry["y"]), float(entry.get("rot", 0.0))
                wide, box = boxed(body.outline(sheet.eye, *at, 2.0) * PX, lessons.paper.shape)
                own = lessons.painted(weighed[id(sheet)][box], str(entry["colour"])) & wide
                outline = body.outline(sheet.eye, *at)
                mask = filled(own.shape, outline - np.array([box[1].start, box[0].start]) / PX, PX)
                fits.append((own & mask).sum() / max((own | mask).sum(), 1))
                areas.append(own.sum() / max(mask.sum(), 1))
            if fits and float(np.mean(fits)) > best[0]:
                best = (float(np.mean(fits)), top, float(np.median(areas)))
        bodies[kind] = replace(ground.bodies[kind], top=best[1])
        shares[kind] = best[2]
    lessons.ground = replace(ground, bodies=bodies)
    lessons.blocks = BlockFinder(bodies, PX, shares)
    return lessons


def _scaled(lessons: Lessons, sheets: Mapping[str, Sheet], entries: Mapping[str, list[Mapping[str, Any]]]) -> Lessons:
    """How bare lines and points score, and those with a piece on them."""
    scores: dict[tuple[str, bool], list[float]] = {}
    for file, sheet in sheets.items():
        found = lessons.upright(sheet, lessons.weighed(sheet)[1])
        ground = lessons.ground
        for kind, key, names, one in (
            (WALL, "line", ground.lines, found[0]),
            (TOWER, "point", ground.points, found[1]),
        ):
            there = {entry.get(key) for entry in entries[file]}
            for name, score in zip(names, one.share(0.5), strict=True):
                if np.isfinite(score):
                    scores.setdefault((kind, name in there), []).append(float(score))
    scales = {
        kind: Scale(float(np.median(scores[kind, False])), float(np.percentile(scores[kind, True], 10)))
        for kind in (WALL, TOWER)
    }
    lessons.wall_scale, lessons.tower_scale = scales[WALL], scales[TOWER]
    return lessons
