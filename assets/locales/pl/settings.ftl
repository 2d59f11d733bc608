### Co mogą wybrać osoby i serwery.

settings-title = **Twoje ustawienia**
settings-line = { $what }: **{ $choice }**
settings-language = Język
settings-theme = Plansza
settings-orientation = Na dole
settings-scope = Wygląd i strona dotyczą plansz, które widzisz tylko Ty.
settings-reminders = Przypomnienia o ruchu
settings-reminder-place = Przypominaj mi
settings-night = Godziny ciszy
settings-zone = Strefa czasowa
settings-vacation = Urlop
settings-typed = Wartości, których nie ma w menu, wybierzesz poleceniem `/focus-me { command-settings-name }` z opcją `{ option-name-night }`, `{ option-name-zone }` lub `{ option-name-vacation }`.

language-as-discord = jak na Discordzie
theme-tower = wieże
theme-contrast = wysoki kontrast, litera na każdym pionku
theme-flat = płaska i jasna, dobra do druku
orientation-fixed = zawsze ta sama strona
orientation-mover = kto jest na ruchu
orientation-mine = moja strona
as-on-server = jak na serwerze
as-everywhere = domyślnie
reminder-place-channel = na kanale partii
reminder-place-direct = w wiadomości prywatnej, inaczej na kanale
night-none = brak
night-hours = { $from }:00–{ $to }:00 ({ $zone })
night-unreadable = „{ $text }” to nie przedział godzin. Napisz `22-7` albo `off`.
zone-unknown = „{ $text }” to nie strefa czasowa, taka jak `Europe/Warsaw`. Wybierz ją z listy.
vacation-none = brak; dni do wzięcia w tym roku: { $days }
vacation-until = do { $until }; dni do wzięcia w tym roku: { $days }
vacation-end = zakończ urlop

document-privacy = Prywatność
document-terms = Warunki korzystania
person-gone = usunięta osoba
data-question = Usunąć wszystko, co jest o Tobie przechowywane? { $games ->
        [0] Nie masz trwającej partii.
        [one] Twoja trwająca partia zostanie poddana.
        [few] Twoje { $games } trwające partie zostaną poddane.
        [many] Twoich { $games } trwających partii zostanie poddanych.
       *[other] Twoje { $games } trwającej partii zostanie poddane.
    } Miejsca przy stołach się zwolnią, ustawienia znikną, a Twoja nazwa zostanie usunięta z zakończonych partii. Tego nie da się cofnąć.
data-erased = Wszystko o Tobie jest usunięte. Jeśli znów zagrasz, zaczniesz od nowa.
data-exported = Wszystko, co jest o Tobie przechowywane.

admin-title = **FOCUS na tym serwerze**
settings-label = { $what }: { $choice }
settings-threads = Wątek dla każdej partii
settings-replays = Powtórka na koniec partii
settings-clocks = Zegary partii
settings-channels = Kanały do gry
settings-roles = Role, które mogą grać
settings-moderators = Role, które mogą przerywać partie
settings-moderators-allow = Discord pokazuje `/focus-admin` tylko tym, którzy zarządzają serwerem. Zezwól na to polecenie rolom, które mogą przerywać partie, w Ustawieniach serwera → Integracje.
threads-yes = tak, o ile gospodarz nie chce inaczej
threads-no = tylko jeśli gospodarz go chce
threads-proposed = tylko jeśli gospodarz go chce; proponowany tam, gdzie już trwa partia
replays-yes = pokazywana wszystkim
replays-no = niepokazywana
clock-kind-none = bez zegara
clock-kind-move = czas na każdy ruch
clock-kind-bank = czas na wszystkie ruchy
list-everywhere = wszystkie
list-any-clock = dowolne albo bez zegara
list-everybody = wszyscy
list-managers = tylko osoby zarządzające serwerem
list-deleted = żadne, bo tych z listy już nie ma
audit-none = Na tym serwerze niczego jeszcze nie zmieniono.
audit-title = **Co zrobiono na tym serwerze** ({ $page } z { $pages })
audit-line = { $time } · { $name } · { $action }
audited-listed = dopisano { $item }
audited-unlisted = skreślono { $item }
audited-abort = przerwano partię { $game }
diagnose-fine = Na tym kanale wolno mi wszystko, czego potrzebuję.
diagnose-direct = Jesteśmy tu tylko my dwoje: partie z komputerami, wskazówki, analiza, zasady i ćwiczenia – wszystko działa.
diagnose-direct-typed = Ruchy można pisać.
diagnose-visited = Nie należę do tego miejsca: zabiera mnie tu każdy, kto mnie zainstalował, a ja mogę tylko odpowiadać. W partie dla dwóch do czterech osób, z komputerami lub bez, gra się przyciskami; nikt inny nie musi niczego instalować. Kto mnie zainstalował albo jest ze mną na jakimś serwerze, dostaje przypomnienia i to, co dzieje się w międzyczasie, w wiadomościach prywatnych; do pozostałych nie mogę pisać. Wątki, śledzone partie i ruchy pisane w wiadomościach wymagają, żebym tu należał.
diagnose-administrator = Mam uprawnienia administratora, których nie potrzebuję. Odbierz mi je.
