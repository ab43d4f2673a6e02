"""What the tests of the page open is closed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.firmware.web.pages import OPEN


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()
