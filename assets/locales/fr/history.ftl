### Parties finies : films, feuilles, listes.

replay-text = **Film** de la partie { $game } · { $mode } · coups { $from }–{ $to }
replay-alt = Animation de la partie { $game }, coups { $from } à { $to } : { $seats }.
replay-no-part = Cette partie compte { $plies ->
        [one] { $plies } coup
       *[other] { $plies } coups
    }. Le premier coup montré doit en faire partie, et le dernier ne pas le précéder.
replay-nothing = Aucun coup n’a été joué dans la partie { $game }.

choice-speed-slow = lente
choice-speed-normal = normale
choice-speed-fast = rapide

export-text = **Partie { $game }** · { $mode }. La feuille est dans le fichier ; { $state ->
    [running] voici la position actuelle
   *[over] voici la position finale
} :
export-alt = Feuille de la partie { $game } en texte

history-title-own = Tes parties finies
history-title-person = Parties finies : { $name }
history-title-guild = Parties finies sur ce serveur
history-none = Aucune partie finie trouvée.
history-line =
    { $place } **{ $players }** · { $result }
    -# { $mode } · { $when }
history-page = -# Page { $page }
history-won = gagnée
history-lost = perdue
history-drawn = nulle
history-drawn-between = nulle entre { $who }
history-winner = victoire : { $who }

eval-running = **Analyse de la partie { $game } :** { $done } positions sur { $total }. Tu peux continuer entre-temps ; le résultat apparaîtra ici.
eval-next = La partie { $game } sera analysée **dès qu’une autre analyse sera terminée**. Tu peux continuer entre-temps ; le résultat apparaîtra ici.
eval-busy = Ton analyse de la partie { $game } **n’est pas encore terminée**, et tu ne peux en avoir qu’une à la fois. Attends qu’elle se termine, ou arrête-la.
eval-continues = L’analyse de la partie { $game } **continue**, mais je ne peux plus modifier ce message. Appuie plus tard sur **{ button-review }** : le résultat est conservé un certain temps.
eval-stopped = L’analyse de la partie { $game } a été arrêtée.
eval-too-long = La partie { $game } compte plus de { $plies } coups, **trop pour une analyse**. Je peux toujours expliquer un coup en particulier.
eval-title = **Le cours de la partie { $game }** · { $mode }. Le graphique montre coup par coup les chances de victoire de chacun.
eval-moment = **{ $number }.** Coup { $ply }, { $who } : **{ $played }** ; mieux valait **{ $better }** – { $reasons } · { $before } % → { $after } %
eval-share = { $who } { $percent } %
eval-point = { $ply ->
        [0] avant le premier coup
       *[other] après le coup { $ply }
    } : { $shares }
eval-none = Aucun coup à lui seul ne l’a décidée.
eval-arrows = { $count ->
        [one] Le bouton numéroté montre le plateau avant ce coup :
       *[other] Les boutons numérotés montrent le plateau avant chacun de ces coups :
    } la flèche rouge en pointillé (ou la croix rouge) est le coup joué, la verte pleine (ou le signe plus vert) le meilleur.
eval-chart = Chances de gain, en pourcentage, après chaque coup
eval-note = -# Estimé par l’ordinateur, qui a examiné { $nodes } positions avant chaque coup, et dix fois plus autour des moments cités.
eval-note-none = -# Estimé par l’ordinateur, qui a examiné { $nodes } positions avant chaque coup.
eval-alt = Graphique des chances de victoire de chacun, coups : { $plies }. Le cours : { $points }.
eval-board-alt = Le plateau avant le coup { $ply } : { $color } a joué { $played }, mieux valait { $better }.

explain-title = **Coup { $ply } de la partie { $game } :** { $who } a joué **{ $played }** – { $why }.
explain-against = Mais ce coup { $why }.
explain-best = C’était le meilleur coup, pour autant que l’ordinateur puisse en juger ({ $before } %).
explain-equal = L’ordinateur aurait joué **{ $better }** – { $reasons }. La différence est faible ({ $before } % → { $after } %).
explain-better = Mieux valait **{ $better }** – { $reasons } ({ $before } % → { $after } %).
explain-after-played = -# Suite attendue après le coup joué : { $moves }
explain-after-better = -# Suite attendue après le meilleur coup : { $moves }
explain-alt-best = Le plateau avant le coup { $ply } : { $color } a joué { $played }, le meilleur coup, pour autant que l’ordinateur puisse en juger.
explain-alt-equal = Le plateau avant le coup { $ply } : { $color } a joué { $played }, l’ordinateur aurait joué { $better }.
