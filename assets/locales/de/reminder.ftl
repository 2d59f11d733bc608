### Reminders to move, and how often people want them.

reminder-to-move = { $mention }, du bist in Partie { $game } am Zug. Ende der Bedenkzeit: { $when }.
reminder-idle = In Partie { $game } hat lange niemand gezogen. Mit jedem Zug geht sie weiter; ohne Zug wird sie abgebrochen. Frist: { $when }.
reminders-never = keine
reminders-once = eine, wenn noch ¼ der Zeit bleibt
reminders-twice = zwei, wenn noch ½ und ¼ der Zeit bleiben
reminders-thrice = drei, wenn noch ½, ¼ und ⅛ der Zeit bleiben
