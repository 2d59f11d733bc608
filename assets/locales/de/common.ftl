### Namen von Farben und Spielarten, und die kleinen Wörter dazwischen.

color-orange = Orange
color-green = Grün
color-blue = Blau
color-pink = Pink

# Ein einzelner Stein.
piece-orange = orange
piece-green = grün
piece-blue = blau
piece-pink = pink

mode-duel = Duell
mode-three-way = Zu dritt
mode-partners = Partnerspiel
team-name = Team { $number }
mode-free-for-all = Alle gegen alle
mode-choice = { $mode } – { $seats ->
        [one] { $seats } Person
       *[other] { $seats } Personen
    }

list-and = { $rest } und { $last }
list-chain = { $rest }; { $last }
color-and-name = { $color } ({ $name })

level-beginner = Anfänger
level-novice = Neuling
level-casual = Amateur
level-skilled = Geübt
level-strong = Stark
level-expert = Experte
level-master = Meister
level-elite = Elite
level-champion = Champion
level-legend = Legende
level-full = Maximum
computer-name = Focusbot · { $level }
