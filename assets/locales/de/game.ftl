### Eine Partie: was geschah, wer am Zug ist, wie sie endete.

event-started = Farben und erster Zug wurden ausgelost: { $seats }. { $who } beginnt.
event-started-partners = Farben, Partner und erster Zug wurden ausgelost: { $seats }. { $who } beginnt.
event-started-from = Die Partie beginnt mit der angegebenen Stellung; die Farben wurden ausgelost: { $seats }. { $who } beginnt.
event-started-chosen = Der erste Zug wurde ausgelost: { $seats }. { $who } beginnt.
event-started-from-chosen = Die Partie beginnt mit der angegebenen Stellung: { $seats }. { $who } beginnt.
event-started-from-partners = Die Partie beginnt mit der angegebenen Stellung; Farben und Partner wurden ausgelost: { $seats }. { $who } beginnt.
event-started-chosen-partners = Partner, übrige Farben und erster Zug wurden ausgelost: { $seats }. { $who } beginnt.
event-started-from-chosen-partners = Die Partie beginnt mit der angegebenen Stellung; Partner und übrige Farben wurden ausgelost: { $seats }. { $who } beginnt.
event-rematch = Revanche, alle mit der nächsten Farbe: { $seats }. { $who } beginnt.
event-partners = Partner: { $first }; { $second }.
event-moved = { $who }: **{ $move }**
event-moved-effect = { $who }: **{ $move }** – { $effect }
event-passed = { $who } kann nicht ziehen und passt.
event-out = { $who } kann nicht mehr ziehen und scheidet aus.
event-resigned = { $who } gibt auf.
event-draw-offered = { $who } bietet Remis an.
event-draw-accepted = { $who } ist mit Remis einverstanden.
event-draw-refused = { $who } lehnt das Remis ab.
event-draw-withdrawn = { $who } möchte kein Remis mehr.
event-aborted = { $who } bricht die Partie ab.
event-premoved = Diese Antwort hatte { $who } vorher geplant.
event-takeback-asked = { $who } möchte einen Zug zurücknehmen.
event-takeback-allowed = { $who } erlaubt die Rücknahme.
event-takeback-refused = { $who }: Der Zug wird nicht zurückgenommen.
event-took-back = { $who } nimmt { $count ->
        [one] 1 Zug zurück.
       *[other] die letzten { $count } Züge zurück.
    }
event-took-back-passes = { $who } nimmt die letzten { $count } Züge zurück, erzwungenes Passen mitgezählt.
event-aborted-by-moderator = Die Moderation dieses Servers bricht die Partie ab.
event-aborted-idle = Lange hat niemand gezogen: Die Partie wird abgebrochen.
event-lapsed = Was vorher angeboten oder erbeten war, gilt nicht mehr.

effect-pieces = { $count ->
        [one] 1 Stein
       *[other] { $count } Steine
    }
effect-onto = auf { $piece }, jetzt Höhe { $height }
effect-drop = aus der Reserve
effect-swap = Tausch
effect-takes = schlägt { $count }
effect-takes-colors = schlägt { $count } ({ $colors })
effect-hand = { $count } in die Reserve
effect-partner = { $count } in die Reserve des Partners

caption-turn = **{ $color }** ist am Zug: { $mention }
caption-thinks = **{ $who }** denkt nach …
caption-watched = **{ $who }** ist am Zug.
caption-watched-footer = -# { $kind } · { $ply ->
        [0] vor dem ersten Zug
       *[other] nach Zug { $ply } von { $plies }
    }
caption-must-drop = { $color } hat keinen Stapel und muss einen Stein aus der Reserve setzen.
caption-placement = Erste Runde: Alle setzen einen Stein aus der Reserve auf ein leeres Feld, zum Beispiel **{ $example }**.
caption-exchange-first = Tauscheröffnung: { $color } tauscht einen eigenen Stein gegen einen gegnerischen, zum Beispiel **{ $example }**.
caption-exchange-second = Tauscheröffnung: { $color } tut dasselbe, zum Beispiel **{ $example }**, darf aber die Symmetrie der Farben nicht wiederherstellen.
caption-draw = Remis ist angeboten. Dafür: { $agreed }. Antwort fehlt noch: { $waiting }.
caption-draw-won = Nach den gewählten Regeln ist ein Remis ein Sieg für { $who }.
caption-takeback = { $who } möchte { $count ->
        [one] 1 Zug
       *[other] die letzten { $count } Züge
    } zurücknehmen. Antwort fehlt noch: { $waiting }.
caption-takeback-passes = { $who } möchte die letzten { $count } Züge zurücknehmen, erzwungenes Passen mitgezählt. Antwort fehlt noch: { $waiting }.
event-seat-offered = { $who } bietet den Platz anderen an.
event-seat-wanted = Jemand bittet um den Platz von { $who }.
event-seat-allowed = { $who } stimmt dem Wechsel zu.
event-seat-refused = { $who } ist gegen den Wechsel.
event-handed-over = { $who } übernimmt.
caption-seat-free = Den Platz von { $who } kann jemand anderes oder ein Computer übernehmen. Zustimmen müssen: { $waiting }.
caption-seat-asked = { $successor } soll den Platz von { $who } bekommen. Es fehlt noch das Ja von: { $waiting }.
caption-out = Ausgeschieden: { $who }.
caption-goal-race = Wettlauf
caption-goal-last = wer übrig bleibt, gewinnt
caption-teams = { $first } gegen { $second }
caption-rated = gewertet
race-title = **Zum Sieg im Wettlauf fehlen noch:**
race-needs = - { $color }: { $captures }
race-needs-or-front = - { $color }: { $captures } oder { $count } weitere vor sich
caption-footer = -# { $kind } · { $plies ->
        [one] 1 Zug
       *[other] { $plies } Züge
    } gespielt

ending-won = **{ $count ->
        [one] { $who } gewinnt!
       *[other] { $who } gewinnen!
    }** { $reason }
ending-drawn = **Remis.** { $reason }
ending-drawn-between = **Remis zwischen { $who }.** { $reason }
ending-aborted = **Abgebrochen.** Die Partie hat kein Ergebnis.
ending-deserted = **Es spielen nur noch Computer, deshalb endet die Partie hier.** Sie zählt als Sieg für { $who }.
reason-last = Sonst kann niemand mehr ziehen.
reason-nobody = Niemand kann mehr ziehen.
reason-race = Das Ziel ist erreicht: { $captured } geschlagen, { $hand } in der Reserve.
reason-race-captures = Das Ziel ist erreicht: { $captured } geschlagen.
reason-resignation = Durch Aufgabe.
reason-time = Durch Zeitüberschreitung.
reason-agreement = Alle sind einverstanden.
reason-repetition = Dieselbe Stellung kam zum dritten Mal vor.
reason-quiet = { $plies ->
        [one] 1 Zug
       *[other] { $plies } Züge
    } in Folge ohne Schlagen.
reason-draw-first = { $reason } Nach den gewählten Regeln gewinnt bei Remis die Seite, die begonnen hat.
reason-draw-second = { $reason } Nach den gewählten Regeln gewinnt bei Remis die Seite, die nicht begonnen hat.

hint-title = **Gute Züge:**
hint-alt = Als gute Züge markiert: { $moves }.
hint-line = { $number }. **{ $move }** – { $why } · { $outlook }
hint-quiet = ein ruhiger Zug
hint-takes-over = nimmt { $color } das Feld { $square } ab
hint-chance = { $percent } % Gewinnchance
hint-win = gewinnt sicher in { $plies ->
        [one] 1 Zug
       *[other] { $plies } Zügen
    }
hint-loss = verliert sicher in { $plies ->
        [one] 1 Zug
       *[other] { $plies } Zügen
    }
hint-expected = -# Erwartet: { $moves }

why-wins = gewinnt die Partie
why-prevents-win = verhindert, dass { $color } mit { $move } gewinnt
why-stuck = lässt { $color } keinen Zug
why-threatens-win = droht, mit { $move } zu gewinnen
why-goal = noch { $count ->
        [one] 1 Stein
       *[other] { $count } Steine
    } bis zum Ziel
why-meets-threat = pariert { $move } ({ $color } würde { $count } schlagen)
why-takes-stack = nimmt { $color } den { $count }er-Turm auf { $square } ab
why-saves-stack = rettet den { $count }er-Turm auf { $square } vor { $color } ({ $move })
why-threatens = droht { $move } (schlägt { $count })
why-frees-partner = befreit den Stapel des Partners auf { $square }
why-frees-own = befreit den Rest des Stapels auf { $square }
why-allows-win = lässt { $color } mit { $move } gewinnen
why-exposes = lässt { $color } mit { $move } { $count ->
        [one] einen Stein
       *[other] { $count } Steine
    } schlagen
why-exposes-stack = lässt { $color } mit { $move } den { $count }er-Turm auf { $square } übernehmen
why-hands-over = überlässt { $color } das Feld { $square }
why-prepares = bereitet { $move } vor: { $why }
why-line = { $moves } ({ $captured } geschlagen, { $lost } verloren)
