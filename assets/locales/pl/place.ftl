### Partie, które przechodzą na inny kanał, i dlaczego muszą.

place-elsewhere = **Partia { $game } toczy się dalej gdzie indziej.** { $link }
place-blocked = Partia { $game } utknęła: nie mogę już jej pokazywać na { $channel }. Potrzebuję tam: { $permissions }. Na innym kanale serwera potoczy się dalej przez `/focus { command-here-name } { option-name-game }:{ $game }`.
place-gone = Kanału partii { $game } już nie ma, ale partia jest. Na innym kanale potoczy się dalej przez `/focus { command-here-name } { option-name-game }:{ $game }`.
place-gone-several = Kanałów partii { $games } już nie ma, ale partie są. Na innym kanale pierwsza potoczy się dalej przez `/focus { command-here-name } { option-name-game }:{ $game }`, a pozostałe tak samo.
done-goes-on = Partia { $game } toczy się dalej na tym kanale.
