### De regels, een pagina per onderwerp. Een pagina heeft hoogstens 2000 tekens.

rules-title = ## FOCUS – { $mode } · { $page }/{ $pages }

rules-board =
    ### Bord
    8 × 8 velden zonder drie in elke hoek, samen 52. De lijnen a tot h lopen van links naar rechts, de rijen 1 tot 8 van onder naar boven. Stenen staan in stapels (in de spelregels: torens); de bovenste kleur bezit de stapel.
rules-turn =
    ### Jouw beurt
    Doe precies één van twee dingen:
    - **Schuiven:** Neem zoveel stenen als je wilt van de bovenkant van een stapel van jou en verplaats ze precies zoveel velden rechtdoor langs een lijn of rij, nooit schuin. Wat ertussen ligt, telt niet. Ze komen op een leeg veld of boven op een willekeurige stapel, in dezelfde volgorde.
    - **Inzetten:** Leg één steen uit je reserve op een willekeurig veld, leeg of niet.
rules-five =
    ### Meer dan vijf
    Wordt een stapel hoger dan vijf stenen, dan gaan er van onderaf stenen af tot er vijf over zijn. Je eigen stenen gaan naar je reserve. Alle andere zijn geslagen en uit het spel.
    Een steen waar andere op liggen, is alleen *gevangen*: hij blijft op het bord en is weer vrij zodra hij boven ligt. Een *geslagen* steen komt nooit terug.
rules-five-partners =
    ### Meer dan vijf
    Wordt een stapel hoger dan vijf stenen, dan gaan er van onderaf stenen af tot er vijf over zijn. Je eigen stenen gaan naar je reserve, die van je partner naar de reserve van je partner. De andere zijn geslagen en uit het spel.
    Een steen waar andere op liggen, is alleen *gevangen*: hij blijft op het bord en is weer vrij zodra hij boven ligt. Een *geslagen* steen komt nooit terug.
rules-unable =
    ### Geen zet mogelijk
    Je kunt geen zet doen als je geen stapel en geen reserve hebt. Heb je geen stapel maar wel reserve, dan moet je een steen inzetten. Vrijwillig passen mag niet.
rules-draw =
    ### Remise
    De partij is remise als allen die nog meedoen het eens zijn, als dezelfde stelling voor de derde keer voorkomt (met `{ option-name-repetition }` kan dat uit), of na 200 zetten op rij zonder slaan (met `{ option-name-quiet }` kies je een ander aantal of zet je het uit).
rules-notation =
    ### Notatie
    - `b7-c7` schuift van b7 naar c7. De afstand zegt hoeveel stenen je verplaatst.
    - `+c5` zet een steen in op c5.
rules-notation-pass = - `--` is gedwongen passen.
rules-notation-suffix = Achter een zet betekent `xOB` dat een oranje en een blauwe steen zijn geslagen, de onderste eerst, `r1` dat één steen naar de eigen reserve ging, en `#` dat de partij gewonnen is.
rules-notation-suffix-duel = Achter een zet betekent `xB` dat een blauwe steen is geslagen, `r1` dat één steen naar de eigen reserve ging, en `#` dat de partij gewonnen is.
rules-notation-partners = `p1` betekent dat één steen naar de reserve van de partner ging.
rules-notation-exchange = - `c4<>d4` ruilt in de ruilopening twee stenen, de eigen eerst.

rules-duel-start = **Doel van het spel:** verplaats je stapels en bedek stenen tot de ander geen zet meer kan doen.
    Twee spelers, Oranje en Blauw, hebben elk 18 stenen. Het lot beslist over kleuren en eerste zet.
rules-duel-goal =
    ### Doel
    Wie aan de beurt is en geen zet kan doen, verliest. Wie opgeeft, verliest ook.
rules-duel-options =
    ### Keuzes
    - **Wedloop:** wie als eerste 6 stenen slaat, wint ook. Dat maakt de partij kort.
    - **Ruilopening:** voor de eerste zet ruilt elke kant, de beginnende eerst, een eigen steen met een steen van de ander. De tweede ruil mag de symmetrie van de opstelling (dezelfde stelling met omgekeerde kleuren) niet herstellen.
    - **Remise:** als tweede spelen is een licht voordeel, want je kunt elke zet nadoen. Daarom kan remise tellen als winst voor wie begon, of voor de ander.
rules-three-way-start = **Doel van het spel:** als eerste 3 stenen van elke andere kleur slaan, of 10 stenen voor je hebben.
    Drie spelers, Oranje, Groen en Blauw, hebben elk 13 stenen: 12 op het bord en één in reserve. Het lot beslist over kleuren en eerste zet.
rules-first-round =
    ### Eerste ronde
    Iedereen legt om de beurt, te beginnen bij de beginnende kleur, de 13e steen op een leeg veld. In die ronde schuift niemand.
rules-three-way-goal =
    ### Doel
    Je wint zodra je na je eigen zet 3 stenen van elke andere kleur hebt geslagen, of 10 stenen voor je hebt: alle geslagen stenen en je reserve samen. Wie als laatste overblijft, wint ook.
    ### Uit het spel
    Wie aan de beurt is en geen zet kan doen, of wie opgeeft, ligt eruit. De stenen blijven staan. Niemand verplaatst een stapel waar zo’n steen boven op ligt, maar iedereen mag die bedekken, en geslagen tellen de stenen nog steeds. Een remise delen alleen degenen die nog meedoen.
rules-three-way-options =
    ### Keuzes
    - **Doel:** alleen wie als laatste overblijft, wint.
    - **Zonder zet:** je past in plaats van eruit te liggen, en kunt terugkomen. Wie als enige nog een zet kan doen, wint.
rules-partners-start = **Doel van het spel:** samen met je partner de twee anderen zonder zet laten.
    Vier spelers vormen twee teams: Oranje en Blauw tegen Groen en Roze. Partners zitten tegenover elkaar. Aan tafel kan iedereen een team kiezen; wie dat niet doet, wordt in een team geloot. Kleuren en eerste zet worden door loting bepaald. Iedereen heeft 13 stenen. De volgorde is Oranje, Groen, Blauw, Roze.
rules-partners-goal =
    ### Doel
    Kun je geen zet doen, dan pas je. Je kunt terugkomen als een gesplitste stapel een steen van je vrijmaakt of als je partner je een reservesteen bezorgt. Een team heeft verloren zodra geen van beiden een zet kan doen; dat wordt na elke zet bekeken. Wie opgeeft, past vanaf dat moment.
rules-partners-options =
    ### Keuzes
    - **Overleg:** wordt voor de partij afgesproken. Partners spelen in stilte en geven elkaar geen tips; beginners kunnen beter open overleggen (`{ option-name-talk }`).
    - **Opstelling:** elk 12 stenen, zoals in 1965; dan zijn b2, b7, g2 en g7 leeg.
rules-free-for-all-start = **Doel van het spel:** als eerste 2 stenen van elke andere kleur slaan, of 10 stenen voor je hebben.
    Vier spelers spelen ieder voor zich: Oranje, Groen, Blauw en Roze, elk met 13 stenen. Dat is ook de volgorde van de beurten; het lot beslist over kleuren en eerste zet.
rules-free-for-all-goal =
    ### Doel
    Je wint zodra je na je eigen zet 2 stenen van elke andere kleur hebt geslagen, of 10 stenen voor je hebt: alle geslagen stenen en je reserve samen. Wie als laatste overblijft, wint ook.
    ### Uit het spel
    Wie aan de beurt is en geen zet kan doen, of wie opgeeft, ligt eruit. De stenen blijven staan. Niemand verplaatst een stapel waar zo’n steen boven op ligt, maar iedereen mag die bedekken, en geslagen tellen de stenen nog steeds. Een remise delen alleen degenen die nog meedoen.
rules-free-for-all-options =
    ### Keuzes
    - **Doel:** alleen wie als laatste overblijft, wint.
    - **Zonder zet:** je past in plaats van eruit te liggen, en kunt terugkomen. Wie als enige nog een zet kan doen, wint.
    - **Opstelling:** elk 12 stenen, zoals in 1965; dan zijn b2, b7, g2 en g7 leeg.

rules-split =
    ### Torens
    Hoe hoger een stapel, hoe verder hij komt: vijf stenen gaan vijf velden. Je mag ook maar een deel van bovenaf nemen. Wat blijft liggen, is een eigen stapel en hoort bij de kleur die dan boven ligt. Splitsen kan dus een steen van je bevrijden – of de rest aan iemand anders laten.
rules-hand =
    ### Reserve
    Een reservesteen mag in plaats van een schuifzet op elk veld, ook boven op een hoge stapel, die vanaf dat moment van jou is. Wie nog reserve heeft als de stapels weg zijn, doet nog mee.
rules-tips =
    ### Tips
    - **Laat je torens elkaar dekken.** Twee torens op één lijn doen dat als hun afstand hoogstens zo groot is als de hoogte van de laagste. Het kleinste paar bestaat uit twee torens van twee, twee velden uit elkaar.
    - **Mijd de velden tussen losse stenen** van de anderen: elk daarvan kan op je stappen.
    - **Verplaats een deel van een bedreigde toren.** Dan verlies je minder, en de rest blijft misschien van jou.
    - **Let op je steen onder in een toren van vijf.** Ga je er zelf op, dan wordt hij reserve; gaat een tegenstander erop, dan is hij geslagen.
    - **Bewaar reserves voor het eindspel.** Als er nog maar weinig torens zijn, kan een reservesteen boven op een hoge toren de partij beslissen.
rules-tips-partners =
    - **Let op de torens van je partner** alsof het die van jezelf zijn.
    - **Val samen één tegenstander aan** tot die geen zet meer kan doen.
    - **Help de zwakste van jullie twee:** bevrijd stenen van je partner en bezorg je partner reserves.

rules-picture-board = -# Plaatje: de opstelling.
rules-picture-round = -# Plaatje: de eerste van de stenen die iedereen legt, `{ $move }`.
rules-picture-slide = -# Plaatje: de steen op het gouden veld { $square } kan naar elk omlijnd veld.
rules-picture-tower = -# Plaatje: de toren op het gouden veld { $square } kan naar elk omlijnd veld, één stap voor elke steen die meegaat.
rules-picture-five = -# Plaatje: na `{ $move }` hebben stenen de stapel onderaan verlaten. De hoeken tellen de reserve en, doorgestreept, geslagen stenen.
rules-picture-hand = -# Plaatje: met `{ $move }` is een stapel overgenomen met een reservesteen.
rules-picture-goal = -# Plaatje: een partij die net gewonnen is.

rules-in-force =
    ### Partij { $game }
    { $options }
rules-in-force-standard =
    ### Partij { $game }
    De gewone regels van deze spelvorm, zonder opties.
