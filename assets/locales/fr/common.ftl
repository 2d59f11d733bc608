### Noms des couleurs et des variantes, et les petits mots qui les relient.

color-orange = Orange
color-green = Vert
color-blue = Bleu
color-pink = Rose

# Un seul pion.
piece-orange = orange
piece-green = vert
piece-blue = bleu
piece-pink = rose

mode-duel = Duel
mode-three-way = À trois
mode-partners = En équipes
team-name = Équipe { $number }
mode-free-for-all = Chacun pour soi
mode-choice = { $mode } – { $seats ->
        [one] { $seats } personne
       *[other] { $seats } personnes
    }

list-and = { $rest } et { $last }
list-chain = { $rest } ; { $last }
color-and-name = { $color } ({ $name })

level-beginner = Débutant
level-novice = Novice
level-casual = Amateur
level-skilled = Confirmé
level-strong = Fort
level-expert = Expert
level-master = Maître
level-elite = Élite
level-champion = Champion
level-legend = Légende
level-full = Maximum
computer-name = Focusbot · { $level }
