### De keuzes in de regels: hoe ze heten en wat hun waarden betekenen.

option-goal = Doel
option-stuck = Zonder zet
option-draw = Remise
option-opening = Opening
option-setup = Opstelling
option-repetition = Herhaling
option-quiet = Zonder slaan
option-talk = Overleg tussen partners
option-line = { $option }: { $choice }

choice-goal-last = wie overblijft, wint
choice-goal-last-duel = wie geen zet kan doen, verliest
choice-goal-race-duel = wedloop – als eerste 6 slaan
choice-goal-race-three-way = wedloop – als eerste 3 van elke andere kleur slaan of 10 voor je hebben
choice-goal-race-free-for-all = wedloop – als eerste 2 van elke andere kleur slaan of 10 voor je hebben
choice-goal-race = wedloop – als eerste genoeg slaan
choice-stuck-out = ligt eruit
choice-stuck-skip = past en kan terugkomen
choice-draw-split = niemand wint
choice-draw-second-loses = winst voor wie begon
choice-draw-second-wins = winst voor wie niet begon
choice-opening-standard = zoals opgesteld
choice-opening-exchange = ruil – beiden ruilen eerst een steen met de ander
choice-setup-13 = elk 13 stenen
choice-setup-12 = elk 12 stenen, zoals in 1965
choice-repetition-3 = de derde keer is remise
choice-repetition-off = geen remise door herhaling
choice-quiet-number = remise na { $plies ->
        [one] 1 zet
       *[other] { $plies } zetten
    }
choice-quiet-off = nooit remise
choice-talk-silent = stil, geen tips
choice-talk-open = open, partners mogen praten
