### Partia: co się stało, czyj jest ruch, jak się skończyła.

event-started = Kolory i pierwszy ruch wylosowano: { $seats }. Zaczynają { $who }.
event-started-partners = Kolory, pary i pierwszy ruch wylosowano: { $seats }. Zaczynają { $who }.
event-started-from = Partia zaczyna się od podanej pozycji; kolory wylosowano: { $seats }. Zaczynają { $who }.
event-started-chosen = Pierwszy ruch wylosowano: { $seats }. Zaczynają { $who }.
event-started-from-chosen = Partia zaczyna się od podanej pozycji: { $seats }. Zaczynają { $who }.
event-started-from-partners = Partia zaczyna się od podanej pozycji; kolory i pary wylosowano: { $seats }. Zaczynają { $who }.
event-started-chosen-partners = Pary, pozostałe kolory i pierwszy ruch wylosowano: { $seats }. Zaczynają { $who }.
event-started-from-chosen-partners = Partia zaczyna się od podanej pozycji; pary i pozostałe kolory wylosowano: { $seats }. Zaczynają { $who }.
event-rematch = Rewanż, każda osoba z następnym kolorem: { $seats }. Zaczynają { $who }.
event-partners = Pary: { $first }; { $second }.
event-moved = { $who }: **{ $move }**
event-moved-effect = { $who }: **{ $move }** – { $effect }
event-passed = { $who } nie mają ruchu i pasują.
event-out = { $who } nie mają już ruchu i odpadają.
event-resigned = { $who } poddają partię.
event-draw-offered = { $who } proponują remis.
event-draw-accepted = { $who } zgadzają się na remis.
event-draw-refused = { $who } odrzucają remis.
event-draw-withdrawn = { $who } nie chcą już remisu.
event-aborted = Partia zostaje przerwana: { $who }.
event-premoved = Odpowiedź przygotowana wcześniej: { $who }.
event-takeback-asked = { $who } proszą o cofnięcie ruchu.
event-takeback-allowed = { $who } zgadzają się na cofnięcie.
event-takeback-refused = { $who }: ruch nie zostaje cofnięty.
event-took-back = { $who } cofają { $count ->
        [one] 1 ruch.
        [few] ostatnie { $count } ruchy.
        [many] ostatnich { $count } ruchów.
       *[other] ostatnie { $count } ruchu.
    }
event-took-back-passes = { $who } cofają { $count ->
        [few] ostatnie { $count } ruchy
        [many] ostatnich { $count } ruchów
       *[other] ostatnie { $count } ruchu
    }, wliczając wymuszone pasy.
event-aborted-by-moderator = Moderacja tego serwera przerywa partię.
event-aborted-idle = Od dawna nikt nie wykonał ruchu: partia zostaje przerwana.
event-lapsed = Wcześniejsze propozycje i prośby tracą ważność.

effect-pieces = { $count ->
        [one] 1 pionek
        [few] { $count } pionki
        [many] { $count } pionków
       *[other] { $count } pionka
    }
effect-onto = na pionek { $piece }, teraz wysokość { $height }
effect-drop = z rezerwy
effect-swap = wymiana
effect-takes = przechwytuje { $count }
effect-takes-colors = przechwytuje { $count } ({ $colors })
effect-hand = { $count } do rezerwy
effect-partner = { $count } do rezerwy partnera

caption-turn = Ruch mają **{ $color }**: { $mention }
caption-thinks = **{ $who }** – komputer myśli…
caption-watched = Ruch mają **{ $who }**.
caption-watched-footer = -# { $kind } · { $ply ->
        [0] przed pierwszym ruchem
       *[other] po ruchu { $ply } z { $plies }
    }
caption-must-drop = { $color } nie mają żadnego stosu i muszą dołożyć pionek z rezerwy.
caption-placement = Pierwsza runda: każdy kolor stawia pionek z rezerwy na pustym polu, na przykład **{ $example }**.
caption-exchange-first = Otwarcie z wymianą: { $color } zamieniają miejscami pionek własny i pionek drugiej strony, na przykład **{ $example }**.
caption-exchange-second = Otwarcie z wymianą: { $color } robią to samo, na przykład **{ $example }**, ale nie wolno przywrócić symetrii kolorów.
caption-draw = Jest propozycja remisu. Za: { $agreed }. Jeszcze bez odpowiedzi: { $waiting }.
caption-draw-won = Według wybranych zasad w razie remisu wygrywają { $who }.
caption-takeback = { $who } chcą cofnąć { $count ->
        [one] 1 ruch.
        [few] ostatnie { $count } ruchy.
        [many] ostatnich { $count } ruchów.
       *[other] ostatnie { $count } ruchu.
    } Jeszcze bez odpowiedzi: { $waiting }.
caption-takeback-passes = { $who } chcą cofnąć { $count ->
        [few] ostatnie { $count } ruchy
        [many] ostatnich { $count } ruchów
       *[other] ostatnie { $count } ruchu
    }, wliczając wymuszone pasy. Jeszcze bez odpowiedzi: { $waiting }.
event-seat-offered = { $who } oddają miejsce innym.
event-seat-wanted = Ktoś prosi o miejsce: { $who }.
event-seat-allowed = { $who } zgadzają się na zmianę.
event-seat-refused = { $who } nie zgadzają się na zmianę.
event-handed-over = Od teraz grają: { $who }.
caption-seat-free = { $who }: to miejsce może przejąć ktoś inny albo komputer. Zgodzić się muszą: { $waiting }.
caption-seat-asked = { $who }: to miejsce ma przejąć { $successor }. Brakuje zgody: { $waiting }.
caption-out = Poza grą: { $who }.
caption-goal-race = wyścig
caption-goal-last = wygrywa ostatni w grze
caption-teams = { $first } kontra { $second }
caption-rated = rankingowa
race-title = **Do wygrania wyścigu brakuje:**
race-needs = - { $color }: { $captures }
race-needs-or-front = - { $color }: { $captures } albo jeszcze { $count } przed sobą
caption-footer = -# { $kind } · { $plies ->
        [one] rozegrano 1 ruch
        [few] rozegrano { $plies } ruchy
        [many] rozegrano { $plies } ruchów
       *[other] rozegrano { $plies } ruchu
    }

ending-won = **{ $count ->
        [one] Wygrywają { $who }!
       *[other] Wygrywają { $who }!
    }** { $reason }
ending-drawn = **Remis.** { $reason }
ending-drawn-between = **Remis: { $who }.** { $reason }
ending-aborted = **Partia przerwana.** Nie ma wyniku.
ending-deserted = **Grają już tylko komputery, więc partia na tym się kończy.** Liczy się jako wygrana: { $who }.
reason-last = Nikt inny nie może już wykonać ruchu.
reason-nobody = Nikt nie ma już ruchu.
reason-race = Cel osiągnięty: przechwyconych { $captured }, w rezerwie { $hand }.
reason-race-captures = Cel osiągnięty: przechwyconych { $captured }.
reason-resignation = Przez poddanie partii.
reason-time = Przez przekroczenie czasu.
reason-agreement = Za zgodą wszystkich.
reason-repetition = Ta sama pozycja powtórzyła się po raz trzeci.
reason-quiet = { $plies ->
        [one] 1 ruch
        [few] { $plies } ruchy
        [many] { $plies } ruchów
       *[other] { $plies } ruchu
    } z rzędu bez przechwycenia.
reason-draw-first = { $reason } Według wybranych zasad w razie remisu wygrywa strona, która zaczynała.
reason-draw-second = { $reason } Według wybranych zasad w razie remisu wygrywa strona, która nie zaczynała.

hint-title = **Dobre ruchy:**
hint-alt = Zaznaczone jako dobre ruchy: { $moves }.
hint-line = { $number }. **{ $move }** – { $why } · { $outlook }
hint-quiet = spokojny ruch
hint-takes-over = przejmuje { $square } ({ $color })
hint-chance = szansa na wygraną: { $percent }%
hint-win = pewna wygrana w { $plies ->
        [one] 1 ruchu
       *[other] { $plies } ruchach
    }
hint-loss = pewna przegrana w { $plies ->
        [one] 1 ruchu
       *[other] { $plies } ruchach
    }
hint-expected = -# Spodziewane: { $moves }

why-wins = wygrywa partię
why-prevents-win = nie pozwala wygrać ruchem { $move } ({ $color })
why-stuck = nie zostawia ruchów ({ $color })
why-threatens-win = grozi wygraną: { $move }
why-goal = do celu { $count ->
        [one] brakuje 1 pionka
        [few] brakuje { $count } pionków
        [many] brakuje { $count } pionków
       *[other] brakuje { $count } pionka
    }
why-meets-threat = odpiera { $move } ({ $color }, przechwycone: { $count })
why-takes-stack = przejmuje wieżę na { $square } ({ $color }, wysokość { $count })
why-saves-stack = ratuje wieżę na { $square } przed { $move } ({ $color }, wysokość { $count })
why-threatens = grozi { $move } (przechwycone: { $count })
why-frees-partner = uwalnia stos partnera na { $square }
why-frees-own = uwalnia resztę stosu na { $square }
why-allows-win = pozwala wygrać ruchem { $move } ({ $color })
why-exposes = pozwala na { $move } ({ $color }, przechwycone: { $count })
why-exposes-stack = pozwala przejąć wieżę na { $square } ruchem { $move } ({ $color }, wysokość { $count })
why-hands-over = oddaje { $square } ({ $color })
why-prepares = przygotowuje { $move }: { $why }
why-line = { $moves } (przechwycone: { $captured }, stracone: { $lost })
