### De oefenpartij: vijf opgaven, met wat goed is en wat niet.

lesson-title = ## Oefening · { $number }/{ $of }
lesson-aim = Het doel in een duel: de ander zonder zet laten. Vijf opgaven laten zien hoe.
lesson-slide = **Schuiven.** Jij speelt Oranje. Je steen op het gouden veld c3 gaat één veld ver, altijd rechtdoor. Leg hem op een blauwe steen: wie boven ligt, bezit de stapel.
lesson-slide-right = ✅ De stapel is van jou. Blauw kan de steen eronder niet verzetten tot jij de jouwe weghaalt.
lesson-slide-wrong = ❌ `{ $move }` mag, maar de stenen daar zijn al van jou. Zoek een omlijnd veld met een blauwe steen.
lesson-tower = **Toren.** Je stapel op het gouden veld c6 telt vier stenen en komt dus tot vier velden ver. Verplaats hem helemaal: zoveel velden als stenen.
lesson-tower-right = ✅ Vier stenen, vier velden. Wat ertussen staat, doet er niet toe.
lesson-tower-wrong = ❌ `{ $move }` neemt maar een deel van de toren mee, want de afstand zegt hoeveel stenen je verplaatst. De hele toren gaat precies vier velden.
lesson-split = **Splitsen.** Dezelfde toren op c6, van onderaf: blauw, oranje, blauw, oranje. Verplaats maar zoveel stenen dat er op de rest een van jou boven ligt.
lesson-split-right = ✅ Nu heb je twee stapels in plaats van één.
lesson-split-wrong = ❌ `{ $move }` mag, maar dan blijft er niets achter dat van jou is. Tel van bovenaf hoeveel stenen er boven je tweede liggen.
lesson-capture = **Slaan.** Een stapel mag niet hoger zijn dan vijf stenen. Zet je beide stenen van het gouden veld c5 op de stapel van vijf op c3: de onderste twee van de zeven moeten eruit.
lesson-capture-right = ✅ Een blauwe steen is geslagen en uit het spel. De oranje was van jou en is terug in je reserve.
lesson-capture-wrong = ❌ `{ $move }` mag, maar maakt geen stapel hoger dan vijf. De stapel van vijf staat op c3.
lesson-reserve = **Reserve.** Nu heb je een steen in reserve. In plaats van een stapel te verplaatsen mag je hem op elk veld leggen, hier op elk veld van rij 4. Blauw heeft net op g4 een stapel van twee gebouwd: neem die over.
lesson-reserve-right = ✅ De stapel is van jou. Een reserve kan een partij redden: ook zonder stapels heb je dan nog zetten.
lesson-reserve-wrong = ❌ `{ $move }` mag, maar de stapel van twee op g4 blijft van Blauw.
lesson-done = **Nu ken je elke soort zet.** In een duel wint wie aan het eind nog een zet kan doen; in een wedloop wint wie slaat.
lesson-offer = Je eerste partij? Vijf korte opgaven laten je in twee minuten elke soort zet zien.
