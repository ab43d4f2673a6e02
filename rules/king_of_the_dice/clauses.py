"""The clauses and settings of King of the Dice. Ids that the photo sets use for refusals are theirs."""

from __future__ import annotations

from rules.clauses import HOUSE, Clause, Clauses
from rules.settings import Setting

ROLL, TURN, CITIZENS, VILLAGE = "1. Roll the dice", "How to Play", "2a. Acquire new citizens", "Establish a new village"
PENALTY, ROW, END, OVERVIEW = (
    "2b. Take penalty card (Scoundrel)",
    "3. Fill up the row of cards",
    "End of the Game",
    "Card Overview",
)

CLAUSES = Clauses(
    (
        *HOUSE,
        Clause(
            "too-many-rolls",
            ROLL,
            "The dice are rolled three times at the most, four times by a player on whose pile an elf lies on top.",
            waivable=True,
        ),
        Clause("citizen-or-penalty", TURN, "A turn brings a citizen or a penalty card, and never both."),
        Clause("one-citizen", CITIZENS, "A turn brings one citizen, whichever else the dice fulfil.", waivable=True),
        Clause("citizen-not-there", CITIZENS, "Only a citizen that lies in that place of the row can be taken."),
        Clause("village", VILLAGE, "A village is worth the points printed on it.", refuses=False),
        Clause(
            "village_wrong_colour", VILLAGE, "A village comes only with a citizen of its own colour.", waivable=True
        ),
        Clause(
            "village-without-citizen", VILLAGE, "A village comes with the citizen taken from under it.", waivable=True
        ),
        Clause("village-not-there", VILLAGE, "Only the top card of a village stack can be taken."),
        Clause("penalty", PENALTY, "A penalty card costs the points printed on it.", refuses=False),
        Clause(
            "citizen-fulfilled",
            PENALTY,
            "A penalty card is taken only when the dice fulfil no citizen of the row.",
            waivable=True,
        ),
        Clause("penalty-not-on-top", PENALTY, "The penalty card on top is taken, and no other."),
        Clause(
            "rightmost_not_discarded",
            PENALTY,
            "With a penalty card, the right-most citizen of the row is discarded, and only that one.",
            waivable=True,
        ),
        Clause("discard-without-penalty", PENALTY, "Nothing is discarded unless a penalty card is taken."),
        Clause(
            "row_not_shifted", ROW, "The cards left of a gap move right; the new card comes in left.", waivable=True
        ),
        Clause("row_shifted_left", ROW, "The row moves to the right, never to the left.", waivable=True),
        Clause("row_not_refilled", ROW, "Every gap of the row is filled from the draw pile while it lasts."),
        Clause("card_face_down", ROW, "A new citizen lies face up in the row."),
        Clause("card-too-many", ROW, "A new card comes for each gap of the row, and none besides."),
        Clause("card-already-out", ROW, "A card that has come out already cannot come from a pile again."),
        Clause("refill", ROW, "The row is filled up from the draw pile.", refuses=False),
        Clause("snob", "Rich snob", "A snob wants six even or six odd dice.", waivable=True),
        Clause("elf", "Arrogant elf", "An elf wants a run of as many dice as its card shows.", waivable=True),
        Clause("dwarf", "Grumpy dwarf", "A dwarf wants dice of one given number.", waivable=True),
        Clause("gnome", "Crazy gnome", "A gnome wants dice of one given colour.", waivable=True),
        Clause("orc", "Cuddly orc", "An orc wants groups of equal dice, each group of another number.", waivable=True),
        Clause("goblin", "Strange mushroom goblin", "A goblin wants dice of any one colour.", waivable=True),
        Clause(
            "apprentice", "Talented sorcerer's apprentice", "An apprentice wants dice of given colours.", waivable=True
        ),
        Clause("another-turn", "Talented sorcerer's apprentice", "Only an apprentice brings another turn."),
        Clause(
            "fairy",
            "Busy fairy",
            "A fairy wants dice of given colours; each is worth as many points as its player has fairies.",
            waivable=True,
        ),
        Clause("hypnotist", "The hypnotist", "The hypnotist wants a sum that is not above his number.", waivable=True),
        Clause(
            "hypnotist-bonus", "The hypnotist", "The hypnotist's second card lies just to his right.", waivable=True
        ),
        Clause("dragon", "Dragon", "A dragon wants a sum of at least its number.", waivable=True),
        Clause("dragon-given", "Dragon", "Who takes a dragon gives it to another player.", waivable=True),
        Clause("only-dragons-given", "Dragon", "Only a dragon that was taken this turn is given away."),
        Clause("last-card", END, "Who takes the last card of a stack ends the game.", refuses=False),
        Clause(
            "end-at-once",
            END,
            "By the table's setting the last card of a stack ends the game before the row is filled.",
        ),
        Clause("most-points", END, "The most victory points win.", refuses=False),
        Clause("tie-minus-points", END, "Among equals, fewer minus points win.", refuses=False),
        Clause("shared-victory", END, "Who cannot be parted wins together.", refuses=False),
    )
)


def _yes_or_no(name: str, default: bool, sentence: str, clause: str) -> Setting:
    return Setting(name, (default, not default), sentence, clause, any_time=True)


SETTINGS = (
    _yes_or_no("at_least", True, "Do more matching dice than the card shows fulfil it too?", "citizen-fulfilled"),
    _yes_or_no("run_wraps", False, "Does a run go on from 6 to 1?", "elf"),
    _yes_or_no("orc_same_number", False, "Do four equal dice count as two pairs for an orc?", "orc"),
    _yes_or_no(
        "may_refuse", False, "May a player take a penalty card though a citizen is fulfilled?", "citizen-fulfilled"
    ),
    _yes_or_no(
        "elf_on_top", True, "Does an elf bring a fourth roll only on top of the pile, or anywhere?", "too-many-rolls"
    ),
    _yes_or_no(
        "bonus_effects",
        True,
        "Does the hypnotist's second card do what it does when it is taken by itself?",
        "hypnotist-bonus",
    ),
    _yes_or_no("refill_right_first", True, "Of two gaps, is the right one filled first?", "refill"),
    _yes_or_no(
        "end_at_once", False, "Does the last card of a stack end the game before the row is filled?", "last-card"
    ),
    _yes_or_no(
        "village_needs_own_colour",
        True,
        "Does the hypnotist's second card bring the village above it only if that has its colour?",
        "village_wrong_colour",
    ),
)
