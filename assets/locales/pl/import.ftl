### Zapisy i pozycje, które ktoś przynosi.

import-title = **Zapis partii** · { $mode } · { $ply ->
        [0] przed pierwszym ruchem
       *[other] ruch { $ply } z { $plies }
    }
import-title-position = **Pozycja** · { $mode }
import-move = { $color }: **{ $move }**
import-note = -# Widzisz to tylko Ty. Zapis przechowuję przez 30 dni albo do czasu, gdy zastąpią go nowsze.
import-nothing = Dołącz zapis partii jako `{ option-name-record }` (.fgn) albo wklej zapis lub pozycję (FPS) jako `{ option-name-notation }`.
import-both = Podaj albo plik, albo tekst, nie oba naraz.
import-neither = To nie jest ani zapis, który zaczyna się od `[Game "Focus"]`, ani pozycja (FPS), która ma osiem pól i zaczyna się od odmiany.
import-too-long = To za długie jak na zapis partii: czytam najwyżej { $limit } KiB.
import-not-text = Ten plik nie jest tekstem w UTF-8. Oczekuję zapisu partii, na przykład pliku .fgn, który daje `/focus-info { command-export-name }`.
import-not-there = Nie udało mi się pobrać tego pliku z Discorda. Spróbuj jeszcze raz.
import-line = Wiersz { $line }: { $reason }
import-wrong-move = Ruch { $ply }, „{ $text }”: { $reason }
import-tag = „{ $text }” nie jest znacznikiem. Znacznik wygląda tak: `[First "O"]`.
import-tag-twice = Znacznik „{ $text }” występuje dwa razy; oczekuję go raz.
import-tag-missing = Brakuje znacznika „{ $text }”. Zapis musi mieć `Game`, `Rules`, `First` i `Result`.
import-other-game = To zapis gry „{ $text }”; oczekuję zapisu gry `Focus`.
import-rules = Nie umiem odczytać „{ $text }” w zasadach. Wyglądają tak: `mode=2 goal=last`.
import-first = „{ $text }” nie może tu zaczynać; oczekuję jednej z liter `{ $letters }`.
import-comment = Tu zaczyna się komentarz, który nigdzie się nie kończy.
import-leave = { $color } nie mogą tu opuścić partii.
import-result = Według znacznika wynik to „{ $expected }”, ale ruchy prowadzą do `{ $got }`.
import-end = Według znacznika partia skończyła się przez „{ $text }”, ale ruchy temu przeczą.
