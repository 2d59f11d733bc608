### Pourquoi une demande n’aboutit pas. Rien n’a changé.

refusal-no-such-game = Il n’y a pas de partie { $game }. `/focus-info { command-games-name }` affiche les tiennes.
refusal-no-game-here = Tu n’as pas de partie ici. Lances-en une avec `/focus { command-play-name }` ou indique le numéro d’une partie.
refusal-no-table = Aucune table ne t’attend ici. Ouvres-en une avec `/focus { command-play-name }` ; pour abandonner une partie en cours, utilise `/focus { command-resign-name }`.
refusal-which-game = Plusieurs parties sont possibles : { $games }. Précise laquelle.
refusal-not-a-player = Seules les personnes qui jouent cette partie peuvent faire cela.
refusal-not-your-turn = Ce n’est pas ton tour : c’est à { $name } de jouer.
refusal-stale = Ce n’est plus la position actuelle : la partie a continué depuis. Utilise le message le plus récent de cette partie.
refusal-game-over = Cette partie est terminée.
refusal-table-closed = Cette table est fermée. Ouvres-en une nouvelle avec `/focus { command-play-name }`.
refusal-not-begun = Cette partie n’a pas encore commencé.
refusal-already-begun = Cette partie a déjà commencé.
refusal-table-full = Il n’y a plus de place libre à cette table.
refusal-other-computers = Les ordinateurs de cette table ne sont plus les mêmes. Choisis de nouveau.
refusal-already-seated = Tu as déjà une place à cette table.
refusal-not-seated = Tu n’as pas de place à cette table.
refusal-not-invited = Cette table est réservée aux personnes invitées.
refusal-nothing-to-decline = Il n’y a ici aucune invitation que tu puisses refuser.
refusal-already-at-table = Déjà à cette table : { $people }. Choisis seulement d’autres personnes.
refusal-already-called = L’invitation à cette table est déjà parvenue à { $people }. Personne n’est appelé deux fois : choisis seulement d’autres personnes.
refusal-has-declined = Invitation à cette table définitivement refusée par { $people } : choisis seulement d’autres personnes.
refusal-not-host = À cette table, c’est à { $name } de le faire.
refusal-too-few-people = Il faut au moins deux joueurs pour une partie.
refusal-wrong-number = « { $mode } » se joue à { $seats }, toi y compris ; nombre compté ici : { $players }.
refusal-too-few-invited = « { $mode } » demande { $seats } joueurs, mais avec toi, les personnes invitées et les ordinateurs, il n’y en a que { $players }. Invite plus de monde, ajoute des ordinateurs avec `{ option-name-computer }`, ou n’invite personne : tout le monde pourra alors s’asseoir.
refusal-no-partners = « { $mode } » se joue sans partenaires ; choisis la variante avec partenaires.
refusal-team-full = Les deux places de cette équipe sont prises. Choisis l’autre équipe.
refusal-already-in-team = Tu es déjà dans cette équipe.
refusal-partners-stay = Dans une revanche, les partenaires restent ensemble. Pour d’autres équipes, ouvre une nouvelle table avec `/focus { command-play-name }`.
refusal-color-taken = { $color } est déjà à { $name }. Choisis une autre couleur.
refusal-own-color = Tu as déjà cette couleur.
refusal-colors-drawn = À cette table, les couleurs sont tirées au sort.
refusal-colors-follow = Dans une revanche, chacun prend la couleur suivante. Pour choisir les couleurs, ouvre une nouvelle table avec `/focus { command-play-name }`.
refusal-rated-computer = Une partie avec des ordinateurs ne peut pas être classée. Joue-la non classée, ou seulement avec des gens.
refusal-rated-clock = Une partie classée se joue à la pendule. Choisis-en une, par exemple `1d`, ou joue non classé.
refusal-rated-substitute = Dans une partie classée, aucun ordinateur ne remplace quelqu’un. Choisis autre chose pour `{ option-name-overtime }`, ou joue non classé.
refusal-rated-position = Une partie classée commence à la position habituelle. Retire la position, ou joue non classé.
refusal-no-end = Les ordinateurs ne se lassent jamais : une partie entre eux doit avoir une fin. Omets `{ option-name-quiet }` ou donne un nombre d’au plus { $plies }.
refusal-nobody-plays = Sans personne pour jouer, il faut des ordinateurs. Indiques-en un avec l’option `{ option-name-computer }`.
refusal-same-person = Quelqu’un est nommé deux fois, ou ton propre nom y figure. Chaque place revient à une autre personne.
refusal-too-many-invited = Une table ne peut avoir que { $limit } invitations en attente à la fois. Invite d’autres personnes plus tard.
refusal-too-many-called = On ne peut pas inviter plus de { $limit } personnes à une même table.
refusal-too-many-games = Tu as déjà { $limit ->
        [one] { $limit } partie
       *[other] { $limit } parties
    }, le maximum à la fois. Termines-en une d’abord.
refusal-channel-full = Ce salon a déjà { $limit ->
        [one] { $limit } partie
       *[other] { $limit } parties
    }, son maximum. Joue dans un autre salon.
refusal-draw-already = Tu as déjà accepté cette nulle. C’est aux autres de répondre.
refusal-draw-turned-down = La nulle n’a pas abouti. Joue un coup avant d’en proposer une autre.
refusal-no-draw = Il n’y a pas de proposition de nulle à laquelle répondre.
refusal-no-hints = Les indices sont réservés aux parties contre des ordinateurs.
refusal-out = Tu es hors de cette partie.
refusal-vacation = Il ne te reste pas autant de jours de vacances : { $limit } cette année.
refusal-other-server = Cette partie se joue sur un autre serveur. Là-bas, elle peut continuer dans n’importe quel salon.
refusal-rated-stays = Cette partie est classée : elle reste dans son salon tant que d’autres y jouent encore. Où que tu sois, `/focus { command-board-name }` te montre le plateau et `/focus { command-move-name }` joue ton coup.
refusal-private-stays = Cette partie est privée : chacun compte sur le fait qu’un seul salon la montre, elle y reste donc. Où que tu sois, `/focus { command-board-name }` te montre le plateau et `/focus { command-move-name }` joue ton coup.
refusal-alone = Dans nos messages privés, il n’y a que toi et moi : joue ici contre l’ordinateur, ou propose une partie sur un serveur ou dans un groupe.
refusal-time-over = Ton temps pour ce coup est écoulé.
refusal-nothing-to-claim = Dans cette partie, aucun adversaire n’a dépassé son temps.
refusal-no-seat = Dans cette partie, aucune place ne change de main, ou tu n’as pas à en décider.
refusal-seat-asked = Quelqu’un a déjà demandé, ou une autre place est proposée. Attends la réponse.
refusal-seat-offered = Tu as déjà proposé ta place depuis ton dernier coup. Tu pourras la proposer à nouveau après le prochain.
refusal-seat-allowed = Tu as déjà accepté. C’est aux autres de répondre.
refusal-seat-rated = Cette partie est classée : ses joueurs restent.
refusal-seat-no-room = La personne qui a demandé la place a atteint entre-temps son maximum de parties. Refuse, ou attends que l’une d’elles soit finie.
refusal-too-late-to-abort = On ne peut annuler une partie qu’avant le deuxième coup. Tu peux abandonner ou proposer la nulle.
refusal-nothing-to-take-back = Tu n’as ici aucun coup qui puisse être repris.
refusal-takeback-already = Tu as déjà demandé à reprendre ce coup. C’est aux autres de répondre.
refusal-takeback-waits = Cette demande attend la réponse des autres, pas la tienne.
refusal-takeback-turned-down = Ta demande de reprendre ce coup n’a pas abouti. Tu pourras redemander après ton prochain coup.
refusal-takeback-to-answer = Quelqu’un d’autre voudrait reprendre un coup. Réponds d’abord à cette demande, avec les boutons sous le plateau.
refusal-no-takeback = Personne ne demande à reprendre un coup.
refusal-too-much-beside-moves = Il y a eu tant d’offres, de demandes et de coups repris dans cette partie qu’on ne peut plus que jouer ou abandonner.
refusal-game-goes-on = Cette partie est encore en cours.
refusal-no-import = Cette feuille n’est plus conservée. Importe-la de nouveau avec `/focus-info { command-import-name }`.
refusal-rematch-begun = La revanche a déjà commencé : c’est la partie { $game }.
refusal-rematch-declined = La revanche a été refusée ; seule la personne qui a refusé peut encore la proposer. Pour une autre partie : `/focus { command-play-name }`.
refusal-player-gone = Quelqu’un qui jouait a fait supprimer toutes ses données et ne peut plus être invité. Ouvre une nouvelle partie avec `/focus { command-play-name }`.
refusal-position-over = Dans cette position, la partie est finie. Donne-en une où il reste quelque chose à décider.
refusal-position-without-some = Dans cette position, une couleur est éliminée. Donne-en une où toutes les couleurs jouent encore.
refusal-position-needs-all = Pour jouer à partir d’une position, il faut quelqu’un pour chaque couleur.
position-unreadable = Je ne peux pas lire « { $got } » dans cette position. J’attends du FPS, huit champs séparés par une espace : variante, plateau, trait, réserves, prises, éliminés, coups calmes, numéro du coup.
position-other-mode = C’est une position de « { $position } », pas de « { $wanted } ».
position-pieces = Cette position est impossible : { $color } doit avoir { $expected } pions en tout, sur le plateau, en réserve et pris, mais en a { $found }.
position-side = Cette position est impossible : ce ne peut pas être à { $color } de jouer.
position-captures = Cette position est impossible : { $color } ne peut pas avoir pris des pions de son camp.
position-stranger = Cette position est impossible : { $color } ne joue pas dans cette variante.
position-exchange = Cette position est impossible : elle ne convient pas à l’ouverture avec échange.
refusal-premove-own-turn = C’est à toi : joue ton coup sans l’option `{ option-name-if }`.
refusal-premove-out-of-turn = Après ces coups, ce ne serait pas à toi : tu ne peux pas répondre. Sépare plusieurs coups attendus par des virgules.
refusal-premove-end = Ce coup terminerait la partie : il n’y a rien à répondre.
refusal-expected = Le coup attendu est impossible. { $reason }
refusal-answer = Ta réponse à ce coup : { $reason }
refusal-no-premove = Tu n’as préparé aucune réponse dans cette partie.
refusal-too-many-premoves = Tu peux préparer au plus { $lines } suites de { $moves } coups au maximum.
refusal-private = Cette partie n’est visible que là où elle se joue.
refusal-watched-here = Ce salon montre déjà cette partie.
refusal-too-many-watches = Ce salon suit déjà { $limit ->
        [one] { $limit } partie
       *[other] { $limit } parties
    }, son maximum. Appuie d’abord sur **{ button-unwatch }** sous l’une d’elles.
refusal-not-over = Cette partie n’est pas finie. On pourra l’analyser ou continuer à partir d’une position quand elle le sera.
refusal-no-ended-game = Aucune partie ne s’est encore finie ici. Indique un numéro ; `/focus-info { command-history-name }` affiche celles qui sont finies.
refusal-not-here = Sur ce serveur, on joue dans { $channels }.
refusal-channels-deleted = Sur ce serveur, on jouait dans des salons qui ont été supprimés. Les personnes qui gèrent le serveur peuvent en choisir d’autres avec `/focus-admin { command-settings-name }`.
refusal-role = Sur ce serveur, FOCUS est pour ces rôles : { $roles }.
refusal-roles-deleted = Sur ce serveur, FOCUS était pour des rôles qui ont été supprimés. Les personnes qui gèrent le serveur peuvent en choisir d’autres avec `/focus-admin { command-settings-name }`.
refusal-roles-unknown-here = Sur le serveur de cette partie, FOCUS est réservé à certains rôles, et je ne vois les tiens que là-bas. Accepte l’invitation sur ce serveur-là.
refusal-clocks = Sur ce serveur, on joue ainsi : { $clocks }.
refusal-not-a-manager = Seules les personnes qui peuvent gérer ce serveur peuvent faire cela.
refusal-not-a-moderator = Seules les personnes qui modèrent FOCUS sur ce serveur peuvent faire cela.
refusal-own-rated-game = Cette partie compte pour ton propre classement : seule une autre personne de la modération peut l’annuler. Tant que tu es en jeu, tu peux abandonner.
refusal-list-full = Cette liste a déjà { $limit } entrées, son maximum. Retires-en une d’abord.
refusal-server-full = Ce serveur compte déjà { $limit ->
        [one] 1 partie
       *[other] { $limit } parties
    }, c’est le maximum. Attends que l’une d’elles finisse.
refusal-too-fast = Cela fait beaucoup d’un coup. Continue dans { $seconds ->
        [one] 1 seconde
       *[other] { $seconds } secondes
    } ; rien n’est perdu.
refusal-too-fast-channel = Il se passe beaucoup de choses dans ce salon. Continue dans { $seconds ->
        [one] 1 seconde
       *[other] { $seconds } secondes
    } ; rien n’est perdu.
refusal-too-fast-server = Il se passe beaucoup de choses sur ce serveur. Continue dans { $seconds ->
        [one] 1 seconde
       *[other] { $seconds } secondes
    } ; rien n’est perdu.
refusal-own-watches = Des salons suivent déjà { $limit ->
        [one] 1 partie
       *[other] { $limit } parties
    } à ta demande, c’est le maximum. Appuie d’abord sur **{ button-unwatch }** sous l’une d’elles.
refusal-watches-here = Les salons de ce serveur suivent déjà { $limit ->
        [one] 1 partie
       *[other] { $limit } parties
    }, c’est le maximum. Appuie d’abord sur **{ button-unwatch }** sous l’une d’elles.
refusal-followers = Cette partie est déjà suivie dans { $limit } salons, c’est le maximum. Attends que l’un d’eux cesse de la suivre.
refusal-not-watched = Ce message ne suit pas cette partie.
refusal-not-your-watch = Seuls ceux qui ont demandé à suivre cette partie ici, ses joueurs et les modérateurs de FOCUS sur ce serveur peuvent mettre fin au suivi.
