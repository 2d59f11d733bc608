### Napisy na przyciskach i w menu.

button-more-options = Więcej opcji…
button-other-clock = Inny zegar…
button-how-to-play = Jak grać
button-join = Dołącz
button-accept = Przyjmij
button-decline = Odmów
button-start = Zacznij
button-leave = Odejdź
button-add-computer = Dodaj komputer
button-invite = Zaproś
button-open-to-all = Otwórz dla wszystkich
menu-place = Przydziel kogoś do pary (tylko gospodarz stołu)
place-choice = { $name } → { $team }
button-board = Plansza
button-flip = Obróć
button-words = Słowami
button-picture = Jako obraz
button-draw = Remis
button-accept-draw = Przyjmij remis
button-refuse-draw = Odrzuć remis
button-resign = Poddaj się
button-claim = Zgłoś przekroczenie czasu
button-abort = Przerwij
button-takeback = Cofnij ruch
button-allow-takeback = Pozwól cofnąć
button-refuse-takeback = Nie pozwalaj cofnąć
button-offer-seat = Zamiast tego oddaj miejsce
button-seat-computer = Niech gra komputer
button-seat-mine = Przejmij miejsce
button-allow-seat = Zgoda na zmianę
button-refuse-seat = Bez zmiany
button-keep-seat = Zachowaj miejsce
button-first = Początek
button-back = Wstecz
button-next = Dalej
button-last = Koniec
button-unwatch = Przestań śledzić
button-drop-plan = Usuń odpowiedź
button-rematch = Rewanż
button-confirm = Tak
button-cancel = Nie
button-move = Ruch
button-type = Wpisz…
button-other-stack = Inny stos
button-practice = Ćwicz
button-play-beginner = Zagraj z początkującym
button-rules = Zasady
button-play = Zagraj { $move }
button-stronger = Silniejsi
button-weaker = Słabsi
button-this-server = Ten serwer
button-all-servers = Wszystkie serwery
button-list-me = Dodaj mnie
button-take-me-off = Usuń mnie
button-rating-rules = Jak działa ranking
button-newer = Nowsze
button-older = Starsze
button-mine = Moje partie
button-record = Zapis
button-review = Analiza
button-explain = Wyjaśnij
button-chart = Wykres
button-play-on = Graj dalej od tego miejsca
button-threads-on = Włącz wątki dla partii
button-threads-off = Wyłącz wątki dla partii
button-replays-on = Włącz powtórki
button-replays-off = Wyłącz powtórki

menu-source = Skąd zaczyna się ruch?
menu-swap = Który z Twoich pionków?
menu-target = Z { $square } – dokąd?
menu-swap-with = { $square } – z którym pionkiem?
menu-target-hand = Pionek z rezerwy – dokąd?
menu-rank = W którym rzędzie?
menu-around-rank = Wokół pola: w którym rzędzie leży?
menu-around-square = Wokół którego pola?
source-stack = { $square } – { $count ->
        [one] 1 pionek
        [few] { $count } pionki
        [many] { $count } pionków
       *[other] { $count } pionka
    }: { $pieces }
source-hand = Z rezerwy ({ $count })
