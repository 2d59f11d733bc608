### Dlaczego czegoś nie można zrobić. Nic się nie zmieniło.

refusal-no-such-game = Nie ma partii { $game }. Twoje partie pokaże `/focus-info { command-games-name }`.
refusal-no-game-here = Nie masz tu żadnej partii. Rozpocznij partię przez `/focus { command-play-name }` albo podaj numer partii.
refusal-no-table = Nie czeka tu na Ciebie żaden stół. Otwórz go przez `/focus { command-play-name }`; trwającą partię poddasz przez `/focus { command-resign-name }`.
refusal-which-game = Może chodzić o kilka partii: { $games }. Podaj, o którą chodzi.
refusal-not-a-player = To mogą tylko osoby, które grają w tej partii.
refusal-not-your-turn = To nie Twoja kolej: teraz gra { $name }.
refusal-stale = To już nie jest aktualna pozycja: partia poszła dalej. Użyj najnowszej wiadomości tej partii.
refusal-game-over = Ta partia już się zakończyła.
refusal-table-closed = Ten stół jest zamknięty. Nowy otworzysz przez `/focus { command-play-name }`.
refusal-not-begun = Ta partia jeszcze się nie zaczęła.
refusal-already-begun = Ta partia już się zaczęła.
refusal-table-full = Przy tym stole nie ma wolnego miejsca.
refusal-other-computers = Przy tym stole są już inne komputery. Wybierz jeszcze raz.
refusal-already-seated = Masz już miejsce przy tym stole.
refusal-not-seated = Nie masz miejsca przy tym stole.
refusal-not-invited = Ten stół jest tylko dla zaproszonych osób.
refusal-nothing-to-decline = Nie masz tu zaproszenia, które można odrzucić.
refusal-already-at-table = Już przy tym stole: { $people }. Wybierz tylko inne osoby.
refusal-already-called = Zaproszenie do tego stołu trafiło już do: { $people }. Nikogo nie wzywam dwa razy; wybierz tylko inne osoby.
refusal-has-declined = Zaproszenie do tego stołu ostatecznie odrzucone przez: { $people }. Wybierz tylko inne osoby.
refusal-not-host = To może tylko { $name }, bo stół należy do tej osoby.
refusal-too-few-people = Do gry potrzeba co najmniej dwóch graczy.
refusal-wrong-number = W odmianie „{ $mode }” liczba graczy, razem z Tobą, to { $seats }; tu policzono: { $players }.
refusal-too-few-invited = Odmiana „{ $mode }” wymaga tylu graczy: { $seats }, a razem z Tobą, zaproszonymi i komputerami jest ich tylko { $players }. Zaproś więcej osób, dodaj komputery opcją `{ option-name-computer }` albo nie zapraszaj nikogo: wtedy usiąść może każdy.
refusal-no-partners = W odmianie „{ $mode }” nie ma par; wybierz odmianę z parami.
refusal-team-full = W tej parze oba miejsca są zajęte. Wybierz drugą parę.
refusal-already-in-team = Jesteś już w tej parze.
refusal-partners-stay = W rewanżu pary się nie zmieniają. Jeśli mają być inne pary, otwórz nowy stół przez `/focus { command-play-name }`.
refusal-color-taken = { $color } ma już { $name }. Wybierz inny kolor.
refusal-own-color = Masz już ten kolor.
refusal-colors-drawn = Przy tym stole kolory są losowane.
refusal-colors-follow = W rewanżu każdy gra następnym kolorem. Aby wybierać kolory, otwórz nowy stół przez `/focus { command-play-name }`.
refusal-rated-computer = Partia z komputerami nie może być rankingowa. Zagraj bez rankingu albo tylko z ludźmi.
refusal-rated-clock = Partia rankingowa wymaga zegara. Wybierz go, na przykład `1d`, albo zagraj bez rankingu.
refusal-rated-substitute = W partii rankingowej komputer nikogo nie zastępuje. Wybierz coś innego w `{ option-name-overtime }` albo zagraj bez rankingu.
refusal-rated-position = Partia rankingowa zaczyna się od zwykłej pozycji. Pomiń pozycję albo zagraj bez rankingu.
refusal-no-end = Komputery nigdy się nie męczą, więc gra samych komputerów musi mieć koniec: pomiń `{ option-name-quiet }` albo podaj najwyżej { $plies }.
refusal-nobody-plays = Gra bez ludzi wymaga komputerów. Podaj któryś w opcji `{ option-name-computer }`.
refusal-same-person = Ktoś jest podany dwa razy albo wśród podanych jesteś Ty. Każde miejsce jest dla innej osoby.
refusal-too-many-invited = Na odpowiedź może czekać naraz najwyżej tyle zaproszeń do stołu: { $limit }. Kolejne osoby zaproś później.
refusal-too-many-called = Do jednego stołu można zaprosić najwyżej tyle osób: { $limit }.
refusal-too-many-games = Masz już { $limit ->
        [one] 1 partię
        [few] { $limit } partie
        [many] { $limit } partii
       *[other] { $limit } partii
    }, a więcej naraz nie można. Najpierw dokończ którąś z nich.
refusal-channel-full = Na tym kanale { $limit ->
        [one] toczy się już 1 partia
        [few] toczą się już { $limit } partie
        [many] toczy się już { $limit } partii
       *[other] toczy się już { $limit } partii
    }, a więcej się nie zmieści. Zagraj na innym kanale.
refusal-draw-already = Twoja zgoda na ten remis jest już zapisana. Teraz kolej na odpowiedź pozostałych.
refusal-draw-turned-down = Remis nie doszedł do skutku. Najpierw zagraj ruch, potem możesz go znowu zaproponować.
refusal-no-draw = Nie ma propozycji remisu, na którą można by odpowiedzieć.
refusal-no-hints = Wskazówki są tylko w grze z samymi komputerami.
refusal-out = W tej partii jesteś już poza grą.
refusal-vacation = Tylu dni urlopu już nie masz; dni do wzięcia w tym roku: { $limit }.
refusal-other-server = Ta partia toczy się na innym serwerze. Tam może przejść na dowolny kanał.
refusal-rated-stays = Ta partia jest rankingowa, więc zostaje na swoim kanale, dopóki gra w niej ktoś oprócz Ciebie. Gdziekolwiek jesteś, `/focus { command-board-name }` pokaże Ci planszę, a przez `/focus { command-move-name }` zagrasz swój ruch.
refusal-private-stays = Ta partia jest prywatna: grający liczą na to, że widać ją tylko na jednym kanale, więc tam zostaje. Gdziekolwiek jesteś, `/focus { command-board-name }` pokaże Ci planszę, a przez `/focus { command-move-name }` zagrasz swój ruch.
refusal-alone = W naszych wiadomościach prywatnych jesteśmy tylko my dwoje: zagraj tu z komputerem albo zaproś kogoś na serwerze lub w grupie.
refusal-time-over = Twój czas na ten ruch minął.
refusal-nothing-to-claim = W tej partii nikt inny nie przekroczył czasu.
refusal-no-seat = W tej partii żadne miejsce nie zmienia właściciela albo nie Ty o tym decydujesz.
refusal-seat-asked = Ktoś już o to prosi albo do przejęcia jest inne miejsce. Zaczekaj na odpowiedź.
refusal-seat-offered = Od ostatniego ruchu Twoje miejsce było już do przejęcia. Możesz je oddać ponownie po następnym swoim ruchu.
refusal-seat-allowed = Twoja zgoda jest już zapisana. Teraz kolej na odpowiedź pozostałych.
refusal-seat-rated = Ta partia jest rankingowa: gracze zostają.
refusal-seat-no-room = Osoba, która prosiła o miejsce, ma już największą dozwoloną liczbę partii. Odmów albo zaczekaj, aż któraś z nich się skończy.
refusal-too-late-to-abort = Partię można przerwać tylko przed drugim ruchem. Możesz się poddać albo zaproponować remis.
refusal-nothing-to-take-back = Nie masz tu ruchu, który można by cofnąć.
refusal-takeback-already = Twoja prośba o cofnięcie tego ruchu już czeka na odpowiedź pozostałych.
refusal-takeback-waits = Ta prośba czeka na odpowiedź pozostałych, nie na Twoją.
refusal-takeback-turned-down = Z Twojej prośby o cofnięcie tego ruchu nic nie wyszło. Po następnym swoim ruchu możesz poprosić znowu.
refusal-takeback-to-answer = Ktoś inny chce cofnąć ruch. Najpierw odpowiedz na tę prośbę przyciskami pod planszą.
refusal-no-takeback = Nikt nie prosi o cofnięcie ruchu.
refusal-too-much-beside-moves = W tej partii było już tyle propozycji, próśb i cofnięć, że teraz można tylko grać dalej albo się poddać.
refusal-game-goes-on = Ta partia jeszcze trwa.
refusal-no-import = Tego zapisu już nie przechowuję. Zaimportuj go ponownie przez `/focus-info { command-import-name }`.
refusal-rematch-begun = Rewanż już się zaczął: to partia { $game }.
refusal-rematch-declined = Rewanż został odrzucony; teraz może go zaproponować tylko osoba, która odmówiła. Inną partię otworzysz przez `/focus { command-play-name }`.
refusal-player-gone = Ktoś z grających usunął wszystkie swoje dane i nie można go już zapytać. Nową partię otworzysz przez `/focus { command-play-name }`.
refusal-position-over = W tej pozycji partia jest już skończona. Podaj taką, w której jest jeszcze coś do rozstrzygnięcia.
refusal-position-without-some = W tej pozycji ktoś jest już poza grą. Podaj taką, w której grają jeszcze wszystkie kolory.
refusal-position-needs-all = W partii od podanej pozycji każdy kolor musi mieć gracza.
position-unreadable = Nie umiem odczytać „{ $got }” w tej pozycji. Oczekuję FPS, ośmiu pól oddzielonych spacją: odmiana, plansza, strona, rezerwy, przechwycone, poza grą, spokojne ruchy, numer ruchu.
position-other-mode = To pozycja z odmiany „{ $position }”, a nie „{ $wanted }”.
position-pieces = Taka pozycja jest niemożliwa: { $color } powinny mieć na planszy, w rezerwie i przechwyconych łącznie { $expected }, a mają { $found }.
position-side = Taka pozycja jest niemożliwa: { $color } nie mogą być na ruchu.
position-captures = Taka pozycja jest niemożliwa: { $color } nie mogły przechwycić pionków własnej strony.
position-stranger = Taka pozycja jest niemożliwa: { $color } nie grają w tej odmianie.
position-exchange = Taka pozycja jest niemożliwa: nie pasuje do otwarcia z wymianą.
refusal-premove-own-turn = To Twoja kolej: zagraj bez opcji `{ option-name-if }`.
refusal-premove-out-of-turn = Po tych ruchach nie byłoby Twojej kolei, więc nie można odpowiedzieć. Kilka spodziewanych ruchów oddziel przecinkami.
refusal-premove-end = Ten ruch skończyłby partię, więc nie ma na co odpowiadać.
refusal-expected = Oczekiwany ruch nie jest możliwy. { $reason }
refusal-answer = Twoja odpowiedź na niego: { $reason }
refusal-no-premove = W tej partii nie masz przygotowanej odpowiedzi.
refusal-too-many-premoves = Możesz przygotować najwyżej tyle wariantów: { $lines }, każdy najwyżej na tyle ruchów: { $moves }.
refusal-private = Tę partię widać tylko tam, gdzie się toczy.
refusal-watched-here = Ten kanał już pokazuje tę partię.
refusal-too-many-watches = Ten kanał śledzi już { $limit ->
        [one] 1 partię
        [few] { $limit } partie
        [many] { $limit } partii
       *[other] { $limit } partii
    }, a więcej nie może. Najpierw naciśnij **{ button-unwatch }** przy jednej z nich.
refusal-not-over = Ta partia jeszcze trwa. Przeanalizować ją albo grać dalej od jej pozycji można, gdy się skończy.
refusal-no-ended-game = Nie skończyła się tu jeszcze żadna partia. Podaj numer; zakończone wypisze `/focus-info { command-history-name }`.
refusal-not-here = Na tym serwerze gra się na kanałach: { $channels }.
refusal-channels-deleted = Na tym serwerze grało się na kanałach, których już nie ma. Osoby zarządzające serwerem mogą wybrać inne poleceniem `/focus-admin { command-settings-name }`.
refusal-role = Na tym serwerze FOCUS jest dla ról: { $roles }.
refusal-roles-deleted = Na tym serwerze FOCUS był dla ról, których już nie ma. Osoby zarządzające serwerem mogą wybrać inne poleceniem `/focus-admin { command-settings-name }`.
refusal-roles-unknown-here = Na serwerze tej partii FOCUS jest tylko dla wybranych ról, a Twoje widzę tylko tam. Przyjmij zaproszenie na tamtym serwerze.
refusal-clocks = Na tym serwerze gra się tak: { $clocks }.
refusal-not-a-manager = To mogą zrobić tylko osoby zarządzające tym serwerem.
refusal-not-a-moderator = To mogą zrobić tylko osoby moderujące FOCUS na tym serwerze.
refusal-own-rated-game = Ta partia liczy się do Twojego rankingu, więc może ją przerwać tylko ktoś inny z moderacji. Dopóki jesteś w grze, możesz się poddać.
refusal-list-full = Ta lista ma już { $limit ->
        [one] { $limit } pozycję
        [few] { $limit } pozycje
        [many] { $limit } pozycji
       *[other] { $limit } pozycji
    }, więcej się nie zmieści. Najpierw skreśl którąś.
refusal-server-full = Na tym serwerze { $limit ->
        [one] trwa już 1 partia
        [few] trwają już { $limit } partie
       *[many] trwa już { $limit } partii
    }, więcej się nie da. Poczekaj, aż któraś się skończy.
refusal-too-fast = To było dużo naraz. Spróbuj ponownie za { $seconds ->
        [one] 1 sekundę
        [few] { $seconds } sekundy
       *[many] { $seconds } sekund
    }; nic nie przepadło.
refusal-too-fast-channel = Na tym kanale dużo się teraz dzieje. Spróbuj ponownie za { $seconds ->
        [one] 1 sekundę
        [few] { $seconds } sekundy
       *[many] { $seconds } sekund
    }; nic nie przepadło.
refusal-too-fast-server = Na tym serwerze dużo się teraz dzieje. Spróbuj ponownie za { $seconds ->
        [one] 1 sekundę
        [few] { $seconds } sekundy
       *[many] { $seconds } sekund
    }; nic nie przepadło.
refusal-own-watches = Kanały śledzą już na Twoją prośbę { $limit ->
        [one] 1 partię
        [few] { $limit } partie
       *[many] { $limit } partii
    }, więcej się nie da. Najpierw naciśnij **{ button-unwatch }** przy jednej z nich.
refusal-watches-here = Kanały tego serwera śledzą już { $limit ->
        [one] 1 partię
        [few] { $limit } partie
       *[many] { $limit } partii
    }, więcej się nie da. Najpierw naciśnij **{ button-unwatch }** przy jednej z nich.
refusal-followers = Tę partię śledzi już { $limit } kanałów, więcej się nie da. Poczekaj, aż któryś przestanie.
refusal-not-watched = Ta wiadomość nie śledzi tej partii.
refusal-not-your-watch = Zakończyć śledzenie mogą tylko osoby, które o nie prosiły, gracze tej partii i moderatorzy FOCUS na tym serwerze.
