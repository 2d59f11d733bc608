### Bedenktijd: hoeveel er is, wanneer ze om is en wat er dan gebeurt.

clock-per-move = { $time } per zet
clock-bank = { $bank } voor alle zetten
clock-bank-increment = { $bank } voor alle zetten, en { $increment } erbij met elke zet
clock-runs = Einde van de bedenktijd: { $when }.
clock-overdue = { $count ->
        [one] De tijd is om. Zolang er niet is gezet, mag { $who } dat claimen; anders ligt wie aan zet is { $when } eruit.
       *[other] De tijd is om. Zolang er niet is gezet, mogen { $who } dat claimen; anders ligt wie aan zet is { $when } eruit.
    }
clock-paused = De klok staat stil: ik ben niet meer op de server van deze partij.
clock-away = Op vakantie tot { $until }; zolang staat de klok stil.
clock-left = Resterende tijd: { $left }
clock-left-of = { $who } { $time }
clock-unreadable = ‘{ $text }’ kan ik niet als tijd lezen. Schrijf `1d` of `12h` (uur) voor elke zet, of `2h+5m` voor alle zetten plus een toeslag per zet.
clock-out-of-range = ‘{ $text }’ valt buiten de grenzen: 5 minuten tot 14 dagen, met hoogstens 1 dag erbij per zet.
clock-missing = Je zegt wat er gebeurt als de tijd om is, maar er is geen bedenktijd. Geef ook `{ option-name-clock }` op.

choice-overtime-out = uit de partij
choice-overtime-claim = eruit na een claim, anders { $time } later
choice-overtime-computer = een computer speelt verder

duration-days = { $count ->
        [one] 1 dag
       *[other] { $count } dagen
    }
duration-hours = { $count } uur
duration-minutes = { $count ->
        [one] 1 minuut
       *[other] { $count } minuten
    }
duration-seconds = { $count ->
        [one] 1 seconde
       *[other] { $count } seconden
    }

event-overdue = { $who } heeft geen tijd meer.
event-time-out = { $who } heeft geen tijd meer en ligt eruit.
event-taken-over = { $who } heeft geen tijd meer: { $computer } speelt verder.

done-claimed = Partij { $game }: de tijd is geclaimd.
