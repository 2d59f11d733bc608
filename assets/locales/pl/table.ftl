### Stół przed partią i listy partii.

table-title = **{ $mode }** · stół { $game }
table-alt = Plansza przed pierwszym ruchem: { $mode }
table-wish = **{ $host } zaprasza do gry**
table-invited = Tylko na zaproszenie: { $people }
table-brought = Jestem tu dzięki: { $name }. Do gry wystarczą przyciski poniżej i nikt nie musi niczego instalować.
table-seats = Miejsca ({ $count } z { $seats }): { $people }
table-host-starts = Partia zacznie się, gdy stół będzie pełny. { $host } może zacząć wcześniej: przy dwóch osobach będzie to pojedynek, przy trzech gra we troje.
table-lot = losowane: { $lots }
table-lot-teams = niewybrane pary
table-lot-colors = kolory
table-lot-other-colors = niewybrane kolory
table-lot-first = pierwszy ruch
table-ask-level = Jak mocno ma grać komputer?
table-ask-guests = Kogo chcesz zaprosić?
table-call = { $people }: { $host } zaprasza do gry w FOCUS. { $link }
table-team = **{ $team }:** { $members }
table-free = wolne
table-no-team = Jeszcze bez pary
table-rematch = Rewanż za { $game }: każda osoba gra następnym kolorem.
table-position = Pozycja początkowa: `{ $position }`.
table-number = Stół { $game }
table-expires = zamknie się { $when }
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
games-mark-paused = **Twój ruch**, zegar stoi
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
