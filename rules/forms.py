"""Reading what comes from outside - actions, positions, editions - with one clear sentence for whatever is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, TypeGuard

from rules.trouble import Trouble

_MISSING: Any = object()
MOST = 2**53  # no number of a game comes near it, and beyond it programs differ in how they read one
DEEPEST = 40  # lists in lists


class NotJson(Trouble):
    """A text that breaks off, or that is no JSON at all."""


def from_json(text: str) -> Any:
    """The value of a JSON text, read strictly: what two programs might read differently is Trouble."""
    try:
        value = json.loads(
            text, object_pairs_hook=_fields, parse_int=_whole_of, parse_float=_float_of, parse_constant=_no_number
        )
    except RecursionError:
        raise Trouble("it is nested too deeply") from None
    except ValueError as error:
        raise NotJson(f"it is not JSON: {error}") from None
    level = [value]
    for _ in range(DEEPEST):
        if not level:
            return value
        level = [part for whole in level for part in _parts(whole)]
    raise Trouble("it is nested too deeply")


def _parts(value: Any) -> Sequence[Any]:
    if isinstance(value, dict):
        return (*value, *value.values())
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Trouble("it holds half a character, which nobody can write") from None
    return value if isinstance(value, list) else ()


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise Trouble(f"it has the field {shown(next(n for n in names if names.count(n) > 1))} twice")
    return fields


def _whole_of(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MOST:
        raise Trouble(f"it holds a number that is too large: {shown(digits)}")
    return int(digits)


def _float_of(digits: str) -> float:
    if not isfinite(value := float(digits)):
        raise Trouble(f"it holds a number that is too large: {shown(digits)}")
    return value


def _no_number(word: str) -> Any:
    raise Trouble(f"it holds {word}, which is no number")


def whole(value: object) -> TypeGuard[int]:
    """A whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: object) -> str:
    """A value as it may stand in a sentence: not too long, and on one line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Form:
    """A JSON object that is read field by field; `done()` refuses fields that nobody asked for."""

    def __init__(self, data: object, name: str) -> None:
        if not isinstance(data, Mapping):
            raise Trouble(f"{name} must be an object with named fields, not {shown(data)}")
        self.data: Mapping[str, Any] = data
        self.name = name
        self._asked: set[str] = set()

    def _get(self, key: str, default: Any) -> Any:
        self._asked.add(key)
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            if default is _MISSING:
                raise Trouble(f"{self.name} lacks “{key}”")
            return default
        return value

    def has(self, key: str) -> bool:
        """Is the field there, and not null?"""
        return self.data.get(key) is not None

    def any(self, key: str, default: Any = _MISSING) -> Any:
        return self._get(key, default)

    def text(self, key: str, default: Any = _MISSING, among: Sequence[str] | None = None) -> str:
        value = self._get(key, default)
        if value is default and default is not _MISSING:
            return value  # type: ignore[no-any-return]
        if not isinstance(value, str):
            raise Trouble(f"“{key}” of {self.name} must be a word, not {shown(value)}")
        if among is not None and value not in among:
            raise Trouble(f"“{key}” of {self.name} cannot be {shown(value)}; choose one of: {', '.join(among)}")
        return value

    def number(self, key: str, default: Any = _MISSING, low: int | None = None, high: int | None = None) -> int:
        value = self._get(key, default)
        if value is default and default is not _MISSING:
            return value  # type: ignore[no-any-return]
        if not whole(value):
            raise Trouble(f"“{key}” of {self.name} must be a whole number, not {shown(value)}")
        if low is not None and value < low:
            raise Trouble(f"“{key}” of {self.name} must be at least {low}, not {value}")
        if high is not None and value > high:
            raise Trouble(f"“{key}” of {self.name} must be at most {high}, not {value}")
        return value

    def flag(self, key: str, default: Any = _MISSING) -> bool:
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise Trouble(f"“{key}” of {self.name} must be true or false, not {shown(value)}")
        return value

    def items(self, key: str, default: Any = _MISSING) -> list[Any]:
        value = self._get(key, default)
        if not isinstance(value, (list, tuple)):
            raise Trouble(f"“{key}” of {self.name} must be a list, not {shown(value)}")
        return list(value)

    def texts(self, key: str, default: Any = _MISSING, among: Sequence[str] | None = None) -> tuple[str, ...]:
        values = self.items(key, default)
        for value in values:
            if not isinstance(value, str):
                raise Trouble(f"“{key}” of {self.name} must be a list of words, and {shown(value)} is none")
            if among is not None and value not in among:
                raise Trouble(f"“{key}” of {self.name} cannot hold {shown(value)}; choose from: {', '.join(among)}")
        return tuple(values)

    def numbers(self, key: str, default: Any = _MISSING) -> tuple[int, ...]:
        values = self.items(key, default)
        for value in values:
            if not whole(value):
                raise Trouble(f"“{key}” of {self.name} must be a list of whole numbers, and {shown(value)} is none")
        return tuple(values)

    def form(self, key: str, default: Any = _MISSING) -> Form:
        return Form(self._get(key, default), f"“{key}” of {self.name}")

    def forms(self, key: str, default: Any = _MISSING) -> Iterator[Form]:
        for number, item in enumerate(self.items(key, default), 1):
            yield Form(item, f"item {number} of “{key}” of {self.name}")

    def done(self) -> None:
        """Nothing else may be in the form."""
        unknown = [key for key in self.data if key not in self._asked]
        if unknown:
            raise Trouble(f"{self.name} has a field that Umpire does not know: {shown(unknown[0])}")
