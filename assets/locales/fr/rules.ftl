### Les règles, une page par sujet. Une page a 2000 caractères au plus.

rules-title = ## FOCUS – { $mode } · { $page }/{ $pages }

rules-board =
    ### Plateau
    8 × 8 cases moins trois dans chaque coin, soit 52. Les colonnes a à h vont de gauche à droite, les rangées 1 à 8 de bas en haut. Les pions forment des piles (dans la règle du jeu : des tours) ; la couleur du dessus contrôle la pile.
rules-turn =
    ### Ton tour
    Fais exactement une de ces deux choses :
    - **Glisser :** prends autant de pions que tu veux sur le dessus d’une pile que tu contrôles et déplace-les d’exactement autant de cases, tout droit le long d’une colonne ou d’une rangée, jamais en diagonale. Ce qui se trouve entre les deux ne compte pas. Ils arrivent sur une case vide ou sur n’importe quelle pile, dans le même ordre.
    - **Poser :** joue un pion de ta réserve sur n’importe quelle case, vide ou non.
rules-five =
    ### Plus de cinq
    Quand une pile dépasse cinq pions, on retire ceux du bas jusqu’à ce qu’il en reste cinq. Les tiens vont dans ta réserve. Tous les autres sont pris et quittent la partie.
    Un pion couvert par d’autres n’est que *bloqué* : il reste sur le plateau et redevient libre dès qu’il est au sommet. Un pion *pris* ne revient jamais.
rules-five-partners =
    ### Plus de cinq
    Quand une pile dépasse cinq pions, on retire ceux du bas jusqu’à ce qu’il en reste cinq. Les tiens vont dans ta réserve, ceux de ton partenaire dans sa réserve. Les autres sont pris et quittent la partie.
    Un pion couvert par d’autres n’est que *bloqué* : il reste sur le plateau et redevient libre dès qu’il est au sommet. Un pion *pris* ne revient jamais.
rules-unable =
    ### Aucun coup possible
    Tu ne peux pas jouer si tu ne contrôles aucune pile et que ta réserve est vide. Sans pile mais avec une réserve, tu dois en poser un pion. On ne passe pas par choix.
rules-draw =
    ### Nulle
    La partie est nulle d’un commun accord des personnes encore en jeu, quand la même position apparaît pour la troisième fois (`{ option-name-repetition }` peut désactiver cela), ou après 200 coups de suite sans prise (`{ option-name-quiet }` choisit un autre nombre ou le désactive).
rules-notation =
    ### Notation
    - `b7-c7` glisse de b7 à c7. La distance dit combien de pions se déplacent.
    - `+c5` pose un pion en c5.
rules-notation-pass = - `--` est une passe forcée.
rules-notation-suffix = Après un coup, `xOB` veut dire qu’un pion orange et un pion bleu ont été pris, celui du bas d’abord, `r1` qu’un pion est allé dans la réserve du joueur, et `#` que la partie est gagnée.
rules-notation-suffix-duel = Après un coup, `xB` veut dire qu’un pion bleu a été pris, `r1` qu’un pion est allé dans la réserve du joueur, et `#` que la partie est gagnée.
rules-notation-partners = `p1` veut dire qu’un pion est allé dans la réserve du partenaire.
rules-notation-exchange = - `c4<>d4` échange deux pions dans l’ouverture avec échange, le tien en premier.

rules-duel-start = **But du jeu :** déplace tes piles et couvre des pions jusqu’à ce que l’autre camp ne puisse plus jouer.
    Deux joueurs, Orange et Bleu, ont 18 pions chacun. Les couleurs et le premier coup sont tirés au sort.
rules-duel-goal =
    ### Objectif
    Si tu ne peux pas jouer à ton tour, tu perds. Si tu abandonnes, tu perds aussi.
rules-duel-options =
    ### Options
    - **Course :** le premier à prendre 6 pions gagne aussi. La partie est alors courte.
    - **Ouverture avec échange :** avant le premier coup, chaque camp, à commencer par le premier, échange un de ses pions contre un pion adverse. Le second échange ne doit pas rétablir la symétrie de la mise en place (la même position à couleurs inversées).
    - **Nulle :** jouer en second est un léger avantage, car on peut copier chaque coup. Une nulle peut donc valoir une victoire pour le camp qui a commencé, ou pour l’autre.
rules-three-way-start = **But du jeu :** être le premier à prendre 3 pions de chaque autre couleur, ou à avoir 10 pions devant soi.
    Trois joueurs, Orange, Vert et Bleu, ont 13 pions chacun : 12 sur le plateau et un en réserve. Les couleurs et le premier coup sont tirés au sort.
rules-first-round =
    ### Premier tour
    Chaque couleur, en commençant par celle qui joue la première, pose son 13e pion sur une case vide. Personne ne glisse pendant ce tour.
rules-three-way-goal =
    ### Objectif
    Tu gagnes si tu es le premier, après ton propre coup, à avoir pris 3 pions de chaque autre couleur, ou à avoir 10 pions devant toi : toutes tes prises et ta réserve ensemble. Le dernier en jeu gagne aussi.
    ### Élimination
    Un joueur qui ne peut pas jouer à son tour, ou qui abandonne, sort de la partie. Ses pions restent. Personne ne peut déplacer une pile au sommet de laquelle se trouve un de ces pions, mais tout le monde peut la couvrir, et ces pions comptent toujours comme prises. Seuls ceux qui sont encore en jeu partagent une nulle.
rules-three-way-options =
    ### Options
    - **Objectif :** seule la dernière couleur en jeu gagne.
    - **Sans coup possible :** tu passes au lieu de sortir, et tu peux revenir. La seule couleur qui peut encore jouer gagne.
rules-partners-start = **But du jeu :** avec ton partenaire, priver de coups les deux adversaires.
    Quatre joueurs forment deux équipes : Orange et Bleu contre Vert et Rose. Les partenaires sont face à face. À la table, chacun peut choisir son équipe ; pour les autres, elle est tirée au sort, comme les couleurs et le premier coup. Chacun a 13 pions. On joue dans l’ordre Orange, Vert, Bleu, Rose.
rules-partners-goal =
    ### Objectif
    Si tu ne peux pas jouer, tu passes. Tu peux revenir quand une pile divisée libère un de tes pions ou quand ton partenaire te procure un pion de réserve. Une équipe a perdu dès qu’aucun de ses membres ne peut jouer ; on le vérifie après chaque coup. Un joueur qui abandonne passe désormais.
rules-partners-options =
    ### Options
    - **Concertation :** on en convient avant la partie. Les partenaires jouent en silence et sans indices ; les débutants peuvent préférer se concerter (`{ option-name-talk }`).
    - **Mise en place :** 12 pions chacun, comme en 1965 ; b2, b7, g2 et g7 sont alors vides.
rules-free-for-all-start = **But du jeu :** être le premier à prendre 2 pions de chaque autre couleur, ou à avoir 10 pions devant soi.
    Quatre joueurs jouent chacun pour soi : Orange, Vert, Bleu et Rose, 13 pions chacun. On joue dans cet ordre ; les couleurs et le premier coup sont tirés au sort.
rules-free-for-all-goal =
    ### Objectif
    Tu gagnes si tu es le premier, après ton propre coup, à avoir pris 2 pions de chaque autre couleur, ou à avoir 10 pions devant toi : toutes tes prises et ta réserve ensemble. Le dernier en jeu gagne aussi.
    ### Élimination
    Un joueur qui ne peut pas jouer à son tour, ou qui abandonne, sort de la partie. Ses pions restent. Personne ne peut déplacer une pile au sommet de laquelle se trouve un de ces pions, mais tout le monde peut la couvrir, et ces pions comptent toujours comme prises. Seuls ceux qui sont encore en jeu partagent une nulle.
rules-free-for-all-options =
    ### Options
    - **Objectif :** seule la dernière couleur en jeu gagne.
    - **Sans coup possible :** tu passes au lieu de sortir, et tu peux revenir. La seule couleur qui peut encore jouer gagne.
    - **Mise en place :** 12 pions chacun, comme en 1965 ; b2, b7, g2 et g7 sont alors vides.

rules-split =
    ### Tours (piles hautes)
    Plus une pile est haute, plus elle va loin : cinq pions vont à cinq cases. Tu peux aussi n’en prendre qu’une partie par le dessus. Ce qui reste forme une pile à part et appartient à la couleur qui se trouve alors dessus. Diviser peut donc libérer un de tes pions – ou laisser le reste à quelqu’un d’autre.
rules-hand =
    ### Réserves
    Un pion de la réserve peut aller, à la place d’un glissement, sur n’importe quelle case, même au sommet d’une haute pile, qui est dès lors à toi. Si tu as encore une réserve quand tes piles ont disparu, tu restes en jeu.
rules-tips =
    ### Conseils
    - **Que tes tours se protègent l’une l’autre.** Deux tours sur une même ligne le font quand la distance entre elles ne dépasse pas la hauteur de la moins haute. La plus petite paire : deux tours de deux, à deux cases l’une de l’autre.
    - **Évite les cases entre des pions isolés** adverses : chacun d’eux peut venir sur toi.
    - **Éloigne une partie d’une tour menacée.** Tu perds moins, et le reste est peut-être encore à toi.
    - **Surveille ton pion au bas d’une tour de cinq.** Si tu vas sur cette tour, il passe dans ta réserve ; si un adversaire y va, il est pris.
    - **Garde des réserves pour la fin.** Quand il reste peu de tours, un pion de réserve posé sur une haute tour peut décider de la partie.
rules-tips-partners =
    - **Surveille les tours de ton partenaire** autant que les tiennes.
    - **Attaquez ensemble un seul adversaire,** jusqu’à ce qu’il ne puisse plus jouer.
    - **Aide le plus faible de vous deux :** libère les pions de ton partenaire et procure-lui des réserves.

rules-picture-board = -# Image : la position de départ.
rules-picture-round = -# Image : le premier des pions que chacun pose, `{ $move }`.
rules-picture-slide = -# Image : le pion sur la case dorée, { $square }, peut aller sur chaque case encadrée.
rules-picture-tower = -# Image : la tour sur la case dorée, { $square }, peut aller sur chaque case encadrée, un pas pour chaque pion emmené.
rules-picture-five = -# Image : après `{ $move }`, des pions ont quitté la pile par le bas. Les coins comptent les réserves et, barrées, les prises.
rules-picture-hand = -# Image : avec `{ $move }`, un pion de la réserve s’est emparé d’une pile.
rules-picture-goal = -# Image : une partie qui vient d’être gagnée.

rules-in-force =
    ### Partie { $game }
    { $options }
rules-in-force-standard =
    ### Partie { $game }
    Les règles ordinaires de cette variante, sans option.
