### Een tafel voor de partij begint, en lijsten van partijen.

table-title = **{ $mode }** · tafel { $game }
table-alt = Het bord voor de eerste zet: { $mode }
table-open = Iedereen mag meedoen.
table-invited = Alleen voor genodigden.
table-challenge = Een uitdaging: de partij begint als iedereen heeft geaccepteerd.
table-brought = { $name } heeft me meegebracht: om mee te spelen zijn de knoppen hieronder genoeg, niemand hoeft iets te installeren.
table-people = Aan tafel ({ $count } van { $seats }): { $people }
table-waiting = Uitgenodigd: { $people }
table-full-starts = De partij begint als de tafel vol is.
table-host-starts = De partij begint als de tafel vol is. { $host } kan eerder starten: met z’n tweeën wordt het een duel, met z’n drieën een partij voor drie.
table-fill = { $host } kan ook { $ways }.
table-way-computer = een computer erbij zetten
table-way-invite = iemand uitnodigen
table-way-open = de tafel voor iedereen openen
table-lot = Over kleuren en de eerste zet wordt geloot.
table-lot-colors = Over de kleuren wordt geloot.
table-lot-first = Over de eerste zet wordt geloot.
table-ask-level = Hoe sterk moet de computer spelen?
table-ask-guests = Wie wil je uitnodigen?
table-call = { $people }: { $host } nodigt je uit voor een partij FOCUS. { $link }
table-rules-standard = Standaardregels.
table-team = **{ $team }:** { $members }
table-team-free = vrij
table-teams-lot = Kies hieronder je team. Wie niets kiest, krijgt door loting een vrije plaats.
table-colors = Kies hieronder je kleur. Wie niets kiest, krijgt er een door loting.
table-color-free = vrij
table-thread = De partij wordt in een eigen thread gespeeld.
table-private = De partij is alleen in dit kanaal te zien.
table-rematch = Een revanche van { $game }: ieder speelt de volgende kleur.
table-position = Het begint met `{ $position }`.
table-expires = De tafel sluit { $when }.
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
