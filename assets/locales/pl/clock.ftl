### Czas do namysłu: ile go jest, kiedy mija i co się wtedy dzieje.

clock-per-move = { $time } na ruch
clock-bank = { $bank } na wszystkie ruchy
clock-bank-increment = { $bank } na wszystkie ruchy i { $increment } za każdy ruch
clock-runs = Koniec czasu: { $when }.
clock-overdue = { $count ->
        [one] Czas minął. Dopóki nie ma ruchu, { $who } może to zgłosić; inaczej { $when } odpadnie ten, kto jest na ruchu.
       *[other] Czas minął. Dopóki nie ma ruchu, { $who } mogą to zgłosić; inaczej { $when } odpadnie ten, kto jest na ruchu.
    }
clock-paused = Zegar stoi: nie ma mnie już na serwerze tej partii.
clock-away = Urlop do { $until }; do tego czasu zegar stoi.
clock-left = Pozostały czas: { $left }
clock-left-of = { $who } { $time }
clock-unreadable = „{ $text }” to nie czas, który umiem odczytać. Napisz `1d` (dzień) albo `12h` na każdy ruch, albo `2h+5m` na wszystkie ruchy z dodatkiem za każdy ruch.
clock-out-of-range = „{ $text }” jest poza zakresem: od 5 minut do 14 dni, najwyżej 1 dzień dodawany na ruch.
clock-missing = Mówisz, co się stanie, gdy czas minie, ale nie ma zegara. Podaj też `{ option-name-clock }`.

choice-overtime-out = odpada z gry
choice-overtime-claim = odpada po zgłoszeniu lub { $time } po czasie
choice-overtime-computer = dalej gra komputer

duration-days = { $count ->
        [one] 1 dzień
       *[other] { $count } dni
    }
duration-hours = { $count ->
        [one] 1 godz.
       *[other] { $count } godz.
    }
duration-minutes = { $count ->
        [one] 1 min
       *[other] { $count } min
    }
duration-seconds = { $count ->
        [one] 1 s
       *[other] { $count } s
    }

event-overdue = { $who } nie mają już czasu.
event-time-out = { $who } nie mają już czasu i odpadają.
event-taken-over = { $who } nie mają już czasu: dalej gra { $computer }.

done-claimed = Partia { $game }: przekroczenie czasu zgłoszone.
