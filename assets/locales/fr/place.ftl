### Les parties qui changent de salon, et pourquoi.

place-elsewhere = **La partie { $game } continue ailleurs.** { $link }
place-blocked = La partie { $game } est bloquée : je n’ai plus le droit de la montrer dans { $channel }. Il m’y faut : { $permissions }. Dans un autre salon du serveur, `/focus { command-here-name } { option-name-game }:{ $game }` la fait continuer.
place-gone = Le salon de la partie { $game } n’existe plus ; la partie, si. Dans un autre salon, `/focus { command-here-name } { option-name-game }:{ $game }` la fait continuer.
place-gone-several = Les salons des parties { $games } n’existent plus ; les parties, si. Dans un autre salon, `/focus { command-here-name } { option-name-game }:{ $game }` fait continuer la première, et de même pour les autres.
done-goes-on = La partie { $game } continue dans ce salon.
