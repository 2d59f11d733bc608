### Reminders to move, and how often people want them.

reminder-to-move = { $mention }, Twój ruch w partii { $game }. Koniec czasu: { $when }.
reminder-idle = W partii { $game } od dawna nikt nie wykonał ruchu. Każdy ruch ją podtrzyma; bez ruchu zostanie przerwana. Termin: { $when }.
reminders-never = brak
reminders-once = jedno, gdy zostaje ćwierć czasu
reminders-twice = dwa, gdy zostaje połowa i ćwierć czasu
reminders-thrice = trzy, gdy zostaje połowa, ćwierć i jedna ósma czasu
