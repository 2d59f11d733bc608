### Ratings: wat een partij ermee doet, wie het sterkst is, de partijen van één persoon.

table-rated = **Voor de rating:** de uitslag telt mee voor de rating van iedereen die speelt; wie gaat zitten, stemt daarmee in.
ratings-changed = **Ratings:** { $changes }
ratings-uncounted = **Ratings:** ongewijzigd, omdat te weinig spelers twee zetten hadden gedaan.
rating-change = { $name } { $before } → { $after } ({ $change })

leaderboard-server = { $mode } – de sterksten hier
leaderboard-all = { $mode } – de sterksten overal
leaderboard-empty = Hier heeft nog niemand een partij voor de rating in deze spelvorm beëindigd. Die van jou kan de eerste zijn.
leaderboard-empty-all = Nog niemand met een rating in deze spelvorm wil op de lijst van alle servers staan. Met **{ button-list-me }** ben je de eerste.
leaderboard-line = { $number }. { $name }: { $rating } { $deviation }, { $record }
rating-legend = -# `?` betekent dat er uit de laatste tijd te weinig partijen bekend zijn, ± hoever een rating ernaast kan zitten; + gewonnen, = remise, − verloren { $games ->
    [rated] in partijen met rating
   *[all] in alle partijen tussen mensen
}.

profile-none = { $name } heeft nog geen partij tegen andere mensen uitgespeeld.
profile-none-own = Je hebt nog geen partij tegen andere mensen uitgespeeld.
profile-mode = { $mode }: { $rating } { $deviation }, { $record }
profile-mode-unrated = { $mode }: geen rating, { $record }
profile-form = Laatste partijen, de nieuwste achteraan: { $form }
versus-against = Tegen { $name }: { $record }{ $neither ->
    [0] {""}
   *[other] {" "}(`=` geen van beiden won)
}
versus-together = Samen met { $name }: { $record }
versus-none = Er zijn nog geen gezamenlijke partijen met { $name }.
profile-computers = **Tegen computers** (verslagen niveaus vet)
profile-computers-mode = - { $mode }: { $levels }
shared-by = -# Gedeeld door { $name }
shared-unseen = Alleen jij ziet dit: deze server laat niemand anders zien wat ik hier zeg.

rating-rules-title = Hoe de rating werkt
rating-rules =
    - **Voor de rating** tellen partijen tussen mensen waarvoor dat bij het opzetten van de tafel is gekozen (`{ option-name-rated }`). Wie gaat zitten, stemt ermee in. Zo’n partij heeft een bedenktijd en telt zodra iedereen twee zetten heeft gedaan. Wie in een partij met drie of vier spelers eerder opgeeft of uitvalt, heeft toch verloren als iedereen die blijft twee zetten heeft gedaan. Een afgebroken partij telt niet.
    - Elk van de vier spelvormen heeft eigen ratings. Iedereen begint met 1500; wie 400 punten meer heeft dan iemand, wint naar verwachting tien van de elf duels.
    - Duels worden gewaardeerd volgens Glicko-2, de andere spelvormen volgens Weng en Lin: de winnaars gelden als winnaars van alle anderen, en de anderen als onderling remise. Bij remise gelden degenen die nog meedoen als winnaars van de uitgeschakelden. Partners winnen en verliezen als team.
    - **±** zegt hoever een rating ernaast kan zitten: in twee van de drie gevallen ligt de ware sterkte daarbinnen. Elke partij maakt het kleiner; na een jaar zonder partijen voor de rating begint de volgende met ±110 in plaats van ±60. Boven ±110 in duels en ±150 in de andere spelvormen is een rating voorlopig: die krijgt een `?` en staat onder alle zekere. Daar staat ook wie zo lang niet heeft gespeeld dat de volgende partij daarboven zou beginnen.
    - **Herhaalde partijen tellen minder:** van de partijen waarin dezelfde twee mensen elkaar in een spelvorm binnen 24 uur treffen, telt de eerste helemaal, de tweede half, de derde voor een derde, enzovoort.
