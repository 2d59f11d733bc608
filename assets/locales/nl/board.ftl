### De stand in woorden, voor wie het plaatje niet ziet. Zonder markdown.

board-turn = { $who } is aan zet.
board-won = { $count ->
        [one] { $who } heeft gewonnen.
       *[other] { $who } hebben gewonnen.
    }
board-drawn = De partij werd remise.
board-drawn-between = De partij werd remise tussen { $who }.
board-aborted = De partij is afgebroken.
board-deserted = Er spelen alleen nog computers mee; daarom is de partij afgelopen. Die telt als winst voor { $who }.
board-last = Laatste zet: { $who }: { $move }.
board-moves = Laatste zetten: { $moves }.
board-move = { $who }: { $move }
board-start = Nog geen zet gedaan.
board-single = { $count ->
        [one] losse steen { $squares }
       *[other] losse stenen { $squares }
    }
board-stacks = stapels, van onder naar boven: { $stacks }
board-stack = { $square } { $pieces }
board-tower = { $square }, hoogte { $height }: { $pieces }
board-color = { $color }: { $parts }.
board-color-none = { $color }: geen stapel.
board-hand = Reserve: { $hands }.
board-captured = Geslagen: { $captures }.
board-captured-by = { $color } heeft { $pieces }
board-count = { $count } × { $color }
board-hand-count = { $color } { $count }
board-out = Uitgeschakeld: { $colors }.
board-race-duel = Wedloop tot { $goal } geslagen stenen: { $standings }.
board-race-front = Wedloop tot { $each } geslagen stenen van elke tegenstander, of { $goal } voor zich; nu voor zich: { $standings }.
board-letters = Letters: { $letters }.
board-letter = { $letter } { $color }
rank-line = **Rij { $rank }:** { $squares }
rank-empty = leeg: { $squares }
square-empty = { $square } leeg
around-title = **{ $square }**
around-way = - { $way }: { $squares }
way-north = Richting rij 8
way-east = Richting lijn h
way-south = Richting rij 1
way-west = Richting lijn a
around-reaches = Deze stapel kan gaan naar: { $squares }.
around-reached = Hierheen kunnen komen: { $squares }.
around-from = { $square } ({ $color })
