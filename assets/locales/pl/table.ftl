### Stół przed partią i listy partii.

table-title = **{ $mode }** · stół { $game }
table-alt = Plansza przed pierwszym ruchem: { $mode }
table-open = Dołączyć może każda osoba.
table-invited = Tylko dla zaproszonych.
table-challenge = Wyzwanie: partia zacznie się, gdy wszyscy je przyjmą.
table-brought = Jestem tu dzięki: { $name }. Do gry wystarczą przyciski poniżej i nikt nie musi niczego instalować.
table-people = Przy stole ({ $count } z { $seats }): { $people }
table-waiting = Zaproszenia: { $people }
table-full-starts = Partia zacznie się, gdy stół będzie pełny.
table-host-starts = Partia zacznie się, gdy stół będzie pełny. { $host } może zacząć wcześniej: przy dwóch osobach będzie to pojedynek, przy trzech gra we troje.
table-fill = { $host } może też { $ways }.
table-way-computer = dodać komputer
table-way-invite = kogoś zaprosić
table-way-open = otworzyć stół dla wszystkich
table-lot = Kolory i pierwszy ruch są losowane.
table-lot-colors = Kolory są losowane.
table-lot-first = Pierwszy ruch jest losowany.
table-ask-level = Jak mocno ma grać komputer?
table-ask-guests = Kogo chcesz zaprosić?
table-call = { $people }: { $host } zaprasza do gry w FOCUS. { $link }
table-rules-standard = Zasady standardowe.
table-team = **{ $team }:** { $members }
table-team-free = wolne
table-teams-lot = Wybierz parę poniżej. Kto nie wybierze, dostanie wolne miejsce w drodze losowania.
table-colors = Wybierz poniżej swój kolor. Kto nie wybierze, dostanie kolor w drodze losowania.
table-color-free = wolne
table-thread = Partia toczy się we własnym wątku.
table-private = Partię widać tylko na tym kanale.
table-rematch = Rewanż za { $game }: każda osoba gra następnym kolorem.
table-position = Pozycja początkowa: `{ $position }`.
table-expires = Stół zamknie się { $when }.
table-closed = **Stół jest zamknięty.**
table-declined = **Wyzwanie nie dojdzie do skutku**: { $who } odmawia.
table-declined-invited = **Stół jest zamknięty**: { $who } odmawia, a zaproszonych zostaje za mało.
table-expired = **Stół jest zamknięty**: na czas zebrało się za mało osób.

games-title = **Twoje partie**
games-none = Nie masz żadnych partii. Rozpocznij partię przez `/focus { command-play-name }`.
games-line = - { $place } { $mode } · { $others } · { $state }
games-line-marked = - { $place } { $mode } · { $others } · { $state } · { $mark }
games-mark-turn = **Twój ruch**
games-mark-clock = **Twój ruch**, koniec czasu: { $when }
games-mark-overdue = **Twój ruch**, czas minął
games-mark-claim = **czas minął**, możesz to zgłosić
games-nobody = na razie nikt
games-open = jeszcze się nie zaczęła
games-invited = masz zaproszenie
games-out = jesteś poza grą
games-plies = { $plies ->
        [one] 1 ruch
        [few] { $plies } ruchy
        [many] { $plies } ruchów
       *[other] { $plies } ruchu
    }
games-more = i jeszcze { $count }
