### Libellés des boutons et des menus.

button-join = Rejoindre
button-accept = Accepter
button-decline = Refuser
button-start = Commencer
button-leave = Quitter
button-board = Plateau
button-flip = Retourner
button-draw = Nulle
button-accept-draw = Accepter la nulle
button-refuse-draw = Refuser la nulle
button-resign = Abandonner
button-claim = Signaler le temps dépassé
button-abort = Annuler la partie
button-takeback = Reprendre le coup
button-allow-takeback = Autoriser la reprise
button-refuse-takeback = Refuser la reprise
button-offer-seat = Plutôt proposer ma place
button-seat-computer = Laisser jouer un ordinateur
button-seat-mine = Prendre la place
button-allow-seat = Accepter le changement
button-refuse-seat = Pas de changement
button-keep-seat = Garder ma place
button-first = Début
button-back = Précédent
button-next = Suivant
button-last = Fin
button-unwatch = Ne plus suivre
button-drop-plan = Oublier la réponse
button-rematch = Revanche
button-confirm = Oui
button-cancel = Non
button-move = Jouer
button-type = Écrire…
button-other-stack = Autre pile
button-practice = S’exercer
button-rules = Règles
button-play = Jouer { $move }
button-stronger = Plus forts
button-weaker = Moins forts
button-this-server = Ce serveur
button-all-servers = Tous les serveurs
button-list-me = M’inscrire ici
button-take-me-off = Me retirer
button-rating-rules = Règles du classement
button-newer = Plus récentes
button-older = Plus anciennes
button-mine = Mes parties
button-record = Feuille de partie
button-review = Analyse
button-chart = Graphique
button-play-on = Continuer à partir d’ici

menu-source = D’où part le coup ?
menu-swap = Lequel de tes pions ?
menu-target = De { $square }, vers quelle case ?
menu-swap-with = { $square } – contre quel pion ?
menu-target-hand = Un pion de la réserve – où le poser ?
menu-rank = Sur quelle rangée ?
source-stack = { $square } – { $count ->
        [one] { $count } pion
       *[other] { $count } pions
    } : { $pieces }
source-hand = De la réserve ({ $count })
