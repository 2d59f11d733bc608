### Aufschriften von Knöpfen und Menüs.

button-join = Mitspielen
button-accept = Annehmen
button-decline = Ablehnen
button-start = Starten
button-leave = Verlassen
button-board = Brett
button-flip = Drehen
button-draw = Remis
button-accept-draw = Remis annehmen
button-refuse-draw = Remis ablehnen
button-resign = Aufgeben
button-claim = Zeitüberschreitung reklamieren
button-abort = Abbrechen
button-takeback = Zurücknehmen
button-allow-takeback = Rücknahme erlauben
button-refuse-takeback = Rücknahme ablehnen
button-offer-seat = Stattdessen Platz anbieten
button-seat-computer = Computer spielen lassen
button-seat-mine = Platz übernehmen
button-allow-seat = Wechsel zustimmen
button-refuse-seat = Kein Wechsel
button-keep-seat = Platz behalten
button-first = Anfang
button-back = Zurück
button-next = Weiter
button-last = Ende
button-unwatch = Nicht mehr zusehen
button-drop-plan = Antwort streichen
button-rematch = Revanche
button-confirm = Ja
button-cancel = Nein
button-move = Ziehen
button-type = Eintippen …
button-other-stack = Anderer Stapel
button-practice = Üben
button-rules = Regeln
button-play = { $move } spielen
button-stronger = Stärkere
button-weaker = Schwächere
button-this-server = Dieser Server
button-all-servers = Alle Server
button-list-me = Mich aufnehmen
button-take-me-off = Mich entfernen
button-rating-rules = So wird gewertet
button-newer = Neuere
button-older = Ältere
button-mine = Meine Partien
button-record = Aufzeichnung
button-review = Analyse
button-chart = Diagramm
button-play-on = Von hier weiterspielen

menu-source = Wo beginnt der Zug?
menu-swap = Welcher eigene Stein?
menu-target = Von { $square } – wohin?
menu-swap-with = { $square } – mit welchem Stein?
menu-target-hand = Ein Stein aus der Reserve – wohin?
menu-rank = Auf welche Reihe?
source-stack = { $square } – { $count ->
        [one] 1 Stein
       *[other] { $count } Steine
    }: { $pieces }
source-hand = Aus der Reserve ({ $count })
