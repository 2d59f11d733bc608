### Która zasada zabrania ruchu i czego wymaga.

illegal-game-over = Partia już się zakończyła.
illegal-empty-square = Pole { $square } jest puste. Przesunięcie zaczyna się od stosu.
illegal-not-your-stack = Pionek na wierzchu stosu { $square } jest { $piece }, więc { $color } nie mogą ruszyć tego stosu. Ruszasz tylko stosy z własnym kolorem na wierzchu.
illegal-no-step = Przesunięcie musi opuścić swoje pole, a to zaczyna się i kończy na { $square }.
illegal-not-straight = Pola { $from } i { $to } nie leżą w jednym rzędzie ani w jednej kolumnie. Stosy poruszają się prosto, nigdy po skosie.
illegal-too-far = Z { $from } na { $to } { $distance ->
        [one] jest 1 pole, więc musi ruszyć dokładnie 1 pionek
        [few] są { $distance } pola, więc muszą ruszyć dokładnie { $distance } pionki
        [many] jest { $distance } pól, więc musi ruszyć dokładnie { $distance } pionków
       *[other] jest { $distance } pola, więc musi ruszyć dokładnie { $distance } pionka
    }, a na { $from } { $height ->
        [one] leży tylko 1 pionek
        [few] leżą tylko { $height } pionki
        [many] leży tylko { $height } pionków
       *[other] leży tylko { $height } pionka
    }.
illegal-nothing-in-hand = { $color } nie mają w rezerwie pionka do dołożenia.
illegal-pass-not-forced = { $color } mają ruch, a pasować z własnej woli nie wolno.
illegal-must-place = W pierwszej rundzie każdy kolor stawia pionek z rezerwy na pustym polu.
illegal-placement-occupied = Pole { $square } nie jest puste. W pierwszej rundzie pionek staje na pustym polu.
illegal-must-swap = Otwarcie z wymianą zaczyna się od zamiany własnego pionka z pionkiem drugiej strony, zapisanej jak `c4<>d4`, własny podany jako pierwszy.
illegal-swap-outside-opening = Pionki zamienia się tylko w otwarciu z wymianą.
illegal-swap-not-own = Wymiana podaje najpierw własny pionek, a na { $square } nie ma pionka tego koloru: { $color }.
illegal-swap-not-enemy = Wymiana podaje jako drugi pionek przeciwny, a na { $square } nie ma pionka tego koloru: { $color }.
illegal-swap-symmetric = Po `{ $own }<>{ $enemy }` pozycja byłaby znów symetryczna (ta sama z zamienionymi kolorami), a drugiej wymianie tego nie wolno.

move-empty = Podaj ruch, na przykład `b7-c7` lub `+c5`.
move-not-a-move = „{ $text }” to nie ruch. Ruchy wyglądają tak: `b7-c7` przesuwa, `+c5` dokłada, `c4<>d4` zamienia w otwarciu z wymianą.
move-no-square = „{ $text }” to nie pole tej planszy. Kolumny są od a do h, rzędy od 1 do 8, a w każdym rogu brakuje trzech pól.
move-no-count = W „{ $text }” po dwukropku nie ma liczby pionków, jak w `f3-b3:4`. Można ją pominąć.
move-no-suffix = „{ $text }” nie może stać po ruchu, inaczej niż na przykład `xOOr1#`. Można to pominąć.

move-wrong-count = Z { $from } na { $to } { $distance ->
        [one] jest 1 pole
        [few] są { $distance } pola
        [many] jest { $distance } pól
       *[other] jest { $distance } pola
    }, więc rusza dokładnie tyle pionków, a nie { $count }.
move-wrong-suffix = `{ $given }` nie zgadza się ze skutkiem tego ruchu. Poprawnie: `{ $right }`; można go też pominąć.
move-surplus-suffix = Ten ruch niczego nie przechwytuje, nie daje rezerwy i nie kończy partii, więc `{ $given }` to błąd. Pomiń to.

move-near = Podobne dozwolone ruchy:
