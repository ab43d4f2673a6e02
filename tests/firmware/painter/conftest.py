"""Saint Malo's painted edition, taught once for all tests of this room."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.painter.malo_table import MaloTable
from firmware.painter.teaching import learn, write_style


@pytest.fixture(scope="session")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what was learnt; beside it, in `taught`, what it was learnt from."""
    folder = tmp_path_factory.mktemp("painted")
    for style in MaloTable(2, 3).styles():
        learn(write_style(style, folder / "taught"), folder / "looks")
    return folder / "looks"
