### Welche Regel einen Zug verbietet, und was sie verlangt.

illegal-game-over = Die Partie ist zu Ende.
illegal-empty-square = { $square } ist leer. Ein Zug beginnt bei einem Stapel.
illegal-not-your-stack = Der oberste Stein auf { $square } ist { $piece }, also kann { $color } diesen Stapel nicht ziehen. Du ziehst nur Stapel, auf denen deine Farbe oben liegt.
illegal-no-step = Ein Zug muss sein Feld verlassen, dieser beginnt und endet auf { $square }.
illegal-not-straight = { $from } und { $to } liegen nicht auf einer Reihe oder Linie. Stapel ziehen gerade, nie diagonal.
illegal-too-far = Von { $from } nach { $to } sind es { $distance } Felder, dafür müssten genau { $distance } Steine ziehen, aber auf { $from } { $height ->
        [one] liegt nur 1 Stein
       *[other] liegen nur { $height } Steine
    }.
illegal-nothing-in-hand = { $color } hat keinen Stein in Reserve, der sich einsetzen ließe.
illegal-pass-not-forced = { $color } kann ziehen; freiwillig passen darf niemand.
illegal-must-place = In der ersten Runde setzen alle einen Stein aus der Reserve auf ein leeres Feld.
illegal-placement-occupied = { $square } ist nicht leer. In der ersten Runde kommt der Stein auf ein leeres Feld.
illegal-must-swap = Die Tauscheröffnung beginnt damit, dass du einen eigenen Stein gegen einen gegnerischen tauschst, geschrieben wie `c4<>d4`, der eigene zuerst.
illegal-swap-outside-opening = Getauscht wird nur in der Tauscheröffnung.
illegal-swap-not-own = Ein Tausch nennt zuerst den eigenen Stein, aber { $color } hat auf { $square } keinen.
illegal-swap-not-enemy = Ein Tausch nennt an zweiter Stelle den gegnerischen Stein, aber { $color } hat auf { $square } keinen.
illegal-swap-symmetric = `{ $own }<>{ $enemy }` würde die Stellung wieder symmetrisch machen (dieselbe mit vertauschten Farben); das darf der zweite Tausch nicht.

move-empty = Bitte gib einen Zug an, zum Beispiel `b7-c7` oder `+c5`.
move-not-a-move = „{ $text }“ ist kein Zug. Züge sehen so aus: `b7-c7` zieht, `+c5` setzt ein, `c4<>d4` tauscht in der Tauscheröffnung.
move-no-square = „{ $text }“ ist kein Feld des Bretts. Die Linien heißen a bis h, die Reihen 1 bis 8, und in jeder Ecke fehlen drei Felder.
move-no-count = In „{ $text }“ steht hinter dem Doppelpunkt keine Zahl von Steinen wie in `f3-b3:4`. Du kannst sie weglassen.
move-no-suffix = „{ $text }“ kann nicht hinter einem Zug stehen; ein Zusatz sieht etwa so aus: `xOOr1#`. Du kannst ihn weglassen.

move-wrong-count = { $to } ist { $distance ->
        [one] 1 Feld
       *[other] { $distance } Felder
    } von { $from } entfernt, also ziehen genau so viele Steine, nicht { $count }.
move-wrong-suffix = `{ $given }` ist nicht, was dieser Zug bewirkt. Richtig ist `{ $right }`; du kannst es auch weglassen.
move-surplus-suffix = Dieser Zug schlägt nichts, bringt keine Reserve und beendet die Partie nicht, also ist `{ $given }` falsch. Bitte lass es weg.

move-near = Ähnliche erlaubte Züge:
