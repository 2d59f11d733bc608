### Ein Tisch vor seiner Partie, und Listen von Partien.

table-title = **{ $mode }** · Tisch { $game }
table-alt = Das Brett vor dem ersten Zug: { $mode }
table-open = Alle dürfen mitspielen.
table-invited = Nur für Eingeladene.
table-challenge = Eine Herausforderung: Die Partie beginnt, wenn alle angenommen haben.
table-brought = { $name } hat mich mitgebracht: Zum Mitspielen genügen die Knöpfe unten, installieren muss niemand etwas.
table-people = Am Tisch ({ $count } von { $seats }): { $people }
table-waiting = Eingeladen: { $people }
table-full-starts = Die Partie beginnt, wenn der Tisch voll ist.
table-host-starts = Die Partie beginnt, wenn der Tisch voll ist. { $host } kann früher starten: Zwei spielen ein Duell, drei spielen zu dritt.
table-fill = { $host } kann auch { $ways }.
table-way-computer = einen Computer dazusetzen
table-way-invite = jemanden einladen
table-way-open = den Tisch für alle öffnen
table-lot = Farben und erster Zug werden ausgelost.
table-lot-colors = Die Farben werden ausgelost.
table-lot-first = Der erste Zug wird ausgelost.
table-ask-level = Wie stark soll der Computer spielen?
table-ask-guests = Wen möchtest du einladen?
table-call = { $people }: { $host } lädt dich zu einer Partie FOCUS ein. { $link }
table-rules-standard = Standardregeln.
table-team = **{ $team }:** { $members }
table-team-free = frei
table-teams-lot = Wähle unten dein Team. Wer keins wählt, bekommt einen freien Platz zugelost.
table-colors = Wähle unten deine Farbe. Wer keine wählt, bekommt eine zugelost.
table-color-free = frei
table-thread = Gespielt wird in einem eigenen Thread.
table-private = Die Partie ist nur in diesem Kanal zu sehen.
table-rematch = Eine Revanche zu { $game }: Alle spielen die nächste Farbe.
table-position = Los geht es mit `{ $position }`.
table-expires = Der Tisch schließt { $when }.
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
