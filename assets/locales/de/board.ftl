### Die Stellung in Worten, für alle, die das Bild nicht sehen. Ohne Markdown.

board-turn = { $who } ist am Zug.
board-won = { $count ->
        [one] { $who } hat gewonnen.
       *[other] { $who } haben gewonnen.
    }
board-drawn = Die Partie endete remis.
board-drawn-between = Die Partie endete remis zwischen { $who }.
board-aborted = Die Partie wurde abgebrochen.
board-deserted = Es spielen nur noch Computer, deshalb endete die Partie. Sie zählt als Sieg für { $who }.
board-last = Letzter Zug: { $who }: { $move }.
board-moves = Letzte Züge: { $moves }.
board-move = { $who }: { $move }
board-start = Noch kein Zug.
board-single = { $count ->
        [one] einzelner Stein { $squares }
       *[other] einzelne Steine { $squares }
    }
board-stacks = Stapel, von unten nach oben: { $stacks }
board-stack = { $square } { $pieces }
board-tower = { $square }, Höhe { $height }: { $pieces }
board-color = { $color }: { $parts }.
board-color-none = { $color }: kein Stapel.
board-hand = In Reserve: { $hands }.
board-captured = Geschlagen: { $captures }.
board-captured-by = { $color } hat { $pieces }
board-count = { $count } × { $color }
board-hand-count = { $color } { $count }
board-out = Ausgeschieden: { $colors }.
board-race-duel = Wettlauf bis { $goal } geschlagene Steine: { $standings }.
board-race-front = Wettlauf bis { $each } geschlagene Steine von jedem Gegner oder { $goal } vor sich; jetzt vor sich: { $standings }.
board-letters = Buchstaben: { $letters }.
board-letter = { $letter } { $color }
rank-line = **Reihe { $rank }:** { $squares }
rank-empty = leer: { $squares }
square-empty = { $square } leer
around-title = **{ $square }**
around-way = - { $way }: { $squares }
way-north = Richtung Reihe 8
way-east = Richtung Linie h
way-south = Richtung Reihe 1
way-west = Richtung Linie a
around-reaches = Dieser Stapel könnte ziehen nach: { $squares }.
around-reached = Hierher könnten ziehen: { $squares }.
around-from = { $square } ({ $color })
