### Reminders to move, and how often people want them.

reminder-to-move = { $mention }, c’est à toi de jouer dans la partie { $game }. Fin du temps : { $when }.
reminders-never = aucun
reminders-once = un, quand il reste un quart du temps
reminders-twice = deux, quand il reste la moitié puis un quart du temps
reminders-thrice = trois, quand il reste la moitié, un quart puis un huitième du temps
