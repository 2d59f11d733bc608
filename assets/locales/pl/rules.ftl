### Zasady, strona na każdy temat. Strona ma najwyżej 2000 znaków.

rules-title = ## FOCUS – { $mode } · { $page }/{ $pages }

rules-board =
    ### Plansza
    8 × 8 pól bez trzech w każdym rogu, razem 52. Kolumny od a do h biegną od lewej do prawej, rzędy od 1 do 8 od dołu do góry. Pionki stoją w stosach (w instrukcji: wieżach); stos należy do koloru, który leży na wierzchu.
rules-turn =
    ### Twój ruch
    Robisz dokładnie jedną z dwóch rzeczy:
    - **Przesunięcie:** weź dowolnie wiele pionków z wierzchu swojego stosu i przesuń je o dokładnie tyle pól prosto wzdłuż kolumny lub rzędu, nigdy po skosie. To, co leży po drodze, nie ma znaczenia. Lądują na pustym polu albo na dowolnym stosie, w tej samej kolejności.
    - **Dołożenie:** połóż jeden pionek z rezerwy na dowolnym polu, pustym lub zajętym.
rules-five =
    ### Ponad pięć
    Ze stosu wyższego niż pięć pionków zdejmuje się pionki od dołu, aż zostanie pięć. Twoje idą do Twojej rezerwy. Wszystkie inne są przechwycone i wypadają z gry.
    Pionek, na którym leżą inne, jest tylko *uwięziony*: zostaje na planszy i jest znów wolny, gdy znajdzie się na wierzchu. Pionek *przechwycony* nigdy nie wraca.
rules-five-partners =
    ### Ponad pięć
    Ze stosu wyższego niż pięć pionków zdejmuje się pionki od dołu, aż zostanie pięć. Twoje idą do Twojej rezerwy, pionki partnera do jego rezerwy. Pozostałe są przechwycone i wypadają z gry.
    Pionek, na którym leżą inne, jest tylko *uwięziony*: zostaje na planszy i jest znów wolny, gdy znajdzie się na wierzchu. Pionek *przechwycony* nigdy nie wraca.
rules-unable =
    ### Brak ruchu
    Nie masz ruchu, jeśli nie masz ani stosu, ani rezerwy. Jeśli nie masz stosu, ale masz rezerwę, musisz dołożyć z niej pionek. Pasować z własnej woli nie wolno.
rules-draw =
    ### Remis
    Partia kończy się remisem, gdy zgodzą się wszyscy, którzy są jeszcze w grze, gdy ta sama pozycja powtórzy się po raz trzeci (`{ option-name-repetition }` może to wyłączyć) albo po 200 ruchach z rzędu bez przechwycenia (`{ option-name-quiet }` ustala inną liczbę lub to wyłącza).
rules-notation =
    ### Zapis
    - `b7-c7` to przesunięcie z b7 na c7. Odległość mówi, ile pionków się przesuwa.
    - `+c5` dokłada pionek na c5.
rules-notation-pass = - `--` to wymuszony pas.
rules-notation-suffix = Po ruchu `xOB` znaczy, że przechwycono pionek pomarańczowy i niebieski, licząc od dołu, `r1`, że jeden pionek trafił do własnej rezerwy, a `#`, że partia jest wygrana.
rules-notation-suffix-duel = Po ruchu `xB` znaczy, że przechwycono niebieski pionek, `r1`, że jeden pionek trafił do własnej rezerwy, a `#`, że partia jest wygrana.
rules-notation-partners = `p1` znaczy, że jeden pionek trafił do rezerwy partnera.
rules-notation-exchange = - `c4<>d4` zamienia dwa pionki w otwarciu z wymianą, własny podany jako pierwszy.

rules-duel-start = **Cel gry:** przesuwaj stosy i przykrywaj pionki, aż druga strona nie będzie miała ruchu.
    Dwie osoby grają kolorami pomarańczowym i niebieskim, po 18 pionków. O kolorach i pierwszym ruchu rozstrzyga los.
rules-duel-goal =
    ### Cel
    Kto w swojej kolejce nie ma ruchu, przegrywa. Kto się poddaje, też przegrywa.
rules-duel-options =
    ### Opcje
    - **Wyścig:** wygrywa także ten kolor, który pierwszy przechwyci 6 pionków. Partia jest wtedy krótka.
    - **Otwarcie z wymianą:** przed pierwszym ruchem każda strona, najpierw ta, która zaczyna, zamienia miejscami jeden własny pionek i jeden pionek drugiej strony. Druga wymiana nie może przywrócić symetrii ustawienia (tej samej pozycji z zamienionymi kolorami).
    - **Remis:** gra jako druga strona to lekka przewaga, bo można powtarzać każdy ruch. Dlatego remis może być wygraną strony, która zaczynała, albo drugiej.
rules-three-way-start = **Cel gry:** jako pierwszy kolor przechwycić po 3 pionki każdego innego koloru albo mieć przed sobą 10 pionków.
    Trzy osoby grają kolorami pomarańczowym, zielonym i niebieskim, po 13 pionków: 12 na planszy i jeden w rezerwie. O kolorach i pierwszym ruchu rozstrzyga los.
rules-first-round =
    ### Pierwsza runda
    Każdy kolor po kolei, najpierw ten, który zaczyna, stawia swój 13. pionek na pustym polu. W tej rundzie nie ma przesunięć.
rules-three-way-goal =
    ### Cel
    Wygrywasz, gdy po własnym ruchu masz przechwycone po 3 pionki każdego innego koloru albo masz przed sobą 10 pionków: wszystkie przechwycone i swoją rezerwę razem. Wygrywa też kolor, który jako ostatni został w grze.
    ### Poza grą
    Kto w swojej kolejce nie ma ruchu albo się poddaje, odpada. Pionki zostają na planszy. Nikt nie rusza stosu, na którego wierzchu leży taki pionek, ale każdy kolor może go przykryć, a przechwycone pionki nadal się liczą. Remis dzielą tylko ci, którzy są jeszcze w grze.
rules-three-way-options =
    ### Opcje
    - **Cel:** wygrywa tylko ten kolor, który jako ostatni został w grze.
    - **Brak ruchu:** zamiast odpaść pasujesz i możesz wrócić. Wygrywa kolor, który jako jedyny ma jeszcze ruch.
rules-partners-start = **Cel gry:** razem z partnerem odbierzcie ruchy obu przeciwnym kolorom.
    Cztery osoby grają w dwóch parach: pomarańczowe i niebieskie przeciw zielonym i różowym. Para siedzi naprzeciw siebie. Przy stole można wybrać parę; kto tego nie zrobi, trafia na wolne miejsce w drodze losowania. O kolorach i pierwszym ruchu rozstrzyga los. Każdy kolor ma 13 pionków. Kolejność to pomarańczowe, zielone, niebieskie, różowe.
rules-partners-goal =
    ### Cel
    Jeśli nie masz ruchu, pasujesz. Możesz wrócić, gdy podział stosu odsłoni Twój pionek albo gdy druga osoba z pary zdobędzie dla Ciebie rezerwę. Para przegrywa, gdy żaden z jej kolorów nie ma ruchu; sprawdza się to po każdym ruchu. Kto się poddaje, odtąd pasuje.
rules-partners-options =
    ### Opcje
    - **Rozmowy:** ustala się je przed partią. Para gra w ciszy i nie daje sobie wskazówek; początkującym łatwiej z otwartymi rozmowami (`{ option-name-talk }`).
    - **Ustawienie:** po 12 pionków, jak w 1965 roku; puste są wtedy b2, b7, g2 i g7.
rules-free-for-all-start = **Cel gry:** jako pierwszy kolor przechwycić po 2 pionki każdego innego koloru albo mieć przed sobą 10 pionków.
    Cztery osoby grają każda dla siebie: pomarańczowe, zielone, niebieskie i różowe, po 13 pionków. To jest też kolejność ruchów; o kolorach i pierwszym ruchu rozstrzyga los.
rules-free-for-all-goal =
    ### Cel
    Wygrywasz, gdy po własnym ruchu masz przechwycone po 2 pionki każdego innego koloru albo masz przed sobą 10 pionków: wszystkie przechwycone i swoją rezerwę razem. Wygrywa też kolor, który jako ostatni został w grze.
    ### Poza grą
    Kto w swojej kolejce nie ma ruchu albo się poddaje, odpada. Pionki zostają na planszy. Nikt nie rusza stosu, na którego wierzchu leży taki pionek, ale każdy kolor może go przykryć, a przechwycone pionki nadal się liczą. Remis dzielą tylko ci, którzy są jeszcze w grze.
rules-free-for-all-options =
    ### Opcje
    - **Cel:** wygrywa tylko ten kolor, który jako ostatni został w grze.
    - **Brak ruchu:** zamiast odpaść pasujesz i możesz wrócić. Wygrywa kolor, który jako jedyny ma jeszcze ruch.
    - **Ustawienie:** po 12 pionków, jak w 1965 roku; puste są wtedy b2, b7, g2 i g7.

rules-split =
    ### Wieże
    Im wyższy stos, tym dalej sięga: pięć pionków idzie o pięć pól. Można też wziąć z wierzchu tylko część. To, co zostaje, jest osobnym stosem i należy do koloru, który znalazł się na wierzchu. Podział może więc uwolnić Twój pionek – albo oddać resztę komuś innemu.
rules-hand =
    ### Rezerwy
    Pionek z rezerwy może zamiast przesunięcia stanąć na dowolnym polu, także na wysokim stosie, który od tej chwili jest Twój. Kto ma rezerwy, gdy stosów już brak, nadal gra.
rules-tips =
    ### Wskazówki
    - **Niech Twoje wieże chronią się nawzajem.** Dwie wieże na jednej linii robią to, gdy odległość między nimi nie przekracza wysokości niższej z nich. Najmniejsza taka para to dwie wieże z dwóch pionków, odległe o dwa pola.
    - **Unikaj pól między pojedynczymi pionkami** przeciwników: każdy z nich może na Ciebie wejść.
    - **Odsuń część zagrożonej wieży.** Stracisz mniej, a reszta może nadal być Twoja.
    - **Pilnuj swojego pionka na spodzie wieży z pięciu.** Gdy na nią wejdziesz, trafi do Twojej rezerwy; gdy wejdzie przeciwnik, zostanie przechwycony.
    - **Oszczędzaj rezerwy na końcówkę.** Gdy wież jest mało, pionek z rezerwy położony na wysokiej wieży może rozstrzygnąć partię.
rules-tips-partners =
    - **Pilnuj wież partnera** tak samo jak swoich.
    - **Atakujcie razem jeden kolor,** aż nie będzie miał ruchu.
    - **Pomagaj słabszej stronie w parze:** uwalniaj pionki partnera i zdobywaj dla niego rezerwy.

rules-picture-board = -# Obrazek: ustawienie początkowe.
rules-picture-round = -# Obrazek: pierwszy z pionków, które stawiają wszyscy, `{ $move }`.
rules-picture-slide = -# Obrazek: pionek na złotym polu { $square } może pójść na każde obramowane pole.
rules-picture-tower = -# Obrazek: wieża na złotym polu { $square } może pójść na każde obramowane pole, jeden krok na każdy zabrany pionek.
rules-picture-five = -# Obrazek: po `{ $move }` pionki opuściły stos od dołu. W rogach widać liczbę rezerw i, przekreślone, przechwycone pionki.
rules-picture-hand = -# Obrazek: `{ $move }` to przejęcie stosu pionkiem z rezerwy.
rules-picture-goal = -# Obrazek: partia, którą ktoś właśnie wygrał.

rules-in-force =
    ### Partia { $game }
    { $options }
rules-in-force-standard =
    ### Partia { $game }
    Zwykłe zasady tej odmiany, bez opcji.
