"""What a table may decide for itself: each setting with its choices, its default and the clause it touches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.forms import shown
from rules.trouble import Trouble

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Setting:
    """The default comes first among the choices. A setting that is not `any_time` is fixed once the game has begun."""

    name: str
    choices: tuple[Value, ...]
    sentence: str
    clause: str = ""
    any_time: bool = False

    @property
    def default(self) -> Value:
        return self.choices[0]


class Settings(Mapping[str, Value]):
    """The settings of one table: immutable, complete, only known names and choices."""

    __slots__ = ("_known", "_values")

    def __init__(self, known: Sequence[Setting], chosen: Mapping[str, Any] | None = None) -> None:
        self._known = tuple(known)
        self._values: dict[str, Value] = {setting.name: setting.default for setting in known}
        by_name = {setting.name: setting for setting in known}
        for name, value in (chosen or {}).items():
            if name not in by_name:
                raise Trouble(f"there is no setting {shown(name)}; the settings are: {', '.join(by_name) or 'none'}")
            choices = by_name[name].choices
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                allowed = ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in choices)
                raise Trouble(f"the setting “{name}” cannot be {shown(value)}; choose one of: {allowed}")
            self._values[name] = value

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Settings({self.changed!r})"

    @property
    def changed(self) -> dict[str, Value]:
        """Only those that are not at their default."""
        return {s.name: self._values[s.name] for s in self._known if self._values[s.name] != s.default}

    def but(self, name: str, value: Any) -> Settings:
        return Settings(self._known, {**self._values, name: value})
