### Une partie : ce qui s’est passé, à qui de jouer, comment elle a fini.

event-started = Couleurs et premier coup tirés au sort : { $seats }. { $who } commence.
event-started-partners = Couleurs, partenaires et premier coup tirés au sort : { $seats }. { $who } commence.
event-started-from = La partie part de la position donnée ; couleurs tirées au sort : { $seats }. { $who } commence.
event-started-chosen = Premier coup tiré au sort : { $seats }. { $who } commence.
event-started-from-chosen = La partie part de la position donnée : { $seats }. { $who } commence.
event-started-from-partners = La partie part de la position donnée ; couleurs et partenaires tirés au sort : { $seats }. { $who } commence.
event-started-chosen-partners = Partenaires, couleurs restantes et premier coup tirés au sort : { $seats }. { $who } commence.
event-started-from-chosen-partners = La partie part de la position donnée ; partenaires et couleurs restantes tirés au sort : { $seats }. { $who } commence.
event-rematch = Revanche, chacun avec la couleur suivante : { $seats }. { $who } commence.
event-partners = Partenaires : { $first } ; { $second }.
event-moved = { $who } : **{ $move }**
event-moved-effect = { $who } : **{ $move }** – { $effect }
event-passed = { $who } ne peut pas jouer et passe.
event-out = { $who } ne peut plus jouer et sort de la partie.
event-resigned = { $who } abandonne.
event-draw-offered = { $who } propose la nulle.
event-draw-accepted = { $who } accepte la nulle.
event-draw-refused = { $who } refuse la nulle.
event-draw-withdrawn = { $who } ne veut plus de la nulle.
event-aborted = { $who } annule la partie.
event-premoved = { $who } avait préparé cette réponse.
event-takeback-asked = { $who } demande à reprendre un coup.
event-takeback-allowed = { $who } autorise la reprise.
event-takeback-refused = { $who } : le coup n’est pas repris.
event-took-back = { $who } reprend { $count ->
        [one] { $count } coup.
       *[other] les { $count } derniers coups.
    }
event-took-back-passes = { $who } reprend les { $count } derniers coups, passes forcées comprises.
event-aborted-by-moderator = La modération de ce serveur annule la partie.
event-aborted-idle = Personne n’a joué depuis longtemps : la partie est annulée.
event-lapsed = Les offres et les demandes faites auparavant ne valent plus.

effect-pieces = { $count ->
        [one] { $count } pion
       *[other] { $count } pions
    }
effect-onto = sur un pion { $piece }, hauteur { $height } maintenant
effect-drop = de la réserve
effect-swap = échange
effect-takes = prend { $count }
effect-takes-colors = prend { $count } ({ $colors })
effect-hand = { $count } en réserve
effect-partner = { $count } dans la réserve du partenaire

caption-turn = C’est à **{ $color }** de jouer : { $mention }
caption-thinks = **{ $who }** réfléchit…
caption-watched = À **{ $who }** de jouer.
caption-watched-footer = -# { $kind } · { $ply ->
        [0] avant le premier coup
       *[other] après le coup { $ply } sur { $plies }
    }
caption-must-drop = { $color } n’a plus de pile et doit jouer un pion de sa réserve.
caption-placement = Premier tour : chaque couleur pose un pion de sa réserve sur une case vide, par exemple **{ $example }**.
caption-exchange-first = Ouverture avec échange : { $color } échange un de ses pions contre un pion adverse, par exemple **{ $example }**.
caption-exchange-second = Ouverture avec échange : { $color } fait de même, par exemple **{ $example }**, sans rétablir la symétrie entre les couleurs.
caption-draw = La nulle est proposée. Pour : { $agreed }. Réponse attendue : { $waiting }.
caption-draw-won = Selon les règles choisies, une nulle fait gagner { $who }.
caption-takeback = { $who } voudrait reprendre { $count ->
        [one] { $count } coup.
       *[other] les { $count } derniers coups.
    } Réponse attendue : { $waiting }.
caption-takeback-passes = { $who } voudrait reprendre les { $count } derniers coups, passes forcées comprises. Réponse attendue : { $waiting }.
event-seat-offered = { $who } propose sa place à d’autres.
event-seat-wanted = { $who } : quelqu’un demande cette place.
event-seat-allowed = { $who } accepte le changement.
event-seat-refused = { $who } refuse le changement.
event-handed-over = { $who } prend la suite.
caption-seat-free = { $who } : cette place peut passer à quelqu’un d’autre ou à un ordinateur. Il faut l’accord de : { $waiting }.
caption-seat-asked = { $who } : { $successor } prendrait cette place. Il manque l’accord de : { $waiting }.
caption-out = Hors de la partie : { $who }.
caption-goal-race = course
caption-goal-last = le dernier en jeu gagne
caption-teams = { $first } contre { $second }
caption-rated = classée
race-title = **Il manque encore pour gagner la course :**
race-needs = - { $color } : { $captures }
race-needs-or-front = - { $color } : { $captures }, ou { $count } de plus devant soi
caption-footer = -# { $kind } · { $plies ->
        [one] { $plies } coup joué
       *[other] { $plies } coups joués
    }

ending-won = **{ $count ->
        [one] { $who } gagne !
       *[other] { $who } gagnent !
    }** { $reason }
ending-drawn = **Partie nulle.** { $reason }
ending-drawn-between = **Partie nulle entre { $who }.** { $reason }
ending-aborted = **Partie annulée.** Elle n’a pas de résultat.
ending-deserted = **Il ne reste que des ordinateurs : la partie s’arrête là.** Elle compte comme gagnée par { $who }.
reason-last = Personne d’autre ne peut plus jouer.
reason-nobody = Plus personne ne peut jouer.
reason-race = L’objectif est atteint : { $captured } pris, { $hand } en réserve.
reason-race-captures = L’objectif est atteint : { $captured } pris.
reason-resignation = Par abandon.
reason-time = Par dépassement du temps.
reason-agreement = D’un commun accord.
reason-repetition = La même position est apparue pour la troisième fois.
reason-quiet = { $plies ->
        [one] { $plies } coup
       *[other] { $plies } coups
    } de suite sans prise.
reason-draw-first = { $reason } Selon les règles choisies, le camp qui a commencé gagne en cas de nulle.
reason-draw-second = { $reason } Selon les règles choisies, le camp qui n’a pas commencé gagne en cas de nulle.

hint-title = **De bons coups :**
hint-alt = Marqués comme bons coups : { $moves }.
hint-line = { $number }. **{ $move }** – { $why } · { $outlook }
hint-quiet = un coup calme
hint-takes-over = prend { $square } à { $color }
hint-chance = { $percent } % de chances de victoire
hint-win = gagne à coup sûr en { $plies ->
        [one] { $plies } coup
       *[other] { $plies } coups
    }
hint-loss = perd à coup sûr en { $plies ->
        [one] { $plies } coup
       *[other] { $plies } coups
    }
hint-expected = -# Suite attendue : { $moves }

why-wins = gagne la partie
why-prevents-win = empêche { $color } de gagner par { $move }
why-stuck = laisse { $color } sans coup
why-threatens-win = menace de gagner par { $move }
why-goal = { $count ->
        [one] à { $count } pion de l’objectif
       *[other] à { $count } pions de l’objectif
    }
why-meets-threat = pare { $move } ({ $color } en prendrait { $count })
why-takes-stack = prend à { $color } la tour de { $count } en { $square }
why-saves-stack = met la tour de { $count } en { $square } à l’abri de { $color } ({ $move })
why-threatens = menace { $move } (prise de { $count })
why-frees-partner = libère la pile du partenaire en { $square }
why-frees-own = libère le reste de la pile en { $square }
why-allows-win = laisse { $color } gagner par { $move }
why-exposes = laisse { $color } en prendre { $count } par { $move }
why-exposes-stack = laisse { $color } prendre la tour de { $count } en { $square } par { $move }
why-hands-over = laisse { $square } à { $color }
why-prepares = prépare { $move } : { $why }
why-line = { $moves } (pris : { $captured }, perdus : { $lost })
