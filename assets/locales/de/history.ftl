### Beendete Partien: Wiederholungen, Aufzeichnungen, Listen.

replay-text = **Wiederholung** der Partie { $game } · { $mode } · Züge { $from }–{ $to }
replay-alt = Animation der Partie { $game }, Züge { $from } bis { $to }: { $seats }.
replay-no-part = Diese Partie hat { $plies ->
        [one] 1 Zug
       *[other] { $plies } Züge
    }. Der erste gezeigte Zug muss einer davon sein und der letzte nicht davor liegen.
replay-nothing = In Partie { $game } wurde kein Zug gespielt.

choice-speed-slow = langsam
choice-speed-normal = normal
choice-speed-fast = schnell

export-text = **Partie { $game }** · { $mode }. Die Aufzeichnung ist in der Datei; { $state ->
    [running] das ist die Stellung jetzt
   *[over] das ist die Stellung am Ende
}:
export-alt = Aufzeichnung der Partie { $game } als Text

history-title-own = Deine beendeten Partien
history-title-person = Beendete Partien von { $name }
history-title-guild = Beendete Partien auf diesem Server
history-none = Keine passende beendete Partie gefunden.
history-line =
    { $place } **{ $players }** · { $result }
    -# { $mode } · { $when }
history-page = -# Seite { $page }
history-won = gewonnen
history-lost = verloren
history-drawn = remis
history-drawn-between = remis zwischen { $who }
history-winner = Sieg: { $who }

eval-running = **Partie { $game } wird analysiert:** { $done } von { $total } Stellungen. Du kannst solange weitermachen; das Ergebnis erscheint hier.
eval-next = **Partie { $game } wird analysiert**, sobald eine andere Analyse zu Ende ist. Du kannst solange weitermachen; das Ergebnis erscheint hier.
eval-busy = Deine Analyse von Partie { $game } **läuft noch**, und mehr als eine auf einmal geht nicht. Warte, bis sie fertig ist, oder halte sie an.
eval-continues = Die Analyse von Partie { $game } **läuft weiter**, aber diese Nachricht kann ich nicht mehr ändern. Drück später auf **{ button-review }**: Das Ergebnis bleibt eine Weile erhalten.
eval-stopped = Die Analyse von Partie { $game } wurde abgebrochen.
eval-too-long = Partie { $game } hat mehr als { $plies } Züge, **zu viele für eine Analyse**. Einzelne Züge kann ich weiterhin erklären.
eval-title = **So verlief Partie { $game }** · { $mode }. Das Diagramm zeigt Zug für Zug die Gewinnaussichten aller.
eval-moment = **{ $number }.** Zug { $ply }, { $who }: **{ $played }**; besser war **{ $better }** – { $reasons } · { $before } % → { $after } %
eval-share = { $who } { $percent } %
eval-point = { $ply ->
        [0] vor dem ersten Zug
       *[other] nach Zug { $ply }
    }: { $shares }
eval-none = Kein einzelner Zug hat sie entschieden.
eval-arrows = { $count ->
        [one] Der nummerierte Knopf zeigt das Brett vor diesem Zug:
       *[other] Die nummerierten Knöpfe zeigen das Brett vor jedem dieser Züge:
    } Der gestrichelte rote Pfeil (oder das rote Kreuz) ist der gespielte Zug, der durchgezogene grüne (oder das grüne Plus) der bessere.
eval-chart = Gewinnaussichten in Prozent nach jedem Zug
eval-note = -# Vom Computer geschätzt, der vor jedem Zug { $nodes } Stellungen untersucht hat, und rund um die genannten zehnmal so viele.
eval-note-none = -# Vom Computer geschätzt, der vor jedem Zug { $nodes } Stellungen untersucht hat.
eval-alt = Diagramm der Gewinnaussichten aller, Züge: { $plies }. Der Verlauf: { $points }.
eval-board-alt = Das Brett vor Zug { $ply }: { $color } spielte { $played }, besser war { $better }.

explain-title = **Zug { $ply } von Partie { $game }:** { $who } spielte **{ $played }** – { $why }.
explain-against = Aber der Zug { $why }.
explain-best = Das war der beste Zug, soweit der Computer sieht ({ $before } %).
explain-equal = Der Computer hätte **{ $better }** gespielt – { $reasons }. Der Unterschied ist gering ({ $before } % → { $after } %).
explain-better = Besser war **{ $better }** – { $reasons } ({ $before } % → { $after } %).
explain-after-played = -# Erwartet nach dem gespielten Zug: { $moves }
explain-after-better = -# Erwartet nach dem besseren Zug: { $moves }
explain-alt-best = Das Brett vor Zug { $ply }: { $color } spielte { $played }, den besten Zug, soweit der Computer sieht.
explain-alt-equal = Das Brett vor Zug { $ply }: { $color } spielte { $played }, der Computer hätte { $better } gespielt.
