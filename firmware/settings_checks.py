"""The only door for values that people write: one check for each kind of value, each refusal one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Any, NoReturn, TypeVar

from rules.forms import shown
from rules.trouble import Trouble

T = TypeVar("T")
D = TypeVar("D")
Check = Callable[[Any], T]  # raises ValueError with what is expected
PINS = range(2, 28)  # of the 40-pin header; 0 and 1 belong to add-on boards


class Table:
    """One table of the file. What is taken is checked; what nobody took was misspelt."""

    def __init__(self, data: object, at: str, name: str) -> None:
        if not isinstance(data, Mapping):
            raise Trouble(f"{name}: {at} must be a table, written [{at}].")
        self._left = dict(data)
        self._at, self._name = at, name
        self._known: list[str] = []

    def take(self, key: str, check: Check[T], usual: D) -> T | D:
        self._known.append(key)
        if key not in self._left:
            return usual
        value = self._left.pop(key)
        try:
            return check(value)
        except ValueError as error:
            self.wrong(key, f"must be {error}, not {shown(value)}")

    def table(self, key: str) -> Table:
        self._known.append(key)
        return Table(self._left.pop(key, {}), f"{self._at}.{key}" if self._at else key, self._name)

    def wrong(self, key: str, what: str) -> NoReturn:
        place = f"[{self._at}] {key}" if self._at else key
        raise Trouble(f"{self._name}: {place} {what}.")

    def nothing_left(self) -> None:
        if self._left:
            self.wrong(next(iter(self._left)), f"is not known; known are {', '.join(self._known)}")


def yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text in quotes")
    return value


def address(value: Any) -> str:
    """An address of this machine, in numbers."""
    try:
        return str(ip_address(value if isinstance(value, str) else ""))
    except ValueError:
        raise ValueError("an address in numbers; “0.0.0.0” is every network of this machine") from None


def one_of(*words: str) -> Check[str]:
    def check(value: Any) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return check


def one_number(*numbers: int) -> Check[int]:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in numbers:
            raise ValueError(f"one of {', '.join(map(str, numbers))}")
        return value

    return check


def whole(least: int, most: int) -> Check[int]:
    def check(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return value

    return check


def seconds(least: float, most: float) -> Check[float]:
    def check(value: Any) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"{least:g} to {most:g} seconds")
        return float(value)

    return check


def pin(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in PINS:
        raise ValueError(f"the BCM number of a pin, {PINS[0]} to {PINS[-1]}")
    return value


def size_of(least: tuple[int, int], most: tuple[int, int]) -> Check[tuple[int, int]]:
    def check(value: Any) -> tuple[int, int]:
        whole_numbers = isinstance(value, list) and all(isinstance(v, int) and not isinstance(v, bool) for v in value)
        if (
            not whole_numbers
            or len(value) != 2
            or not all(a <= v <= b for a, v, b in zip(least, value, most, strict=True))
        ):
            raise ValueError(f"two whole numbers, [{least[0]}, {least[1]}] to [{most[0]}, {most[1]}]")
        return value[0], value[1]

    return check
