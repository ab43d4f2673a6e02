"""Golden evenings, as records: what `umpire demo` replays."""
