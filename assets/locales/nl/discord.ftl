### Wat de bot tegen één persoon zegt: dat iets gedaan is, en wat hij niet kan lezen.

done-played = Gespeeld: **{ $move }**
done-set-up = Tafel { $game } is geopend.
done-set-up-with-bot = Partij { $game }: ik speel op het niveau ‘{ $level }’. Wil je een ander, geef dan ook de optie `{ option-name-computer }` op.
done-joined = Je zit aan tafel { $game }.
done-left = Je hebt tafel { $game } verlaten.
done-computer-added = Aan tafel { $game } zit nu een computer.
done-invited = De uitnodiging voor tafel { $game } is verstuurd.
done-opened = Tafel { $game } is open voor iedereen.
done-teams = Tafel { $game }: de teams zijn gewijzigd.
done-declined = Je hebt { $game } geweigerd.
done-started = Partij { $game } begint.
done-resigned = Je hebt partij { $game } opgegeven.
done-draw = Partij { $game }: je stem voor remise is genoteerd.
done-no-draw = Partij { $game }: je stem tegen remise is genoteerd.
done-aborted = Partij { $game } is afgebroken.
done-took-back = Partij { $game }: je zet is teruggenomen.
done-takeback-asked = Partij { $game }: de anderen is gevraagd of je je zet mag terugnemen.
done-takeback-allowed = Partij { $game }: je laat de zet terugnemen.
done-takeback-refused = Partij { $game }: de zet blijft staan.
done-seat-offered = Partij { $game }: je plaats wordt aangeboden. Tot iemand hem overneemt, blijft hij van jou.
done-seat-asked = Partij { $game }: gevraagd. De anderen moeten instemmen.
done-seat-allowed = Partij { $game }: je stemt in met de wissel.
done-seat-refused = Partij { $game }: de plaats blijft zoals hij is.
done-watched = Partij { $game } is vanaf nu hier te volgen.

ask-resign = Partij { $game } opgeven? Dat kun je niet terugnemen.
ask-abort = Partij { $game } afbreken? Er is dan geen uitslag.
ask-close = Tafel { $game } sluiten?
watch-stopped = Partij { $game } wordt hier niet meer gevolgd.
plan-set = Als **{ $when }** wordt gespeeld, antwoord je meteen **{ $answer }**. Alleen jij ziet dit; al het andere heft het op.
plan-dropped = Je antwoord **{ $answer }** op **{ $when }** is geschrapt.
table-begun = **De partij is begonnen.** { $link }
newest-board = Het nieuwste bord: { $link }
shown-later = Het is opgeslagen, maar ik kan het nu niet tonen. Ik blijf het proberen.
no-thread = Ik mag hier geen thread openen, daarom wordt de partij in dit kanaal gespeeld.
unknown-button = Deze knop ken ik niet meer. `/focus-info { command-games-name }` toont je partijen.
bots-do-not-play = { $name } is een bot en kan niet gevraagd worden. Tegen de computer speel je met de optie `{ option-name-computer }`.
private-welcome =
    Hallo! Bij mij speel je FOCUS, een spel met stapels voor twee, drie of vier. Zo begin je:
    - `/focus { command-new-name } { option-name-computer }:{ level-beginner }` – meteen hier tegen de computer spelen
    - `/focus { command-new-name }` op een server – een tafel waaraan anderen kunnen gaan zitten
    - `/focus-info { command-help-name }` – al het andere
how-to-write-moves = Ik lees zetten zoals `b7-c7` of `+c5`. `/focus-info { command-help-name }` legt de rest uit.
nothing-from-there = Vanaf { $place } heb je geen zet.
not-in-mode = In ‘{ $mode }’ bestaat deze keuze niet: { $option }.
not-a-game = ‘{ $text }’ is geen nummer van een partij, zoals `#12`.
no-position-there = Dit bericht toont geen bord van mij en ook geen stelling om vanaf te spelen.
no-game-there = Dit bericht toont geen partij van mij.
not-a-quiet-number = ‘{ $text }’ is geen getal van 1 tot 65535 en ook niet `off`.
