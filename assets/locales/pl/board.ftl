### Pozycja słowami, dla osób, które nie widzą obrazu. Bez znaczników.

board-turn = Ruch mają { $who }.
board-won = { $count ->
        [one] Wygrana: { $who }.
       *[other] Wygrana: { $who }.
    }
board-drawn = Partia zakończyła się remisem.
board-drawn-between = Partia zakończyła się remisem: { $who }.
board-aborted = Partia została przerwana.
board-deserted = Grają już tylko komputery, więc partia się zakończyła. Liczy się jako wygrana: { $who }.
board-last = Ostatni ruch: { $who }: { $move }.
board-moves = Ostatnie ruchy: { $moves }.
board-move = { $who }: { $move }
board-start = Nie wykonano jeszcze żadnego ruchu.
board-single = { $count ->
        [one] pojedynczy pionek { $squares }
       *[other] pojedyncze pionki { $squares }
    }
board-stacks = stosy, od dołu do góry: { $stacks }
board-stack = { $square } { $pieces }
board-tower = { $square }, wysokość { $height }: { $pieces }
board-color = { $color }: { $parts }.
board-color-none = { $color }: brak stosów.
board-hand = W rezerwie: { $hands }.
board-captured = Przechwycone: { $captures }.
board-captured-by = { $color } mają: { $pieces }
board-count = { $count } × { $color }
board-hand-count = { $color } { $count }
board-out = Poza grą: { $colors }.
board-race-duel = Wyścig do { $goal } przechwyconych: { $standings }.
board-race-front = Wyścig do { $each } przechwyconych od każdego przeciwnika lub { $goal } przed sobą; teraz przed sobą: { $standings }.
board-letters = Litery: { $letters }.
board-letter = { $letter } { $color }
rank-line = **Rząd { $rank }:** { $squares }
rank-empty = puste: { $squares }
square-empty = { $square } puste
around-title = **{ $square }**
around-way = - { $way }: { $squares }
way-north = W stronę rzędu 8
way-east = W stronę kolumny h
way-south = W stronę rzędu 1
way-west = W stronę kolumny a
around-reaches = Ten stos mógłby pójść na: { $squares }.
around-reached = Tutaj mogłyby przyjść: { $squares }.
around-from = { $square } ({ $color })
