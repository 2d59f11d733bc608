### Reminders to move, and how often people want them.

reminder-to-move = { $mention }, Twój ruch w partii { $game }. Koniec czasu: { $when }.
reminder-idle = W partii { $game } od dawna nikt nie wykonał ruchu. Każdy ruch ją podtrzyma; bez ruchu zostanie przerwana. Termin: { $when }.
reminders-never = brak
reminders-once = jedno, gdy zostaje ¼ czasu
reminders-twice = dwa, gdy zostaje ½ i ¼ czasu
reminders-thrice = trzy, gdy zostaje ½, ¼ i ⅛ czasu
