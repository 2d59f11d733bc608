### Namen van kleuren en spelvormen, en de woordjes ertussen.

color-orange = Oranje
color-green = Groen
color-blue = Blauw
color-pink = Roze

# Eén steen.
piece-orange = oranje
piece-green = groen
piece-blue = blauw
piece-pink = roze

mode-duel = Duel
mode-three-way = Met z’n drieën
mode-partners = Partners
team-name = Team { $number }
mode-free-for-all = Ieder voor zich
mode-choice = { $mode } – { $seats ->
        [one] { $seats } persoon
       *[other] { $seats } personen
    }

list-and = { $rest } en { $last }
list-chain = { $rest }; { $last }
color-and-name = { $color } ({ $name })

level-beginner = Beginner
level-novice = Leerling
level-casual = Amateur
level-skilled = Geoefend
level-strong = Sterk
level-expert = Expert
level-master = Meester
level-elite = Elite
level-champion = Kampioen
level-legend = Legende
level-full = Maximum
computer-name = Focusbot · { $level }
