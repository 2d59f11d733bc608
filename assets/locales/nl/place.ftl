### Partijen die naar een ander kanaal verhuizen, en waarom dat moet.

place-elsewhere = **Partij { $game } gaat ergens anders verder.** { $link }
place-table-elsewhere = Tafel { $game } staat nu hier: { $link }
place-blocked = Partij { $game } zit vast: ik mag hem in { $channel } niet meer tonen. Daar heb ik nodig: { $permissions }. In een ander kanaal van de server gaat hij verder met `/focus { command-here-name } { option-name-game }:{ $game }`.
place-gone = Het kanaal van partij { $game } is verwijderd of gesloten, maar de partij is niet afgelopen. In een ander kanaal gaat hij verder met `/focus { command-here-name } { option-name-game }:{ $game }`.
place-gone-several = De kanalen van de partijen { $games } zijn verwijderd of gesloten, maar de partijen zijn niet afgelopen. In een ander kanaal gaat de eerste verder met `/focus { command-here-name } { option-name-game }:{ $game }`; met de andere gaat het net zo.
place-left = Ik ben verwijderd van de server waar partij { $game } wordt gespeeld, maar de partij is niet afgelopen. De klokken staan stil tot ik terug ben. Nodig me opnieuw uit, of speel hem verder op een andere server of in een groep met `/focus { command-here-name } { option-name-game }:{ $game }`.
place-left-several = Ik ben verwijderd van de server waar de partijen { $games } worden gespeeld, maar ze zijn niet afgelopen. De klokken staan stil tot ik terug ben. Nodig me opnieuw uit, of speel de eerste verder op een andere server of in een groep met `/focus { command-here-name } { option-name-game }:{ $game }`; met de andere gaat het net zo.
done-goes-on = Partij { $game } gaat in dit kanaal verder.
place-unseen = -# Waar deze partij wordt gespeeld, kan ik alleen antwoorden. Het nieuwe bord verschijnt daar zodra iemand een van mijn knoppen of commando’s gebruikt: { $link }
place-moved = Een andere speler heeft deze partij naar een ander kanaal verplaatst. Opent de link bij jou niet, speel dan hier verder, of haal de partij met `/focus { command-here-name } { option-name-game }:{ $game }` terug naar een kanaal dat je wel ziet.
place-moved-from-here = { $person }, partij { $game } is naar een ander kanaal verplaatst. Opent de link bij jou niet, haal hem dan met `/focus { command-here-name } { option-name-game }:{ $game }` terug naar een kanaal dat je wel ziet. { $link }
place-moved-stays = Partij { $game } is naar een ander kanaal verplaatst en blijft daar. Opent de link bij jou niet, dan toont `/focus { command-board-name }` je het bord, waar je ook bent, en met `/focus { command-move-name }` doe je je zet.
place-shown-when-asked = Klaar. Waar deze partij wordt gespeeld, kan ik alleen antwoorden: het nieuwe bord verschijnt daar zodra iemand een van mijn knoppen of commando’s gebruikt. Wie het moet weten, krijgt een privébericht.
place-untold = Klaar, maar { $people } kan ik geen bericht sturen, en waar deze partij wordt gespeeld, kan ik alleen antwoorden. Druk daar op een van mijn knoppen of gebruik `/focus { command-here-name }`: pas dan verschijnt het bord.
place-uncalled = Klaar. Het bord staat er, maar niemand heeft er een melding van gekregen, en { $people } kan ik geen bericht sturen.
place-ephemeral-only = Deze server laat alleen jou zien wat ik hier zeg, dus niemand zou kunnen meespelen. Speel in mijn privéberichten, in een groep of waar ik lid ben.
place-no-threads = Ik kan hier geen thread openen. Zet de partij op zonder thread.
place-only-answers = Ik ben hier geen lid en kan alleen antwoorden: geen threads, en geen andere partijen volgen.
