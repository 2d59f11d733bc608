### Die Wahlmöglichkeiten der Regeln: wie sie heißen und was ihre Werte bedeuten.

option-goal = Ziel
option-stuck = Ohne Zug
option-draw = Remis
option-opening = Eröffnung
option-setup = Aufstellung
option-repetition = Wiederholung
option-quiet = Ohne Schlagen
option-talk = Absprache im Team
option-line = { $option }: { $choice }

choice-goal-last = wer übrig bleibt, gewinnt
choice-goal-last-duel = wer nicht ziehen kann, verliert
choice-goal-race-duel = Wettlauf – zuerst 6 schlagen
choice-goal-race-three-way = Wettlauf – zuerst 3 jeder anderen Farbe schlagen oder 10 vor sich haben
choice-goal-race-free-for-all = Wettlauf – zuerst 2 jeder anderen Farbe schlagen oder 10 vor sich haben
choice-goal-race = Wettlauf – zuerst genug schlagen
choice-stuck-out = scheidet aus
choice-stuck-skip = passt und kann zurückkommen
choice-draw-split = niemand gewinnt
choice-draw-second-loses = wer begann, gewinnt
choice-draw-second-wins = wer nicht begann, gewinnt
choice-opening-standard = wie aufgestellt
choice-opening-exchange = Tausch – beide tauschen zuerst je einen Stein
choice-setup-13 = je 13 Steine
choice-setup-12 = je 12 Steine, wie 1965
choice-repetition-3 = beim dritten Mal Remis
choice-repetition-off = kein Remis durch Wiederholung
choice-quiet-number = Remis nach { $plies ->
        [one] 1 Zug
       *[other] { $plies } Zügen
    }
choice-quiet-off = nie Remis
choice-talk-silent = still, keine Tipps
choice-talk-open = offen, das Team darf reden
