### Reminders to move, and how often people want them.

reminder-to-move = { $mention }, it is your turn in game { $game }. Deadline: { $when }.
reminder-idle = Nobody has moved in game { $game } for a long time. Any move keeps it going; without one it will be called off. Deadline: { $when }.
reminders-never = none
reminders-once = one, with ¼ of the time left
reminders-twice = two, with ½ and ¼ of the time left
reminders-thrice = three, with ½, ¼ and ⅛ of the time left
