### Wie man mit dem Bot spielt.

help-title = FOCUS auf Discord
help-intro =
    Zieh Stapel, deck fremde Steine zu und nimm den anderen alle Züge: FOCUS von Sid Sackson, zu zweit, zu dritt oder zu viert.

    - **Anfangen:** { $play } zeigt, was du wählen kannst, und alles ist schon eingestellt: gegen den Computer, gegen bestimmte Leute oder offen für alle. Drück auf **{ button-start }**. { $new } nimmt alle Optionen auf einmal.
    - **Ziehen:** mit dem blauen Knopf unter dem Brett, oder mit { $move } und einem Zug wie `b7-c7` oder `+c5`. Die Entfernung sagt, wie viele Steine ziehen.{ $reply }
    - **Regeln:** { $rules }.
help-reply = Du kannst auch mit einem Zug auf das Brett antworten; lass dabei das `@` eingeschaltet, sonst kann ich ihn nicht lesen.
help-command = - { $command } – { $description }
