"""The clauses of Masons. Ids that the photo sets use for refusals are theirs."""

from __future__ import annotations

from rules.clauses import HOUSE, Clause, Clauses

PLAY, BUILD, DICE, SCORE, END = "Playing the game", "Build a wall", "Roll dice", "Score", "Game end"
CARDS = "The Guild cards"

CLAUSES = Clauses(
    (
        *HOUSE,
        Clause("no-such-place", PLAY, "Places are named as on the board that the table plays on."),
        Clause("rolled-early", PLAY, "Who rolls before building loses a point, but never the first.", refuses=False),
        Clause("wall", BUILD, "Each turn begins with a wall from the supply on a free wall line.", refuses=False),
        Clause("line-taken", BUILD, "A wall line takes one wall."),
        Clause("wall_inside_city", BUILD, "No wall may be placed within a completed city."),
        Clause("none-left", BUILD, "A piece can be placed only if the supply still has one."),
        Clause("tower", DICE, "A tower goes to each empty end of the new wall.", refuses=False),
        Clause("tower-die-needed", DICE, "At a wall with an empty end the tower die is rolled."),
        Clause("no-tower-die", DICE, "Between two towers the tower die is not rolled.", waivable=True),
        Clause("tower-not-at-wall", DICE, "Towers go to the ends of the wall just placed."),
        Clause("tower-space-taken", DICE, "A tower space takes one tower."),
        Clause(
            "towers-missing", DICE, "Each empty end of the new wall gets a tower while there are any.", waivable=True
        ),
        Clause(
            "tower_wrong_colour",
            DICE,
            "One empty end takes the rolled colour, a second one any; so does the first if that colour is out.",
            waivable=True,
        ),
        Clause("house", DICE, "A house goes on each space beside the new wall.", refuses=False),
        Clause("house_not_next_to_wall", DICE, "Houses go on the spaces beside the wall just placed.", waivable=True),
        Clause("one-house-each", DICE, "Each space beside the new wall gets one house.", waivable=True),
        Clause("houses-missing", DICE, "As many houses are placed as there are spaces beside the wall.", waivable=True),
        Clause(
            "house_wrong_colour",
            DICE,
            "The house dice say the colours; a question mark, or a colour that is out, leaves the choice.",
            waivable=True,
        ),
        Clause(
            "houses-exchanged",
            DICE,
            "In a completed city every two houses of a colour become a palace while there are any.",
        ),
        Clause("city-completed", SCORE, "The wall that closes the walls around spaces makes them a city."),
        Clause("no-city-completed", SCORE, "Only a turn that completes a city joins, exchanges and rearranges."),
        Clause(
            "which-city", SCORE, "Where the wall encloses both its sides, the player names the one that is the city."
        ),
        Clause("not-a-neighbour", SCORE, "The new city joins one older city that shares a wall with it."),
        Clause("joined-walls", SCORE, "Joining removes every wall that the two cities share."),
        Clause("cleared", SCORE, "Walls and towers completely within a city go back to the supply."),
        Clause("within-the-city", SCORE, "Pieces may be moved about within the city just completed, none beyond it."),
        Clause("city-scored", SCORE, "What is scored is the city just completed, joined or not."),
        Clause("one-or-two-cards", SCORE, "Who plays cards plays one or two of his hand.", waivable=True),
        Clause("play-or-discard", SCORE, "Everybody plays one or two cards or discards one unscored."),
        Clause("not-in-hand", SCORE, "Nobody plays or discards more cards than he holds."),
        Clause("draw", SCORE, "Who played draws one card, who discarded one unscored draws two.", waivable=True),
        Clause("swap", SCORE, "Who is last may change as many cards as he likes, each for one from the supply."),
        Clause("about-the-city", CARDS, "A card about the city just closed counts what is in it.", refuses=False),
        Clause(
            "about-outside", CARDS, "A card about the board counts what is outside every completed city.", refuses=False
        ),
        Clause("about-cities", CARDS, "The card about cities counts every completed city.", refuses=False),
        Clause("last-piece", END, "The last wall, tower, house or palace placed ends the game.", refuses=False),
        Clause(
            "no-room", END, "Where no wall can be placed any more, the game ends as by a last piece.", refuses=False
        ),
        Clause("name-a-city", END, "After an end without a new city, cards about a city need one to be named."),
        Clause("most-points", END, "The most points win.", refuses=False),
        Clause("tie-cards", END, "Among equals, more cards in hand win.", refuses=False),
        Clause("shared-victory", END, "Who cannot be parted wins together.", refuses=False),
    )
)
