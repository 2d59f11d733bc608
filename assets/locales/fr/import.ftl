### Feuilles et positions que l’on apporte.

import-title = **Une feuille de partie** · { $mode } · { $ply ->
        [0] avant le premier coup
       *[other] coup { $ply } sur { $plies }
    }
import-title-position = **Une position** · { $mode }
import-move = { $color } : **{ $move }**
import-note = -# Personne d’autre ne voit ceci. Je garde la feuille 30 jours, ou jusqu’à ce que d’autres prennent sa place.
import-nothing = Joins la feuille d’une partie comme `{ option-name-record }` (.fgn), ou colle une feuille ou une position (FPS) comme `{ option-name-notation }`.
import-both = Donne soit un fichier, soit un texte, pas les deux.
import-neither = Ce n’est ni une feuille de partie, qui commence par `[Game "Focus"]`, ni une position (FPS), qui a huit champs et commence par la variante.
import-too-long = C’est trop long pour une feuille de partie : je lis { $limit } Kio au plus.
import-not-text = Ce fichier n’est pas du texte en UTF-8. J’attends la feuille d’une partie, comme le fichier .fgn que donne `/focus-info { command-export-name }`.
import-not-there = Je n’ai pas pu obtenir ce fichier de Discord. Essaie encore une fois.
import-line = Ligne { $line } : { $reason }
import-wrong-move = Coup { $ply }, « { $text } » : { $reason }
import-tag = « { $text } » n’est pas une étiquette. Une étiquette ressemble à `[First "O"]`.
import-tag-twice = L’étiquette « { $text } » figure deux fois ; je l’attends une fois.
import-tag-missing = L’étiquette « { $text } » manque. Une feuille a besoin de `Game`, `Rules`, `First` et `Result`.
import-other-game = C’est une feuille de « { $text } » ; j’en attends une du jeu `Focus`.
import-rules = Je ne peux pas lire « { $text } » dans les règles. Elles ressemblent à `mode=2 goal=last`.
import-first = « { $text } » ne peut pas commencer ici ; j’attends l’une des lettres `{ $letters }`.
import-comment = Un commentaire commence ici et ne se termine jamais.
import-leave = { $color } ne peut pas quitter la partie ici.
import-result = Selon l’étiquette, le résultat est « { $expected } », mais les coups mènent à `{ $got }`.
import-end = Selon l’étiquette, la partie a fini par « { $text } », mais les coups finissent autrement.
