"""One line of the bench: what was measured, against which baseline, and how far it may go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Figure:
    """`ratio` compares `value` with `baseline`; `limit` says what the house asks of it ("at least 1", "at most 5")."""

    name: str
    value: float
    unit: str
    baseline_name: str
    baseline: float
    limit: str = ""

    @property
    def ratio(self) -> float:
        return self.value / self.baseline if self.baseline else float("inf")

    @property
    def holds(self) -> bool:
        words = self.limit.split()
        if not words:
            return True
        bound = float(words[-1])
        return self.ratio >= bound if words[1] == "least" else self.ratio <= bound

    def line(self) -> str:
        verdict = f"  ({self.limit}: {'holds' if self.holds else 'DOES NOT HOLD'})" if self.limit else ""
        return (
            f"{self.name}: {self.value:,.6g} {self.unit}; {self.baseline_name}: {self.baseline:,.6g} {self.unit}; "
            f"ratio {self.ratio:.2f}{verdict}"
        )

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "ratio": round(self.ratio, 4), "holds": self.holds}


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """The median time of a piece of work, after one run to warm up."""
    work()
    runs = []
    for _ in range(times):
        start = perf_counter()
        work()
        runs.append(perf_counter() - start)
    return median(runs)
