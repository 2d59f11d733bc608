### Rules that forbid a move, and what they ask for.

illegal-game-over = The game has ended.
illegal-empty-square = { $square } is empty. A slide starts from a stack.
illegal-not-your-stack = On { $square } the top piece is { $piece }, so { $color } cannot move this stack. You can move only stacks with your own color on top.
illegal-no-step = A slide has to leave its square, but this one begins and ends on { $square }.
illegal-not-straight = { $from } and { $to } are not on one rank or file. Stacks move in a straight line, never diagonally.
illegal-too-far = It is { $distance } squares from { $from } to { $to }, so exactly { $distance } pieces would have to move, but { $height ->
        [one] there is only 1 piece
       *[other] there are only { $height } pieces
    } on { $from }.
illegal-nothing-in-hand = { $color } has no reserves to drop.
illegal-pass-not-forced = { $color } can move, so passing is not allowed.
illegal-must-place = In the first round everybody places a reserve on an empty square.
illegal-placement-occupied = { $square } is not empty. In the first round the piece goes on an empty square.
illegal-must-swap = In the exchange opening, first swap one of your pieces with one of the opponent’s, written like `c4<>d4`, your own first.
illegal-swap-outside-opening = Pieces are swapped only in the exchange opening.
illegal-swap-not-own = In a swap your own piece comes first, but { $color } has none on { $square }.
illegal-swap-not-enemy = In a swap the opponent’s piece comes second, but { $color } has none on { $square }.
illegal-swap-symmetric = `{ $own }<>{ $enemy }` would make the position symmetrical again (the same with the colors reversed); the second swap may not do that.

# The move is not written well.
move-empty = Please give a move, for example `b7-c7` or `+c5`.
move-not-a-move = “{ $text }” is not a move. Moves look like `b7-c7` for a slide, `+c5` for a drop and `c4<>d4` for a swap in the exchange opening.
move-no-square = “{ $text }” is not a square of the board. Files are a to h, ranks 1 to 8, and three squares are missing in each corner.
move-no-count = “{ $text }” has no number of pieces after the colon, as in `f3-b3:4`. You can leave it out.
move-no-suffix = “{ $text }” cannot follow a move; a suffix looks like `xOOr1#`. You can leave it out.

# Wrong count or suffix after the move.
move-wrong-count = { $to } is { $distance ->
        [one] 1 square
       *[other] { $distance } squares
    } away from { $from }, so exactly that many pieces move, not { $count }.
move-wrong-suffix = `{ $given }` is not what this move does. Write `{ $right }`, or leave it out.
move-surplus-suffix = This move captures nothing, wins no reserve and does not end the game, so `{ $given }` is wrong. Please leave it out.

# Legal moves follow, a line each.
move-near = Legal moves close to it:
