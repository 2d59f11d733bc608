### Die Regeln jeder Spielart. Eine Seite hat höchstens 4096 Zeichen.

rules-title = FOCUS – { $mode }

rules-board =
    ### Brett
    8 × 8 Felder ohne drei in jeder Ecke, zusammen 52. Die Linien a bis h gehen von links nach rechts, die Reihen 1 bis 8 von unten nach oben. Die Steine stehen in Stapeln; die oberste Farbe beherrscht den Stapel.
rules-turn =
    ### Dein Zug
    Du machst genau eines von beidem:
    - **Ziehen:** Nimm beliebig viele Steine oben von einem Stapel, den du beherrschst, und zieh sie um genau so viele Felder gerade entlang einer Linie oder Reihe, nie schräg. Was dazwischen liegt, spielt keine Rolle. Sie landen auf einem leeren Feld oder auf einem beliebigen Stapel, in derselben Reihenfolge.
    - **Einsetzen:** Setz einen Stein aus deiner Reserve auf ein beliebiges Feld, leer oder besetzt.
rules-five =
    ### Mehr als fünf
    Ein Stapel mit mehr als fünf Steinen verliert von unten Steine, bis fünf übrig sind. Deine eigenen kommen in deine Reserve. Alle anderen sind geschlagen und aus dem Spiel.
rules-five-partners =
    ### Mehr als fünf
    Ein Stapel mit mehr als fünf Steinen verliert von unten Steine, bis fünf übrig sind. Deine eigenen kommen in deine Reserve, die der Partnerfarbe in deren Reserve. Die anderen sind geschlagen und aus dem Spiel.
rules-unable =
    ### Kein Zug möglich
    Du kannst nicht ziehen, wenn du keinen Stapel beherrschst und keine Reserve hast. Beherrschst du keinen Stapel, hast aber Reserven, musst du eine einsetzen. Freiwillig setzt niemand aus.
rules-draw =
    ### Remis
    Die Partie endet remis, wenn alle zustimmen, die noch im Spiel sind, wenn dieselbe Stellung zum dritten Mal vorkommt oder nach 200 Zügen in Folge ohne Schlag.
rules-notation =
    ### Notation
    - `b7-c7` zieht von b7 nach c7. Die Entfernung sagt, wie viele Steine ziehen.
    - `+c5` setzt einen Stein auf c5 ein.
    - `--` ist erzwungenes Aussetzen.
    Nach einem Zug heißt `xOB`, dass ein oranger und ein blauer Stein geschlagen wurden, der unterste zuerst, `r1`, dass ein Stein in die eigene Reserve kam, und `#`, dass die Partie gewonnen ist. Die Buchstaben: O Orange, G Grün, B Blau, P Pink.
rules-notation-partners = `p1` heißt, dass ein Stein in die Partnerreserve kam.
rules-notation-exchange = `c4<>d4` tauscht in der Tauscheröffnung zwei Steine, den eigenen zuerst genannt.

rules-duel =
    Zwei spielen Orange und Blau, je 18 Steine. Wer beginnt, wird ausgelost.
    { rules-board }
    { rules-turn }
    { rules-five }
    { rules-unable }
    ### Ziel
    Wer am Zug ist und nicht ziehen kann, verliert. Wer aufgibt, verliert auch.
    { rules-draw }
    ### Wahlmöglichkeiten
    - **Wettlauf:** Es gewinnt auch, wer zuerst 6 Steine schlägt. So wird die Partie kurz.
    - **Tauscheröffnung:** Vor dem ersten Zug tauscht jede Seite, die beginnende zuerst, einen eigenen Stein gegen einen gegnerischen. Der zweite Tausch darf die Stellung nicht wieder symmetrisch mit vertauschten Farben machen.
    - **Remis:** kann als Sieg der Seite zählen, die begonnen hat, oder der anderen, damit es sich nicht lohnt, jeden Zug nachzuahmen.
    { rules-notation }
    { rules-notation-exchange }
rules-three-way =
    Drei spielen Orange, Grün und Blau, je 13 Steine: 12 auf dem Brett und einer in Reserve. Farben und erster Zug werden ausgelost.
    { rules-board }
    ### Erste Runde
    Alle setzen reihum ihren 13. Stein auf ein leeres Feld. In dieser Runde zieht niemand.
    { rules-turn }
    { rules-five }
    { rules-unable }
    ### Ziel
    Du gewinnst, sobald du nach deinem eigenen Zug 3 Steine jeder anderen Farbe geschlagen hast oder 10 Steine vor dir hast: alle geschlagenen und deine Reserven zusammen. Auch wer als Letztes übrig bleibt, gewinnt.
    ### Ausscheiden
    Wer am Zug ist und nicht ziehen kann oder wer aufgibt, scheidet aus. Die Steine bleiben stehen. Niemand zieht einen Stapel, auf dem so ein Stein oben liegt, aber alle dürfen ihn zudecken, und geschlagen zählen die Steine weiterhin.
    { rules-draw }
    ### Wahlmöglichkeiten
    - **Ziel:** Nur wer als Letztes übrig bleibt, gewinnt.
    - **Ohne Zug:** Du setzt aus, statt auszuscheiden, und kannst zurückkommen. Wer als Einziges noch ziehen kann, gewinnt.
    { rules-notation }
rules-partners =
    Vier spielen in zwei Teams: Orange und Blau gegen Grün und Pink. Wer ein Team bildet, sitzt einander gegenüber; alle haben 13 Steine. Gezogen wird in der Reihenfolge Orange, Grün, Blau, Pink; wer beginnt, wird ausgelost.
    { rules-board }
    { rules-turn }
    { rules-five-partners }
    { rules-unable }
    ### Ziel
    Wenn du nicht ziehen kannst, setzt du aus. Du kannst zurückkommen, wenn ein geteilter Stapel einen deiner Steine freigibt oder wenn dir die Partnerfarbe eine Reserve verschafft. Ein Team hat verloren, sobald beide nicht ziehen können; das wird nach jedem Zug geprüft. Wer aufgibt, setzt von da an aus.
    { rules-draw }
    ### Wahlmöglichkeiten
    - **Absprache:** Ein Team spielt still und gibt sich keine Tipps, außer es ist offene Absprache gewählt.
    - **Aufstellung:** je 12 Steine wie 1965, dann sind b2, b7, g2 und g7 leer.
    { rules-notation }
    { rules-notation-partners }
rules-free-for-all =
    Vier spielen jeweils für sich: Orange, Grün, Blau und Pink, je 13 Steine. Gezogen wird in dieser Reihenfolge; wer beginnt, wird ausgelost.
    { rules-board }
    { rules-turn }
    { rules-five }
    { rules-unable }
    ### Ziel
    Du gewinnst, sobald du nach deinem eigenen Zug 2 Steine jeder anderen Farbe geschlagen hast oder 10 Steine vor dir hast: alle geschlagenen und deine Reserven zusammen. Auch wer als Letztes übrig bleibt, gewinnt.
    ### Ausscheiden
    Wer am Zug ist und nicht ziehen kann oder wer aufgibt, scheidet aus. Die Steine bleiben stehen. Niemand zieht einen Stapel, auf dem so ein Stein oben liegt, aber alle dürfen ihn zudecken, und geschlagen zählen die Steine weiterhin.
    { rules-draw }
    ### Wahlmöglichkeiten
    - **Ziel:** Nur wer als Letztes übrig bleibt, gewinnt.
    - **Ohne Zug:** Du setzt aus, statt auszuscheiden, und kannst zurückkommen. Wer als Einziges noch ziehen kann, gewinnt.
    - **Aufstellung:** je 12 Steine wie 1965, dann sind b2, b7, g2 und g7 leer.
    { rules-notation }
