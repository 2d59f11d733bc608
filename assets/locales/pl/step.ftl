### Ruch krok po kroku: który stos, dokąd i co z tego wyniknie.

step-source = **Twój ruch.** Którym stosem ruszasz? Stosy, którymi można ruszyć, są obramowane.
step-source-hand = **Twój ruch.** Którym stosem ruszasz, czy dokładasz pionek z rezerwy? Stosy, którymi można ruszyć, są obramowane.
step-swap = **Otwarcie z wymianą.** Który własny pionek zamieniasz? Możliwe pionki są obramowane.
step-swap-with = **{ $square }** – na który z obramowanych pionków?
step-target = **{ $square }** – dokąd? Wszystkie obramowane pola są w zasięgu: jeden krok na każdy przesuwany pionek.
step-square = **Pionek z rezerwy** – na które pole?
step-confirm = **{ $move }** – tak wyglądałaby plansza. Zagrać?
step-confirm-effect = **{ $move }** – { $effect }. Tak wyglądałaby plansza. Zagrać?

target-empty = puste pole
target-own = na własne pionki, wysokość { $height }
target-over = na { $color }, wysokość { $height }
target-wins = wygrywa partię
target-loses = przegrywa partię
target-draws = partia kończy się remisem
rank-choice = Rząd { $rank }
framed-squares = Obramowane: { $squares }.
golden-square = Złote: { $square }.

form-title = Twój ruch
form-label = Ruch
form-about = b7-c7 przesuwa z b7 na c7; +c5 dokłada pionek na c5.
