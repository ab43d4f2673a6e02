"""The clauses of Saint Malo. Ids that the photo sets use for refusals are theirs."""

from __future__ import annotations

from rules.clauses import HOUSE, Clause, Clauses

GAMEPLAY, DICE, PIRATES, END = "Gameplay", "Scoring Dice", "The Pirates", "Game End"
LOG, CRATE, WALL, CROSS, HEAD = "Log", "Goods Crate", "Wall", "Cross", "Head"

CLAUSES = Clauses(
    (
        *HOUSE,
        Clause("too-many-rolls", GAMEPLAY, "The dice are rolled at most three times a turn.", waivable=True),
        Clause("kept-die-changed", GAMEPLAY, "A die that is set aside keeps its face in the next roll.", waivable=True),
        Clause("unknown-symbol", DICE, "The symbol must be log, crate, wall, cross or head."),
        Clause("swords-chosen", DICE, "Crossed swords are for the pirates; nobody chooses them."),
        Clause("bad-rotation", DICE, "Only a die that is there and shows another symbol can be turned, once."),
        Clause("swords-rotated", DICE, "A die that shows crossed swords stays as it is."),
        Clause("no-coins-rotate", DICE, "Each die that is turned costs two coins from the bank."),
        Clause("nothing-shown", DICE, "A symbol counts only if a die shows it, turned or as rolled.", waivable=True),
        Clause("too-many-dice", DICE, "No more dice can be used than show the symbol.", waivable=True),
        Clause("no-dice", DICE, "At least one die must be used; to do nothing is to pass."),
        Clause("may-not-pass", DICE, "As long as a symbol shown can be scored, one must be chosen.", waivable=True),
        Clause("superfluous", DICE, "A turn adds what its symbol adds and nothing else."),
        Clause("not-a-space", DICE, "Marks go on the 45 spaces of the city; its towers are none."),
        Clause("filled-space", DICE, "A space that holds something is used up."),
        Clause("space-twice", DICE, "A space takes one mark."),
        Clause("wrong-count", DICE, "As many things are added as dice are used.", waivable=True),
        Clause("no-coins-logs", LOG, "A delivery of logs costs two coins, however many logs it brings."),
        Clause("crates-not-connected", CRATE, "One turn's crates hang together by their edges.", waivable=True),
        Clause("wall-inside", WALL, "Walls stand on the outer spaces only.", waivable=True),
        Clause("wall-bonus", WALL, "A wall that closes the gap between two towers brings its bonus.", refuses=False),
        Clause("bonus-missing", WALL, "The person of a wall bonus is added at once if a space is free.", waivable=True),
        Clause("bonus-not-earned", WALL, "A bonus person comes only with a wall completed now.", waivable=True),
        Clause("bonus-level", WALL, "The bonus person has the level that the wall allows, no more.", waivable=True),
        Clause("one-church", CROSS, "A turn's crosses are one church in one space."),
        Clause("church-series", CROSS, "Churches count in series that start at 1 and have no gap.", refuses=False),
        Clause("one-person", HEAD, "A turn's heads are one person in one space."),
        Clause("wrong-person", HEAD, "The number of heads says who may come.", waivable=True),
        Clause("citizen", HEAD, "A citizen is worth 1 point.", refuses=False),
        Clause("soldier", HEAD, "A soldier adds 1 to the city's defence.", refuses=False),
        Clause("priest", HEAD, "A new priest is worth 1 point for each church around him.", refuses=False),
        Clause("merchant", HEAD, "A new merchant brings 1 coin for each crate around him.", refuses=False),
        Clause("juggler", HEAD, "A new juggler is worth 2 points for each kind of person around him.", refuses=False),
        Clause("noble", HEAD, "A noble is worth 7 points.", refuses=False),
        Clause("houses", HEAD, "Each house that an architect builds is worth 3 points and costs a log.", refuses=False),
        Clause("houses-without-architect", HEAD, "Only an architect who has just come builds houses."),
        Clause("architect-idle", HEAD, "By the table's setting an architect must build a house.", waivable=True),
        Clause("too-many-houses", HEAD, "An architect builds three houses at the most.", waivable=True),
        Clause("no-logs", HEAD, "Each house takes a log from the lumber storage."),
        Clause("houses-not-connected", HEAD, "An architect's houses hang together by their edges.", waivable=True),
        Clause("houses-not-at-architect", HEAD, "One of the new houses touches the new architect.", waivable=True),
        Clause("swords", PIRATES, "Every crossed swords die marks a box on the pirates' track.", refuses=False),
        Clause("attack", PIRATES, "Whose defence is below the attack's strength loses a cannon.", refuses=False),
        Clause("counted-here", PIRATES, "With all cities at this table, attacks and the end come by themselves."),
        Clause("attacks-in-order", PIRATES, "The pirates attack six times at the most, one row after another."),
        Clause("city-full", END, "A full city is worth 5 points.", refuses=False),
        Clause("coins-left", END, "Every two coins left are worth 1 point.", refuses=False),
        Clause("logs-left", END, "Every log left is worth 1 point.", refuses=False),
        Clause("cannons-lost", END, "Every cannon lost costs 5 points.", refuses=False),
        Clause("most-points", END, "The most victory points win.", refuses=False),
        Clause("tie-empty-spaces", END, "Among equals, more empty spaces win.", refuses=False),
        Clause("shared-victory", END, "Who cannot be parted wins together.", refuses=False),
    )
)
