### Une table avant sa partie, et les listes de parties.

table-title = **{ $mode }** · table { $game }
table-alt = Le plateau avant le premier coup : { $mode }
table-wish = **{ $host } propose une partie**
table-invited = Sur invitation : { $people }
table-brought = { $name } m’a amené ici : pour jouer, les boutons ci-dessous suffisent, sans rien installer.
table-seats = Places ({ $count } sur { $seats }) : { $people }
table-host-starts = La partie commence quand la table est complète. { $host } peut commencer plus tôt : à deux, ce sera un duel, à trois, une partie à trois.
table-lot = tirage au sort : { $lots }
table-lot-teams = équipes non choisies
table-lot-colors = couleurs
table-lot-other-colors = couleurs non choisies
table-lot-first = premier coup
table-ask-level = À quel niveau l’ordinateur doit-il jouer ?
table-ask-guests = Qui veux-tu inviter ?
table-call = { $people } : { $host } propose une partie de FOCUS. { $link }
table-team = **{ $team } :** { $members }
table-free = libre
table-no-team = Encore sans équipe
table-rematch = Revanche de { $game } : chacun joue la couleur suivante.
table-position = Départ : `{ $position }`.
table-number = Table { $game }
table-expires = ferme { $when }
table-closed = **La table est fermée.**
table-declined = **Le défi n’aura pas lieu** : { $who } a refusé.
table-declined-invited = **La table est fermée** : { $who } a refusé, et il reste trop peu de personnes invitées.
table-expired = **La table est fermée** : trop peu de monde est venu à temps.

games-title = **Tes parties**
games-none = Tu n’as aucune partie. Lances-en une avec `/focus { command-play-name }`.
games-line = - { $place } { $mode } · { $others } · { $state }
games-line-marked = - { $place } { $mode } · { $others } · { $state } · { $mark }
games-mark-turn = **à toi**
games-mark-clock = **à toi**, fin du temps : { $when }
games-mark-paused = **à toi**, la pendule est arrêtée
games-mark-overdue = **à toi**, le temps est écoulé
games-mark-claim = **le temps est écoulé**, tu peux le signaler
games-nobody = encore personne
games-open = pas encore commencée
games-invited = tu as une invitation
games-out = tu es hors de la partie
games-plies = { $plies ->
        [one] { $plies } coup
       *[other] { $plies } coups
    }
games-more = et { $count } de plus
