### La position en mots, pour qui ne voit pas l’image. Sans markdown.

board-turn = C’est à { $who } de jouer.
board-won = { $count ->
        [one] { $who } a gagné.
       *[other] { $who } ont gagné.
    }
board-drawn = La partie est nulle.
board-drawn-between = La partie est nulle entre { $who }.
board-aborted = La partie a été annulée.
board-deserted = Il ne reste que des ordinateurs : la partie s’est terminée. Elle compte comme gagnée par { $who }.
board-last = Dernier coup : { $who } : { $move }.
board-moves = Derniers coups : { $moves }.
board-move = { $who } : { $move }
board-start = Aucun coup joué.
board-single = { $count ->
        [one] pion isolé { $squares }
       *[other] pions isolés { $squares }
    }
board-stacks = piles, de bas en haut : { $stacks }
board-stack = { $square } { $pieces }
board-tower = { $square }, hauteur { $height } : { $pieces }
board-color = { $color } : { $parts }.
board-color-none = { $color } : aucune pile.
board-hand = En réserve : { $hands }.
board-captured = Prises : { $captures }.
board-captured-by = { $color } a { $pieces }
board-count = { $count } × { $color }
board-hand-count = { $color } { $count }
board-out = Hors de la partie : { $colors }.
board-race-duel = Course à { $goal } prises : { $standings }.
board-race-front = Course à { $each } prises à chaque adversaire, ou { $goal } devant soi ; devant soi maintenant : { $standings }.
board-letters = Lettres : { $letters }.
board-letter = { $letter } { $color }
rank-line = **Rangée { $rank } :** { $squares }
rank-empty = vides : { $squares }
square-empty = { $square } vide
around-title = **{ $square }**
around-way = - { $way } : { $squares }
way-north = Vers la rangée 8
way-east = Vers la colonne h
way-south = Vers la rangée 1
way-west = Vers la colonne a
around-reaches = Cette pile pourrait aller en : { $squares }.
around-reached = Pourraient venir ici : { $squares }.
around-from = { $square } ({ $color })
