### Wat mensen en servers kunnen kiezen.

settings-title = **Je instellingen**
settings-line = { $what }: **{ $choice }**
settings-language = Taal
settings-theme = Bordstijl
settings-orientation = Onderaan
settings-scope = Bordstijl en kant gelden voor de borden die alleen jij ziet.
settings-reminders = Herinneringen per zet
settings-reminder-place = Herinner me
settings-night = Stille uren
settings-zone = Tijdzone
settings-vacation = Vakantie
settings-typed = Wat in geen menu staat, kies je met `/focus-me { command-settings-name }` en `{ option-name-night }`, `{ option-name-zone }` of `{ option-name-vacation }`.

language-as-discord = zoals in Discord
theme-tower = torens
theme-contrast = hoog contrast, een letter op elke steen
theme-flat = vlak en licht, goed om af te drukken
orientation-fixed = altijd dezelfde kant
orientation-mover = wie aan zet is
orientation-mine = mijn kant
as-on-server = zoals op de server
as-everywhere = standaard
reminder-place-channel = in het kanaal van de partij
reminder-place-direct = in een privébericht, anders in het kanaal
night-none = geen
night-hours = { $from }.00–{ $to }.00 uur ({ $zone })
night-unreadable = ‘{ $text }’ is geen periode van uren. Schrijf `22-7` of `off`.
zone-unknown = ‘{ $text }’ is geen tijdzone zoals `Europe/Amsterdam`. Kies er een uit de lijst.
vacation-none = geen; dagen over dit jaar: { $days }
vacation-until = tot { $until }; dagen over dit jaar: { $days }
vacation-end = mijn vakantie beëindigen

document-privacy = Privacy
document-terms = Gebruiksvoorwaarden
person-gone = gewiste speler
data-question = Alles wissen wat er over je is opgeslagen? { $games ->
        [0] Je hebt geen lopende partij.
        [one] Je lopende partij wordt opgegeven.
       *[other] Je { $games } lopende partijen worden opgegeven.
    } Tafels worden verlaten, instellingen verwijderd, en je naam verdwijnt uit gespeelde partijen. Dat kun je niet ongedaan maken.
data-erased = Alles over jou is gewist. Speel je weer, dan begin je opnieuw.
data-exported = Alles wat er over je is opgeslagen.

admin-title = **FOCUS op deze server**
settings-label = { $what }: { $choice }
settings-threads = Thread voor elke partij
settings-replays = Herhaling aan het eind van een partij
settings-clocks = Bedenktijd
settings-channels = Kanalen om te spelen
settings-roles = Rollen die mogen spelen
settings-moderators = Rollen die partijen mogen afbreken
settings-moderators-allow = Discord toont `/focus-admin` alleen aan wie de server beheert. Sta het commando voor rollen die partijen mogen afbreken toe onder Serverinstellingen → Integraties.
threads-yes = ja, tenzij bij het openen anders gekozen
threads-no = alleen op verzoek
threads-proposed = alleen op verzoek; voorgesteld waar al een partij loopt
replays-yes = wordt aan iedereen getoond
replays-no = wordt niet getoond
clock-kind-none = zonder bedenktijd
clock-kind-move = een tijd voor elke zet
clock-kind-bank = een tijd voor alle zetten
list-everywhere = alle
list-any-clock = elke of geen
list-everybody = iedereen
list-managers = alleen degenen die de server beheren
list-deleted = geen, want die op de lijst stonden, zijn er niet meer
audit-none = Op deze server is nog niets veranderd.
audit-title = **Wat er op deze server gedaan is** ({ $page } van { $pages })
audit-line = { $time } · { $name } · { $action }
audited-listed = { $item } toegevoegd
audited-unlisted = { $item } geschrapt
audited-abort = partij { $game } afgebroken
diagnose-fine = In dit kanaal mag ik alles wat ik nodig heb.
diagnose-direct = Hier zijn alleen wij tweeën: partijen tegen computers, tips, de analyse, de regels en oefenen kan allemaal.
diagnose-direct-typed = Zetten kun je typen.
diagnose-visited = Ik ben hier geen lid: wie mij heeft geïnstalleerd, neemt me mee, en ik kan alleen antwoorden. Partijen voor twee tot vier spelers, met of zonder computers, gaan met de knoppen; verder hoeft niemand iets te installeren. Wie mij heeft geïnstalleerd of met mij op een server zit, krijgt herinneringen en wat er intussen gebeurt in privéberichten; de anderen kan ik geen bericht sturen. Voor threads, gevolgde partijen en getypte zetten moet ik lid zijn.
diagnose-administrator = Ik heb beheerdersrechten die ik niet nodig heb. Haal ze alsjeblieft weg.
