### Reminders to move, and how often people want them.

reminder-to-move = { $mention }, je bent aan zet in partij { $game }. Einde van de bedenktijd: { $when }.
reminder-idle = In partij { $game } heeft al lange tijd niemand een zet gedaan. Met elke zet gaat hij verder; zonder zet wordt hij afgebroken. Uiterste tijdstip: { $when }.
reminders-never = geen
reminders-once = één, als er nog een kwart van de tijd is
reminders-twice = twee, bij de helft en een kwart van de tijd
reminders-thrice = drie, bij de helft, een kwart en een achtste van de tijd
