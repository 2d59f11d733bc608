### Aufzeichnungen und Stellungen, die jemand mitbringt.

import-title = **Eine Aufzeichnung** · { $mode } · { $ply ->
        [0] vor dem ersten Zug
       *[other] Zug { $ply } von { $plies }
    }
import-title-position = **Eine Stellung** · { $mode }
import-move = { $color }: **{ $move }**
import-note = -# Das siehst nur du. Ich behalte die Aufzeichnung 30 Tage oder bis neuere an ihre Stelle treten.
import-nothing = Hänge eine Aufzeichnung als `{ option-name-record }` an (.fgn), oder füge eine Aufzeichnung oder Stellung (FPS) als `{ option-name-notation }` ein.
import-both = Gib bitte entweder eine Datei oder einen Text an, nicht beides.
import-neither = Das ist weder eine Aufzeichnung, die mit `[Game "Focus"]` beginnt, noch eine Stellung (FPS), die acht Felder hat und mit der Spielart beginnt.
import-too-long = Das ist zu lang für die Aufzeichnung einer Partie: Ich lese höchstens { $limit } KiB.
import-not-text = Diese Datei ist kein Text in UTF-8. Ich erwarte die Aufzeichnung einer Partie, etwa die .fgn-Datei, die `/focus-info { command-export-name }` ausgibt.
import-not-there = Ich konnte diese Datei nicht von Discord holen. Bitte versuche es noch einmal.
import-line = Zeile { $line }: { $reason }
import-wrong-move = Zug { $ply }, „{ $text }“: { $reason }
import-tag = „{ $text }“ ist keine Angabe. Eine Angabe sieht aus wie `[First "O"]`.
import-tag-twice = Die Angabe „{ $text }“ steht zweimal da; ich erwarte sie einmal.
import-tag-missing = Die Angabe „{ $text }“ fehlt. Eine Aufzeichnung braucht `Game`, `Rules`, `First` und `Result`.
import-other-game = Das ist eine Aufzeichnung von „{ $text }“; ich erwarte eine des Spiels `Focus`.
import-rules = „{ $text }“ kann ich in den Regeln nicht lesen. Sie sehen aus wie `mode=2 goal=last`.
import-first = „{ $text }“ kann hier nicht beginnen; ich erwarte eines von `{ $letters }`.
import-comment = Hier beginnt ein Kommentar, der nie endet.
import-leave = { $color } kann die Partie hier nicht verlassen.
import-result = Laut Angabe ist das Ergebnis „{ $expected }“, aber die Züge führen zu `{ $got }`.
import-end = Laut Angabe endete die Partie durch „{ $text }“, aber die Züge enden anders.
