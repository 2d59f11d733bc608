### Die Übersicht, mit der man eine Partie beginnt.

panel-title = ## FOCUS spielen
panel-nobody = Wähle, mit wem du spielen willst.
panel-summary = -# { $parts }
panel-rated = gewertet
panel-unrated = ungewertet
panel-standard = Standardregeln
panel-thread = in einem Thread
panel-thread-proposed = in einem Thread, weil es in diesem Kanal schon eine Partie oder einen Tisch gibt
panel-private = nur in diesem Kanal
panel-fill = freie Plätze: { $player }

panel-against-computer = Gegen den Computer
panel-against-people = Gegen Leute, die ich wähle
panel-against-anyone = Offen für alle, die mitmachen
panel-whom = Wähle bis zu drei Personen
panel-level = Stärke: { $level }
panel-about-duel = Eins gegen eins: Lass der Gegenseite keinen Zug
panel-about-three-way = Jeder für sich: Wer zuerst genug schlägt, gewinnt
panel-about-partners = Zwei gegen zwei: Partner sitzen sich gegenüber
panel-about-free-for-all = Vier, jeder für sich: Wer zuerst genug schlägt, gewinnt
panel-no-clock = Ohne Bedenkzeit
panel-clock = Bedenkzeit: { $clock }
panel-clock-other = Andere …
panel-overtime = nach Ablauf der Zeit: { $overtime }

panel-switches = Gewertet, Thread, privat …
panel-switch-rated = Gewertet: Das Ergebnis zählt für die Wertung
panel-switch-thread = In einem eigenen Thread
panel-switch-private = Privat: nur in diesem Kanal zu sehen
panel-switch-repetition = Kein Remis durch Wiederholung
panel-switch-twelve = Je 12 Steine, wie 1965

panel-form-title = Bedenkzeit und Remis
panel-form-clock = Bedenkzeit
panel-form-about-clock = 1d (Tag) oder 12h pro Zug; 2h+5m für alle Züge mit Zuschlag pro Zug. Leer: ohne Bedenkzeit.
panel-form-quiet = Züge ohne Schlagen bis zum Remis
panel-form-about-quiet = Eine Zahl, etwa 200, oder „off“, wenn es dadurch nie Remis geben soll.
