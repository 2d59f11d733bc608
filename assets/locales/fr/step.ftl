### Un coup pas à pas : quelle pile, vers où, et ce qui en résulte.

step-source = **À toi de jouer.** Quelle pile ? Celles que tu peux déplacer sont encadrées.
step-source-hand = **À toi de jouer.** Quelle pile, ou un pion de la réserve ? Les piles que tu peux déplacer sont encadrées.
step-swap = **Ouverture avec échange.** Lequel de tes pions échanges-tu ? Ceux qui conviennent sont encadrés.
step-swap-with = **{ $square }** – contre lequel des pions encadrés ?
step-target = **{ $square }** – vers quelle case ? Toutes les cases encadrées sont à portée : un pas pour chaque pion déplacé.
step-square = **Un pion de la réserve** – sur quelle case ?
step-confirm = **{ $move }** – voici le plateau après ce coup. Le jouer ?
step-confirm-effect = **{ $move }** – { $effect }. Voici le plateau après ce coup. Le jouer ?

target-empty = case vide
target-own = sur tes pions, hauteur { $height }
target-over = sur { $color }, hauteur { $height }
target-wins = gagne la partie
target-loses = perd la partie
target-draws = la partie est nulle
rank-choice = Rangée { $rank }
framed-squares = Encadrées : { $squares }.
golden-square = Dorée : { $square }.

form-title = Ton coup
form-label = Coup
form-about = b7-c7 glisse de b7 à c7 ; +c5 pose un pion en c5.
