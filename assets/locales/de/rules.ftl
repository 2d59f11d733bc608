### Die Regeln, eine Seite für jedes Thema. Eine Seite hat höchstens 2000 Zeichen.

rules-title = ## FOCUS – { $mode } · { $page }/{ $pages }

rules-board =
    ### Brett
    8 × 8 Felder ohne drei in jeder Ecke, zusammen 52. Die Linien a bis h gehen von links nach rechts, die Reihen 1 bis 8 von unten nach oben. Die Steine stehen in Stapeln; der obersten Farbe gehört der Stapel (im Regelheft: Turm).
rules-turn =
    ### Dein Zug
    Du machst genau eines von beidem:
    - **Ziehen:** Nimm beliebig viele Steine oben von einem Stapel, der dir gehört, und zieh sie um genau so viele Felder gerade entlang einer Linie oder Reihe, nie diagonal. Was dazwischen liegt, spielt keine Rolle. Sie landen auf einem leeren Feld oder auf einem beliebigen Stapel, in derselben Reihenfolge.
    - **Einsetzen:** Setz einen Stein aus deiner Reserve auf ein beliebiges Feld, leer oder besetzt.
rules-five =
    ### Mehr als fünf
    Wird ein Stapel höher als fünf Steine, werden die überzähligen von unten weggenommen. Deine eigenen kommen in deine Reserve. Alle anderen sind geschlagen und aus dem Spiel.
    Ein Stein, auf dem andere liegen, ist nur *gefangen*: Er bleibt auf dem Brett und ist wieder frei, sobald er oben liegt. Ein *geschlagener* kommt nie zurück.
rules-five-partners =
    ### Mehr als fünf
    Wird ein Stapel höher als fünf Steine, werden die überzähligen von unten weggenommen. Deine eigenen kommen in deine Reserve, die deines Partners in dessen Reserve. Die anderen sind geschlagen und aus dem Spiel.
    Ein Stein, auf dem andere liegen, ist nur *gefangen*: Er bleibt auf dem Brett und ist wieder frei, sobald er oben liegt. Ein *geschlagener* kommt nie zurück.
rules-unable =
    ### Kein Zug möglich
    Du kannst nicht ziehen, wenn dir kein Stapel gehört und du keine Reserve hast. Hast du keinen Stapel, aber noch Reserven, musst du eine einsetzen. Freiwillig passen darf niemand.
rules-draw =
    ### Remis
    Die Partie endet remis, wenn alle zustimmen, die noch im Spiel sind, wenn dieselbe Stellung zum dritten Mal vorkommt (`{ option-name-repetition }` kann das abschalten) oder nach 200 Zügen in Folge ohne Schlagen (`{ option-name-quiet }` setzt eine andere Zahl oder schaltet es ab).
rules-notation =
    ### Notation
    - `b7-c7` zieht von b7 nach c7. Die Entfernung sagt, wie viele Steine ziehen.
    - `+c5` setzt einen Stein auf c5 ein.
rules-notation-pass = - `--` ist erzwungenes Passen.
rules-notation-suffix = Nach einem Zug heißt `xOB`, dass ein orangefarbener und ein blauer Stein geschlagen wurden, der unterste zuerst, `r1`, dass ein Stein in die eigene Reserve kam, und `#`, dass die Partie gewonnen ist.
rules-notation-suffix-duel = Nach einem Zug heißt `xB`, dass ein blauer Stein geschlagen wurde, `r1`, dass ein Stein in die eigene Reserve kam, und `#`, dass die Partie gewonnen ist.
rules-notation-partners = `p1` heißt, dass ein Stein in die Reserve des Partners kam.
rules-notation-exchange = - `c4<>d4` tauscht in der Tauscheröffnung zwei Steine, den eigenen zuerst genannt.

rules-duel-start = **Ziel des Spiels:** Zieh deine Stapel und deck Steine zu, bis die Gegenseite nicht mehr ziehen kann.
    Zwei spielen Orange und Blau, je 18 Steine. Farben und erster Zug werden ausgelost.
rules-duel-goal =
    ### Ziel
    Wer am Zug ist und nicht ziehen kann, verliert. Wer aufgibt, verliert auch.
rules-duel-options =
    ### Wahlmöglichkeiten
    - **Wettlauf:** Es gewinnt auch, wer zuerst 6 Steine schlägt. So wird die Partie kurz.
    - **Tauscheröffnung:** Vor dem ersten Zug tauscht jede Seite, die beginnende zuerst, einen eigenen Stein gegen einen gegnerischen. Der zweite Tausch darf die Symmetrie der Aufstellung (dieselbe Stellung mit vertauschten Farben) nicht wiederherstellen.
    - **Remis:** Als Zweiter zu ziehen ist ein leichter Vorteil, denn man kann jeden Zug nachahmen. Ein Remis kann deshalb als Sieg der Seite zählen, die begonnen hat, oder der anderen.
rules-three-way-start = **Ziel des Spiels:** zuerst 3 Steine jeder anderen Farbe schlagen oder 10 Steine vor sich haben.
    Drei spielen Orange, Grün und Blau, je 13 Steine: 12 auf dem Brett und einer in Reserve. Farben und erster Zug werden ausgelost.
rules-first-round =
    ### Erste Runde
    Alle setzen reihum ihren 13. Stein auf ein leeres Feld; wer beginnt, zuerst. In dieser Runde zieht niemand.
rules-three-way-goal =
    ### Ziel
    Du gewinnst, sobald du nach deinem eigenen Zug 3 Steine jeder anderen Farbe geschlagen hast oder 10 Steine vor dir hast: alle geschlagenen und deine Reserven zusammen. Auch wer zuletzt übrig bleibt, gewinnt.
    ### Ausscheiden
    Wer am Zug ist und nicht ziehen kann oder wer aufgibt, scheidet aus. Die Steine bleiben stehen. Niemand zieht einen Stapel, auf dem so ein Stein oben liegt, aber alle dürfen ihn zudecken, und geschlagen zählen die Steine weiterhin. Ein Remis teilen sich nur die, die noch im Spiel sind.
rules-three-way-options =
    ### Wahlmöglichkeiten
    - **Ziel:** Nur wer zuletzt übrig bleibt, gewinnt.
    - **Ohne Zug:** Du passt, statt auszuscheiden, und kannst zurückkommen. Wer allein noch ziehen kann, gewinnt.
rules-partners-start = **Ziel des Spiels:** Nehmt der anderen Seite zu zweit alle Züge.
    Vier spielen in zwei Teams: Orange und Blau gegen Grün und Pink. Partner sitzen sich gegenüber. Am Tisch können sich alle ein Team aussuchen; wer das nicht tut, wird einem zugelost. Farben und erster Zug werden ausgelost. Alle haben 13 Steine. Gezogen wird in der Reihenfolge Orange, Grün, Blau, Pink.
rules-partners-goal =
    ### Ziel
    Wenn du nicht ziehen kannst, passt du. Du kannst zurückkommen, wenn ein geteilter Stapel einen deiner Steine freigibt oder wenn dir dein Partner einen Reservestein verschafft. Ein Team hat verloren, sobald beide nicht ziehen können; das wird nach jedem Zug geprüft. Wer aufgibt, passt von da an.
rules-partners-options =
    ### Wahlmöglichkeiten
    - **Absprache:** wird vor der Partie vereinbart. Ein Team spielt still und gibt sich keine Tipps; wer neu ist, redet besser offen (`{ option-name-talk }`).
    - **Aufstellung:** je 12 Steine wie 1965, dann sind b2, b7, g2 und g7 leer.
rules-free-for-all-start = **Ziel des Spiels:** zuerst 2 Steine jeder anderen Farbe schlagen oder 10 Steine vor sich haben.
    Vier spielen jeweils für sich: Orange, Grün, Blau und Pink, je 13 Steine. Gezogen wird in dieser Reihenfolge; Farben und erster Zug werden ausgelost.
rules-free-for-all-goal =
    ### Ziel
    Du gewinnst, sobald du nach deinem eigenen Zug 2 Steine jeder anderen Farbe geschlagen hast oder 10 Steine vor dir hast: alle geschlagenen und deine Reserven zusammen. Auch wer zuletzt übrig bleibt, gewinnt.
    ### Ausscheiden
    Wer am Zug ist und nicht ziehen kann oder wer aufgibt, scheidet aus. Die Steine bleiben stehen. Niemand zieht einen Stapel, auf dem so ein Stein oben liegt, aber alle dürfen ihn zudecken, und geschlagen zählen die Steine weiterhin. Ein Remis teilen sich nur die, die noch im Spiel sind.
rules-free-for-all-options =
    ### Wahlmöglichkeiten
    - **Ziel:** Nur wer zuletzt übrig bleibt, gewinnt.
    - **Ohne Zug:** Du passt, statt auszuscheiden, und kannst zurückkommen. Wer allein noch ziehen kann, gewinnt.
    - **Aufstellung:** je 12 Steine wie 1965, dann sind b2, b7, g2 und g7 leer.

rules-split =
    ### Türme
    Je höher ein Stapel, desto weiter kommt er: Fünf Steine ziehen fünf Felder. Du darfst auch nur einige von oben nehmen. Was liegen bleibt, ist ein eigener Stapel und gehört der Farbe, die dann oben liegt. Teilen kann also einen deiner Steine befreien – oder den Rest jemand anderem überlassen.
rules-hand =
    ### Reserven
    Ein Stein aus der Reserve kommt anstelle eines Zuges auf ein beliebiges Feld, auch oben auf einen hohen Stapel, der von da an dir gehört. Wer noch Reserven hat, wenn die Stapel weg sind, ist weiter im Spiel.
rules-tips =
    ### Tipps
    - **Lass deine Türme einander decken.** Zwei Türme auf einer Linie tun das, wenn ihr Abstand höchstens so groß ist wie die Höhe des niedrigeren. Das kleinste solche Paar sind zwei Zweiertürme mit Abstand zwei.
    - **Meide die Felder zwischen einzelnen Steinen** der anderen: Jeder davon kann auf dich ziehen.
    - **Zieh einen Teil eines bedrohten Turms weg.** Dann geht weniger verloren, und der Rest gehört vielleicht weiter dir.
    - **Achte auf deinen Stein ganz unten in einem Fünferturm.** Ziehst du selbst darauf, wird er zur Reserve; zieht ein Gegner darauf, ist er geschlagen.
    - **Spar dir Reserven fürs Endspiel.** Sind nur noch wenige Türme da, kann eine Reserve auf einem hohen Turm die Partie entscheiden.
rules-tips-partners =
    - **Achte auf die Türme deines Partners** so gut wie auf deine eigenen.
    - **Greift gemeinsam eine Farbe an,** bis sie nicht mehr ziehen kann.
    - **Hilf, wenn dein Partner schwächer steht:** Befreie seine Steine und verschaff ihm Reserven.

rules-picture-board = -# Bild: die Aufstellung.
rules-picture-round = -# Bild: der erste der Steine, die alle setzen, `{ $move }`.
rules-picture-slide = -# Bild: Der Stein auf dem goldenen Feld { $square } kann auf jedes umrahmte Feld ziehen.
rules-picture-tower = -# Bild: Der Turm auf dem goldenen Feld { $square } kann auf jedes umrahmte Feld ziehen, ein Schritt für jeden Stein, der mitgeht.
rules-picture-five = -# Bild: Nach `{ $move }` haben Steine den Stapel unten verlassen. Die Ecken zählen Reserven und, durchgestrichen, geschlagene Steine.
rules-picture-hand = -# Bild: `{ $move }` hat mit einem Reservestein einen Stapel übernommen.
rules-picture-goal = -# Bild: eine Partie, die gerade gewonnen ist.

rules-in-force =
    ### Partie { $game }
    { $options }
rules-in-force-standard =
    ### Partie { $game }
    Die üblichen Regeln dieser Spielart, ohne Besonderheiten.
