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
    Une pile de plus de cinq pions en perd par le bas jusqu’à ce qu’il en reste cinq. Les tiens vont dans ta réserve. Tous les autres sont pris et quittent la partie.
rules-five-partners =
    ### Plus de cinq
    Une pile de plus de cinq pions en perd par le bas jusqu’à ce qu’il en reste cinq. Les tiens vont dans ta réserve, ceux de ton partenaire dans sa réserve. Les autres sont pris et quittent la partie.
rules-unable =
    ### Aucun coup possible
    Tu ne peux pas jouer si tu ne contrôles aucune pile et que ta réserve est vide. Sans pile mais avec une réserve, tu dois en poser un pion. On ne passe pas par choix.
rules-draw =
    ### Nulle
    La partie est nulle d’un commun accord des personnes encore en jeu, quand la même position apparaît pour la troisième fois, ou après 200 coups de suite sans prise.
rules-notation =
    ### Notation
    - `b7-c7` glisse de b7 à c7. La distance dit combien de pions se déplacent.
    - `+c5` pose un pion en c5.
    - `--` est une passe forcée.
    Après un coup, `xOB` veut dire qu’un pion orange et un pion bleu ont été pris, celui du bas d’abord, `r1` qu’un pion est allé dans la réserve du joueur, et `#` que la partie est gagnée. Les lettres : O orange, G vert, B bleu, P rose.
rules-notation-partners = `p1` veut dire qu’un pion est allé dans la réserve du partenaire.
rules-notation-exchange = `c4<>d4` échange deux pions dans l’ouverture avec échange, le tien en premier.

rules-duel-start =
    Deux joueurs, Orange et Bleu, ont 18 pions chacun. Les couleurs et le premier coup sont tirés au sort.
rules-duel-goal =
    ### Objectif
    Si tu ne peux pas jouer à ton tour, tu perds. Si tu abandonnes, tu perds aussi.
rules-duel-options =
    ### Options
    - **Course :** le premier à prendre 6 pions gagne aussi. La partie est alors courte.
    - **Ouverture avec échange :** avant le premier coup, chaque camp, à commencer par le premier, échange un de ses pions contre un pion adverse. Le second échange ne doit pas rétablir la symétrie de la mise en place (la même position à couleurs inversées).
    - **Nulle :** elle peut valoir une victoire pour le camp qui a commencé, ou pour l’autre, afin qu’il ne serve à rien de copier chaque coup.
rules-three-way-start =
    Trois personnes jouent Orange, Vert et Bleu, 13 pions par couleur : 12 sur le plateau et un en réserve. Les couleurs et le premier coup sont tirés au sort.
rules-first-round =
    ### Premier tour
    Chaque couleur, en commençant par celle qui joue la première, pose son 13e pion sur une case vide. Personne ne glisse pendant ce tour.
rules-three-way-goal =
    ### Objectif
    Tu gagnes si tu es le premier, après ton propre coup, à avoir pris 3 pions de chaque autre couleur, ou à avoir 10 pions devant toi : toutes tes prises et ta réserve ensemble. Le dernier en jeu gagne aussi.
    ### Élimination
    Un joueur qui ne peut pas jouer à son tour, ou qui abandonne, sort de la partie. Ses pions restent. Personne ne déplace une pile dont ils sont le dessus, mais tout le monde peut la couvrir, et ses pions comptent toujours comme prises. Seuls ceux qui sont encore en jeu partagent une nulle.
rules-three-way-options =
    ### Options
    - **Objectif :** seule la dernière couleur en jeu gagne.
    - **Sans coup possible :** tu passes au lieu de sortir, et tu peux revenir. La seule couleur qui peut encore jouer gagne.
rules-partners-start =
    Quatre personnes jouent en deux équipes : Orange et Bleu contre Vert et Rose. Les partenaires sont face à face ; chaque couleur a 13 pions. On joue dans l’ordre Orange, Vert, Bleu, Rose ; le sort décide qui commence.
rules-partners-goal =
    ### Objectif
    Si tu ne peux pas jouer, tu passes. Tu peux revenir quand une pile divisée libère un de tes pions ou quand ton partenaire te procure un pion de réserve. Une équipe a perdu dès qu’aucun de ses membres ne peut jouer ; on le vérifie après chaque coup. Un joueur qui abandonne passe désormais.
rules-partners-options =
    ### Options
    - **Concertation :** les partenaires jouent en silence et sans conseils, sauf si la concertation a été autorisée.
    - **Mise en place :** 12 pions chacun, comme en 1965 ; b2, b7, g2 et g7 sont alors vides.
rules-free-for-all-start =
    Quatre personnes jouent chacune pour soi : Orange, Vert, Bleu et Rose, 13 pions par couleur. On joue dans cet ordre ; le sort décide qui commence.
rules-free-for-all-goal =
    ### Objectif
    Tu gagnes si tu es le premier, après ton propre coup, à avoir pris 2 pions de chaque autre couleur, ou à avoir 10 pions devant toi : toutes tes prises et ta réserve ensemble. Le dernier en jeu gagne aussi.
    ### Élimination
    Un joueur qui ne peut pas jouer à son tour, ou qui abandonne, sort de la partie. Ses pions restent. Personne ne déplace une pile dont ils sont le dessus, mais tout le monde peut la couvrir, et ses pions comptent toujours comme prises. Seuls ceux qui sont encore en jeu partagent une nulle.
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

rules-picture-board = -# Image : la position de départ.
rules-picture-round = -# Image : le premier des pions que chacun pose, `{ $move }`.
rules-picture-slide = -# Image : le pion sur la case dorée peut aller sur chaque case encadrée.
rules-picture-tower = -# Image : la tour sur la case dorée peut aller sur chaque case encadrée, un pas pour chaque pion emmené.
rules-picture-five = -# Image : après `{ $move }`, des pions ont quitté la pile par le bas. Les coins comptent les réserves et, barrées, les prises.
rules-picture-hand = -# Image : avec `{ $move }`, un pion de la réserve s’est emparé d’une pile.
rules-picture-goal = -# Image : une partie qui vient d’être gagnée.

rules-in-force =
    ### Partie { $game }
    { $options }
rules-in-force-standard =
    ### Partie { $game }
    Les règles ordinaires de cette variante, sans option.
