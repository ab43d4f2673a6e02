"""The printed sheets: dice tray, corner markers, teaching mat, lens sheet, ruler and grey patch, true to scale."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import cv2
import numpy as np

from vision.lens import SHEET_SQUARE_MM, SHEET_SQUARES, lens_sheet
from vision.markers import MARGIN_MM, MODULES, SIDE_MM, pattern
from vision.plane import CORNER_NAMES, SurfaceSpec
from vision.trouble import Trouble

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
UNPRINTABLE_MM = 5.0  # at every edge of the paper; ordinary printers need 4 to 5

TRAY = SurfaceSpec("dice tray", 0, 200.0, 150.0)
MAT = SurfaceSpec("teaching mat", 28, 200.0, 150.0)
CORNER_SETS = {
    4: "shared board",
    8: "player one",
    12: "player two",
    16: "player three",
    20: "player four",
    24: "player five",
}
CHECK_MM = 100.0
CAPTION = "Print at 100 % (actual size), not “fit to page”. This line is 100 mm long:"


class Page:
    """One sheet of paper, measured in mm from its top left corner."""

    def __init__(self, what: str, needs: tuple[float, float], paper: str, caption: str) -> None:
        try:
            from reportlab.pdfgen import canvas
        except ModuleNotFoundError:
            raise Trouble("Sheets are written by reportlab, which is missing; install umpire with [sheets].") from None
        self.width, self.height = fitting(what, needs, paper)
        self._bytes = BytesIO()
        size = (self.width * _POINT, self.height * _POINT)
        self._canvas: Any = canvas.Canvas(self._bytes, pagesize=size, invariant=1)
        self._canvas.setTitle(caption)
        # Keeps viewers from shrinking the sheet when it is printed.
        self._canvas.setViewerPreference("PrintScaling", "None")

    def box(self, x: float, y: float, width: float, height: float, grey: float) -> None:
        """A filled rectangle; grey 0 is black, 1 is white."""
        self._canvas.setFillGray(grey)
        self._canvas.rect(
            x * _POINT, (self.height - y - height) * _POINT, width * _POINT, height * _POINT, stroke=0, fill=1
        )

    def line(self, start: tuple[float, float], end: tuple[float, float], grey: float = 0.0, thick: float = 0.2) -> None:
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(thick * _POINT)
        (x0, y0), (x1, y1) = start, end
        self._canvas.line(x0 * _POINT, (self.height - y0) * _POINT, x1 * _POINT, (self.height - y1) * _POINT)

    def words(self, x: float, y: float, text: str, size_mm: float = 3.0, grey: float = 0.45) -> None:
        """Text centred at x, standing on y."""
        self._canvas.setFillGray(grey)
        self._canvas.setFont("Helvetica", size_mm * _POINT)
        self._canvas.drawCentredString(x * _POINT, (self.height - y) * _POINT, text)

    def marker(self, number: int, x: float, y: float) -> None:
        """A marker with its top left corner at x, y."""
        self.modules(pattern(number), x, y, SIDE_MM / MODULES)

    def modules(self, white: np.ndarray[Any, np.dtype[np.bool_]], x: float, y: float, size: float) -> None:
        """A black square with its white modules; each row's neighbours are drawn as one, so that no seam shows."""
        rows, columns = white.shape
        self.box(x, y, columns * size, rows * size, 0.0)
        for row in range(rows):
            column = 0
            while column < columns:
                run = 0
                while column + run < columns and white[row, column + run]:
                    run += 1
                if run:
                    below = bool(row + 1 < rows and white[row + 1, column : column + run].all())
                    seam = 0.05 if below else 0.0
                    self.box(x + column * size, y + row * size, run * size, size + seam, 1.0)
                column += run + 1

    def check_line(self, x: float, y: float) -> None:
        """The caption, and a line of 100 mm under it, both centred at x."""
        self.words(x, y, CAPTION)
        left = x - CHECK_MM / 2
        self.line((left, y + 3), (left + CHECK_MM, y + 3), 0.45)
        for end in (left, left + CHECK_MM):
            self.line((end, y + 1.8), (end, y + 4.2), 0.45)

    def done(self) -> bytes:
        self._canvas.showPage()
        self._canvas.save()
        return self._bytes.getvalue()


_POINT = 72 / 25.4


def fitting(what: str, needs: tuple[float, float], paper: str) -> tuple[float, float]:
    """The paper's width and height, turned so that what is needed fits within what a printer reaches."""
    if paper not in PAPERS:
        raise Trouble(f"There is no paper “{paper}” here; choose one of {', '.join(PAPERS)}.")
    short, long = PAPERS[paper]
    for width, height in ((short, long), (long, short)):
        if needs[0] + 2 * UNPRINTABLE_MM <= width and needs[1] + 2 * UNPRINTABLE_MM <= height:
            return width, height
    asked = f"The {what} needs {needs[0]:g} x {needs[1]:g} mm of print, more than {paper.upper()} paper has"
    larger = [p for p, (w, h) in PAPERS.items() if min(needs) + 10 <= w and max(needs) + 10 <= h]
    raise Trouble(f"{asked}; " + (f"print it on {larger[0].upper()}." if larger else "choose a smaller one."))


def _surface_sheet(spec: SurfaceSpec, paper: str) -> bytes:
    needs = (spec.width_mm + 2 * SIDE_MM, spec.height_mm + 2 * SIDE_MM)
    size = f"{spec.width_mm:g} x {spec.height_mm:g} mm"
    page = Page(f"{spec.name} of {size}", needs, paper, f"Umpire: {spec.name}, {size}")
    left, top = (page.width - spec.width_mm) / 2, (page.height - spec.height_mm) / 2
    for number in spec.markers:
        x, y = spec.marker_corners(number)[0]
        page.marker(number, left + float(x), top + float(y))
    page.words(page.width / 2, top - 9, f"Umpire: {spec.name}, {size} between the markers")
    page.check_line(page.width / 2, top + spec.height_mm + 11)
    return page.done()


def tray(paper: str = "a4", size: tuple[float, float] | None = None) -> bytes:
    """The dice tray: markers 0 to 3 about an empty rectangle."""
    width, height = size or (TRAY.width_mm, TRAY.height_mm)
    return _surface_sheet(SurfaceSpec(TRAY.name, TRAY.first_marker, width, height), paper)


def mat(paper: str = "a4", size: tuple[float, float] | None = None) -> bytes:
    """The teaching mat: markers 28 to 31 about an empty rectangle."""
    width, height = size or (MAT.width_mm, MAT.height_mm)
    return _surface_sheet(SurfaceSpec(MAT.name, MAT.first_marker, width, height), paper)


CARD_MM = SIDE_MM + 2 * MARGIN_MM
LABEL_MM = 7.0
GAP_MM = 3.0


def corners(paper: str = "a4", size: tuple[float, float] | None = None) -> bytes:
    """Loose markers to cut out, a row of four for the shared board and for each of five players."""
    del size
    step = CARD_MM + LABEL_MM + GAP_MM
    needs = (4 * (CARD_MM + GAP_MM), len(CORNER_SETS) * step + 10)
    page = Page("sheet of corner markers", needs, paper, "Umpire: loose corner markers")
    left, top = (page.width - needs[0]) / 2, (page.height - needs[1]) / 2
    for row, (first, owner) in enumerate(CORNER_SETS.items()):
        for column, corner in enumerate(CORNER_NAMES):
            x, y = left + column * (CARD_MM + GAP_MM) + GAP_MM / 2, top + row * step
            strip_above = column < 2  # the label is on the side away from the board
            card = y + (LABEL_MM if strip_above else 0.0)
            _cut_marks(page, x, y, CARD_MM, CARD_MM + LABEL_MM)
            page.marker(first + column, x + MARGIN_MM, card + MARGIN_MM)
            base = y + 3.2 if strip_above else card + CARD_MM + 2.6
            page.words(x + CARD_MM / 2, base, f"{owner}: {corner} ({first + column})", 2.5)
            inner = card + (CARD_MM if strip_above else 0.0)
            _arrow(page, x + (CARD_MM if column in (0, 3) else 0.0), inner, column)
    page.words(
        page.width / 2,
        page.height - UNPRINTABLE_MM - 8,
        "The marker's black corner at the small wedge lies on the board's corner.",
    )
    page.check_line(page.width / 2, page.height - UNPRINTABLE_MM - 4.5)
    return page.done()


def _cut_marks(page: Page, x: float, y: float, width: float, height: float) -> None:
    for cx, way_x in ((x, 1), (x + width, -1)):
        for cy, way_y in ((y, 1), (y + height, -1)):
            page.line((cx, cy), (cx + 2.5 * way_x, cy), 0.6, 0.1)
            page.line((cx, cy), (cx, cy + 2.5 * way_y), 0.6, 0.1)


def _arrow(page: Page, x: float, y: float, corner: int) -> None:
    """A short slanted line in the card's corner, pointing to the marker's corner that lies on the board's."""
    way_x, way_y = ((-1, -1), (1, -1), (1, 1), (-1, 1))[corner]
    page.line((x + 0.6 * way_x, y + 0.6 * way_y), (x + 2.0 * way_x, y + 2.0 * way_y), 0.3, 0.4)


def charuco(paper: str = "a4", size: tuple[float, float] | None = None) -> bytes:
    """The chequered sheet by which the lens is calibrated."""
    del size
    columns, rows = SHEET_SQUARES
    square = SHEET_SQUARE_MM
    needs = (columns * square, rows * square + 10)
    page = Page("lens sheet", needs, paper, "Umpire: lens sheet")
    left, top = (page.width - needs[0]) / 2, (page.height - needs[1]) / 2
    board = lens_sheet()
    modules = board.getDictionary().markerSize + 2
    inset, module = (square - board.getMarkerLength()) / 2, board.getMarkerLength() / modules
    for row in range(rows):
        for column in range(columns):
            if (row + column) % 2 == 0:
                page.box(left + column * square, top + row * square, square, square, 0.0)
    numbers = [int(n) for n in np.asarray(board.getIds()).ravel()]
    for number, place in zip(numbers, board.getObjPoints(), strict=True):
        x, y = (float(v) for v in np.asarray(place)[:, :2].min(axis=0))
        picture = np.asarray(cv2.aruco.generateImageMarker(board.getDictionary(), number, modules)) > 127
        column, row = int(x // square), int(y // square)
        page.modules(picture, left + column * square + inset, top + row * square + inset, module)
    page.check_line(page.width / 2, top + rows * square + 5)
    return page.done()


def ruler(paper: str = "a4", size: tuple[float, float] | None = None) -> bytes:
    """A ruler across and one along the paper, to hold against a real one."""
    del size
    short, long = PAPERS.get(paper, (0.0, 0.0))
    across, along = (int((n - 2 * UNPRINTABLE_MM - 12) // 10 * 10) for n in (short, long))
    page = Page("ruler", (across + 12, along + 12), paper, "Umpire: ruler")
    left = top = UNPRINTABLE_MM + 6
    for length, lies in ((across, True), (along, False)):
        for mm in range(length + 1):
            tick = 6.0 if mm % 10 == 0 else 4.5 if mm % 5 == 0 else 3.0
            at = (left + mm, top) if lies else (left, top + mm)
            page.line(at, (at[0], at[1] + tick) if lies else (at[0] + tick, at[1]), 0.0, 0.15)
            if mm % 10 == 0 and mm:
                page.words(at[0] if lies else at[0] + 9, at[1] + (9.5 if lies else 1), str(mm), 2.6, 0.0)
    page.line((left, top), (left + across, top), 0.0, 0.15)
    page.line((left, top), (left, top + along), 0.0, 0.15)
    advice = ("Hold a ruler against both. If 100 mm here are not 100 mm there,", "print again at 100 % (actual size).")
    for row, text in enumerate(advice):
        page.words(page.width / 2 + 10, page.height / 2 + 6 * row, text, 4.0)
    return page.done()


def patch(paper: str = "a4", size: tuple[float, float] | None = None) -> bytes:
    """A neutral patch: grey that reflects about 18 % of the light, between white and black."""
    del size
    page = Page("grey patch", (130, 90), paper, "Umpire: neutral patch")
    left, top = (page.width - 120) / 2, 30.0
    for column, grey in enumerate((0.0, 0.46, 1.0)):
        page.box(left + 40 * column, top, 40, 60, grey)
    page.line((left + 80, top), (left + 120, top), 0.6)
    page.line((left + 80, top + 60), (left + 120, top + 60), 0.6)
    page.line((left + 120, top), (left + 120, top + 60), 0.6)
    page.words(page.width / 2, top + 66, "Umpire: neutral patch. Printed in black ink alone, on plain white paper.")
    page.check_line(page.width / 2, top + 72)
    return page.done()


SHEETS: dict[str, Callable[[str, tuple[float, float] | None], bytes]] = {
    "tray": tray,
    "corners": corners,
    "mat": mat,
    "charuco": charuco,
    "ruler": ruler,
    "patch": patch,
}
