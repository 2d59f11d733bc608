### Reminders to move, and how often people want them.

reminder-to-move = { $mention }, je bent aan zet in partij { $game }. Einde van de bedenktijd: { $when }.
reminder-idle = In partij { $game } heeft al lange tijd niemand een zet gedaan. Met elke zet gaat hij verder; zonder zet wordt hij afgebroken. Uiterste tijdstip: { $when }.
reminders-never = geen
reminders-once = één, met nog ¼ van de tijd
reminders-twice = twee, met nog ½ en ¼ van de tijd
reminders-thrice = drie, met nog ½, ¼ en ⅛ van de tijd
