### Verslagen en stellingen die iemand meebrengt.

import-title = **Een partijnotatie** · { $mode } · { $ply ->
        [0] voor de eerste zet
       *[other] zet { $ply } van { $plies }
    }
import-title-position = **Een stelling** · { $mode }
import-move = { $color }: **{ $move }**
import-note = -# Alleen jij ziet dit. Ik bewaar de notatie 30 dagen, of tot nieuwere notaties ervoor in de plaats komen.
import-nothing = Voeg de notatie van een partij toe als `{ option-name-record }` (.fgn), of plak er een, of een stelling (FPS), als `{ option-name-notation }`.
import-both = Geef een bestand of een tekst, niet allebei.
import-neither = Dit is geen partijnotatie, die met `[Game "Focus"]` begint, en ook geen stelling (FPS), die acht velden heeft en met de spelvorm begint.
import-too-long = Dat is te lang voor de notatie van een partij: ik lees hoogstens { $limit } KiB.
import-not-text = Dit bestand is geen tekst in UTF-8. Ik verwacht de notatie van een partij, zoals het .fgn-bestand dat `/focus-info { command-export-name }` geeft.
import-not-there = Ik kon dit bestand niet bij Discord ophalen. Probeer het nog eens.
import-line = Regel { $line }: { $reason }
import-wrong-move = Zet { $ply }, ‘{ $text }’: { $reason }
import-tag = ‘{ $text }’ is geen kenmerk. Een kenmerk ziet eruit als `[First "O"]`.
import-tag-twice = Het kenmerk ‘{ $text }’ staat er twee keer; ik verwacht het één keer.
import-tag-missing = Het kenmerk ‘{ $text }’ ontbreekt. Een partijnotatie heeft `Game`, `Rules`, `First` en `Result` nodig.
import-other-game = Dit is een notatie van ‘{ $text }’; ik verwacht er een van het spel `Focus`.
import-rules = ‘{ $text }’ kan ik in de regels niet lezen. Ze zien eruit als `mode=2 goal=last`.
import-first = ‘{ $text }’ kan hier niet beginnen; ik verwacht een van `{ $letters }`.
import-comment = Hier begint een opmerking die nergens eindigt.
import-leave = { $color } kan de partij hier niet verlaten.
import-result = Volgens het kenmerk is de uitslag ‘{ $expected }’, maar de zetten leiden tot `{ $got }`.
import-end = Volgens het kenmerk eindigde de partij door ‘{ $text }’, maar de zetten eindigen anders.
