### Reminders to move, and how often people want them.

reminder-to-move = { $mention }, c’est à toi de jouer dans la partie { $game }. Fin du temps : { $when }.
reminder-idle = Personne n’a joué dans la partie { $game } depuis longtemps. N’importe quel coup la relance ; sans cela, elle sera annulée. Date limite : { $when }.
reminders-never = aucun
reminders-once = un, quand il reste ¼ du temps
reminders-twice = deux, quand il reste ½ puis ¼ du temps
reminders-thrice = trois, quand il reste ½, ¼ puis ⅛ du temps
