"""The clauses of Akropolis. Ids with an underscore are those that the photo sets use for refusals."""

from __future__ import annotations

from rules.clauses import HOUSE, Clause, Clauses

SETUP, TAKE, ADD = "Setup", "Take a Tile", "Add the Tile to Their City"
SITE, DISTRICTS, PLAZAS = "Supplying the Construction Site", "Districts", "Plazas"
POINTS, END, VARIANTS = "Calculating Victory Points", "End of the Game", "Variants"

CLAUSES = Clauses(
    (
        *HOUSE,
        Clause(
            "stacks",
            SETUP,
            "The tiles of the player number lie in stacks of one more than there are players; with all tiles the "
            "stacks are more.",
            refuses=False,
        ),
        Clause("starting-stones", SETUP, "Who plays later begins with more stones.", refuses=False),
        Clause("no-such-tile", SETUP, "Only tiles that the game still holds can turn up.", waivable=True),
        Clause("not-in-site", TAKE, "A tile is taken from the site, from the place that is named."),
        Clause("which-tile", TAKE, "Where a face lies in the site twice, its place has to be named."),
        Clause("price", TAKE, "A tile costs a stone for each tile that lies before it.", waivable=True),
        Clause("last-tile", SITE, "The last tile of the site is left for the next round."),
        Clause("site-refill", SITE, "The site is filled up when one tile is left in it, as long as there are stacks."),
        Clause(
            "refill-number",
            SITE,
            "A site is filled up with one whole stack; the first has two tiles more than there are players.",
        ),
        Clause("chief", SITE, "With a new round the Chief Architect's marker goes to the left.", refuses=False),
        Clause("gap", ADD, "A tile on a higher level has a built hex under each of its three.", waivable=True),
        Clause("uneven", ADD, "The three hexes under a tile are on one level.", waivable=True),
        Clause("one_tile", ADD, "A tile on a higher level lies on two tiles at least.", waivable=True),
        Clause("not_touching", ADD, "A tile on the table borders the city along an edge.", waivable=True),
        Clause("wrong-level", ADD, "A tile lies one level above what it covers."),
        Clause("quarry", "Quarries", "A quarry that is covered brings a stone.", refuses=False),
        Clause("plazas", PLAZAS, "Without a plaza of its colour no district counts.", refuses=False),
        Clause("houses", DISTRICTS, "Houses count in the largest group of neighbours.", refuses=False),
        Clause("markets", DISTRICTS, "A market counts if no other market borders it.", refuses=False),
        Clause("barracks", DISTRICTS, "Barracks count at the edge of the city.", refuses=False),
        Clause("temples", DISTRICTS, "A temple counts if all six sides are built up.", refuses=False),
        Clause("gardens", DISTRICTS, "A garden counts anywhere.", refuses=False),
        Clause("variant-houses", VARIANTS, "A group of houses worth 10 or more counts double.", refuses=False),
        Clause("variant-markets", VARIANTS, "A market beside a market plaza counts double.", refuses=False),
        Clause("variant-barracks", VARIANTS, "Barracks with 3 or 4 empty sides count double.", refuses=False),
        Clause("variant-temples", VARIANTS, "A temple above level 1 counts double.", refuses=False),
        Clause("variant-gardens", VARIANTS, "A garden beside a lake counts double.", refuses=False),
        Clause("stones-left", POINTS, "Each stone left is worth 1 point.", refuses=False),
        Clause("end", END, "The game ends by itself with the last tile but one of the last round."),
        Clause("most-points", POINTS, "The most points win.", refuses=False),
        Clause("tie-stones", POINTS, "Among equals, more stones win.", refuses=False),
        Clause("shared-victory", POINTS, "Who cannot be parted wins together.", refuses=False),
    )
)
