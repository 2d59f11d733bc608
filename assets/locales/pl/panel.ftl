### Panel, w którym rozpoczyna się partię.

panel-title = ## Zagraj w FOCUS
panel-nobody = Wybierz, z kim chcesz zagrać.
panel-summary = -# { $parts }
panel-rated = rankingowa
panel-unrated = bez rankingu
panel-standard = zasady standardowe
panel-thread = w wątku
panel-thread-proposed = w wątku, bo na tym kanale jest już partia lub stół
panel-private = tylko na tym kanale
panel-fill = wolne miejsca: { $player }

panel-against-computer = Z komputerem
panel-against-people = Z osobami, które wybiorę
panel-against-anyone = Z każdym, kto dołączy
panel-whom = Wybierz najwyżej trzy osoby
panel-level = Poziom: { $level }
panel-about-duel = Jeden na jednego: nie zostaw przeciwnikowi ruchu
panel-about-three-way = Każdy za siebie: wyścig o przechwycenia
panel-about-partners = Dwóch na dwóch: partnerzy siedzą naprzeciw siebie
panel-about-free-for-all = Czworo graczy, każdy za siebie: wyścig o przechwycenia
panel-no-clock = Bez zegara
panel-clock = Zegar: { $clock }
panel-clock-other = Inny…
panel-overtime = gdy czas minie: { $overtime }

panel-switches = Rankingowa, wątek, prywatna…
panel-switch-rated = Rankingowa: wynik liczy się do rankingu
panel-switch-thread = We własnym wątku
panel-switch-private = Prywatna: widoczna tylko na tym kanale
panel-switch-repetition = Bez remisu przez powtórzenie
panel-switch-twelve = Po 12 pionków, jak w 1965 roku

panel-form-title = Zegar i remisy
panel-form-clock = Zegar
panel-form-about-clock = 1d (dzień) lub 12h na ruch albo 2h+5m na całą partię z dodatkiem za ruch. Puste: bez zegara.
panel-form-quiet = Ruchy bez przechwycenia do remisu
panel-form-about-quiet = Liczba, na przykład 200, albo „off”, jeśli ma to nigdy nie prowadzić do remisu.
