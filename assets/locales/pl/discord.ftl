### Co bot mówi jednej osobie: że coś zrobiono i czego nie umie odczytać.

done-played = Zagrano: **{ $move }**
done-set-up = Stół { $game } jest otwarty.
done-set-up-with-bot = Partia { $game }: gram na poziomie „{ $level }”. Inny wybierzesz opcją `{ option-name-computer }`.
done-joined = Masz miejsce przy stole { $game }.
done-left = Nie siedzisz już przy stole { $game }.
done-computer-added = Przy stole { $game } siedzi komputer.
done-invited = Zaproszenie do stołu { $game } wysłane.
done-opened = Stół { $game } jest otwarty dla wszystkich.
done-teams = Stół { $game }: pary się zmieniły.
done-declined = Zaproszenie do { $game } odrzucone.
done-started = Partia { $game } się zaczyna.
done-resigned = Partia { $game } poddana.
done-draw = Partia { $game }: Twój głos za remisem został zapisany.
done-no-draw = Partia { $game }: Twój głos przeciw remisowi został zapisany.
done-aborted = Partia { $game } została przerwana.
done-took-back = Partia { $game }: Twój ruch został cofnięty.
done-takeback-asked = Partia { $game }: zapytano pozostałych, czy możesz cofnąć ruch.
done-takeback-allowed = Partia { $game }: Twoja zgoda na cofnięcie jest zapisana.
done-takeback-refused = Partia { $game }: ruch zostaje.
done-seat-offered = Partia { $game }: Twoje miejsce jest do przejęcia. Dopóki nikt go nie przejmie, należy do Ciebie.
done-seat-asked = Partia { $game }: prośba przekazana. Pozostali muszą się zgodzić.
done-seat-allowed = Partia { $game }: Twoja zgoda na zmianę jest zapisana.
done-seat-refused = Partia { $game }: miejsce zostaje przy swoim graczu.
done-watched = Partię { $game } można od teraz śledzić tutaj.

ask-resign = Poddać partię { $game }? Tego nie da się cofnąć.
ask-abort = Przerwać partię { $game }? Skończy się wtedy bez wyniku.
ask-close = Zamknąć stół { $game }?
watch-stopped = Partia { $game } nie jest już tu pokazywana.
plan-set = Jeśli zostanie zagrane **{ $when }**, od razu odpowiesz **{ $answer }**. Widzisz to tylko Ty; każdy inny ruch to unieważnia.
plan-dropped = Twoja odpowiedź **{ $answer }** na **{ $when }** została usunięta.
table-begun = **Partia się zaczęła.** { $link }
newest-board = Najnowsza plansza: { $link }
shown-later = Zapisano, ale nie mogę tego teraz pokazać. Próbuję dalej.
no-thread = Nie mogę otworzyć tu wątku, więc partia toczy się na tym kanale.
unknown-button = Nie znam już tego przycisku. Twoje partie pokaże `/focus-info { command-games-name }`.
bots-do-not-play = { $name } to bot i nie można go zaprosić. Z komputerem zagrasz dzięki opcji `{ option-name-computer }`.
private-welcome =
    Cześć! U mnie gra się w FOCUS, grę w stosy dla dwóch, trzech lub czterech osób. Na początek:
    - `/focus { command-new-name } { option-name-computer }:{ level-beginner }` – partia z komputerem, od razu tutaj
    - `/focus { command-new-name }` na serwerze – stół, przy którym mogą usiąść inni
    - `/focus-info { command-help-name }` – cała reszta
how-to-write-moves = Czytam ruchy takie jak `b7-c7` albo `+c5`. Resztę wyjaśnia `/focus-info { command-help-name }`.
nothing-from-there = Z pola { $place } nie masz żadnego ruchu.
not-in-mode = W odmianie „{ $mode }” nie ma takiego wyboru: { $option }.
not-a-game = „{ $text }” to nie numer partii, taki jak `#12`.
no-position-there = Ta wiadomość nie pokazuje ani mojej planszy, ani pozycji, od której można grać dalej.
no-game-there = Ta wiadomość nie pokazuje żadnej mojej partii.
not-a-quiet-number = „{ $text }” to ani liczba od 1 do 65535, ani `off`.
