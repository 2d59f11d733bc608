### Les options des règles : leurs noms et le sens de leurs valeurs.

option-goal = Objectif
option-stuck = Sans coup possible
option-draw = Nulle
option-opening = Ouverture
option-setup = Mise en place
option-repetition = Répétition
option-quiet = Sans prise
option-talk = Concertation
option-line = { $option } : { $choice }

choice-goal-last = le dernier en jeu gagne
choice-goal-last-duel = qui ne peut plus jouer perd
choice-goal-race-duel = course – être le premier à prendre 6 pions
choice-goal-race-three-way = course – premier à 3 prises par adversaire ou 10 devant soi
choice-goal-race-free-for-all = course – premier à 2 prises par adversaire ou 10 devant soi
choice-goal-race = course – premier à prendre assez de pions
choice-stuck-out = sort de la partie
choice-stuck-skip = passe, peut revenir
choice-draw-split = personne ne gagne
choice-draw-second-loses = victoire du premier à jouer
choice-draw-second-wins = victoire du second à jouer
choice-opening-standard = selon la mise en place
choice-opening-exchange = échange – chaque camp échange d’abord un pion avec l’autre
choice-setup-13 = 13 pions chacun
choice-setup-12 = 12 pions chacun, comme en 1965
choice-repetition-3 = nulle à la troisième fois
choice-repetition-off = pas de nulle par répétition
choice-quiet-number = nulle après { $plies ->
        [one] { $plies } coup
       *[other] { $plies } coups
    }
choice-quiet-off = jamais de nulle
choice-talk-silent = interdite, sans indices
choice-talk-open = autorisée
