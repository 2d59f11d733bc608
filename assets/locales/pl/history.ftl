### Zakończone partie: powtórki, zapisy, listy.

replay-text = **Powtórka** partii { $game } · { $mode } · ruchy { $from }–{ $to }
replay-alt = Animacja partii { $game }, ruchy od { $from } do { $to }: { $seats }.
replay-no-part = Ta partia ma { $plies ->
        [one] 1 ruch
        [few] { $plies } ruchy
        [many] { $plies } ruchów
       *[other] { $plies } ruchu
    }. Pierwszy pokazany ruch musi do niej należeć, a ostatni nie może być wcześniejszy.
replay-nothing = W partii { $game } nie było żadnego ruchu.

choice-speed-slow = wolno
choice-speed-normal = normalnie
choice-speed-fast = szybko

export-text = **Partia { $game }** · { $mode }. Zapis jest w pliku; { $state ->
    [running] oto obecna pozycja
   *[over] oto pozycja końcowa
}:
export-alt = Zapis partii { $game } jako tekst

history-title-own = Twoje zakończone partie
history-title-person = Zakończone partie gracza { $name }
history-title-guild = Zakończone partie na tym serwerze
history-none = Nie znaleziono takich zakończonych partii.
history-line =
    { $place } **{ $players }** · { $result }
    -# { $mode } · { $when }
history-page = -# Strona { $page }
history-won = wygrana
history-lost = przegrana
history-drawn = remis
history-drawn-between = remis: { $who }
history-winner = wygrana: { $who }

eval-running = **Analiza partii { $game }:** pozycje { $done } z { $total }. W tym czasie możesz robić coś innego; wynik pojawi się tutaj.
eval-next = **Analiza partii { $game }** zacznie się, gdy skończy się inna. W tym czasie możesz robić coś innego; wynik pojawi się tutaj.
eval-busy = Twoja analiza partii { $game } **jeszcze trwa**, a naraz możesz mieć tylko jedną. Zaczekaj, aż się skończy, albo ją zatrzymaj.
eval-continues = Analiza partii { $game } **trwa nadal**, ale tej wiadomości nie mogę już zmienić. Naciśnij później **{ button-review }**: wynik będzie przez jakiś czas dostępny.
eval-stopped = Analiza partii { $game } została przerwana.
eval-too-long = Partia { $game } ma ponad { $plies } ruchów, **za dużo na analizę**. Pojedyncze ruchy nadal mogę wyjaśnić.
eval-title = **Przebieg partii { $game }** · { $mode }. Wykres pokazuje ruch po ruchu szanse wszystkich na wygraną.
eval-moment = **{ $number }.** Ruch { $ply }, { $who }: **{ $played }**; lepsze było **{ $better }** – { $reasons } · { $before }% → { $after }%
eval-share = { $who } { $percent }%
eval-point = { $ply ->
        [0] przed pierwszym ruchem
       *[other] po ruchu { $ply }
    }: { $shares }
eval-none = Nie zadecydował o niej żaden pojedynczy ruch.
eval-arrows = { $count ->
        [one] Ponumerowany przycisk pokazuje planszę przed tym ruchem:
       *[other] Ponumerowane przyciski pokazują planszę przed każdym z tych ruchów:
    } przerywana czerwona strzałka (lub czerwony krzyżyk) to ruch zagrany, ciągła zielona (lub zielony plus) – lepszy.
eval-chart = Szanse na wygraną w procentach po każdym ruchu
eval-note = -# Ocena komputera, który przed każdym ruchem zbadał { $nodes } pozycji, a wokół wskazanych dziesięć razy więcej.
eval-note-none = -# Ocena komputera, który przed każdym ruchem zbadał { $nodes } pozycji.
eval-alt = Wykres szans wszystkich na wygraną, ruchów: { $plies }. Przebieg: { $points }.
eval-board-alt = Plansza przed ruchem { $ply }: { $color } zagrały { $played }, lepsze było { $better }.

explain-title = **Ruch { $ply } w partii { $game }:** { $who } zagrały **{ $played }** – { $why }.
explain-against = Ale ten ruch { $why }.
explain-best = To był najlepszy ruch, o ile komputer dobrze widzi ({ $before }%).
explain-equal = Komputer zagrałby **{ $better }** – { $reasons }. Różnica jest niewielka ({ $before }% → { $after }%).
explain-better = Lepsze było **{ $better }** – { $reasons } ({ $before }% → { $after }%).
explain-after-played = -# Spodziewane po zagranym ruchu: { $moves }
explain-after-better = -# Spodziewane po lepszym ruchu: { $moves }
explain-alt-best = Plansza przed ruchem { $ply }: { $color } zagrały { $played }, czyli najlepszy ruch, o ile komputer dobrze widzi.
explain-alt-equal = Plansza przed ruchem { $ply }: { $color } zagrały { $played }, komputer zagrałby { $better }.
