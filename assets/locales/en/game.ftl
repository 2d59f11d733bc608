### A game: what happened, whose turn it is, how it ended.

event-started = Colors and first move are drawn by lot: { $seats }. { $who } begins.
event-started-from = The game starts from the position given; colors are drawn by lot: { $seats }. { $who } begins.
event-rematch = A rematch, everybody with the next color: { $seats }. { $who } begins.
event-moved = { $who }: **{ $move }**
event-moved-effect = { $who }: **{ $move }** – { $effect }
event-passed = { $who } cannot move and passes.
event-out = { $who } can no longer move and is out.
event-resigned = { $who } resigns.
event-draw-offered = { $who } is for a draw.
event-draw-refused = { $who } is against a draw.
event-draw-withdrawn = { $who } is no longer for a draw.
event-aborted = { $who } calls the game off.
event-planned = { $who } had prepared this reply.
event-takeback-asked = { $who } asks to take a move back.
event-takeback-allowed = { $who } lets the move be taken back.
event-takeback-refused = { $who }: the move is not taken back.
event-took-back = { $who } takes back { $count ->
        [one] 1 move.
       *[other] the last { $count } moves.
    }
event-took-back-passes = { $who } takes back the last { $count } moves, forced passes included.
event-stopped = A moderator of this server calls the game off.

effect-pieces = { $count ->
        [one] 1 piece
       *[other] { $count } pieces
    }
effect-drop = from hand
effect-swap = exchange
effect-takes = captures { $count }
effect-takes-colors = captures { $count } ({ $colors })
effect-hand = { $count } to hand
effect-partner = { $count } to the partner’s hand

caption-turn = **{ $color }** to move: { $mention }
caption-thinks = **{ $who }** is thinking …
caption-watched = **{ $who }** to move.
caption-watched-footer = -# { $game } · { $mode } · after move { $ply } of { $plies }
caption-must-drop = { $color } controls no stack and has to play a piece from hand.
caption-placement = First round: everyone places a piece from hand on an empty square, for example **{ $example }**.
caption-exchange-first = Exchange opening: { $color } swaps one of its pieces with one of the opponent’s, for example **{ $example }**.
caption-exchange-second = Exchange opening: { $color } does the same, for example **{ $example }**, but may not restore the symmetry between the colors.
caption-draw = A draw is on offer. Agreed: { $agreed }. Still to answer: { $waiting }.
caption-draw-won = By the rules chosen, a draw is a win for { $who }.
caption-takeback = { $who } wants to take back { $count ->
        [one] 1 move.
       *[other] the last { $count } moves.
    } Still to answer: { $waiting }.
caption-takeback-passes = { $who } wants to take back the last { $count } moves, forced passes included. Still to answer: { $waiting }.
event-seat-offered = { $who } offers the seat to somebody else.
event-seat-wanted = Somebody asks for the seat of { $who }.
event-seat-allowed = { $who } agrees to a change of the seat.
event-seat-refused = { $who } does not agree to a change of the seat.
event-handed-over = { $who } takes over.
caption-seat-free = The seat of { $who } can change hands: to somebody else, or to a computer. The others have to agree: { $waiting }.
caption-seat-asked = { $heir } would take over the seat of { $who }. Still to agree: { $waiting }.
caption-out = Out of the game: { $who }.
caption-footer = -# { $game } · { $mode } · { $plies ->
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
ending-deserted = **No people are left in the game, so it ends here.** It counts as won by { $who }.
reason-last = Nobody else is left in the game.
reason-nobody = Nobody can move any more.
reason-race = The goal is reached: { $captured } captured, { $hand } in hand.
reason-resignation = By resignation.
reason-time = On time.
reason-agreement = All agreed.
reason-repetition = The same position came up for the third time.
reason-quiet = { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    } in a row without a capture.
reason-draw-first = { $reason } By the rules chosen, a draw is won by whoever began.
reason-draw-second = { $reason } By the rules chosen, a draw is won by whoever did not begin.

hint-title = **Good moves here:**
hint-line = - **{ $move }** – { $why } · { $outlook }
hint-quiet = a quiet move
hint-takes-over = takes { $square } over from { $color }
hint-chance = { $percent }% to win
hint-win = wins by force in { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    }
hint-loss = loses by force in { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    }
hint-expected = -# Expected: { $moves }
