### Ce que les personnes et les serveurs peuvent choisir.

settings-title = **Tes réglages**
settings-line = { $what } : **{ $choice }**
settings-language = Langue
settings-theme = Plateau
settings-orientation = En bas
settings-scope = L’aspect et le côté valent pour les plateaux que personne d’autre ne voit.
settings-reminders = Rappels par tour
settings-reminder-place = Rappels
settings-night = Heures de silence
settings-zone = Fuseau horaire
settings-vacation = Vacances
settings-typed = Pour une valeur absente des menus, écris `/focus-me { command-settings-name }` avec `{ option-name-night }`, `{ option-name-zone }` ou `{ option-name-vacation }`.

language-as-discord = comme dans Discord
theme-tower = tours
theme-contrast = fort contraste, une lettre sur chaque pion
theme-flat = plat et clair, idéal pour l’impression
orientation-fixed = toujours le même côté
orientation-mover = le camp au trait
orientation-mine = mon côté
as-on-server = comme sur le serveur
as-everywhere = par défaut
reminder-place-channel = dans le salon de la partie
reminder-place-direct = par message privé, sinon dans le salon
night-none = aucune
night-hours = de { $from } h à { $to } h ({ $zone })
night-unreadable = « { $text } » n’est pas une plage d’heures. Écris `22-7` ou `off`.
zone-unknown = « { $text } » n’est pas un fuseau horaire, comme `Europe/Paris`. Choisis-en un dans la liste.
vacation-none = aucune ; jours restants cette année : { $days }
vacation-until = jusqu’au { $until } ; jours restants cette année : { $days }
vacation-end = mettre fin à mes vacances

document-privacy = Confidentialité
document-terms = Conditions d’utilisation
person-gone = personne effacée
data-question = Effacer tout ce qui est conservé sur toi ? { $games ->
        [0] Tu n’as aucune partie en cours.
        [one] Ta partie en cours sera abandonnée.
       *[other] Tes { $games } parties en cours seront abandonnées.
    } Les tables seront quittées, les réglages supprimés, et ton nom disparaîtra des parties finies. C’est irréversible.
data-erased = Tout ce qui te concerne est effacé. Si tu rejoues, tu repars de zéro.
data-exported = Tout ce qui est conservé sur toi.

admin-title = **FOCUS sur ce serveur**
settings-label = { $what } : { $choice }
settings-threads = Un fil pour chaque partie
settings-replays = Film à la fin d’une partie
settings-clocks = Pendules
settings-channels = Salons où jouer
settings-roles = Rôles qui peuvent jouer
settings-moderators = Rôles qui peuvent annuler des parties
settings-moderators-allow = Discord ne montre `/focus-admin` qu’à celles et ceux qui gèrent le serveur. Autorise la commande aux rôles qui peuvent annuler des parties dans Paramètres du serveur → Intégrations.
threads-yes = oui, sauf si l’hôte en décide autrement
threads-no = seulement si l’hôte en veut un
threads-proposed = seulement si l’hôte en veut un ; proposé là où une partie est déjà en cours
replays-yes = montré à tout le monde
replays-no = pas montré
clock-kind-none = sans pendule
clock-kind-move = un temps pour chaque coup
clock-kind-bank = un temps pour tous les coups
list-everywhere = tous
list-any-clock = n’importe laquelle, ou aucune
list-everybody = tout le monde
list-managers = seulement les personnes qui gèrent le serveur
list-deleted = aucun, car ceux de la liste ont été supprimés
audit-none = Rien n’a encore été changé sur ce serveur.
audit-title = **Ce qui a été fait sur ce serveur** ({ $page } sur { $pages })
audit-line = { $time } · { $name } · { $action }
audited-listed = { $item } ajouté
audited-unlisted = { $item } retiré
audited-abort = partie { $game } annulée
diagnose-fine = Dans ce salon, je peux faire tout ce qu’il me faut.
diagnose-direct = Ici, il n’y a que nous deux : parties contre des ordinateurs, indices, analyse, règles et entraînement, tout marche.
diagnose-direct-typed = Les coups peuvent s’écrire.
diagnose-visited = Je ne suis pas membre ici : la personne qui m’a installé m’amène, et je peux seulement répondre. Les parties de deux à quatre, avec ou sans ordinateurs, marchent avec les boutons ; personne d’autre n’a rien à installer. Les personnes qui m’ont installé ou partagent un serveur avec moi reçoivent en message privé les rappels et ce qui se passe entre-temps ; aux autres, je ne peux pas écrire. Pour les fils, les parties suivies et les coups écrits, il faut que je sois membre.
diagnose-administrator = J’ai les droits d’administrateur, dont je n’ai pas besoin. Merci de me les retirer.
