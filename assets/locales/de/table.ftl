### Ein Tisch vor seiner Partie, und Listen von Partien.

table-title = **{ $mode }** · Tisch { $game }
table-alt = Das Brett vor dem ersten Zug: { $mode }
table-wish = **{ $host } möchte spielen**
table-invited = Nur mit Einladung: { $people }
table-brought = { $name } hat mich mitgebracht: Zum Mitspielen genügen die Knöpfe unten, installieren muss niemand etwas.
table-seats = Plätze ({ $count } von { $seats }): { $people }
table-host-starts = Die Partie beginnt, wenn der Tisch voll ist. { $host } kann früher starten: Zwei spielen ein Duell, drei spielen zu dritt.
table-lot = ausgelost: { $lots }
table-lot-teams = nicht gewählte Teams
table-lot-colors = Farben
table-lot-other-colors = nicht gewählte Farben
table-lot-first = erster Zug
table-ask-level = Wie stark soll der Computer spielen?
table-ask-guests = Wen möchtest du einladen?
table-call = { $people }: { $host } lädt zu einer Partie FOCUS ein. { $link }
table-team = **{ $team }:** { $members }
table-free = frei
table-no-team = Noch ohne Team
table-rematch = Eine Revanche zu { $game }: Alle spielen die nächste Farbe.
table-position = Los geht es mit `{ $position }`.
table-number = Tisch { $game }
table-expires = schließt { $when }
table-closed = **Der Tisch ist geschlossen.**
table-declined = **Aus der Herausforderung wird nichts**: { $who } hat abgelehnt.
table-declined-invited = **Der Tisch ist geschlossen**: { $who } hat abgelehnt, und nun sind zu wenige eingeladen.
table-expired = **Der Tisch ist geschlossen**: Es kamen nicht rechtzeitig genug Leute.

games-title = **Deine Partien**
games-none = Du hast keine Partien. Beginne eine mit `/focus { command-play-name }`.
games-line = - { $place } { $mode } · { $others } · { $state }
games-line-marked = - { $place } { $mode } · { $others } · { $state } · { $mark }
games-mark-turn = **du bist dran**
games-mark-clock = **du bist dran**, Ende der Bedenkzeit: { $when }
games-mark-paused = **du bist dran**, die Uhr steht still
games-mark-overdue = **du bist dran**, die Zeit ist um
games-mark-claim = **die Zeit ist um**, du kannst das reklamieren
games-nobody = noch niemand
games-open = noch nicht begonnen
games-invited = du bist eingeladen
games-out = du bist ausgeschieden
games-plies = { $plies ->
        [one] 1 Zug
       *[other] { $plies } Züge
    }
games-more = und { $count } weitere
