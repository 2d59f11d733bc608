### Een partij: wat er gebeurde, wie aan zet is, hoe ze afliep.

event-started = Kleuren en eerste zet zijn door loting bepaald: { $seats }. { $who } begint.
event-started-partners = Kleuren, partners en eerste zet zijn door loting bepaald: { $seats }. { $who } begint.
event-started-from = De partij begint met de opgegeven stelling; de kleuren zijn door loting bepaald: { $seats }. { $who } begint.
event-started-chosen = De eerste zet is door loting bepaald: { $seats }. { $who } begint.
event-started-from-chosen = De partij begint met de opgegeven stelling: { $seats }. { $who } begint.
event-started-from-partners = De partij begint met de opgegeven stelling; kleuren en partners zijn door loting bepaald: { $seats }. { $who } begint.
event-started-chosen-partners = Partners, overige kleuren en eerste zet zijn door loting bepaald: { $seats }. { $who } begint.
event-started-from-chosen-partners = De partij begint met de opgegeven stelling; partners en overige kleuren zijn door loting bepaald: { $seats }. { $who } begint.
event-rematch = Revanche, ieder met de volgende kleur: { $seats }. { $who } begint.
event-partners = Partners: { $first }; { $second }.
event-moved = { $who }: **{ $move }**
event-moved-effect = { $who }: **{ $move }** – { $effect }
event-passed = { $who } kan geen zet doen en past.
event-out = { $who } kan geen zet meer doen en ligt eruit.
event-resigned = { $who } geeft op.
event-draw-offered = { $who } biedt remise aan.
event-draw-accepted = { $who } gaat akkoord met remise.
event-draw-refused = { $who } weigert de remise.
event-draw-withdrawn = { $who } wil geen remise meer.
event-aborted = { $who } breekt de partij af.
event-premoved = { $who } had dit antwoord vooraf klaargezet.
event-takeback-asked = { $who } wil een zet terugnemen.
event-takeback-allowed = { $who } staat toe dat de zet wordt teruggenomen.
event-takeback-refused = { $who }: de zet wordt niet teruggenomen.
event-took-back = { $who } neemt { $count ->
        [one] 1 zet terug.
       *[other] de laatste { $count } zetten terug.
    }
event-took-back-passes = { $who } neemt de laatste { $count } zetten terug, gedwongen passen meegeteld.
event-aborted-by-moderator = De moderatie van deze server breekt de partij af.
event-aborted-idle = Al lange tijd heeft niemand een zet gedaan: de partij wordt afgebroken.
event-lapsed = Wat eerder is aangeboden of gevraagd, geldt niet meer.

effect-pieces = { $count ->
        [one] 1 steen
       *[other] { $count } stenen
    }
effect-onto = op { $piece }, nu hoogte { $height }
effect-drop = uit de reserve
effect-swap = ruil
effect-takes = slaat { $count }
effect-takes-colors = slaat { $count } ({ $colors })
effect-hand = { $count } naar de reserve
effect-partner = { $count } naar de reserve van de partner

caption-turn = **{ $color }** is aan zet: { $mention }
caption-thinks = **{ $who }** denkt na…
caption-watched = **{ $who }** is aan zet.
caption-watched-footer = -# { $kind } · { $ply ->
        [0] voor de eerste zet
       *[other] na zet { $ply } van { $plies }
    }
caption-must-drop = { $color } heeft geen stapel en moet een reservesteen inzetten.
caption-placement = Eerste ronde: iedereen legt een reservesteen op een leeg veld, bijvoorbeeld **{ $example }**.
caption-exchange-first = Ruilopening: { $color } ruilt een eigen steen met een steen van de ander, bijvoorbeeld **{ $example }**.
caption-exchange-second = Ruilopening: { $color } doet hetzelfde, bijvoorbeeld **{ $example }**, maar mag de symmetrie tussen de kleuren niet herstellen.
caption-draw = Er is remise aangeboden. Voor: { $agreed }. Nog geen antwoord van: { $waiting }.
caption-draw-won = Volgens de gekozen regels is remise winst voor { $who }.
caption-takeback = { $who } wil { $count ->
        [one] 1 zet
       *[other] de laatste { $count } zetten
    } terugnemen. Nog geen antwoord van: { $waiting }.
caption-takeback-passes = { $who } wil de laatste { $count } zetten terugnemen, gedwongen passen meegeteld. Nog geen antwoord van: { $waiting }.
event-seat-offered = { $who } biedt de plaats aan anderen aan.
event-seat-wanted = Iemand vraagt om de plaats van { $who }.
event-seat-allowed = { $who } stemt in met de wissel.
event-seat-refused = { $who } is tegen de wissel.
event-handed-over = { $who } neemt het over.
caption-seat-free = De plaats van { $who } kan naar iemand anders of naar een computer gaan. Akkoord nodig van: { $waiting }.
caption-seat-asked = { $successor } zou de plaats van { $who } overnemen. Nog akkoord nodig van: { $waiting }.
caption-out = Uitgeschakeld: { $who }.
caption-goal-race = wedloop
caption-goal-last = wie overblijft, wint
caption-teams = { $first } tegen { $second }
caption-rated = voor de rating
race-title = **Nog nodig om de wedloop te winnen:**
race-needs = - { $color }: { $captures }
race-needs-or-front = - { $color }: { $captures }, of nog { $count } voor zich
caption-footer = -# { $kind } · { $plies ->
        [one] 1 zet
       *[other] { $plies } zetten
    } gespeeld

ending-won = **{ $count ->
        [one] { $who } wint!
       *[other] { $who } winnen!
    }** { $reason }
ending-drawn = **Remise.** { $reason }
ending-drawn-between = **Remise tussen { $who }.** { $reason }
ending-aborted = **Afgebroken.** De partij heeft geen uitslag.
ending-deserted = **Er spelen alleen nog computers mee, dus eindigt de partij hier.** Die telt als winst voor { $who }.
reason-last = Niemand anders kan nog een zet doen.
reason-nobody = Niemand kan nog een zet doen.
reason-race = Het doel is bereikt: { $captured } geslagen, { $hand } in reserve.
reason-race-captures = Het doel is bereikt: { $captured } geslagen.
reason-resignation = Door opgave.
reason-time = Door tijdsoverschrijding.
reason-agreement = Iedereen is het eens.
reason-repetition = Dezelfde stelling kwam voor de derde keer voor.
reason-quiet = { $plies ->
        [one] 1 zet
       *[other] { $plies } zetten
    } op rij zonder slaan.
reason-draw-first = { $reason } Volgens de gekozen regels wint bij remise de kant die begon.
reason-draw-second = { $reason } Volgens de gekozen regels wint bij remise de kant die niet begon.

hint-title = **Goede zetten:**
hint-alt = Als goede zetten gemarkeerd: { $moves }.
hint-line = { $number }. **{ $move }** – { $why } · { $outlook }
hint-quiet = een rustige zet
hint-takes-over = neemt { $square } over van { $color }
hint-chance = { $percent }% winstkans
hint-win = wint zeker in { $plies ->
        [one] 1 zet
       *[other] { $plies } zetten
    }
hint-loss = verliest zeker in { $plies ->
        [one] 1 zet
       *[other] { $plies } zetten
    }
hint-expected = -# Verwacht: { $moves }

why-wins = wint de partij
why-prevents-win = voorkomt dat { $color } wint met { $move }
why-stuck = laat { $color } zonder zet
why-threatens-win = dreigt te winnen met { $move }
why-goal = nog { $count ->
        [one] 1 steen
       *[other] { $count } stenen
    } tot het doel
why-meets-threat = pareert { $move } ({ $color } zou er { $count } slaan)
why-takes-stack = neemt de toren van { $count } op { $square } over van { $color }
why-saves-stack = beschermt de toren van { $count } op { $square } tegen { $color } ({ $move })
why-threatens = dreigt met { $move } ({ $count } slaan)
why-frees-partner = bevrijdt de stapel van de partner op { $square }
why-frees-own = bevrijdt de rest van de stapel op { $square }
why-allows-win = laat { $color } winnen met { $move }
why-exposes = laat { $color } er { $count } slaan met { $move }
why-exposes-stack = laat { $color } de toren van { $count } op { $square } overnemen met { $move }
why-hands-over = laat { $square } aan { $color }
why-prepares = bereidt { $move } voor: { $why }
why-line = { $moves } ({ $captured } geslagen, { $lost } verloren)
