"""Masons: walls, towers, houses and palaces on a board of triangles, scored by guild cards."""
