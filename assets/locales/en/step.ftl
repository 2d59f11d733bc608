### Making a move step by step: which stack, where to, and what comes of it.

step-source = **Your move.** Which stack? Those you can move are framed.
step-source-hand = **Your move.** Which stack, or a reserve? The stacks you can move are framed.
step-swap = **Exchange opening.** Which of your pieces do you swap? Those you can swap are framed.
step-swap-with = **{ $square }** – with which of the framed pieces?
step-target = **{ $square }** – where to? All framed squares can be reached: one step for each piece that moves.
step-square = **A reserve** – on which square?
step-confirm = **{ $move }** – this is the board after the move. Play it?
step-confirm-effect = **{ $move }** – { $effect }. This is the board after the move. Play it?

# Landing of a move, and the course of the game after it.
target-empty = empty square
target-own = onto your own pieces, { $height } high
target-over = onto { $color }, { $height } high
target-wins = wins the game
target-loses = loses the game
target-draws = the game is drawn
rank-choice = Rank { $rank }
framed-squares = Framed: { $squares }.
golden-square = Golden: { $square }.

form-title = Your move
form-label = Move
form-about = b7-c7 slides from b7 to c7; +c5 drops a reserve on c5.
