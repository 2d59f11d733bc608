### Les parties qui changent de salon, et pourquoi.

place-elsewhere = **La partie { $game } continue ailleurs.** { $link }
place-table-elsewhere = La table { $game } est maintenant ici : { $link }
place-blocked = La partie { $game } est bloquée : je n’ai plus le droit de la montrer dans { $channel }. Il m’y faut : { $permissions }. Dans un autre salon du serveur, `/focus { command-here-name } { option-name-game }:{ $game }` la fait continuer.
place-gone = Le salon de la partie { $game } a été supprimé ou fermé, mais la partie n’est pas finie. Dans un autre salon, `/focus { command-here-name } { option-name-game }:{ $game }` la fait continuer.
place-gone-several = Les salons des parties { $games } ont été supprimés ou fermés, mais les parties ne sont pas finies. Dans un autre salon, `/focus { command-here-name } { option-name-game }:{ $game }` fait continuer la première, et de même pour les autres.
place-left = On m’a retiré du serveur où se joue la partie { $game }, mais elle n’est pas finie. Les pendules sont arrêtées jusqu’à mon retour. Réinvite-moi, ou fais-la continuer sur un autre serveur ou dans un groupe avec `/focus { command-here-name } { option-name-game }:{ $game }`.
place-left-several = On m’a retiré du serveur où se jouent les parties { $games }, mais elles ne sont pas finies. Les pendules sont arrêtées jusqu’à mon retour. Réinvite-moi, ou fais continuer la première sur un autre serveur ou dans un groupe avec `/focus { command-here-name } { option-name-game }:{ $game }`, et de même pour les autres.
done-goes-on = La partie { $game } continue dans ce salon.
place-unseen = -# Là où cette partie se joue, je peux seulement répondre. Le nouveau plateau y apparaîtra dès que quelqu’un utilisera un de mes boutons ou une de mes commandes : { $link }
place-moved = Quelqu’un a déplacé cette partie dans un autre salon. Si le lien ne s’ouvre pas chez toi, continue ici, ou utilise `/focus { command-here-name } { option-name-game }:{ $game }` dans un salon que tu vois pour y ramener la partie.
place-moved-from-here = { $person }, la partie { $game } a été déplacée dans un autre salon. Si le lien ne s’ouvre pas chez toi, ramène-la avec `/focus { command-here-name } { option-name-game }:{ $game }` dans un salon que tu vois. { $link }
place-moved-stays = La partie { $game } a été déplacée dans un autre salon et y reste. Si le lien ne s’ouvre pas chez toi, `/focus { command-board-name }` te montre le plateau où que tu sois, et `/focus { command-move-name }` joue ton coup.
place-shown-when-asked = C’est fait. Là où cette partie se joue, je peux seulement répondre : le nouveau plateau y apparaîtra dès que quelqu’un utilisera un de mes boutons ou une de mes commandes. Les personnes concernées reçoivent un message privé.
place-untold = C’est fait, mais je ne peux pas écrire à { $people }, et là où cette partie se joue, je peux seulement répondre. Appuie là-bas sur un de mes boutons ou utilise `/focus { command-here-name }` : le plateau n’apparaîtra qu’alors.
place-uncalled = C’est fait. Le plateau est là, mais il n’a prévenu personne, et je ne peux pas écrire à { $people }.
place-ephemeral-only = Ce serveur ne montre qu’à toi ce que je dis ici : personne ne pourrait jouer avec toi. Joue dans mes messages privés, dans un groupe ou là où je suis membre.
place-no-threads = Je ne peux pas ouvrir de fil ici. Prépare la partie sans fil de discussion.
place-only-answers = Je ne suis pas membre ici et je peux seulement répondre : pas de fils, et pas de suivi d’autres parties.
