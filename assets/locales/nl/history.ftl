### Afgelopen partijen: herhalingen, verslagen, lijsten.

replay-text = **Herhaling** van partij { $game } · { $mode } · zetten { $from }–{ $to }
replay-alt = Animatie van partij { $game }, zetten { $from } tot en met { $to }: { $seats }.
replay-no-part = Deze partij heeft { $plies ->
        [one] 1 zet
       *[other] { $plies } zetten
    }. De eerste getoonde zet moet daarbij zijn en de laatste niet ervoor liggen.
replay-nothing = In partij { $game } is geen zet gespeeld.

choice-speed-slow = langzaam
choice-speed-normal = normaal
choice-speed-fast = snel

export-text = **Partij { $game }** · { $mode }. De notatie staat in het bestand; { $state ->
    [running] dit is de stelling nu
   *[over] dit is de eindstelling
}:
export-alt = Notatie van partij { $game } als tekst

history-title-own = Je afgelopen partijen
history-title-person = Afgelopen partijen van { $name }
history-title-guild = Afgelopen partijen op deze server
history-none = Geen passende afgelopen partijen gevonden.
history-line =
    { $place } **{ $players }** · { $result }
    -# { $mode } · { $when }
history-page = -# Pagina { $page }
history-won = gewonnen
history-lost = verloren
history-drawn = remise
history-drawn-between = remise tussen { $who }
history-winner = winst: { $who }

eval-running = **Partij { $game } wordt geanalyseerd:** { $done } van { $total } stellingen. Je kunt intussen verdergaan; het resultaat verschijnt hier.
eval-next = **Partij { $game } wordt geanalyseerd** zodra een andere analyse klaar is. Je kunt intussen verdergaan; het resultaat verschijnt hier.
eval-busy = Je analyse van partij { $game } **is nog bezig**, en meer dan één tegelijk gaat niet. Wacht tot hij klaar is, of stop hem.
eval-continues = De analyse van partij { $game } **gaat door**, maar dit bericht kan ik niet meer aanpassen. Druk later op **{ button-review }**: het resultaat blijft een tijdje bewaard.
eval-stopped = De analyse van partij { $game } is afgebroken.
eval-too-long = Partij { $game } heeft meer dan { $plies } zetten, **te veel voor een analyse**. Losse zetten kan ik nog wel uitleggen.
eval-title = **Zo verliep partij { $game }** · { $mode }. De grafiek toont zet voor zet ieders winstkansen.
eval-moment = **{ $number }.** Zet { $ply }, { $who }: **{ $played }**; beter was **{ $better }** – { $reasons } · { $before }% → { $after }%
eval-share = { $who } { $percent }%
eval-point = { $ply ->
        [0] voor de eerste zet
       *[other] na zet { $ply }
    }: { $shares }
eval-none = Geen enkele zet gaf op zichzelf de doorslag.
eval-arrows = { $count ->
        [one] De genummerde knop toont het bord voor deze zet:
       *[other] De genummerde knoppen tonen het bord voor elk van deze zetten:
    } de rode stippelpijl (of het rode kruis) is de gespeelde zet, de doorgetrokken groene (of de groene plus) de betere.
eval-chart = Winstkansen in procenten na elke zet
eval-note = -# Geschat door de computer, die voor elke zet { $nodes } stellingen onderzocht, en rond de genoemde tien keer zoveel.
eval-note-none = -# Geschat door de computer, die voor elke zet { $nodes } stellingen onderzocht.
eval-alt = Grafiek van ieders winstkansen, zetten: { $plies }. Het verloop: { $points }.
eval-board-alt = Het bord voor zet { $ply }: { $color } speelde { $played }, beter was { $better }.

explain-title = **Zet { $ply } van partij { $game }:** { $who } speelde **{ $played }** – { $why }.
explain-against = Maar de zet { $why }.
explain-best = Dat was de beste zet, voor zover de computer ziet ({ $before }%).
explain-equal = De computer had **{ $better }** gespeeld – { $reasons }. Het maakt weinig uit ({ $before }% → { $after }%).
explain-better = Beter was **{ $better }** – { $reasons } ({ $before }% → { $after }%).
explain-after-played = -# Verwacht na de gespeelde zet: { $moves }
explain-after-better = -# Verwacht na de betere zet: { $moves }
explain-alt-best = Het bord voor zet { $ply }: { $color } speelde { $played }, de beste zet voor zover de computer ziet.
explain-alt-equal = Het bord voor zet { $ply }: { $color } speelde { $played }, de computer had { $better } gespeeld.
