### Quelle règle interdit un coup, et ce qu’elle demande.

illegal-game-over = La partie est terminée.
illegal-empty-square = La case { $square } est vide. Un coup part d’une pile.
illegal-not-your-stack = En { $square }, le dessus est { $piece }, donc { $color } ne peut pas déplacer cette pile. Tu ne déplaces que les piles dont le dessus est de ta couleur.
illegal-no-step = Un coup doit quitter sa case, mais celui-ci commence et finit en { $square }.
illegal-not-straight = { $from } et { $to } ne sont pas sur une même rangée ou colonne. Les piles vont tout droit, jamais en diagonale.
illegal-too-far = De { $from } à { $to }, il y a { $distance } cases : il faudrait donc déplacer exactement { $distance } pions, mais { $height ->
        [one] il n’y en a qu’un
       *[other] il n’y en a que { $height }
    } en { $from }.
illegal-nothing-in-hand = { $color } n’a aucun pion en réserve à poser.
illegal-pass-not-forced = { $color } peut jouer : on ne passe pas par choix.
illegal-must-place = Au premier tour, chaque couleur pose un pion de sa réserve sur une case vide.
illegal-placement-occupied = La case { $square } n’est pas vide. Au premier tour, le pion va sur une case vide.
illegal-must-swap = L’ouverture avec échange commence par l’échange d’un de tes pions contre un pion adverse, écrit comme `c4<>d4`, le tien en premier.
illegal-swap-outside-opening = On n’échange des pions que dans l’ouverture avec échange.
illegal-swap-not-own = Un échange nomme d’abord un pion à soi, mais { $color } n’en a pas en { $square }.
illegal-swap-not-enemy = Un échange nomme en second un pion adverse, mais { $color } n’en a pas en { $square }.
illegal-swap-symmetric = `{ $own }<>{ $enemy }` rendrait la position de nouveau symétrique (la même à couleurs inversées), et le second échange n’en a pas le droit.

move-empty = Indique un coup, par exemple `b7-c7` ou `+c5`.
move-not-a-move = « { $text } » n’est pas un coup. Les coups s’écrivent ainsi : `b7-c7` glisse, `+c5` pose, `c4<>d4` échange dans l’ouverture avec échange.
move-no-square = « { $text } » n’est pas une case du plateau. Les colonnes vont de a à h, les rangées de 1 à 8, et il manque trois cases dans chaque coin.
move-no-count = Dans « { $text } », il n’y a pas de nombre de pions après le deux-points, comme dans `f3-b3:4`. On peut l’omettre.
move-no-suffix = « { $text } » ne peut pas suivre un coup ; un suffixe ressemble à `xOOr1#`. On peut l’omettre.

move-wrong-count = { $to } est à { $distance ->
        [one] { $distance } case
       *[other] { $distance } cases
    } de { $from } : il faut déplacer exactement autant de pions, et non { $count }.
move-wrong-suffix = `{ $given }` n’est pas ce que fait ce coup. Il faut `{ $right }`, ou rien.
move-surplus-suffix = Ce coup ne prend rien, ne gagne pas de réserve et ne termine pas la partie, donc `{ $given }` est faux. Il faut l’omettre.

move-near = Coups permis les plus proches :
