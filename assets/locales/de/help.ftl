### Wie man mit dem Bot spielt, und was er sagt, wenn etwas im Weg ist.

help-title = FOCUS auf Discord
help-intro =
    Zieh Stapel, deck fremde Steine zu und nimm den anderen alle Züge: FOCUS von Sid Sackson, zu zweit, zu dritt oder zu viert.

    - **Anfangen:** { $play } zeigt, was du wählen kannst, und alles ist schon eingestellt: gegen den Computer, gegen bestimmte Leute oder offen für alle. Drück auf **{ button-start }**. { $new } nimmt alle Optionen auf einmal.
    - **Ziehen:** mit dem Knopf **Ziehen** unter dem Brett, oder mit { $move } und einem Zug wie `b7-c7` oder `+c5`. Die Entfernung sagt, wie viele Steine ziehen.{ $reply }
    - **Regeln:** { $rules }.
help-reply = Du kannst auch mit einem Zug auf das Brett antworten; lass dabei das `@` eingeschaltet, sonst kann ich ihn nicht lesen.
help-command = - { $command } – { $description }

fault-noted = Bei uns ist etwas schiefgegangen (Fehler `{ $fault }`). Nichts ist verloren; bitte versuch es gleich noch einmal.
fault-storage = Unser Speicher ist ausgefallen (Fehler `{ $fault }`). Was du gerade getan hast, ist vielleicht nicht gespeichert; bitte sieh in einer Minute noch einmal nach.
missing-permissions = Mir fehlen in diesem Kanal Berechtigungen: { $permissions }. Bitte frag jemanden, der diesen Server verwaltet.

permission-view-channel = Kanal ansehen
permission-send-messages = Nachrichten senden
permission-send-in-threads = Nachrichten in Threads senden
permission-create-threads = Öffentliche Threads erstellen
permission-attach-files = Dateien anhängen
permission-read-history = Nachrichtenverlauf anzeigen
