### Partia próbna: pięć zadań, z tym, co jest dobrze, a co nie.

lesson-title = ## Ćwiczenie · { $number }/{ $of }
lesson-aim = Cel pojedynku: odebrać drugiej stronie wszystkie ruchy. Pięć zadań pokaże, jak.
lesson-slide = **Przesunięcie.** Grasz pomarańczowymi. Twój pionek na złotym polu c3 idzie o jedno pole, zawsze prosto. Połóż go na niebieskim pionku: stos należy do tego, czyj pionek leży na wierzchu.
lesson-slide-right = ✅ Stos należy do Ciebie. Niebieskie nie ruszą pionka pod spodem, dopóki nie zabierzesz swojego.
lesson-slide-wrong = ❌ `{ $move }` jest dozwolone, ale pionki na tym polu już są Twoje. Poszukaj obramowanego pola z niebieskim pionkiem.
lesson-tower = **Wieża.** Twój stos na złotym polu c6 ma cztery pionki, więc może pójść o cztery pola. Przesuń go w całości: tyle pól, ile pionków.
lesson-tower-right = ✅ Cztery pionki, cztery pola. To, co stoi po drodze, nie ma znaczenia.
lesson-tower-wrong = ❌ `{ $move }` zabiera tylko część wieży, bo odległość mówi, ile pionków się przesuwa. Cała idzie dokładnie o cztery pola.
lesson-split = **Podział.** Ta sama wieża na c6, od dołu: niebieski, pomarańczowy, niebieski, pomarańczowy. Przesuń tylko tyle pionków, żeby na wierzchu reszty został Twój.
lesson-split-right = ✅ Teraz masz dwa stosy zamiast jednego.
lesson-split-wrong = ❌ `{ $move }` jest dozwolone, ale wtedy nie zostaje nic Twojego. Policz od góry, ile pionków leży nad Twoim drugim.
lesson-capture = **Przechwycenie.** Stos może mieć najwyżej pięć pionków. Przesuń oba pionki ze złotego pola c5 na stos z pięciu pionków na c3: dwa dolne z siedmiu muszą zejść z planszy.
lesson-capture-right = ✅ Niebieski pionek jest przechwycony i wypada z gry. Pomarańczowy był Twój, więc wrócił do Twojej rezerwy.
lesson-capture-wrong = ❌ `{ $move }` jest dozwolone, ale żaden stos nie przekroczy pięciu. Stos pięciu pionków stoi na c3.
lesson-reserve = **Rezerwa.** Masz teraz pionek w rezerwie. Zamiast ruszać stosem, możesz postawić go na dowolnym polu, tutaj na dowolnym polu rzędu 4. Niebieskie właśnie zbudowały na g4 stos z dwóch pionków: przejmij go.
lesson-reserve-right = ✅ Stos należy do Ciebie. Rezerwy mogą uratować partię: nawet bez stosów dają ruchy.
lesson-reserve-wrong = ❌ `{ $move }` jest dozwolone, ale stos dwóch pionków na g4 zostaje niebieski.
lesson-done = **Znasz już każdy rodzaj ruchu.** W pojedynku wygrywa, kto na końcu jeszcze ma ruch; w wyścigu wygrywa się przechwytywaniem.
lesson-offer = Twoja pierwsza partia? Pięć krótkich zadań w dwie minuty pokaże Ci każdy rodzaj ruchu.
