"""What was read in a picture: dice and their places, and the places that are not to be taken as read."""

from __future__ import annotations

from dataclasses import dataclass, field

Label = dict[str, str | int]


@dataclass(frozen=True)
class Die:
    """A die as read: what it shows, where it stands, its turn (degrees clockwise), how likely that is right, what else
    it might show. A die that is not `sure` may be listed, with its certainty, and its place is named as unsure too."""

    label: Label
    x: float
    y: float
    turn: float
    certainty: float
    next: Label
    sure: bool = True

    def as_json(self) -> dict[str, object]:
        return {
            **self.label,
            "x": round(self.x, 1),
            "y": round(self.y, 1),
            "turn": round(self.turn, 1),
            "certainty": round(self.certainty, 3),
            "next": next(iter(self.next.values())) if len(self.next) == 1 else self.next,
        }


@dataclass(frozen=True)
class Doubt:
    """A place where something lies that must not be taken as read, and why."""

    x: float
    y: float
    why: str

    def as_json(self) -> dict[str, object]:
        return {"x": round(self.x, 1), "y": round(self.y, 1), "why": self.why}


@dataclass(frozen=True)
class TrayReading:
    """Everything seen on the tray in one picture; `all_unsure` says why nothing could be read at all."""

    dice: tuple[Die, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    all_unsure: str = ""
    error_mm: float | None = field(default=None)

    def as_json(self) -> dict[str, object]:
        unsure: list[object] = ["all"] if self.all_unsure else [doubt.as_json() for doubt in self.doubts]
        line: dict[str, object] = {"seen": {"dice": [die.as_json() for die in self.dice]}, "unsure": unsure}
        if self.all_unsure:
            line["text"] = self.all_unsure
        if self.error_mm is not None:
            line["error_mm"] = round(self.error_mm, 2)
        return line

    def words(self) -> str:
        """The reading as one readable line."""
        if self.all_unsure:
            return f"not read: {self.all_unsure}"
        said = [" ".join(str(v) for v in die.label.values()) for die in self.dice if die.sure]
        parts = [", ".join(said) if said else "no dice read"]
        parts += [f"unsure at {doubt.x:.0f}, {doubt.y:.0f} mm ({doubt.why})" for doubt in self.doubts]
        return "; ".join(parts)
