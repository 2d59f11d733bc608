### Partijen die naar een ander kanaal verhuizen, en waarom dat moet.

place-elsewhere = **Partij { $game } gaat ergens anders verder.** { $link }
place-blocked = Partij { $game } zit vast: ik mag hem in { $channel } niet meer tonen. Daar heb ik nodig: { $permissions }. In een ander kanaal van de server gaat hij verder met `/focus { command-here-name } { option-name-game }:{ $game }`.
place-gone = Het kanaal van partij { $game } is verwijderd; de partij niet. In een ander kanaal gaat hij verder met `/focus { command-here-name } { option-name-game }:{ $game }`.
place-gone-several = De kanalen van de partijen { $games } zijn verwijderd; de partijen niet. In een ander kanaal gaat de eerste verder met `/focus { command-here-name } { option-name-game }:{ $game }`; met de andere gaat het net zo.
done-goes-on = Partij { $game } gaat in dit kanaal verder.
