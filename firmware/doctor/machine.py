"""The machine that the doctor looks at. Everything outside of this program comes through here, so that a test can put
another machine in its place: files under another root, other libraries, other answers of programs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path

ROOT = "UMPIRE_SYSTEM_ROOT"  # names a folder that stands for /, with its own sys, proc, etc, dev and run


@dataclass(frozen=True)
class Library:
    version: str
    place: str  # the folder that it comes from

    @property
    def of_the_system(self) -> bool:
        return "/dist-packages" in self.place


class Machine:
    def __init__(self, root: Path | None = None, environment: Mapping[str, str] = os.environ) -> None:
        self.root = root or Path(environment.get(ROOT) or "/")

    # ---- files of the system
    def there(self, path: str) -> bool:
        return (self.root / path).exists()

    def matching(self, pattern: str) -> list[str]:
        return sorted(str(found.relative_to(self.root)) for found in self.root.glob(pattern))

    def content(self, path: str) -> bytes | None:
        try:
            return (self.root / path).read_bytes()
        except OSError:
            return None

    def text(self, path: str) -> str | None:
        content = self.content(path)
        return None if content is None else content.decode("utf-8", "replace").strip("\0\n ")

    # ---- libraries
    @property
    def python(self) -> tuple[int, int]:
        return sys.version_info[:2]

    def library(self, module: str, package: str) -> Library | None:
        """What is installed under a name, without importing it."""
        try:
            spec = find_spec(module)
        except (ImportError, ValueError):
            spec = None
        if spec is None:
            return None
        place = str(Path(spec.origin).parent) if spec.origin else next(iter(spec.submodule_search_locations or [""]))
        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            version = "?"
        return Library(version, place)

    def import_trouble(self, module: str) -> str:
        """Why a library that is installed cannot be loaded; nothing when it can."""
        try:
            import_module(module)
        except Exception as error:  # whatever a broken library raises
            return " ".join(f"{type(error).__name__}: {error}".split())
        return ""

    # ---- programs and the disk
    def answer(self, *words: str, wait: float = 10.0) -> str | None:
        """What a program prints, whatever its exit status; None if there is no such program or it does not end."""
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=wait, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip()

    def free_mb(self, folder: Path) -> float:
        room = os.statvfs(folder)
        return room.f_bavail * room.f_frsize / 1e6

    def fsync_seconds(self, folder: Path, times: int = 11) -> float:
        """How long a small write takes to reach the disk, in the middle of some tries. OSError if it never does."""
        path = folder / ".doctor"
        took = []
        try:
            with path.open("wb") as file:
                for _ in range(times):
                    begun = time.perf_counter()
                    file.write(b"x" * 512)
                    file.flush()
                    os.fsync(file.fileno())
                    took.append(time.perf_counter() - begun)
        finally:
            path.unlink(missing_ok=True)
        return sorted(took)[len(took) // 2]
