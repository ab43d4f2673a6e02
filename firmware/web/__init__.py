"""The page: a process of its own, which asks the box through a socket. The box never waits for it."""
