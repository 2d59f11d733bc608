### Partien, die in einen anderen Kanal umziehen, und warum sie es müssen.

place-elsewhere = **Partie { $game } geht anderswo weiter.** { $link }
place-table-elsewhere = Tisch { $game } ist jetzt hier: { $link }
place-blocked = Partie { $game } steckt fest: Ich darf sie in { $channel } nicht mehr zeigen. Dort brauche ich: { $permissions }. In einem anderen Kanal des Servers geht sie mit `/focus { command-here-name } { option-name-game }:{ $game }` weiter.
place-gone = Der Kanal von Partie { $game } ist gelöscht oder geschlossen; zu Ende ist die Partie damit nicht. In einem anderen Kanal geht sie mit `/focus { command-here-name } { option-name-game }:{ $game }` weiter.
place-gone-several = Die Kanäle der Partien { $games } sind gelöscht oder geschlossen; zu Ende sind die Partien damit nicht. In einem anderen Kanal geht die erste mit `/focus { command-here-name } { option-name-game }:{ $game }` weiter, die anderen ebenso.
place-left = Ich wurde von dem Server entfernt, auf dem Partie { $game } gespielt wird; zu Ende ist sie damit nicht. Bis ich wieder da bin, stehen die Uhren still. Lade mich wieder ein, oder spiel sie auf einem anderen Server oder in einer Gruppe weiter: `/focus { command-here-name } { option-name-game }:{ $game }`.
place-left-several = Ich wurde von dem Server entfernt, auf dem die Partien { $games } gespielt werden; zu Ende sind sie damit nicht. Bis ich wieder da bin, stehen die Uhren still. Lade mich wieder ein, oder spiel die erste auf einem anderen Server oder in einer Gruppe mit `/focus { command-here-name } { option-name-game }:{ $game }` weiter, die anderen ebenso.
done-goes-on = Partie { $game } geht in diesem Kanal weiter.
place-unseen = -# Wo diese Partie gespielt wird, kann ich nur antworten. Das neue Brett erscheint dort, sobald jemand einen meiner Knöpfe oder Befehle benutzt: { $link }
place-moved = Jemand hat diese Partie in einen anderen Kanal verlegt. Wenn sich der Link bei dir nicht öffnet, spiel hier weiter, oder hol die Partie mit `/focus { command-here-name } { option-name-game }:{ $game }` in einen Kanal zurück, den du siehst.
place-moved-from-here = { $person }, Partie { $game } wurde in einen anderen Kanal verlegt. Wenn sich der Link bei dir nicht öffnet, hol sie mit `/focus { command-here-name } { option-name-game }:{ $game }` in einen Kanal zurück, den du siehst. { $link }
place-moved-stays = Partie { $game } wurde in einen anderen Kanal verlegt und bleibt dort. Wenn sich der Link bei dir nicht öffnet: `/focus { command-board-name }` zeigt dir das Brett, wo auch immer du bist, und mit `/focus { command-move-name }` machst du deinen Zug.
place-shown-when-asked = Erledigt. Wo diese Partie gespielt wird, kann ich nur antworten: Das neue Brett erscheint dort, sobald jemand einen meiner Knöpfe oder Befehle benutzt. Wer es wissen muss, bekommt eine Direktnachricht.
place-untold = Erledigt, aber { $people } kann ich nicht schreiben, und wo diese Partie gespielt wird, kann ich nur antworten. Drück dort einen meiner Knöpfe oder benutze `/focus { command-here-name }`: Erst dann erscheint das Brett.
place-uncalled = Erledigt. Das Brett ist da, aber benachrichtigt hat es niemanden, und { $people } kann ich nicht schreiben.
place-ephemeral-only = Dieser Server zeigt nur dir, was ich hier sage; mitspielen könnte also niemand. Spiel in meinen Direktnachrichten, in einer Gruppe oder dort, wo ich Mitglied bin.
place-no-threads = Hier kann ich keinen Thread eröffnen. Eröffne die Partie ohne Thread.
place-only-answers = Ich bin hier kein Mitglied und kann nur antworten: keine Threads und kein Verfolgen anderer Partien.
