### Une table avant sa partie, et les listes de parties.

table-title = **{ $mode }** · table { $game }
table-alt = Le plateau avant le premier coup : { $mode }
table-open = Tout le monde peut rejoindre la table.
table-invited = Réservée aux personnes invitées.
table-challenge = Un défi : la partie commence quand tout le monde a accepté.
table-brought = { $name } m’a amené ici : pour jouer, les boutons ci-dessous suffisent, sans rien installer.
table-people = À la table ({ $count } sur { $seats }) : { $people }
table-waiting = Invitations : { $people }
table-full-starts = La partie commence quand la table est complète.
table-host-starts = La partie commence quand la table est complète. { $host } peut commencer plus tôt : à deux, ce sera un duel, à trois, une partie à trois.
table-fill = { $host } peut aussi { $ways }.
table-way-computer = ajouter un ordinateur
table-way-invite = inviter quelqu’un
table-way-open = ouvrir la table à tous
table-lot = Les couleurs et le premier coup sont tirés au sort.
table-lot-colors = Les couleurs sont tirées au sort.
table-lot-first = Le premier coup est tiré au sort.
table-ask-level = À quel niveau l’ordinateur doit-il jouer ?
table-ask-guests = Qui veux-tu inviter ?
table-call = { $people } : { $host } t’invite à jouer à FOCUS. { $link }
table-rules-standard = Règles standard.
table-team = **{ $team } :** { $members }
table-team-free = libre
table-teams-lot = Choisis ton équipe ci-dessous. Sans choix, une place libre est tirée au sort.
table-colors = Choisis ta couleur ci-dessous. Sans choix, elle est tirée au sort.
table-color-free = libre
table-thread = La partie se joue dans son propre fil.
table-private = La partie n’est visible que dans ce salon.
table-rematch = Revanche de { $game } : chacun joue la couleur suivante.
table-position = Départ : `{ $position }`.
table-expires = La table ferme { $when }.
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
