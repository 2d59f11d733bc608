### Welke regel een zet verbiedt, en wat die regel vraagt.

illegal-game-over = De partij is afgelopen.
illegal-empty-square = { $square } is leeg. Een zet begint bij een stapel.
illegal-not-your-stack = De bovenste steen op { $square } is { $piece }, dus kan { $color } deze stapel niet verplaatsen. Je verplaatst alleen stapels met jouw kleur bovenop.
illegal-no-step = Een zet moet zijn veld verlaten, maar deze begint en eindigt op { $square }.
illegal-not-straight = { $from } en { $to } liggen niet op één rij of lijn. Stapels gaan rechtdoor, nooit schuin.
illegal-too-far = Van { $from } naar { $to } zijn het { $distance } velden, dus moeten er precies { $distance } stenen verplaatst worden, maar op { $from } { $height ->
        [one] ligt maar 1 steen
       *[other] liggen maar { $height } stenen
    }.
illegal-nothing-in-hand = { $color } heeft geen reservesteen om in te zetten.
illegal-pass-not-forced = { $color } kan een zet doen; vrijwillig passen mag niet.
illegal-must-place = In de eerste ronde legt iedereen een reservesteen op een leeg veld.
illegal-placement-occupied = { $square } is niet leeg. In de eerste ronde komt de steen op een leeg veld.
illegal-must-swap = De ruilopening begint met een ruil van een eigen steen met een steen van de ander, geschreven zoals `c4<>d4`, de eigen eerst.
illegal-swap-outside-opening = Ruilen kan alleen in de ruilopening.
illegal-swap-not-own = Een ruil noemt eerst een eigen steen, maar { $color } heeft er geen op { $square }.
illegal-swap-not-enemy = Een ruil noemt als tweede een steen van de ander, maar { $color } heeft er geen op { $square }.
illegal-swap-symmetric = `{ $own }<>{ $enemy }` zou de stelling opnieuw symmetrisch maken (dezelfde met omgekeerde kleuren); dat mag de tweede ruil niet.

move-empty = Geef een zet op, bijvoorbeeld `b7-c7` of `+c5`.
move-not-a-move = ‘{ $text }’ is geen zet. Zetten zien er zo uit: `b7-c7` schuift, `+c5` zet in, `c4<>d4` ruilt in de ruilopening.
move-no-square = ‘{ $text }’ is geen veld van het bord. De lijnen zijn a tot h, de rijen 1 tot 8, en in elke hoek ontbreken drie velden.
move-no-count = In ‘{ $text }’ staat na de dubbele punt geen aantal stenen, zoals in `f3-b3:4`. Je kunt het weglaten.
move-no-suffix = ‘{ $text }’ kan niet achter een zet staan; een toevoeging ziet eruit als `xOOr1#`. Je kunt het weglaten.

move-wrong-count = { $to } ligt { $distance ->
        [one] 1 veld
       *[other] { $distance } velden
    } van { $from }, dus worden er precies zo veel stenen verplaatst, niet { $count }.
move-wrong-suffix = `{ $given }` is niet wat deze zet doet. Schrijf `{ $right }`, of laat het weg.
move-surplus-suffix = Deze zet slaat niets, levert geen reserve op en beëindigt de partij niet, dus `{ $given }` klopt niet. Laat het weg.

move-near = Vergelijkbare zetten die wel mogen:
