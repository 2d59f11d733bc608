### Waarom iets niet kan. Er is niets veranderd.

refusal-no-such-game = Partij { $game } bestaat niet. `/focus-info { command-games-name }` toont die van jou.
refusal-no-game-here = Je hebt hier geen partij. Begin er een met `/focus { command-play-name }` of noem het nummer van een partij.
refusal-no-table = Er wacht hier geen tafel op je. Open er een met `/focus { command-play-name }`; een lopende partij geef je op met `/focus { command-resign-name }`.
refusal-which-game = Er kunnen meerdere partijen bedoeld zijn: { $games }. Zeg erbij welke je bedoelt.
refusal-not-a-player = Dat kan alleen wie in deze partij meespeelt.
refusal-not-your-turn = Je bent niet aan zet: { $name } is aan de beurt.
refusal-stale = Dit is niet meer de actuele stelling: de partij is inmiddels verdergegaan. Gebruik het nieuwste bericht van deze partij.
refusal-game-over = Deze partij is afgelopen.
refusal-table-closed = Deze tafel is gesloten. Open een nieuwe met `/focus { command-play-name }`.
refusal-not-begun = Deze partij is nog niet begonnen.
refusal-already-begun = Deze partij is al begonnen.
refusal-table-full = Er is geen plaats meer vrij aan deze tafel.
refusal-other-computers = Er zitten inmiddels andere computers aan deze tafel. Kies opnieuw.
refusal-already-seated = Je zit al aan deze tafel.
refusal-not-seated = Je zit niet aan deze tafel.
refusal-not-invited = Deze tafel is alleen voor genodigden.
refusal-nothing-to-decline = Er is hier geen uitnodiging voor jou die je kunt weigeren.
refusal-already-at-table = Al aan deze tafel: { $people }. Kies alleen anderen.
refusal-already-called = Al uitgenodigd voor deze tafel: { $people }. Niemand wordt twee keer geroepen; kies alleen anderen.
refusal-has-declined = De uitnodiging voor deze tafel is definitief geweigerd door: { $people }. Kies alleen anderen.
refusal-not-host = Aan deze tafel kan alleen { $name } dat doen.
refusal-too-few-people = Voor een partij zijn minstens twee spelers nodig.
refusal-wrong-number = ‘{ $mode }’ speel je met { $seats }, jij meegeteld; geteld zijn er hier: { $players }.
refusal-too-few-invited = ‘{ $mode }’ heeft { $seats } spelers nodig, maar met jou, de genodigden en de computers zijn er maar { $players }. Nodig meer mensen uit, neem er met `{ option-name-computer }` computers bij, of nodig niemand uit: dan kan iedereen gaan zitten.
refusal-no-partners = ‘{ $mode }’ heeft geen partners; kies de spelvorm met partners.
refusal-team-full = In dit team zijn beide plaatsen bezet. Kies het andere team.
refusal-already-in-team = Je zit al in dit team.
refusal-partners-stay = In een revanche blijven partners bij elkaar. Open voor andere teams een nieuwe tafel met `/focus { command-play-name }`.
refusal-color-taken = { $color } is al van { $name }. Kies een andere kleur.
refusal-own-color = Je hebt deze kleur al.
refusal-colors-drawn = Aan deze tafel wordt om de kleuren geloot.
refusal-colors-follow = In een revanche krijgt iedereen de volgende kleur. Open om kleuren te kiezen een nieuwe tafel met `/focus { command-play-name }`.
refusal-rated-computer = Een partij met computers kan niet meetellen voor de rating. Speel zonder rating of alleen met mensen.
refusal-rated-clock = Een partij voor de rating heeft een bedenktijd nodig. Kies er een, bijvoorbeeld `1d`, of speel zonder rating.
refusal-rated-substitute = In een partij voor de rating neemt geen computer het over. Kies iets anders bij `{ option-name-overtime }` of speel zonder rating.
refusal-rated-position = Een partij voor de rating begint vanuit de gewone stelling. Laat de stelling weg of speel zonder rating.
refusal-no-end = Computers worden nooit moe, dus een partij van alleen computers heeft een einde nodig: laat `{ option-name-quiet }` weg of geef hoogstens { $plies } op.
refusal-nobody-plays = Zonder mensen heeft een partij computers nodig. Noem er een met de optie `{ option-name-computer }`.
refusal-same-person = Iemand is twee keer genoemd, of je hebt jezelf genoemd. Elke plaats is voor iemand anders.
refusal-too-many-invited = Er kunnen maar { $limit } uitnodigingen voor een tafel tegelijk openstaan. Nodig anderen later uit.
refusal-too-many-called = Voor één tafel kunnen hoogstens { $limit } mensen worden uitgenodigd.
refusal-too-many-games = Je hebt al { $limit ->
        [one] 1 partij
       *[other] { $limit } partijen
    }, meer kan niet tegelijk. Speel er eerst een uit.
refusal-channel-full = In dit kanaal { $limit ->
        [one] loopt al 1 partij
       *[other] lopen al { $limit } partijen
    }, meer kan hier niet. Speel in een ander kanaal.
refusal-draw-already = Je hebt al met deze remise ingestemd. De anderen moeten nog antwoorden.
refusal-draw-turned-down = De remise is er niet van gekomen. Speel eerst een zet voordat je er weer een aanbiedt.
refusal-no-draw = Er is geen remiseaanbod waarop je kunt antwoorden.
refusal-no-hints = Tips zijn er alleen in partijen tegen computers.
refusal-out = Je ligt uit deze partij.
refusal-vacation = Zoveel vakantiedagen heb je niet meer: { $limit } dit jaar.
refusal-other-server = Deze partij wordt op een andere server gespeeld. Daar kan hij in elk kanaal verdergaan.
refusal-rated-stays = Deze partij telt mee voor de ratings en blijft in zijn kanaal zolang er nog anderen meespelen. Waar je ook bent: `/focus { command-board-name }` toont je het bord, en met `/focus { command-move-name }` doe je je zet.
refusal-private-stays = Deze partij is privé: iedereen rekent erop dat maar één kanaal hem toont, dus daar blijft hij. Waar je ook bent: `/focus { command-board-name }` toont je het bord, en met `/focus { command-move-name }` doe je je zet.
refusal-alone = In onze privéberichten zijn alleen jij en ik: speel hier tegen de computer, of vraag mensen op een server of in een groep.
refusal-time-over = Je tijd voor deze zet is om.
refusal-nothing-to-claim = In deze partij heeft geen tegenstander de tijd overschreden.
refusal-no-seat = In deze partij wisselt geen plaats, of je hebt daar niets over te zeggen.
refusal-seat-asked = Iemand heeft al gevraagd, of er wordt een andere plaats aangeboden. Wacht op het antwoord.
refusal-seat-offered = Je hebt je plaats sinds je laatste zet al aangeboden. Na je volgende zet kun je hem weer aanbieden.
refusal-seat-allowed = Je hebt al ingestemd. De anderen moeten nog antwoorden.
refusal-seat-rated = Deze partij telt mee voor de ratings: wie speelt, blijft.
refusal-seat-no-room = Wie om de plaats vroeg, heeft inmiddels het maximale aantal partijen. Weiger, of wacht tot een daarvan is afgelopen.
refusal-too-late-to-abort = Een partij afbreken kan alleen voor de tweede zet. Je kunt opgeven of remise aanbieden.
refusal-nothing-to-take-back = Je hebt hier geen zet die kan worden teruggenomen.
refusal-takeback-already = Je hebt al gevraagd of je deze zet mag terugnemen. De anderen moeten nog antwoorden.
refusal-takeback-waits = Dit verzoek wacht op de anderen, niet op jou.
refusal-takeback-turned-down = Van je verzoek om deze zet terug te nemen is niets gekomen. Na je volgende zet kun je het weer vragen.
refusal-takeback-to-answer = Iemand anders wil een zet terugnemen. Antwoord daar eerst op, met de knoppen onder het bord.
refusal-no-takeback = Niemand vraagt om een zet terug te nemen.
refusal-too-much-beside-moves = In deze partij is zo veel aangeboden, gevraagd en teruggenomen dat je nu alleen nog een zet kunt doen of kunt opgeven.
refusal-game-goes-on = Deze partij is nog bezig.
refusal-no-import = Deze notatie wordt niet meer bewaard. Importeer hem opnieuw met `/focus-info { command-import-name }`.
refusal-rematch-begun = De revanche is al begonnen: het is partij { $game }.
refusal-rematch-declined = De revanche is geweigerd; alleen wie weigerde, kan er nog een openen. Een andere partij open je met `/focus { command-play-name }`.
refusal-player-gone = Iemand die meespeelde heeft alle gegevens laten wissen en kan niet meer gevraagd worden. Open een nieuwe partij met `/focus { command-play-name }`.
refusal-position-over = In deze stelling is de partij al afgelopen. Geef er een waarin nog iets te beslissen valt.
refusal-position-without-some = In deze stelling ligt er al iemand uit. Geef er een waarin alle kleuren nog spelen.
refusal-position-needs-all = Voor een partij vanuit een stelling is voor elke kleur iemand nodig.
position-unreadable = ‘{ $got }’ kan ik in deze stelling niet lezen. Ik verwacht FPS, acht velden met een spatie ertussen: spelvorm, bord, kant, reserves, geslagen, uitgeschakeld, rustige zetten, zetnummer.
position-other-mode = Dit is een stelling van ‘{ $position }’, niet van ‘{ $wanted }’.
position-pieces = Deze stelling kan niet: { $color } moet op het bord, in reserve en geslagen samen { $expected } stenen hebben, maar heeft er { $found }.
position-side = Deze stelling kan niet: { $color } kan niet aan zet zijn.
position-captures = Deze stelling kan niet: { $color } kan geen stenen van de eigen kant hebben geslagen.
position-stranger = Deze stelling kan niet: { $color } speelt hier niet mee.
position-exchange = Deze stelling kan niet: die past niet bij de ruilopening.
refusal-premove-own-turn = Jij bent aan zet: speel je zet zonder de optie `{ option-name-if }`.
refusal-premove-out-of-turn = Na deze zetten zou jij niet aan de beurt zijn, dus kun je niet antwoorden. Scheid meerdere verwachte zetten met komma’s.
refusal-premove-end = Deze zet zou de partij beëindigen, dus er valt niets te antwoorden.
refusal-expected = De verwachte zet kan niet komen. { $reason }
refusal-answer = Jouw antwoord daarop: { $reason }
refusal-no-premove = Je hebt in deze partij geen antwoord klaargezet.
refusal-too-many-premoves = Je kunt hoogstens { $lines } reeksen van maximaal { $moves } zetten klaarzetten.
refusal-private = Deze partij is alleen te zien waar hij wordt gespeeld.
refusal-watched-here = Dit kanaal toont die partij al.
refusal-too-many-watches = Dit kanaal volgt al { $limit ->
        [one] 1 partij
       *[other] { $limit } partijen
    }, meer kan niet. Druk eerst bij een ervan op **{ button-unwatch }**.
refusal-not-over = Deze partij loopt nog. Analyseren of vanaf een stelling verderspelen kan als hij voorbij is.
refusal-no-ended-game = Hier is nog geen partij afgelopen. Noem er een met het nummer; `/focus-info { command-history-name }` toont de afgelopen partijen.
refusal-not-here = Op deze server wordt in { $channels } gespeeld.
refusal-channels-deleted = Op deze server werd gespeeld in kanalen die er niet meer zijn. Wie de server beheert, kan met `/focus-admin { command-settings-name }` andere kiezen.
refusal-role = Op deze server is FOCUS voor deze rollen: { $roles }.
refusal-roles-deleted = Op deze server was FOCUS voor rollen die er niet meer zijn. Wie de server beheert, kan met `/focus-admin { command-settings-name }` andere kiezen.
refusal-roles-unknown-here = Op de server van deze partij is FOCUS alleen voor bepaalde rollen, en de jouwe zie ik alleen daar. Accepteer de uitnodiging op die server.
refusal-clocks = Op deze server wordt zo gespeeld: { $clocks }.
refusal-not-a-manager = Dat kan alleen wie deze server mag beheren.
refusal-not-a-moderator = Dat kan alleen wie FOCUS op deze server modereert.
refusal-own-rated-game = Deze partij telt mee voor je eigen rating, dus afbreken kan alleen een andere moderator. Zolang je nog meedoet, kun je opgeven.
refusal-list-full = Deze lijst heeft al { $limit } regels, meer kan niet. Schrap er eerst een.
refusal-server-full = Op deze server { $limit ->
        [one] loopt al 1 partij
       *[other] lopen al { $limit } partijen
    }, meer kan niet. Wacht tot er een is afgelopen.
refusal-too-fast = Dat was veel tegelijk. Ga over { $seconds ->
        [one] 1 seconde
       *[other] { $seconds } seconden
    } verder; er is niets verloren.
refusal-too-fast-channel = Er gebeurt veel in dit kanaal. Ga over { $seconds ->
        [one] 1 seconde
       *[other] { $seconds } seconden
    } verder; er is niets verloren.
refusal-too-fast-server = Er gebeurt veel op deze server. Ga over { $seconds ->
        [one] 1 seconde
       *[other] { $seconds } seconden
    } verder; er is niets verloren.
refusal-own-watches = Je laat al { $limit ->
        [one] 1 partij
       *[other] { $limit } partijen
    } in kanalen volgen, meer kan niet. Druk eerst bij een ervan op **{ button-unwatch }**.
refusal-watches-here = De kanalen van deze server volgen al { $limit ->
        [one] 1 partij
       *[other] { $limit } partijen
    }, meer kan niet. Druk eerst bij een ervan op **{ button-unwatch }**.
refusal-followers = Deze partij wordt al in { $limit } kanalen gevolgd, meer kan niet. Wacht tot een ervan stopt.
refusal-not-watched = Dit bericht volgt die partij niet.
refusal-not-your-watch = Alleen wie deze partij hier laat volgen, wie hem speelt en wie FOCUS op deze server modereert, kan daarmee stoppen.
