### Het overzicht waarmee je een partij begint.

panel-title = ## FOCUS spelen
panel-nobody = Kies met wie je wilt spelen.
panel-summary = -# { $parts }
panel-rated = met rating
panel-unrated = zonder rating
panel-standard = standaardregels
panel-thread = in een thread
panel-thread-proposed = in een thread, omdat er in dit kanaal al een partij of tafel is
panel-private = alleen in dit kanaal
panel-fill = vrije plaatsen: { $player }

panel-against-computer = Tegen de computer
panel-against-people = Tegen mensen die ik kies
panel-against-anyone = Open voor wie meedoet
panel-whom = Kies hoogstens drie mensen
panel-level = Sterkte: { $level }
panel-about-duel = Eén tegen één: laat je tegenstander geen zet over
panel-about-three-way = Drie spelers, ieder voor zich: wie het eerst genoeg slaat, wint
panel-about-partners = Twee tegen twee: partners zitten tegenover elkaar
panel-about-free-for-all = Vier spelers, ieder voor zich: wie het eerst genoeg slaat, wint
panel-no-clock = Zonder bedenktijd
panel-clock = Bedenktijd: { $clock }
panel-clock-other = Anders…
panel-overtime = als de tijd om is: { $overtime }

panel-switches = Met rating, thread, privé…
panel-switch-rated = Met rating: de uitslag telt mee
panel-switch-thread = In een eigen thread
panel-switch-private = Privé: alleen in dit kanaal te zien
panel-switch-repetition = Geen remise door herhaling
panel-switch-twelve = Elk 12 stenen, zoals in 1965

panel-form-title = Bedenktijd en remise
panel-form-clock = Bedenktijd
panel-form-about-clock = 1d of 12h (uur) per zet, of 2h+5m voor alle zetten plus toeslag per zet. Leeg: zonder bedenktijd.
panel-form-quiet = Zetten zonder slaan tot remise
panel-form-about-quiet = Een aantal, zoals 200, of ‘off’ als het hierdoor nooit remise mag worden.
