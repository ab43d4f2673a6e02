"""Good questions and records with a piece of nonsense in them, to see that nothing but Trouble comes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 2**53, 1.5, "", "x", "0", "²", "0,0", "3,3", "\x1b[0m", "noble"),
    *([], {}, [[]], [{}], [None], [True], ["x", "x"], [1, 2, 3], [[1, [2]]], {"": []}, {"a": 1}, {"0": {}}),
)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*at, key)
        yield from places(part, (*at, key))


def with_nonsense(value: Any, rng: Random) -> Any:
    """A copy of a JSON value with something left out, put in, renamed, doubled, or put in another's place."""
    value = json.loads(json.dumps(value))
    *way, last = rng.choice(list(places(value)))
    here = value
    for key in way:
        here = here[key]
    odd = deepcopy(rng.choice(ODD))
    match rng.randrange(10):
        case 0:
            del here[last]
        case 1 if isinstance(here, dict):
            here["extra"] = odd
        case 2 if isinstance(here, dict):
            here[str(odd)] = here.pop(last)
        case 3 if isinstance(here, list):
            here.append(deepcopy(here[last]))
        case _:
            here[last] = odd
    return value
