"""Teaching a set: from the pictures of a `teach/` folder, or one face at a time as the device does."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from vision.layout import Layout, read_json, read_layout
from vision.lens import Lens
from vision.markers import Image
from vision.pictures import load_picture
from vision.reading import Label
from vision.showing import Lesson, learn_face
from vision.surface import find_surfaces
from vision.taught import Face, Looks, Picture, kept, thumb
from vision.tray import Tray, view
from vision.trouble import Trouble

Teacher = Callable[[str], None]


def read_picture(path: Path, lens: Lens | None = None) -> Image:
    """A picture file, straightened when the lens is known; or one sentence about it."""
    picture = load_picture(path)
    return picture if lens is None else lens.straight(picture)


def see_tray(image: Image, layout: Layout, name: str) -> Tray:
    """The tray of a picture that is taught from: it must be seen."""
    surface = find_surfaces(image, [layout.surface])[0]
    if not surface.seen:
        raise Trouble(f"{name}: {surface.advice}")
    return view(image, surface)


def teach_face(label: Label, lessons: Sequence[Lesson], die_mm: float) -> Face:
    """What a face looks like, from pictures of dice that show it."""
    name = " ".join(str(value) for value in label.values())
    shown = learn_face(lessons, die_mm)
    if shown is None:
        raise Trouble(
            f"No die is to be seen that shows {name}: lay the dice into the tray, that face up, and show it again."
        )
    return Face(label, kept(shown.patch))


def teach_folder(folder: Path) -> Looks:
    """Learns a set from its folder's `layout.json` and `teach/`."""
    layout = read_layout(folder)
    if not layout.taught:
        return Looks(layout.set, layout.style, layout.sizes[1], ())
    path = folder / "teach" / "teach.json"
    entries = read_json(path)
    if not isinstance(entries, list) or not entries:
        raise Trouble(f"{path} lists no pictures: show each face once and list them there.")
    wanted: dict[str, list[Lesson]] = {}
    pictures = []
    for entry in entries:
        try:
            file, label = str(entry["file"]), _label(entry["label"])
            dice = list(entry.get("dice", []))
            image = read_picture(path.parent / file)
            tray = see_tray(image, layout, str(path.parent / file))
            for one, lesson in _lessons(layout, label, dice, tray):
                wanted.setdefault(json.dumps(one), []).append(lesson)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Trouble(f"{path} is not as it should be ({error!r} in {entry!r}): copy it anew.") from None
        pictures.append(Picture(file, thumb(image)))
    faces = [teach_face(json.loads(key), lessons, layout.sizes[1]) for key, lessons in wanted.items()]
    return Looks(layout.set, layout.style, layout.sizes[1], tuple(faces), tuple(pictures))


def _label(said: Any) -> Label:
    """What a teaching picture shows: a face's name, or several fields."""
    if isinstance(said, dict):
        return {str(key): value for key, value in said.items()}
    return {"face": said}


def _lessons(layout: Layout, label: Label, dice: Sequence[Any], tray: Tray) -> list[tuple[Label, Lesson]]:
    """The faces that a picture teaches: one, or where dice are told apart by more (their colour), one for each."""
    if not dice:
        kinds = [kind for kind in layout.kinds if kind.name in ("", label.get("kind"))]
        return [(label, Lesson(tray, kinds[0].most if kinds else layout.most))]
    places: dict[str, list[tuple[float, float]]] = {}
    for die in dice:
        more = {key: value for key, value in die.items() if key not in ("x", "y", "yaw")}
        places.setdefault(json.dumps({**label, **more}), []).append((float(die["x"]), float(die["y"])))
    return [(json.loads(key), Lesson(tray, len(at), tuple(at))) for key, at in places.items()]
