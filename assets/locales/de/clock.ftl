### Bedenkzeit: wie viel es gibt, wann sie um ist und was dann geschieht.

clock-per-move = { $time } pro Zug
clock-bank = { $bank } für alle Züge
clock-bank-increment = { $bank } für alle Züge und { $increment } dazu pro Zug
clock-runs = Ende der Bedenkzeit: { $when }.
clock-overdue = { $count ->
        [one] Die Zeit ist um. Solange kein Zug kommt, darf { $who } das reklamieren; sonst scheidet { $when } aus, wer am Zug ist.
       *[other] Die Zeit ist um. Solange kein Zug kommt, dürfen { $who } das reklamieren; sonst scheidet { $when } aus, wer am Zug ist.
    }
clock-paused = Die Uhr steht still: Ich bin nicht mehr auf dem Server dieser Partie.
clock-away = Im Urlaub bis { $until }; so lange steht die Uhr still.
clock-left = Restzeit: { $left }
clock-left-of = { $who } { $time }
clock-unreadable = „{ $text }“ kann ich nicht als Zeit lesen. Schreibe `1d` (Tag) oder `12h` für jeden Zug oder `2h+5m` für alle Züge und den Zuschlag pro Zug.
clock-out-of-range = „{ $text }“ passt nicht: Möglich sind 5 Minuten bis 14 Tage und höchstens 1 Tag dazu pro Zug.
clock-missing = Du sagst, was nach Ablauf der Zeit geschieht, aber es gibt keine Bedenkzeit. Gib auch `{ option-name-clock }` an.

choice-overtime-out = Ausscheiden
choice-overtime-claim = Aus bei Reklamation, sonst { $time } später
choice-overtime-computer = ein Computer spielt weiter

duration-days = { $count ->
        [one] 1 Tag
       *[other] { $count } Tage
    }
duration-hours = { $count ->
        [one] 1 Stunde
       *[other] { $count } Stunden
    }
duration-minutes = { $count ->
        [one] 1 Minute
       *[other] { $count } Minuten
    }
duration-seconds = { $count ->
        [one] 1 Sekunde
       *[other] { $count } Sekunden
    }

event-overdue = { $who } hat keine Zeit mehr.
event-time-out = { $who } hat keine Zeit mehr und scheidet aus.
event-taken-over = { $who } hat keine Zeit mehr: { $computer } spielt weiter.

done-claimed = Partie { $game }: Die Zeitüberschreitung ist reklamiert.
