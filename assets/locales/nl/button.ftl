### Opschriften van knoppen en menu’s.

button-join = Meedoen
button-accept = Accepteren
button-decline = Weigeren
button-start = Starten
button-leave = Verlaten
button-board = Bord
button-flip = Draaien
button-draw = Remise
button-accept-draw = Remise accepteren
button-refuse-draw = Remise weigeren
button-resign = Opgeven
button-claim = Tijd claimen
button-abort = Afbreken
button-takeback = Terugnemen
button-allow-takeback = Terugnemen toestaan
button-refuse-takeback = Terugnemen weigeren
button-offer-seat = Liever mijn plaats aanbieden
button-seat-computer = Computer laten spelen
button-seat-mine = Plaats overnemen
button-allow-seat = Wissel goedkeuren
button-refuse-seat = Geen wissel
button-keep-seat = Mijn plaats houden
button-first = Begin
button-back = Terug
button-next = Verder
button-last = Einde
button-unwatch = Niet meer volgen
button-drop-plan = Antwoord schrappen
button-rematch = Revanche
button-confirm = Ja
button-cancel = Nee
button-move = Zet doen
button-type = Typen…
button-other-stack = Andere stapel
button-practice = Oefenen
button-rules = Regels
button-play = { $move } spelen
button-stronger = Sterker
button-weaker = Zwakker
button-this-server = Deze server
button-all-servers = Alle servers
button-list-me = Zet mij erop
button-take-me-off = Haal mij eraf
button-rating-rules = Hoe de rating werkt
button-newer = Nieuwere
button-older = Oudere
button-mine = Mijn partijen
button-record = Notatie
button-review = Analyse
button-chart = Grafiek
button-play-on = Verder spelen vanaf hier

menu-source = Waar begint de zet?
menu-swap = Welke eigen steen?
menu-target = Van { $square } – waarheen?
menu-swap-with = { $square } – met welke steen?
menu-target-hand = Een reservesteen – waarheen?
menu-rank = Op welke rij?
source-stack = { $square } – { $count ->
        [one] 1 steen
       *[other] { $count } stenen
    }: { $pieces }
source-hand = Uit je reserve ({ $count })
