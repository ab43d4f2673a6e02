"""Reads from picamera2's source what the stand-in camera must agree with, and writes it to picamera2_facts.json.

    pip download --no-deps picamera2
    python -m tests.firmware.doors.picamera2_facts picamera2-*.whl [control_ids_core.yaml]

The wheel is parsed, never imported. The control names are libcamera's; picamera2 does not list them, so they are read
from libcamera's own list when its file is given (src/libcamera/control_ids_core.yaml of its source).
"""

from __future__ import annotations

import ast
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

FACTS = Path(__file__).with_name("picamera2_facts.json")
CLASSES = {
    "picamera2/picamera2.py": ("Picamera2",),
    "picamera2/request.py": ("CompletedRequest", "Helpers"),
    "picamera2/job.py": ("Job",),
}


def signatures(source: str, name: str) -> dict[str, list[str]]:
    """Public methods of a class: their parameters, those with a default as name=default; the last definition counts."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and node.name == name:
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and (method.name == "__init__" or method.name[0] != "_"):
                    decorators = {ast.unparse(d) for d in method.decorator_list}
                    kind = "property" if "property" in decorators else ""
                    found[method.name] = [kind] if kind else _parameters(method.args, "staticmethod" in decorators)
    return found


def _parameters(arguments: ast.arguments, static: bool) -> list[str]:
    names = [argument.arg for argument in arguments.args]
    defaults = [ast.unparse(default) for default in arguments.defaults]
    bare = len(names) - len(defaults)
    told = names[:bare] + [f"{n}={d}" for n, d in zip(names[bare:], defaults, strict=True)]
    return told if static else told[1:]


def array_formats(source: str) -> list[str]:
    """The formats that make_array knows, from the comparisons in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == "_make_array_shared":
            words = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
            return sorted(word for word in words if re.fullmatch(r"[A-Z]+[0-9]*", word))
    return []


def controls(text: str) -> dict[str, str]:
    """Name -> type and direction, of libcamera's list."""
    pattern = r"^  - (\w+):\n      type: (\w+)\n      direction: (\w+)"
    return {name: f"{kind} {way}" for name, kind, way in re.findall(pattern, text, re.M)}


def facts_of(wheel: Path, control_list: Path | None) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as archive:
        sources = {name: archive.read(name).decode() for name in CLASSES}
        refusal = archive.read("picamera2/controls.py").decode()
    found: dict[str, Any] = {"wheel": wheel.name}
    for path, names in CLASSES.items():
        found |= {name: signatures(sources[path], name) for name in names}
    found["array_formats"] = array_formats(sources["picamera2/request.py"])
    found["refusal"] = re.findall(r'RuntimeError\(f"(Control .*?)"\)', refusal)[0]
    if control_list is not None:
        found["controls"] = controls(control_list.read_text())
    elif FACTS.exists():
        found["controls"] = json.loads(FACTS.read_text())["controls"]
    return found


if __name__ == "__main__":
    given = [Path(word) for word in sys.argv[1:]]
    FACTS.write_text(json.dumps(facts_of(given[0], given[1] if len(given) > 1 else None), indent=1) + "\n")
    print(FACTS)
