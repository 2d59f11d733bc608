### Jak grać z botem.

help-title = FOCUS na Discordzie
help-intro =
    Przesuwaj stosy, przykrywaj cudze pionki i odbierz innym ruchy: FOCUS Sida Sacksona w dwie, trzy lub cztery osoby.

    - **Początek:** { $play } pokazuje, co można wybrać, a wszystko jest już ustawione: z komputerem, z wybranymi osobami albo z każdym, kto dołączy. Naciśnij **{ button-start }**. { $new } przyjmuje wszystkie opcje naraz.
    - **Ruch:** niebieskim przyciskiem pod planszą albo przez { $move } i ruch, na przykład `b7-c7` lub `+c5`. Odległość mówi, ile pionków się przesuwa.{ $reply }
    - **Zasady:** { $rules }.
help-reply = Możesz też odpowiedzieć na planszę ruchem; zostaw przy tym włączone `@`, inaczej nie mogę go przeczytać.
help-command = - { $command } – { $description }
