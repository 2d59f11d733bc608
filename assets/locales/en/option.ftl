### The options of the rules: what they are called and what their values mean.

option-goal = Goal
option-stuck = Unable to move
option-draw = Draw
option-opening = Opening
option-setup = Setup
option-repetition = Repetition
option-quiet = Moves without capture
option-talk = Talk between partners
option-line = { $option }: { $choice }

choice-goal-last = the last one left wins
choice-goal-last-duel = whoever cannot move loses
choice-goal-race-duel = race – first to capture 6
choice-goal-race-three-way = race – first to capture 3 of each opponent, or have 10 in front
choice-goal-race-free-for-all = race – first to capture 2 of each opponent, or have 10 in front
choice-goal-race = race – first to capture enough
choice-stuck-out = out of the game
choice-stuck-skip = passes and may come back
choice-draw-split = nobody wins
choice-draw-second-loses = a win for whoever began
choice-draw-second-wins = a win for whoever did not begin
choice-opening-standard = straight from the setup
choice-opening-exchange = exchange – each side first swaps a piece with one of the opponent’s
choice-setup-13 = 13 pieces each
choice-setup-12 = 12 pieces each, as in 1965
choice-repetition-3 = the third time is a draw
choice-repetition-off = no draw by repetition
choice-quiet-number = a draw after { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    }
choice-quiet-off = never a draw
choice-talk-silent = silent, no hints
choice-talk-open = open, partners may talk
