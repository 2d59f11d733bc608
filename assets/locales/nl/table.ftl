### Een tafel voor de partij begint, en lijsten van partijen.

table-title = **{ $mode }** · tafel { $game }
table-alt = Het bord voor de eerste zet: { $mode }
table-wish = **{ $host } wil graag spelen**
table-invited = Alleen op uitnodiging: { $people }
table-brought = { $name } heeft me meegebracht: om mee te spelen zijn de knoppen hieronder genoeg, niemand hoeft iets te installeren.
table-seats = Plaatsen ({ $count } van { $seats }): { $people }
table-host-starts = De partij begint als de tafel vol is. { $host } kan eerder starten: met z’n tweeën wordt het een duel, met z’n drieën een partij voor drie.
table-lot = door loting: { $lots }
table-lot-teams = niet gekozen teams
table-lot-colors = kleuren
table-lot-other-colors = niet gekozen kleuren
table-lot-first = de eerste zet
table-ask-level = Hoe sterk moet de computer spelen?
table-ask-guests = Wie wil je uitnodigen?
table-call = { $people }: { $host } nodigt uit voor een partij FOCUS. { $link }
table-team = **{ $team }:** { $members }
table-free = vrij
table-no-team = Nog zonder team
table-rematch = Een revanche van { $game }: ieder speelt de volgende kleur.
table-position = Het begint met `{ $position }`.
table-number = Tafel { $game }
table-expires = sluit { $when }
table-closed = **De tafel is gesloten.**
table-declined = **De uitdaging gaat niet door**: { $who } heeft geweigerd.
table-declined-invited = **De tafel is gesloten**: { $who } heeft geweigerd, en nu zijn er te weinig genodigden over.
table-expired = **De tafel is gesloten**: er kwamen niet op tijd genoeg mensen.

games-title = **Je partijen**
games-none = Je hebt geen partijen. Begin er een met `/focus { command-play-name }`.
games-line = - { $place } { $mode } · { $others } · { $state }
games-line-marked = - { $place } { $mode } · { $others } · { $state } · { $mark }
games-mark-turn = **jij bent aan zet**
games-mark-clock = **jij bent aan zet**, einde van de bedenktijd: { $when }
games-mark-paused = **jij bent aan zet**, de klok staat stil
games-mark-overdue = **jij bent aan zet**, de tijd is om
games-mark-claim = **de tijd is om**, je kunt dat claimen
games-nobody = nog niemand
games-open = nog niet begonnen
games-invited = je bent uitgenodigd
games-out = je ligt eruit
games-plies = { $plies ->
        [one] 1 zet
       *[other] { $plies } zetten
    }
games-more = en nog { $count }
