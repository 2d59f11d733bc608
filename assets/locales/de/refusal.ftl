### Warum etwas nicht geht. Es hat sich nichts geändert.

refusal-no-such-game = Eine Partie { $game } gibt es nicht. `/focus-info { command-games-name }` listet deine auf.
refusal-no-game-here = Du hast hier keine Partie. Beginne eine mit `/focus { command-play-name }` oder nenne die Nummer der Partie.
refusal-no-table = Hier wartet kein Tisch auf dich. Eröffne einen mit `/focus { command-play-name }`; eine laufende Partie gibst du mit `/focus { command-resign-name }` auf.
refusal-which-game = Gemeint sein können mehrere Partien: { $games }. Sag dazu, welche du meinst.
refusal-not-a-player = Das kann nur, wer in dieser Partie mitspielt.
refusal-not-your-turn = Du bist nicht am Zug: { $name } ist dran.
refusal-stale = Das ist nicht mehr die aktuelle Stellung: Die Partie ist inzwischen weitergegangen. Bitte benutze die neueste Nachricht dieser Partie.
refusal-game-over = Diese Partie ist zu Ende.
refusal-table-closed = Dieser Tisch ist geschlossen. Eröffne einen neuen mit `/focus { command-play-name }`.
refusal-not-begun = Diese Partie hat noch nicht begonnen.
refusal-already-begun = Diese Partie hat schon begonnen.
refusal-table-full = An diesem Tisch ist kein Platz mehr frei.
refusal-other-computers = An diesem Tisch sitzen inzwischen andere Computer. Bitte wähle noch einmal.
refusal-already-seated = Du sitzt schon an diesem Tisch.
refusal-not-seated = Du sitzt nicht an diesem Tisch.
refusal-not-invited = Dieser Tisch ist nur für Eingeladene.
refusal-nothing-to-decline = Hier gibt es keine Einladung an dich, die du ablehnen könntest.
refusal-already-at-table = Schon an diesem Tisch: { $people }. Wähle bitte nur andere.
refusal-already-called = Schon an diesen Tisch eingeladen: { $people }. Niemand wird zweimal gerufen; wähle bitte nur andere.
refusal-has-declined = Endgültig abgesagt für diesen Tisch: { $people }. Wähle bitte nur andere.
refusal-not-host = An diesem Tisch kann das nur { $name }.
refusal-too-few-people = Für eine Partie braucht es mindestens zwei, die spielen.
refusal-wrong-number = „{ $mode }“ ist für { $seats } Personen, dich eingeschlossen; hier gezählt: { $players }.
refusal-too-few-invited = „{ $mode }“ braucht { $seats } Spieler, aber mit dir, den Eingeladenen und den Computern sind es nur { $players }. Lade mehr Leute ein, nimm mit `{ option-name-computer }` Computer dazu oder lade niemanden ein: Dann können sich alle setzen.
refusal-no-partners = „{ $mode }“ kennt keine Partner; wähle die Spielart mit Partnern.
refusal-team-full = In diesem Team sind beide Plätze vergeben. Wähle das andere.
refusal-already-in-team = Du bist schon in diesem Team.
refusal-partners-stay = In einer Revanche bleiben die Partner zusammen. Für andere Teams eröffne einen neuen Tisch mit `/focus { command-play-name }`.
refusal-color-taken = { $color } hat schon { $name }. Wähle eine andere Farbe.
refusal-own-color = Du hast diese Farbe schon.
refusal-colors-drawn = An diesem Tisch werden die Farben ausgelost.
refusal-colors-follow = In einer Revanche spielen alle die nächste Farbe. Um Farben zu wählen, eröffne mit `/focus { command-play-name }` einen neuen Tisch.
refusal-rated-computer = Eine Partie mit Computern kann nicht gewertet werden. Spiel sie ungewertet oder nur mit Menschen.
refusal-rated-clock = Eine gewertete Partie braucht eine Bedenkzeit. Wähle eine, zum Beispiel `1d`, oder spiel ungewertet.
refusal-rated-substitute = In einer gewerteten Partie springt kein Computer ein. Wähle bei `{ option-name-overtime }` etwas anderes oder spiel ungewertet.
refusal-rated-position = Eine gewertete Partie beginnt mit der üblichen Stellung. Lass die Stellung weg oder spiel ungewertet.
refusal-no-end = Computer ermüden nie, deshalb braucht eine Partie unter Computern ein Ende: Lass `{ option-name-quiet }` weg oder gib höchstens { $plies } an.
refusal-nobody-plays = Ohne Leute braucht eine Partie Computer. Nenne einen mit der Option `{ option-name-computer }`.
refusal-same-person = Jemand ist doppelt genannt, oder du hast dich selbst genannt. Jeder Platz braucht eine andere Person.
refusal-too-many-invited = Es können nur { $limit } Einladungen an einen Tisch gleichzeitig offen sein. Lade weitere Leute bitte später ein.
refusal-too-many-called = An einen Tisch können höchstens { $limit } Leute eingeladen werden.
refusal-too-many-games = Du hast schon { $limit ->
        [one] 1 Partie
       *[other] { $limit } Partien
    }, mehr gehen nicht auf einmal. Beende erst eine.
refusal-channel-full = In diesem Kanal { $limit ->
        [one] läuft schon 1 Partie
       *[other] laufen schon { $limit } Partien
    }, mehr gehen hier nicht. Bitte spiel in einem anderen.
refusal-draw-already = Du hast diesem Remis schon zugestimmt. Jetzt müssen die anderen antworten.
refusal-draw-turned-down = Aus dem Remis ist nichts geworden. Spiel erst einen Zug, bevor du wieder eines anbietest.
refusal-no-draw = Es gibt kein Remisangebot, auf das du antworten könntest.
refusal-no-hints = Tipps gibt es nur in Partien gegen Computer.
refusal-out = Du bist aus dieser Partie ausgeschieden.
refusal-vacation = So viele Urlaubstage hast du nicht mehr: noch { $limit } in diesem Jahr.
refusal-other-server = Diese Partie wird auf einem anderen Server gespielt. Dort kann sie in jedem Kanal weitergehen.
refusal-rated-stays = Diese Partie wird gewertet und bleibt in ihrem Kanal, solange noch andere mitspielen. Wo auch immer du bist: `/focus { command-board-name }` zeigt dir das Brett, und mit `/focus { command-move-name }` machst du deinen Zug.
refusal-private-stays = Diese Partie ist privat: Alle verlassen sich darauf, dass nur ein Kanal sie zeigt, also bleibt sie dort. Wo auch immer du bist: `/focus { command-board-name }` zeigt dir das Brett, und mit `/focus { command-move-name }` machst du deinen Zug.
refusal-alone = In unseren Direktnachrichten gibt es nur dich und mich: Spiel hier gegen den Computer, oder frag Leute auf einem Server oder in einer Gruppe.
refusal-time-over = Deine Zeit für diesen Zug ist um.
refusal-nothing-to-claim = In dieser Partie hat niemand sonst die Zeit überschritten.
refusal-no-seat = In dieser Partie wechselt kein Platz, oder du hast dabei nichts zu entscheiden.
refusal-seat-asked = Jemand hat schon gefragt, oder ein anderer Platz wird angeboten. Warte die Antwort ab.
refusal-seat-offered = Du hast deinen Platz seit deinem letzten Zug schon angeboten. Nach deinem nächsten Zug kannst du ihn wieder anbieten.
refusal-seat-allowed = Du hast schon zugestimmt. Jetzt müssen die anderen antworten.
refusal-seat-rated = Diese Partie wird gewertet: Wer spielt, bleibt.
refusal-seat-no-room = Wer um den Platz gebeten hat, hat inzwischen die Höchstzahl an Partien. Lehne ab, oder warte, bis eine davon zu Ende ist.
refusal-too-late-to-abort = Abbrechen geht nur vor dem zweiten Zug. Du kannst aufgeben oder Remis anbieten.
refusal-nothing-to-take-back = Du hast hier keinen Zug, der sich zurücknehmen lässt.
refusal-takeback-already = Du hast schon darum gebeten, diesen Zug zurückzunehmen. Jetzt müssen die anderen antworten.
refusal-takeback-waits = Diese Bitte wartet auf die anderen, nicht auf dich.
refusal-takeback-turned-down = Aus deinem Wunsch, diesen Zug zurückzunehmen, ist nichts geworden. Nach deinem nächsten Zug kannst du wieder fragen.
refusal-takeback-to-answer = Jemand anderes möchte einen Zug zurücknehmen. Antworte bitte zuerst darauf, mit den Knöpfen unter dem Brett.
refusal-no-takeback = Niemand möchte gerade einen Zug zurücknehmen.
refusal-too-much-beside-moves = In dieser Partie wurde so viel angeboten, gefragt und zurückgenommen, dass nur noch Ziehen und Aufgeben bleiben.
refusal-game-goes-on = Diese Partie läuft noch.
refusal-no-import = Diese Aufzeichnung ist nicht mehr da. Importiere sie noch einmal mit `/focus-info { command-import-name }`.
refusal-rematch-begun = Die Revanche hat schon begonnen: Es ist Partie { $game }.
refusal-rematch-declined = Die Revanche wurde abgelehnt; eröffnen kann sie nur noch, wer abgelehnt hat. Eine andere Partie gibt es mit `/focus { command-play-name }`.
refusal-player-gone = Jemand von damals hat alle Daten löschen lassen und kann nicht mehr gefragt werden. Eröffne eine neue Partie mit `/focus { command-play-name }`.
refusal-position-over = In dieser Stellung ist die Partie schon zu Ende. Gib eine an, in der noch etwas zu entscheiden ist.
refusal-position-without-some = In dieser Stellung ist jemand schon ausgeschieden. Gib eine an, in der noch alle Farben spielen.
refusal-position-needs-all = Für eine Partie ab einer Stellung muss jede Farbe besetzt sein.
position-unreadable = „{ $got }“ kann ich in dieser Stellung nicht lesen. Ich erwarte FPS, acht Felder mit je einem Leerzeichen dazwischen: Spielart, Brett, Seite, Reserven, Geschlagene, Ausgeschiedene, ruhige Züge, Zugnummer.
position-other-mode = Das ist eine Stellung aus „{ $position }“, nicht aus „{ $wanted }“.
position-pieces = Diese Stellung gibt es nicht: { $color } braucht auf dem Brett, in der Reserve und geschlagen zusammen { $expected } Steine, hat aber { $found }.
position-side = Diese Stellung gibt es nicht: { $color } kann nicht am Zug sein.
position-captures = Diese Stellung gibt es nicht: { $color } kann keine Steine der eigenen Seite geschlagen haben.
position-stranger = Diese Stellung gibt es nicht: { $color } spielt hier nicht mit.
position-exchange = Diese Stellung gibt es nicht: Sie passt nicht zur Tauscheröffnung.
refusal-premove-own-turn = Du bist am Zug: Spiel deinen Zug ohne die Option `{ option-name-if }`.
refusal-premove-out-of-turn = Nach diesen Zügen wärst du nicht an der Reihe und kannst nicht antworten. Trenne mehrere erwartete Züge durch Kommas.
refusal-premove-end = Mit diesem Zug wäre die Partie zu Ende, da gibt es nichts zu antworten.
refusal-expected = Der erwartete Zug kann nicht kommen. { $reason }
refusal-answer = Deine Antwort darauf: { $reason }
refusal-no-premove = Du hast in dieser Partie keine Antwort geplant.
refusal-too-many-premoves = Du kannst höchstens { $lines } Folgen von bis zu { $moves } Zügen planen.
refusal-private = Diese Partie ist nur dort zu sehen, wo sie gespielt wird.
refusal-watched-here = Dieser Kanal zeigt die Partie schon.
refusal-too-many-watches = Dieser Kanal verfolgt schon { $limit ->
        [one] 1 Partie
       *[other] { $limit } Partien
    }, mehr gehen nicht. Drück erst bei einer davon auf **{ button-unwatch }**.
refusal-not-over = Diese Partie läuft noch. Analysieren oder von einer Stellung weiterspielen kann man, wenn sie vorbei ist.
refusal-no-ended-game = Hier ist noch keine Partie beendet. Nenne eine mit ihrer Nummer; `/focus-info { command-history-name }` listet die beendeten auf.
refusal-not-here = Auf diesem Server wird in { $channels } gespielt.
refusal-channels-deleted = Auf diesem Server wurde in Kanälen gespielt, die es nicht mehr gibt. Wer den Server verwaltet, kann mit `/focus-admin { command-settings-name }` andere auswählen.
refusal-role = Auf diesem Server ist FOCUS für diese Rollen da: { $roles }.
refusal-roles-deleted = Auf diesem Server war FOCUS für Rollen da, die es nicht mehr gibt. Wer den Server verwaltet, kann mit `/focus-admin { command-settings-name }` andere auswählen.
refusal-roles-unknown-here = Auf dem Server dieser Partie ist FOCUS nur für bestimmte Rollen da, und deine sehe ich nur dort. Nimm die Einladung bitte auf jenem Server an.
refusal-clocks = Auf diesem Server wird so gespielt: { $clocks }.
refusal-not-a-manager = Das kann nur, wer diesen Server verwalten darf.
refusal-not-a-moderator = Das kann nur, wer FOCUS auf diesem Server moderiert.
refusal-own-rated-game = Diese Partie zählt für deine eigene Wertung, deshalb kann sie nur jemand anderes aus der Moderation abbrechen. Solange du noch im Spiel bist, kannst du aufgeben.
refusal-list-full = Diese Liste hat schon { $limit } Einträge, mehr gehen nicht. Streich erst einen.
refusal-server-full = Auf diesem Server { $limit ->
        [one] läuft schon 1 Partie
       *[other] laufen schon { $limit } Partien
    }, mehr gehen nicht. Bitte warte, bis eine zu Ende ist.
refusal-too-fast = Das war viel auf einmal. Mach bitte in { $seconds ->
        [one] 1 Sekunde
       *[other] { $seconds } Sekunden
    } weiter; es ist nichts verloren.
refusal-too-fast-channel = In diesem Kanal ist gerade viel los. Mach bitte in { $seconds ->
        [one] 1 Sekunde
       *[other] { $seconds } Sekunden
    } weiter; es ist nichts verloren.
refusal-too-fast-server = Auf diesem Server ist gerade viel los. Mach bitte in { $seconds ->
        [one] 1 Sekunde
       *[other] { $seconds } Sekunden
    } weiter; es ist nichts verloren.
refusal-own-watches = Du lässt schon { $limit ->
        [one] 1 Partie
       *[other] { $limit } Partien
    } in Kanälen verfolgen, mehr gehen nicht. Drück erst bei einer davon auf **{ button-unwatch }**.
refusal-watches-here = Die Kanäle dieses Servers verfolgen schon { $limit ->
        [one] 1 Partie
       *[other] { $limit } Partien
    }, mehr gehen nicht. Drück erst bei einer davon auf **{ button-unwatch }**.
refusal-followers = Diese Partie wird schon in { $limit } Kanälen verfolgt, mehr gehen nicht. Bitte warte, bis einer damit aufhört.
refusal-not-watched = Diese Nachricht verfolgt diese Partie nicht.
refusal-not-your-watch = Nur wer diese Partie hier verfolgen lässt, wer sie spielt und wer FOCUS auf diesem Server moderiert, kann das beenden.
