### Wat mensen en servers kunnen kiezen.

settings-title = **Jouw instellingen**
settings-line = { $what }: **{ $choice }**
settings-language = Taal
settings-theme = Uiterlijk van het bord
settings-orientation = Kant die onder ligt
settings-scope = Uiterlijk en kant gelden voor de borden die alleen jij ziet.

language-as-discord = zoals in Discord
theme-tower = torens
theme-contrast = hoog contrast, een letter op elke steen
theme-flat = vlak en licht, goed om af te drukken
orientation-fixed = altijd dezelfde
orientation-mover = die van wie aan zet is
orientation-mine = de mijne
as-on-server = zoals op deze server
as-on-server-now = zoals op deze server ({ $choice })

paper-privacy = Privacy
paper-terms = Voorwaarden
person-gone = gewiste speler
data-export = Mijn gegevens exporteren
data-erase = Mijn gegevens wissen
data-erase-for-sure = Alles wissen
data-question = Alles wissen wat er over jou bewaard is? { $games ->
        [0] Je hebt geen lopende partij.
        [one] Je lopende partij wordt opgegeven.
       *[other] Je { $games } lopende partijen worden opgegeven.
    } Tafels worden verlaten, instellingen verwijderd, en je naam verdwijnt uit gespeelde partijen. Dat kun je niet terugnemen.
data-erased = Alles over jou is gewist. Speel je weer, dan begint het opnieuw.
data-exported = Alles wat er over jou bewaard is.

admin-title = **FOCUS op deze server**
settings-label = { $what }: { $choice }
settings-threads = Thread voor elke partij
settings-channels = Kanalen om te spelen
settings-roles = Rollen die mogen spelen
settings-moderators = Rollen die partijen mogen afbreken
threads-yes = ja, tenzij wie opent iets anders wil
threads-no = alleen als wie opent er een wil
list-everywhere = alle
list-everybody = iedereen
list-managers = alleen wie de server beheert
audit-none = Op deze server is nog niets veranderd.
audit-title = **Wat er op deze server gedaan is** ({ $page } van { $pages })
audit-line = { $time } · { $name } · { $deed }
deed-listed = { $item } toegevoegd
deed-unlisted = { $item } geschrapt
deed-abort = partij { $game } afgebroken
diagnose-fine = In dit kanaal mag ik alles wat ik nodig heb.
diagnose-administrator = Ik ben beheerder gemaakt, wat ik niet nodig heb. Neem me dat alsjeblieft weer af.
