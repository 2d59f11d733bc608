### Rankingi: co robi z nimi partia, kto jest najsilniejszy, partie jednej osoby.

table-rated = **Partia rankingowa:** wynik liczy się do rankingu wszystkich grających; kto siada do stołu, zgadza się na to.
ratings-changed = **Ranking:** { $changes }
ratings-uncounted = **Ranking:** bez zmian, bo zbyt mało osób wykonało po dwa ruchy.
rating-change = { $name } { $before } → { $after } ({ $change })

leaderboard-server = { $mode } – najsilniejsi tutaj
leaderboard-all = { $mode } – najsilniejsi wszędzie
leaderboard-empty = Nikt jeszcze nie ukończył tu partii rankingowej w tej odmianie. Twoja może być pierwsza.
leaderboard-empty-all = Nikt z rankingiem w tej odmianie nie chce jeszcze być na liście wszystkich serwerów. Pierwszą osobą możesz być Ty: **{ button-list-me }**.
leaderboard-line = { $number }. { $name }: { $rating } { $deviation }, { $record }
rating-legend = -# `?` oznacza, że z ostatniego czasu znanych jest za mało partii, ± o ile ranking może się mylić; + wygrane, = remisy, − przegrane { $games ->
    [rated] w partiach rankingowych
   *[all] we wszystkich partiach między ludźmi
}.

profile-none = { $name }: brak ukończonych partii z ludźmi.
profile-none-own = Nie masz jeszcze żadnej ukończonej partii z ludźmi.
profile-mode = { $mode }: { $rating } { $deviation }, { $record }
profile-mode-unrated = { $mode }: bez rankingu, { $record }
profile-form = Ostatnie partie, najnowsza na końcu: { $form }
versus-against = Przeciwko graczowi { $name }: { $record }{ $neither ->
    [0] {""}
   *[other] {" "}(`=` nie wygrał żaden z dwóch)
}
versus-together = Razem z graczem { $name }: { $record }
versus-none = Nie ma jeszcze wspólnych partii z graczem { $name }.
profile-computers = **Z komputerem** (pokonane poziomy pogrubione)
profile-computers-mode = - { $mode }: { $levels }
shared-by = -# Udostępnia: { $name }
shared-unseen = Tylko Ty to widzisz: ten serwer nie pokazuje innym tego, co tu mówię.

rating-rules-title = Jak działa ranking
rating-rules =
    - **Rankingowe** są partie między ludźmi, dla których wybrano to przy zakładaniu stołu (`{ option-name-rated }`). Kto siada, ten się zgadza. Taka partia ma zegar i liczy się, gdy każdy wykonał dwa ruchy. Kto w partii na trzy lub cztery osoby odejdzie wcześniej, i tak przegrywa, jeśli wszyscy, którzy zostają, wykonali po dwa ruchy. Partia przerwana się nie liczy.
    - Każda z czterech odmian ma własny ranking. Wszyscy zaczynają od 1500; kto ma nad kimś 400 punktów przewagi, powinien wygrać dziesięć z jedenastu pojedynków.
    - Pojedynki ocenia się systemem Glicko-2, pozostałe odmiany metodą Wenga i Lina: przyjmuje się, że zwycięzcy pokonali wszystkich innych, a inni zremisowali między sobą. Przy remisie przyjmuje się, że ci, którzy są jeszcze w grze, pokonali tych, którzy odpadli. Partnerzy wygrywają i przegrywają jako para.
    - **±** mówi, o ile ranking może się mylić: w dwóch przypadkach na trzy prawdziwa siła mieści się w tych granicach. Każda partia je zawęża; po roku bez partii rankingowych następna zaczyna się od ±110 zamiast od ±60. Powyżej ±110 w pojedynkach i ±150 w pozostałych odmianach ranking jest tymczasowy: ma znak `?` i stoi poniżej wszystkich pewnych. Stoi tam także ten, kto nie grał tak długo, że następna partia zaczęłaby się powyżej tych wartości.
    - **Powtarzane partie liczą się mniej:** z partii, w których te same dwie osoby spotykają się w jednej odmianie w ciągu 24 godzin, pierwsza liczy się w całości, druga w połowie, trzecia w jednej trzeciej i tak dalej.
