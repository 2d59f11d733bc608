### Was Leute und Server wählen können.

settings-title = **Deine Einstellungen**
settings-line = { $what }: **{ $choice }**
settings-language = Sprache
settings-theme = Brettstil
settings-orientation = Unten
settings-scope = Brettstil und Seite gelten für die Bretter, die nur du siehst.
settings-reminders = Erinnerungen pro Zug
settings-reminder-place = Erinnere mich
settings-night = Ruhezeit
settings-zone = Zeitzone
settings-vacation = Urlaub
settings-typed = Was in keinem Menü steht, wählst du mit `/focus-me { command-settings-name }` und `{ option-name-night }`, `{ option-name-zone }` oder `{ option-name-vacation }`.

language-as-discord = wie in Discord
theme-tower = Türme
theme-contrast = hoher Kontrast, ein Buchstabe auf jedem Stein
theme-flat = flach und hell, gut zum Drucken
orientation-fixed = immer dieselbe Seite
orientation-mover = wer am Zug ist
orientation-mine = meine Seite
as-on-server = wie auf dem Server
as-everywhere = Standard
reminder-place-channel = im Kanal der Partie
reminder-place-direct = per Direktnachricht, sonst im Kanal
night-none = keine
night-hours = { $from }–{ $to } Uhr ({ $zone })
night-unreadable = „{ $text }“ ist keine Zeitspanne. Schreibe `22-7` oder `off`.
zone-unknown = „{ $text }“ ist keine Zeitzone wie `Europe/Berlin`. Wähle eine aus der Liste.
vacation-none = keiner; Tage übrig in diesem Jahr: { $days }
vacation-until = bis { $until }; Tage übrig in diesem Jahr: { $days }
vacation-end = Urlaub beenden

document-privacy = Datenschutz
document-terms = Nutzungsbedingungen
person-gone = gelöschte Person
data-question = Alles löschen, was über dich gespeichert ist? { $games ->
        [0] Du hast keine laufende Partie.
        [one] Deine laufende Partie wird aufgegeben.
       *[other] Deine { $games } laufenden Partien werden aufgegeben.
    } Tische werden verlassen, Einstellungen entfernt, und dein Name verschwindet aus beendeten Partien. Das lässt sich nicht zurücknehmen.
data-erased = Alles über dich ist gelöscht. Spielst du wieder, fängst du von vorn an.
data-exported = Alles, was über dich gespeichert ist.

admin-title = **FOCUS auf diesem Server**
settings-label = { $what }: { $choice }
settings-threads = Thread für jede Partie
settings-replays = Wiederholung am Ende einer Partie
settings-clocks = Bedenkzeit
settings-channels = Kanäle zum Spielen
settings-roles = Rollen, die spielen dürfen
settings-moderators = Rollen, die Partien abbrechen dürfen
settings-moderators-allow = Discord zeigt `/focus-admin` nur denen, die den Server verwalten. Erlaube den Befehl den Rollen, die Partien abbrechen dürfen, unter Servereinstellungen → Integrationen.
threads-yes = ja, sofern beim Eröffnen nicht anders gewählt
threads-no = nur auf Wunsch
threads-proposed = nur auf Wunsch; vorgeschlagen, wo schon eine Partie läuft
replays-yes = wird für alle gezeigt
replays-no = wird nicht gezeigt
clock-kind-none = ohne Bedenkzeit
clock-kind-move = eine Zeit für jeden Zug
clock-kind-bank = eine Zeit für alle Züge
list-everywhere = alle
list-any-clock = jede oder keine
list-everybody = alle
list-managers = nur die, die den Server verwalten
list-deleted = keine, denn die eingetragenen gibt es nicht mehr
audit-none = Auf diesem Server wurde noch nichts geändert.
audit-title = **Was auf diesem Server getan wurde** ({ $page } von { $pages })
audit-line = { $time } · { $name } · { $action }
audited-listed = { $item } hinzugefügt
audited-unlisted = { $item } gestrichen
audited-abort = Partie { $game } abgebrochen
diagnose-fine = In diesem Kanal darf ich alles, was ich brauche.
diagnose-direct = Hier sind nur wir zwei: Partien gegen Computer, Tipps, Analyse, Regeln und Übung gehen alle.
diagnose-direct-typed = Züge kannst du schreiben.
diagnose-visited = Ich bin hier kein Mitglied: Wer mich installiert hat, bringt mich mit, und ich kann nur antworten. Partien zu zweit bis zu viert, mit oder ohne Computer, gehen mit den Knöpfen; sonst muss niemand etwas installieren. Wer mich installiert hat oder mit mir auf einem Server ist, bekommt Erinnerungen und was inzwischen geschieht als Direktnachricht; den anderen kann ich nicht schreiben. Für Threads, verfolgte Partien und geschriebene Züge muss ich Mitglied sein.
diagnose-administrator = Ich habe Administratorrechte, die ich nicht brauche. Bitte entzieh sie mir.
