### Was Leute und Server wählen können.

settings-title = **Deine Einstellungen**
settings-line = { $what }: **{ $choice }**
settings-language = Sprache
settings-theme = Aussehen des Bretts
settings-orientation = Seite, die unten liegt
settings-scope = Aussehen und Seite gelten für die Bretter, die nur du siehst.

language-as-discord = wie in Discord
theme-tower = Türme
theme-contrast = hoher Kontrast, ein Buchstabe auf jedem Stein
theme-flat = flach und hell, gut zum Drucken
orientation-fixed = immer dieselbe
orientation-mover = die der Person am Zug
orientation-mine = meine
as-on-server = wie auf diesem Server
as-on-server-now = wie auf diesem Server ({ $choice })

paper-privacy = Datenschutz
paper-terms = Nutzungsbedingungen
person-gone = gelöschte Person
data-export = Meine Daten exportieren
data-erase = Meine Daten löschen
data-erase-for-sure = Alles löschen
data-question = Alles löschen, was über dich gespeichert ist? { $games ->
        [0] Du hast keine laufende Partie.
        [one] Deine laufende Partie wird aufgegeben.
       *[other] Deine { $games } laufenden Partien werden aufgegeben.
    } Tische werden verlassen, Einstellungen entfernt, und dein Name verschwindet aus beendeten Partien. Das lässt sich nicht zurücknehmen.
data-erased = Alles über dich ist gelöscht. Spielst du wieder, fängt es neu an.
data-exported = Alles, was über dich gespeichert ist.

admin-title = **FOCUS auf diesem Server**
settings-label = { $what }: { $choice }
settings-threads = Thread für jede Partie
settings-channels = Kanäle zum Spielen
settings-roles = Rollen, die spielen dürfen
settings-moderators = Rollen, die Partien abbrechen dürfen
threads-yes = ja, außer wer eröffnet, will es anders
threads-no = nur wenn, wer eröffnet, einen will
list-everywhere = alle
list-everybody = alle Leute
list-managers = nur wer den Server verwaltet
audit-none = Auf diesem Server wurde noch nichts geändert.
audit-title = **Was auf diesem Server getan wurde** ({ $page } von { $pages })
audit-line = { $time } · { $name } · { $deed }
deed-listed = { $item } hinzugefügt
deed-unlisted = { $item } gestrichen
deed-abort = Partie { $game } abgebrochen
diagnose-fine = In diesem Kanal darf ich alles, was ich brauche.
diagnose-administrator = Man hat mich zum Administrator gemacht, was ich nicht brauche. Bitte nehmt mir das wieder.
