"""Pure knowledge of the five games: what is allowed, what it is worth, under which rule."""
