"""The commands of `umpire`, one module each: `arguments(parser)` and `run(args)`."""
