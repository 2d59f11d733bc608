### Een zet stap voor stap: welke stapel, waarheen, en wat ervan komt.

step-source = **Jij bent aan zet.** Welke stapel? Alles wat kan bewegen is omlijnd.
step-source-hand = **Jij bent aan zet.** Welke stapel, of een reservesteen? Stapels die kunnen bewegen zijn omlijnd.
step-swap = **Ruilopening.** Welke eigen steen ruil je? Alle stenen die kunnen, zijn omlijnd.
step-swap-with = **{ $square }** – tegen welke van de omlijnde stenen?
step-target = **{ $square }** – waarheen? Alle omlijnde velden zijn bereikbaar: één stap voor elke steen die meegaat.
step-square = **Een reservesteen** – op welk veld?
step-confirm = **{ $move }** – zo zou het bord eruitzien. Spelen?
step-confirm-effect = **{ $move }** – { $effect }. Zo zou het bord eruitzien. Spelen?

target-empty = leeg veld
target-own = op eigen stenen, hoogte { $height }
target-over = op { $color }, hoogte { $height }
target-wins = wint de partij
target-loses = verliest de partij
target-draws = de partij is remise
rank-choice = Rij { $rank }
framed-squares = Omlijnd: { $squares }.
golden-square = Goud: { $square }.

form-title = Jouw zet
form-label = Zet
form-about = b7-c7 schuift van b7 naar c7; +c5 zet een steen in op c5.
