### Ein Zug Schritt für Schritt: welcher Stapel, wohin, und was dabei herauskommt.

step-source = **Du bist am Zug.** Welcher Stapel? Alle, die ziehen können, sind umrahmt.
step-source-hand = **Du bist am Zug.** Welcher Stapel, oder ein Stein aus der Reserve? Stapel, die ziehen können, sind umrahmt.
step-swap = **Tauscheröffnung.** Welchen eigenen Stein tauschst du? Alle, die infrage kommen, sind umrahmt.
step-swap-with = **{ $square }** – gegen welchen der umrahmten Steine?
step-target = **{ $square }** – wohin? Alle umrahmten Felder sind erreichbar: ein Schritt für jeden Stein, der zieht.
step-square = **Ein Stein aus der Reserve** – auf welches Feld?
step-confirm = **{ $move }** – so sähe das Brett aus. Spielen?
step-confirm-effect = **{ $move }** – { $effect }. So sähe das Brett aus. Spielen?

target-empty = leeres Feld
target-own = auf eigene Steine, Höhe { $height }
target-over = auf { $color }, Höhe { $height }
target-wins = gewinnt die Partie
target-loses = verliert die Partie
target-draws = die Partie endet remis
rank-choice = Reihe { $rank }
framed-squares = Umrahmt: { $squares }.
golden-square = Golden: { $square }.

form-title = Dein Zug
form-label = Zug
form-about = b7-c7 zieht von b7 nach c7; +c5 setzt einen Stein auf c5 ein.
