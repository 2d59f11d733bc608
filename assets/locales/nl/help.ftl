### Hoe je met de bot speelt.

help-title = FOCUS op Discord
help-intro =
    Verplaats stapels, bedek andermans stenen en zet de anderen vast: FOCUS van Sid Sackson, met z’n tweeën, drieën of vieren.

    - **Beginnen:** { $play } laat zien wat je kunt kiezen, en alles staat al klaar: tegen de computer, tegen mensen die je kiest of open voor iedereen. Druk op **{ button-start }**. { $new } neemt alle opties in één keer.
    - **Een zet doen:** met de blauwe knop onder het bord, of met { $move } en een zet als `b7-c7` of `+c5`. De afstand zegt hoeveel stenen je verplaatst.{ $reply }
    - **Regels:** { $rules }.
help-reply = Je kunt het bord ook met een zet beantwoorden; laat daarbij de `@`-vermelding aanstaan, anders kan ik hem niet lezen.
help-command = - { $command } – { $description }
