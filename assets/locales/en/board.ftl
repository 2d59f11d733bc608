### The position in words, for those who do not see the picture. No markdown.

board-turn = { $who } to move.
board-won = { $count ->
        [one] { $who } won.
       *[other] { $who } won.
    }
board-drawn = The game was drawn.
board-drawn-between = The game was drawn between { $who }.
board-aborted = The game was called off.
board-deserted = Only computers are left, so the game has ended. It counts as a win for { $who }.
board-last = Last move, by { $who }: { $move }.
board-moves = Last moves: { $moves }.
board-move = { $who }: { $move }
board-start = No moves yet.
board-single = { $count ->
        [one] single piece { $squares }
       *[other] single pieces { $squares }
    }
board-stacks = stacks, bottom to top: { $stacks }
board-stack = { $square } { $pieces }
board-tower = { $square }, { $height } high: { $pieces }
board-color = { $color }: { $parts }.
board-color-none = { $color }: no stacks.
board-hand = In reserve: { $hands }.
board-captured = Captured: { $captures }.
board-captured-by = { $color } has { $pieces }
board-count = { $count } { $color }
board-hand-count = { $color } { $count }
board-out = Out: { $colors }.
board-race-duel = Race to { $goal } captures: { $standings }.
board-race-front = Race to { $each } captures of each opponent, or { $goal } in front. In front now: { $standings }.
board-letters = Letters: { $letters }.
board-letter = { $letter } { $color }
rank-line = **Rank { $rank }:** { $squares }
rank-empty = empty: { $squares }
square-empty = { $square } empty
around-title = **{ $square }**
around-way = - { $way }: { $squares }
way-north = Toward rank 8
way-east = Toward file h
way-south = Toward rank 1
way-west = Toward file a
around-reaches = This stack could go to: { $squares }.
around-reached = Stacks that could come here: { $squares }.
around-from = { $square } ({ $color })
