### Names of colors and modes, and the small words that join them.

color-orange = Orange
color-green = Green
color-blue = Blue
color-pink = Pink

# A single piece, by its color.
piece-orange = orange
piece-green = green
piece-blue = blue
piece-pink = pink

mode-duel = Duel
mode-three-way = Three-way
mode-partners = Partners
team-name = Team { $number }
mode-free-for-all = Free-for-all
mode-choice = { $mode } – { $seats ->
        [one] { $seats } player
       *[other] { $seats } players
    }

# “A, B and C”; $rest is “A, B”.
list-and = { $rest } and { $last }
# “A; B; C”; $rest is “A; B”.
list-chain = { $rest }; { $last }
# A color and who plays it.
color-and-name = { $color } ({ $name })

# Strength of a computer, in words that also stand behind its name.
level-beginner = Beginner
level-novice = Novice
level-casual = Casual
level-skilled = Skilled
level-strong = Strong
level-expert = Expert
level-master = Master
level-elite = Elite
level-champion = Champion
level-legend = Legend
level-full = Maximum
computer-name = Focusbot · { $level }
