### A game: what happened, whose turn it is, how it ended.

event-started = Colors and the first move were drawn by lot: { $seats }. { $who } begins.
event-started-partners = Colors, partners and the first move were drawn by lot: { $seats }. { $who } begins.
event-started-from = The game starts from the given position; colors were drawn by lot: { $seats }. { $who } begins.
event-started-chosen = The first move was drawn by lot: { $seats }. { $who } begins.
event-started-from-chosen = The game starts from the given position: { $seats }. { $who } begins.
event-started-from-partners = The game starts from the given position; colors and partners were drawn by lot: { $seats }. { $who } begins.
event-started-chosen-partners = Partners, the remaining colors and the first move were drawn by lot: { $seats }. { $who } begins.
event-started-from-chosen-partners = The game starts from the given position; partners and the remaining colors were drawn by lot: { $seats }. { $who } begins.
event-rematch = Rematch. Everybody takes the next color: { $seats }. { $who } begins.
event-partners = Partners: { $first }; { $second }.
event-moved = { $who }: **{ $move }**
event-moved-effect = { $who }: **{ $move }** – { $effect }
event-passed = { $who } cannot move and passes.
event-out = { $who } can no longer move and is out.
event-resigned = { $who } resigns.
event-draw-offered = { $who } offers a draw.
event-draw-accepted = { $who } agrees to a draw.
event-draw-refused = { $who } declines the draw.
event-draw-withdrawn = { $who } no longer wants a draw.
event-aborted = { $who } calls the game off.
event-premoved = { $who } had prepared this reply.
event-takeback-asked = { $who } asks to take a move back.
event-takeback-allowed = { $who } allows the takeback.
event-takeback-refused = { $who }: the move is not taken back.
event-took-back = { $who } takes back { $count ->
        [one] 1 move.
       *[other] the last { $count } moves.
    }
event-took-back-passes = { $who } takes back the last { $count } moves, forced passes included.
event-aborted-by-moderator = A moderator of this server calls the game off.
event-aborted-idle = Nobody has moved for a long time: the game is called off.
event-lapsed = Earlier offers and requests have expired.

effect-pieces = { $count ->
        [one] 1 piece
       *[other] { $count } pieces
    }
effect-onto = onto { $piece }, now { $height } high
effect-drop = from reserve
effect-swap = exchange
effect-takes = captures { $count }
effect-takes-colors = captures { $count } ({ $colors })
effect-hand = { $count } to reserve
effect-partner = { $count } to the partner’s reserve

caption-turn = **{ $color }** to move: { $mention }
caption-thinks = **{ $who }** is thinking…
caption-watched = **{ $who }** to move.
caption-watched-footer = -# { $kind } · { $ply ->
        [0] before the first move
       *[other] after move { $ply } of { $plies }
    }
caption-must-drop = { $color } has no stack and must play a reserve.
caption-placement = First round: everybody places a reserve on an empty square, for example **{ $example }**.
caption-exchange-first = Exchange opening: { $color } swaps one of its pieces with one of the opponent’s, for example **{ $example }**.
caption-exchange-second = Exchange opening: { $color } does the same, for example **{ $example }**, but may not restore the symmetry between the colors.
caption-draw = A draw has been offered. Agreed: { $agreed }. Still to answer: { $waiting }.
caption-draw-won = Under the rules of this game, a draw counts as a win for { $who }.
caption-takeback = { $who } wants to take back { $count ->
        [one] 1 move.
       *[other] the last { $count } moves.
    } Still to answer: { $waiting }.
caption-takeback-passes = { $who } wants to take back the last { $count } moves, forced passes included. Still to answer: { $waiting }.
event-seat-offered = { $who } offers to give up their seat.
event-seat-wanted = Somebody asks to take over from { $who }.
event-seat-allowed = { $who } agrees to the change of player.
event-seat-refused = { $who } does not agree to the change of player.
event-handed-over = { $who } takes over.
caption-seat-free = The seat of { $who } can be taken over by somebody else or by a computer. The others have to agree: { $waiting }.
caption-seat-asked = { $successor } would take over the seat of { $who }. Still to agree: { $waiting }.
caption-out = Out of the game: { $who }.
caption-goal-race = race
caption-goal-last = last one left wins
caption-teams = { $first } against { $second }
caption-rated = rated
race-title = **Still needed to win the race:**
race-needs = - { $color }: { $captures }
race-needs-or-front = - { $color }: { $captures }, or { $count } more in front
caption-footer = -# { $kind } · { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    } played

ending-won = **{ $count ->
        [one] { $who } wins!
       *[other] { $who } win!
    }** { $reason }
ending-drawn = **Draw.** { $reason }
ending-drawn-between = **Draw between { $who }.** { $reason }
ending-aborted = **Called off.** The game has no result.
ending-deserted = **Only computers are left, so the game ends here.** It counts as a win for { $who }.
reason-last = Nobody else can move anymore.
reason-nobody = Nobody can move anymore.
reason-race = The goal has been reached: { $captured } captured, { $hand } in reserve.
reason-race-captures = The goal has been reached: { $captured } captured.
reason-resignation = By resignation.
reason-time = Time ran out.
reason-agreement = Everybody agreed.
reason-repetition = The same position came up for the third time.
reason-quiet = { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    } in a row without a capture.
reason-draw-first = { $reason } Under the rules of this game, a draw is a win for the side that began.
reason-draw-second = { $reason } Under the rules of this game, a draw is a win for the side that did not begin.

hint-title = **Good moves here:**
hint-alt = Marked as good moves: { $moves }.
hint-line = { $number }. **{ $move }** – { $why } · { $outlook }
hint-quiet = a quiet move
hint-takes-over = takes over { $square } from { $color }
hint-chance = { $percent }% chance to win
hint-win = wins by force in { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    }
hint-loss = loses by force in { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    }
hint-expected = -# Expected: { $moves }

why-wins = wins the game
why-prevents-win = stops { $color } from winning with { $move }
why-stuck = leaves { $color } without a move
why-threatens-win = threatens to win with { $move }
why-goal = { $count ->
        [one] 1 piece from the goal
       *[other] { $count } pieces from the goal
    }
why-meets-threat = parries { $move } ({ $color } would capture { $count })
why-takes-stack = takes over the stack of { $count } on { $square } from { $color }
why-saves-stack = saves the stack of { $count } on { $square } from { $color } ({ $move })
why-threatens = threatens { $move }, capturing { $count }
why-frees-partner = frees the partner’s stack on { $square }
why-frees-own = frees the rest of the stack on { $square }
why-allows-win = lets { $color } win with { $move }
why-exposes = lets { $color } capture { $count } with { $move }
why-exposes-stack = lets { $color } take over the stack of { $count } on { $square } with { $move }
why-hands-over = leaves { $square } to { $color }
why-prepares = prepares { $move }: { $why }
why-line = { $moves } ({ $captured } captured, { $lost } lost)
