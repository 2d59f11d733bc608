### Partien, die in einen anderen Kanal umziehen, und warum sie es müssen.

place-elsewhere = **Partie { $game } geht anderswo weiter.** { $link }
place-blocked = Partie { $game } steckt fest: Ich darf sie in { $channel } nicht mehr zeigen. Dort brauche ich: { $permissions }. In einem anderen Kanal des Servers geht sie mit `/focus { command-here-name } { option-name-game }:{ $game }` weiter.
place-gone = Den Kanal von Partie { $game } gibt es nicht mehr, die Partie schon. In einem anderen Kanal geht sie mit `/focus { command-here-name } { option-name-game }:{ $game }` weiter.
place-gone-several = Die Kanäle der Partien { $games } gibt es nicht mehr, die Partien schon. In einem anderen Kanal geht die erste mit `/focus { command-here-name } { option-name-game }:{ $game }` weiter, die anderen ebenso.
done-goes-on = Partie { $game } geht in diesem Kanal weiter.
