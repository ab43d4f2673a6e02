"""Arkadia's clauses, and what a table may decide where its rulebook is silent."""

from __future__ import annotations

from rules.clauses import HOUSE, Clause, Clauses
from rules.settings import Setting

LAYING = "A. Laying out a building"
WORKERS = "B. Introducing Workers"
COMPLETED = "A building is completed"
CASTLE = "Continuation of castle construction"
BANNER = "2. Can: Use The Architect Banner"
END = "End of the Game"

CLAUSES = Clauses(
    (
        # ---- laying a building
        Clause("card-in-hand", LAYING, "A building needs a card that can be in the player's hand."),
        Clause("building-left", LAYING, "A building comes from the stock; when a form has run out, none can be laid."),
        Clause("off-board", LAYING, "Everything is placed on squares of the board."),
        Clause("form-shape", LAYING, "A building covers squares in the form that its card names."),
        Clause(
            "mirrored-form",
            LAYING,
            "A building may be turned, but not over, unless the table allows its mirrored form.",
            waivable=True,
        ),
        Clause("square-taken", LAYING, "Squares with a building, a worker or the castle's lot are taken."),
        Clause(
            "touches_nothing",
            LAYING,
            "A new building lies beside a building, the castle's lot or a worker; diagonally does not count.",
            waivable=True,
        ),
        Clause("tent-workers", LAYING, "Each tent covered by a building may bring one neutral worker from the pool."),
        Clause(
            "card-drawn",
            LAYING,
            "Whoever has laid a building takes one card: one that lies face up, or the top one of the stack.",
            waivable=True,
        ),
        Clause("card-count", LAYING, "There are only so many cards of each face, and those seen are counted."),
        # ---- introducing workers
        Clause("one-worker", WORKERS, "Who introduces workers introduces at least one."),
        Clause("own-workers", WORKERS, "A player introduces workers of his own colour and neutral ones."),
        Clause("workers-left", WORKERS, "Only workers from behind one's own screen can be introduced."),
        Clause("no-building", WORKERS, "A worker is placed beside a building, not diagonally.", waivable=True),
        Clause(
            "two_buildings",
            WORKERS,
            "All workers of a turn touch one and the same building.",
            waivable=True,
        ),
        Clause(
            "near-lot",
            WORKERS,
            "Whether the castle's lot is a building beside which workers may be introduced is for the table to say.",
            waivable=True,
        ),
        # ---- neither
        Clause(
            "passing",
            "Game Play",
            "A turn can only be passed when there is neither a building nor a worker to place.",
            waivable=True,
        ),
        # ---- completion
        Clause("payout", COMPLETED, "An enclosed building pays one seal for each own worker beside it.", refuses=False),
        Clause("trigger-seal", COMPLETED, "Whoever encloses a building gets the seal on it as well.", refuses=False),
        Clause("castle-due", CASTLE, "Each building completed brings one castle piece, as long as there are any."),
        Clause("castle-pool", CASTLE, "A castle piece comes from the pool of the floor that is being built."),
        Clause("castle-square", CASTLE, "A castle piece goes on a rim square still vacant on the floor being built."),
        Clause("floor_too_early", CASTLE, "A floor is begun only when the one below it covers all ten squares."),
        Clause(
            "third-pool",
            CASTLE,
            "The two pieces left over from a finished floor join the pool of the third.",
            refuses=False,
        ),
        # ---- the banner
        Clause("banner-left", BANNER, "Each player has four banners, and a banner played is gone."),
        Clause("banner-workers", BANNER, "A banner brings two workers of one's own from the pool.", refuses=False),
        Clause("seals-owned", BANNER, "Only seals behind one's own screen can be exchanged."),
        Clause("evaluation", BANNER, "A seal is worth as many gold as its family shows from above.", refuses=False),
        # ---- the end
        Clause("end-begins", END, "Finishing the second floor brings one last turn for everybody.", refuses=False),
        Clause(
            "standstill",
            END,
            "When all have passed one after another nothing can change any more, and the game ends there.",
            refuses=False,
        ),
        Clause("final-evaluation", END, "After the last round all remaining seals are evaluated.", refuses=False),
        Clause("most-gold", END, "The player with the most gold wins.", refuses=False),
        Clause("shared-victory", END, "Players with equally much gold share the victory.", refuses=False),
        # ---- Umpire itself
        Clause("as-told", "Playing", "What is told of an action's consequences has to agree with what they are."),
        *(clause for clause in HOUSE if clause.id != "wrong-moment"),
    )
)

SETTINGS = (
    Setting(
        "workers_near_lot",
        (True, False),
        "The castle's lot counts as a building beside which workers may be introduced.",
        "near-lot",
        any_time=True,
    ),
    Setting(
        "standstill_ends",
        (True, False),
        "When all players pass one after another, without a banner, the game is over.",
        "standstill",
        any_time=True,
    ),
    Setting("mirror", (False, True), "A building may be laid in its mirrored form.", "mirrored-form", any_time=True),
)
