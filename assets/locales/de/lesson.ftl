### Die Übungspartie: fünf Aufgaben, mit dem, was richtig ist und was nicht.

lesson-title = ## Übung · { $number }/{ $of }
lesson-aim = Ziel im Duell: der Gegenseite alle Züge nehmen. Fünf Aufgaben zeigen, wie.
lesson-slide = **Ziehen.** Du spielst Orange. Dein Stein auf dem goldenen Feld c3 zieht ein Feld weit, immer gerade. Leg ihn auf einen blauen Stein: Wer oben liegt, dem gehört der Stapel.
lesson-slide-right = ✅ Der Stapel gehört dir. Blau kann den Stein darunter nicht ziehen, bis du deinen wegnimmst.
lesson-slide-wrong = ❌ `{ $move }` ist erlaubt, aber die Steine dort gehören dir schon. Such ein umrahmtes Feld mit einem blauen Stein.
lesson-tower = **Turm.** Dein Stapel auf dem goldenen Feld c6 hat vier Steine und kommt also bis zu vier Felder weit. Zieh ihn ganz: so viele Felder wie Steine.
lesson-tower-right = ✅ Vier Steine, vier Felder. Was dazwischen liegt, spielt keine Rolle.
lesson-tower-wrong = ❌ `{ $move }` nimmt nur einen Teil des Turms mit, denn die Entfernung sagt, wie viele Steine ziehen. Der ganze zieht genau vier Felder.
lesson-split = **Teilen.** Derselbe Turm auf c6, von unten: blau, orange, blau, orange. Zieh nur so viele Steine, dass auf dem Rest einer von deinen oben liegt.
lesson-split-right = ✅ Jetzt gehören dir zwei Stapel statt einem.
lesson-split-wrong = ❌ `{ $move }` ist erlaubt, aber dann bleibt nichts zurück, was dir gehört. Zähl von oben, wie viele Steine über deinem zweiten liegen.
lesson-capture = **Schlagen.** Kein Stapel darf höher als fünf Steine sein. Zieh deine beiden Steine vom goldenen Feld c5 auf den Fünferstapel auf c3: Die untersten zwei von sieben müssen weg.
lesson-capture-right = ✅ Ein blauer Stein ist geschlagen und aus dem Spiel. Der orangefarbene war deiner und ist in deine Reserve zurückgekommen.
lesson-capture-wrong = ❌ `{ $move }` ist erlaubt, macht aber keinen Stapel höher als fünf. Der Fünferstapel steht auf c3.
lesson-reserve = **Reserve.** Jetzt hast du einen Stein in Reserve. Anstatt mit einem Stapel zu ziehen, darfst du ihn auf ein beliebiges Feld setzen, hier auf ein beliebiges Feld der Reihe 4. Blau hat eben auf g4 einen Zweierstapel gebaut: Übernimm ihn.
lesson-reserve-right = ✅ Der Stapel gehört dir. Reserven können eine Partie retten: Auch ohne Stapel hast du damit noch Züge.
lesson-reserve-wrong = ❌ `{ $move }` ist erlaubt, aber der Zweierstapel auf g4 bleibt bei Blau.
lesson-done = **Jetzt kennst du jede Art von Zug.** Im Duell gewinnt, wer am Ende noch ziehen kann; im Wettlauf gewinnt, wer schlägt.
lesson-offer = Deine erste Partie? Fünf kurze Aufgaben zeigen dir in zwei Minuten jede Art von Zug.
