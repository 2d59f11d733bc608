### Records and positions that people bring along.

import-title = **A record** · { $mode } · { $ply ->
        [0] before the first move
       *[other] move { $ply } of { $plies }
    }
import-title-position = **A position** · { $mode }
import-move = { $color }: **{ $move }**
import-note = -# Only you see this. I keep the record for 30 days, or until newer ones take its place.
import-nothing = Attach a record of a game as `{ option-name-record }` (.fgn), or paste one, or a position (FPS), as `{ option-name-notation }`.
import-both = Please give either a file or a text, not both.
import-neither = This is neither a record, which begins with `[Game "Focus"]`, nor a position (FPS), which has eight fields and begins with the mode.
import-too-long = That is too long for a record of a game: I read at most { $limit } KiB.
import-not-text = This file is not text in UTF-8. I expect a record of a game, such as the .fgn file that `/focus-info { command-export-name }` gives you.
import-not-there = I could not get this file from Discord. Please try again.
import-line = Line { $line }: { $reason }
import-wrong-move = Move { $ply }, “{ $text }”: { $reason }
import-tag = “{ $text }” is not a tag. A tag looks like `[First "O"]`.
import-tag-twice = The tag “{ $text }” appears twice; I expect it once.
import-tag-missing = The tag “{ $text }” is missing. A record needs `Game`, `Rules`, `First` and `Result`.
import-other-game = This is a record of “{ $text }”; I expect one of the game `Focus`.
import-rules = I cannot read “{ $text }” in the rules. They look like `mode=2 goal=last`.
import-first = “{ $text }” cannot move first here; I expect one of `{ $letters }`.
import-comment = A comment begins here but is never closed.
import-leave = { $color } cannot leave the game here.
import-result = The tag says that the result is “{ $expected }”, but the moves lead to `{ $got }`.
import-end = The tag says the game ended by “{ $text }”, but the moves end differently.
