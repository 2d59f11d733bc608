### Partie, które przechodzą na inny kanał, i dlaczego muszą.

place-elsewhere = **Partia { $game } toczy się dalej gdzie indziej.** { $link }
place-table-elsewhere = Stół { $game } jest teraz tutaj: { $link }
place-blocked = Partia { $game } utknęła: nie mogę już jej pokazywać na { $channel }. Potrzebuję tam: { $permissions }. Na innym kanale serwera potoczy się dalej przez `/focus { command-here-name } { option-name-game }:{ $game }`.
place-gone = Kanał partii { $game } został usunięty lub zamknięty, ale partia się nie skończyła. Na innym kanale potoczy się dalej przez `/focus { command-here-name } { option-name-game }:{ $game }`.
place-gone-several = Kanały partii { $games } zostały usunięte lub zamknięte, ale partie się nie skończyły. Na innym kanale pierwsza potoczy się dalej przez `/focus { command-here-name } { option-name-game }:{ $game }`, a pozostałe tak samo.
place-left = Usunięto mnie z serwera, na którym toczy się partia { $game }, ale partia się nie skończyła. Zegary stoją, dopóki nie wrócę. Zaproś mnie ponownie albo przenieś ją na inny serwer lub do grupy przez `/focus { command-here-name } { option-name-game }:{ $game }`.
place-left-several = Usunięto mnie z serwera, na którym toczą się partie { $games }, ale partie się nie skończyły. Zegary stoją, dopóki nie wrócę. Zaproś mnie ponownie albo przenieś pierwszą z nich na inny serwer lub do grupy przez `/focus { command-here-name } { option-name-game }:{ $game }`, a pozostałe tak samo.
done-goes-on = Partia { $game } toczy się dalej na tym kanale.
place-unseen = -# Tam, gdzie toczy się ta partia, mogę tylko odpowiadać. Nowa plansza pojawi się, gdy ktoś użyje mojego przycisku lub polecenia: { $link }
place-moved = Ktoś z grających przeniósł tę partię na inny kanał. Jeśli link się u Ciebie nie otwiera, graj dalej tutaj albo przenieś ją z powrotem przez `/focus { command-here-name } { option-name-game }:{ $game }` na kanał, który widzisz.
place-moved-from-here = { $person }, partia { $game } przeszła na inny kanał. Jeśli link się u Ciebie nie otwiera, przenieś ją z powrotem przez `/focus { command-here-name } { option-name-game }:{ $game }` na kanał, który widzisz. { $link }
place-moved-stays = Partia { $game } przeszła na inny kanał i tam zostaje. Jeśli link się u Ciebie nie otwiera, `/focus { command-board-name }` pokaże Ci planszę, gdziekolwiek jesteś, a przez `/focus { command-move-name }` zagrasz swój ruch.
place-shown-when-asked = Gotowe. Tam, gdzie toczy się ta partia, mogę tylko odpowiadać: nowa plansza pojawi się, gdy ktoś użyje mojego przycisku lub polecenia. Kto powinien o tym wiedzieć, dostanie wiadomość prywatną.
place-untold = Gotowe, ale nie mogę napisać do: { $people }, a tam, gdzie toczy się ta partia, mogę tylko odpowiadać. Naciśnij tam jeden z moich przycisków albo użyj `/focus { command-here-name }`: dopiero wtedy pojawi się plansza.
place-uncalled = Gotowe. Plansza już jest, ale nikogo nie powiadomiła, a nie mogę napisać do: { $people }.
place-ephemeral-only = Ten serwer pokazuje moje słowa tylko Tobie, więc nikt nie mógłby zagrać. Zagraj w moich wiadomościach prywatnych, w grupie albo tam, gdzie należę do serwera.
place-no-threads = Nie mogę tu otworzyć wątku. Przygotuj partię bez wątku.
place-only-answers = Nie należę do tego miejsca i mogę tylko odpowiadać: bez wątków i bez śledzenia innych partii.
