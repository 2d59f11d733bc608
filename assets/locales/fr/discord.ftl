### Ce que le bot dit à une seule personne : que c’est fait, et ce qu’il ne sait pas lire.

done-played = Joué : **{ $move }**
done-set-up = La table { $game } est ouverte.
done-set-up-with-bot = Partie { $game } : je joue au niveau « { $level } ». Pour un autre, donne aussi l’option `{ option-name-computer }`.
done-joined = Tu es à la table { $game }.
done-left = Tu as quitté la table { $game }.
done-computer-added = Un ordinateur est assis à la table { $game }.
done-invited = L’invitation à la table { $game } est envoyée.
done-opened = La table { $game } est ouverte à tous.
done-teams = Table { $game } : les équipes ont changé.
done-declined = Tu as refusé { $game }.
done-started = La partie { $game } commence.
done-resigned = Tu as abandonné la partie { $game }.
done-draw = Partie { $game } : ta voix pour la nulle est notée.
done-no-draw = Partie { $game } : ta voix contre la nulle est notée.
done-aborted = La partie { $game } est annulée.
done-took-back = Partie { $game } : ton coup est repris.
done-takeback-asked = Partie { $game } : on demande aux autres si tu peux reprendre ton coup.
done-takeback-allowed = Partie { $game } : tu autorises la reprise du coup.
done-takeback-refused = Partie { $game } : le coup reste joué.
done-seat-offered = Partie { $game } : ta place est proposée. Tant que personne ne la prend, elle est à toi.
done-seat-asked = Partie { $game } : c’est demandé. Les autres doivent accepter.
done-seat-allowed = Partie { $game } : tu acceptes le changement.
done-seat-refused = Partie { $game } : la place ne change pas de main.
done-watched = La partie { $game } se suit désormais ici.

ask-resign = Abandonner la partie { $game } ? C’est irréversible.
ask-abort = Annuler la partie { $game } ? Elle se terminera sans résultat.
ask-close = Fermer la table { $game } ?
watch-stopped = La partie { $game } n’est plus suivie ici.
plan-set = Si **{ $when }** est joué, tu réponds aussitôt **{ $answer }**. Personne d’autre ne le voit ; tout autre événement l’annule.
plan-dropped = Ta réponse **{ $answer }** à **{ $when }** est oubliée.
table-begun = **La partie a commencé.** { $link }
newest-board = Le dernier plateau : { $link }
shown-later = C’est enregistré, mais je ne peux pas le montrer pour l’instant. Je continue d’essayer.
no-thread = Je n’ai pas le droit d’ouvrir un fil ici : la partie se joue dans ce salon.
unknown-button = Je ne connais plus ce bouton. `/focus-info { command-games-name }` affiche tes parties.
bots-do-not-play = { $name } est un bot et ne peut pas être invité. Pour jouer contre l’ordinateur, utilise l’option `{ option-name-computer }`.
private-welcome =
    Bonjour ! Avec moi, on joue à FOCUS, un jeu de piles à deux, à trois ou à quatre. Pour commencer :
    - `/focus { command-new-name } { option-name-computer }:{ level-beginner }` – une partie contre l’ordinateur, ici même
    - `/focus { command-new-name }` sur un serveur – une table où d’autres peuvent s’asseoir
    - `/focus-info { command-help-name }` – tout le reste
how-to-write-moves = Je lis des coups comme `b7-c7` ou `+c5`. `/focus-info { command-help-name }` explique le reste.
nothing-from-there = Tu n’as aucun coup depuis { $place }.
not-in-mode = « { $mode } » n’offre pas ce choix : { $option }.
not-a-game = « { $text } » n’est pas le numéro d’une partie, comme `#12`.
no-position-there = Ce message ne montre ni un de mes plateaux ni une position d’où continuer.
no-game-there = Ce message ne montre aucune de mes parties.
not-a-quiet-number = « { $text } » n’est ni un nombre de 1 à 65535 ni `off`.
