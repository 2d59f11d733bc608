### Co bot mówi jednej osobie: że coś zrobiono i czego nie umie odczytać.

done-played = Zagrano: **{ $move }**
done-set-up = Stół { $game } jest otwarty.
done-joined = Masz miejsce przy stole { $game }.
done-left = Nie siedzisz już przy stole { $game }.
done-declined = Zaproszenie do { $game } odrzucone.
done-started = Partia { $game } się zaczyna.
done-resigned = Partia { $game } poddana.
done-draw = Partia { $game }: Twój głos za remisem jest zapisany.
done-no-draw = Partia { $game }: Twój głos przeciw remisowi jest zapisany.
done-aborted = Partia { $game } jest przerwana.
done-took-back = Partia { $game }: Twój ruch jest cofnięty.
done-takeback-asked = Partia { $game }: zapytano pozostałych, czy możesz cofnąć ruch.
done-takeback-allowed = Partia { $game }: Twoja zgoda na cofnięcie jest zapisana.
done-takeback-refused = Partia { $game }: ruch zostaje.
done-seat-offered = Partia { $game }: Twoje miejsce jest do przejęcia. Do tego czasu należy do Ciebie.
done-seat-asked = Partia { $game }: prośba przekazana. Pozostali muszą się zgodzić.
done-seat-allowed = Partia { $game }: Twoja zgoda na zmianę jest zapisana.
done-seat-refused = Partia { $game }: miejsce się nie zmienia.
done-watched = Partię { $game } można od teraz śledzić tutaj.

ask-resign = Poddać partię { $game }? Tego nie da się cofnąć.
ask-abort = Przerwać partię { $game }? Skończy się wtedy bez wyniku.
watch-stopped = Partia { $game } nie jest już tu pokazywana.
plan-set = Jeśli padnie **{ $when }**, od razu odpowiesz **{ $answer }**. Widzisz to tylko Ty; cokolwiek innego to unieważnia.
plan-dropped = Twoja odpowiedź **{ $answer }** na **{ $when }** jest usunięta.
table-begun = **Partia się zaczęła.** { $link }
newest-board = Najnowsza plansza: { $link }
shown-later = Zapisano, ale nie mogę tego teraz pokazać. Próbuję dalej.
no-thread = Nie mogę otworzyć tu wątku, więc partia toczy się na tym kanale.
unknown-button = Nie znam już tego przycisku. Twoje partie pokaże `/focus { command-games-name }`.
bots-do-not-play = { $name } to bot i nie można go zaprosić. Z komputerem zagrasz dzięki opcji `{ option-name-computer }`.
how-to-write-moves = Czytam ruchy takie jak `b7-c7` albo `+c5`. Resztę wyjaśnia `/focus { command-help-name }`.
nothing-from-there = Z pola { $place } nie masz żadnego ruchu.
not-in-mode = W odmianie „{ $mode }” nie ma takiego wyboru: { $option }.
not-a-game = „{ $text }” to nie numer partii, taki jak `#12`.
not-a-quiet-number = „{ $text }” to ani liczba od 1 do 65535, ani `off`.
