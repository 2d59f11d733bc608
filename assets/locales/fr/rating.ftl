### Les classements : ce qu’une partie y change, qui est le plus fort, les parties d’une personne.

table-rated = **Partie classée :** le résultat compte pour le classement de tous ceux qui jouent ; s’asseoir, c’est l’accepter.
ratings-changed = **Classements :** { $changes }
ratings-uncounted = **Classements :** inchangés, car trop peu de joueurs avaient joué deux coups.
rating-change = { $name } { $before } → { $after } ({ $change })

leaderboard-server = { $mode } – les mieux classés sur ce serveur
leaderboard-all = { $mode } – les mieux classés, tous serveurs confondus
leaderboard-empty = Personne n’a encore terminé ici de partie classée de cette variante. La tienne peut être la première.
leaderboard-empty-all = Dans cette variante, aucune personne classée n’a encore demandé à figurer sur la liste de tous les serveurs. Avec **{ button-list-me }**, tu ouvres la liste.
leaderboard-line = { $number }. { $name } : { $rating } { $deviation }, { $record }
rating-legend = -# `?` signifie que trop peu de parties récentes sont connues, ± de combien un classement peut se tromper ; + gagnées, = nulles, − perdues { $games ->
    [rated] parmi les parties classées
   *[all] parmi toutes les parties entre humains
}.

profile-none = { $name } n’a encore terminé aucune partie contre d’autres personnes.
profile-none-own = Tu n’as encore terminé aucune partie contre d’autres personnes.
profile-mode = { $mode } : { $rating } { $deviation }, { $record }
profile-mode-unrated = { $mode } : pas de classement, { $record }
profile-form = Dernières parties, la plus récente à la fin : { $form }
versus-against = Contre { $name } : { $record }{ $neither ->
    [0] {""}
   *[other] {" "}(`=` ni l’un ni l’autre n’a gagné)
}
versus-together = Avec { $name } : { $record }
versus-none = Il n’y a pas encore de parties communes avec { $name }.
profile-computers = **Contre l’ordinateur** (niveaux battus en gras)
profile-computers-mode = - { $mode } : { $levels }
shared-by = -# Partagé par { $name }
shared-unseen = Personne d’autre ne voit ceci : ce serveur ne montre qu’à toi ce que je dis ici.

rating-rules-title = Comment marche le classement
rating-rules =
    - **Sont classées** les parties entre humains pour lesquelles on l’a choisi à l’ouverture de la table (`{ option-name-rated }`). S’asseoir, c’est l’accepter. Une telle partie a une pendule, et elle compte dès que chacun a joué deux coups. À trois ou à quatre, partir avant, c’est perdre tout de même si tous ceux qui restent ont joué deux coups. Une partie annulée ne compte pas.
    - Chacune des quatre variantes a son propre classement. Tout le monde commence à 1500 ; avec 400 points de plus que quelqu’un, on devrait gagner dix duels sur onze.
    - Les duels sont classés selon Glicko-2, les autres variantes selon Weng et Lin : les gagnants sont réputés avoir battu tous les autres, et les autres avoir fait nulle entre eux. En cas de nulle, ceux qui sont encore en jeu sont réputés avoir battu les éliminés. Les partenaires gagnent et perdent en équipe.
    - **±** dit de combien un classement peut se tromper : dans deux cas sur trois, la vraie force est dans ces limites. Chaque partie les resserre ; après un an sans partie classée, la suivante commence à ±110 au lieu de ±60. Au-dessus de ±110 en duel et de ±150 dans les autres variantes, un classement est provisoire : il porte un `?` et se trouve sous tous ceux qui sont sûrs. S’y trouve aussi quiconque n’a pas joué depuis si longtemps que la partie suivante commencerait au-dessus de ces limites.
    - **Les parties répétées comptent moins :** parmi les parties où les deux mêmes personnes se retrouvent dans une variante en 24 heures, la première compte entièrement, la deuxième pour moitié, la troisième pour un tiers, et ainsi de suite.
