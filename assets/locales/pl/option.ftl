### Opcje zasad: jak się nazywają i co znaczą ich wartości.

option-goal = Cel
option-stuck = Brak ruchu
option-draw = Remis
option-opening = Otwarcie
option-setup = Ustawienie
option-repetition = Powtórzenie
option-quiet = Bez przechwycenia
option-talk = Rozmowy w parze
option-line = { $option }: { $choice }

choice-goal-last = wygrywa ostatni w grze
choice-goal-last-duel = kto nie ma ruchu, przegrywa
choice-goal-race-duel = wyścig – kto pierwszy przechwyci 6
choice-goal-race-three-way = wyścig – kto pierwszy przechwyci po 3 od każdego lub ma 10 przed sobą
choice-goal-race-free-for-all = wyścig – kto pierwszy przechwyci po 2 od każdego lub ma 10 przed sobą
choice-goal-race = wyścig – kto pierwszy przechwyci dość pionków
choice-stuck-out = odpada z gry
choice-stuck-skip = pasuje i może wrócić
choice-draw-split = nikt nie wygrywa
choice-draw-second-loses = wygrywa ten, kto zaczynał
choice-draw-second-wins = wygrywa ten, kto nie zaczynał
choice-opening-standard = od razu z ustawienia
choice-opening-exchange = wymiana – każda strona najpierw zamienia pionek z drugą
choice-setup-13 = po 13 pionków
choice-setup-12 = po 12 pionków, jak w 1965 roku
choice-repetition-3 = za trzecim razem remis
choice-repetition-off = bez remisu przez powtórzenie
choice-quiet-number = remis po { $plies ->
        [one] 1 ruchu
        [few] { $plies } ruchach
        [many] { $plies } ruchach
       *[other] { $plies } ruchu
    }
choice-quiet-off = nigdy remis
choice-talk-silent = niedozwolone, bez wskazówek
choice-talk-open = dozwolone, para może rozmawiać
