### Jak grać z botem i co mówi, gdy coś stoi na przeszkodzie.

help-title = FOCUS na Discordzie
help-intro =
    Przesuwaj stosy, przykrywaj cudze pionki i odbierz innym ruchy: FOCUS Sida Sacksona w dwie, trzy lub cztery osoby.

    - **Początek:** { $play } pokazuje, co można wybrać, a wszystko jest już ustawione: z komputerem, z wybranymi osobami albo z każdym, kto dołączy. Naciśnij **{ button-start }**. { $new } przyjmuje wszystkie opcje naraz.
    - **Ruch:** przyciskiem **Ruch** pod planszą albo przez { $move } i ruch, na przykład `b7-c7` lub `+c5`. Odległość mówi, ile pionków się przesuwa.{ $reply }
    - **Zasady:** { $rules }.
help-reply = Możesz też odpowiedzieć na planszę ruchem; zostaw przy tym włączone `@`, inaczej nie mogę go przeczytać.
help-command = - { $command } – { $description }

fault-noted = Coś poszło nie tak po naszej stronie (błąd `{ $fault }`). Nic nie przepadło; spróbuj za chwilę jeszcze raz.
fault-storage = Zawiódł nasz zapis danych (błąd `{ $fault }`). Ostatnia czynność mogła się nie zapisać; zajrzyj tu ponownie za minutę.
missing-permissions = Na tym kanale brakuje mi uprawnień: { $permissions }. Poproś o nie osobę, która zarządza tym serwerem.

permission-view-channel = Wyświetlanie kanału
permission-send-messages = Wysyłanie wiadomości
permission-send-in-threads = Wysyłanie wiadomości w wątkach
permission-create-threads = Tworzenie publicznych wątków
permission-attach-files = Załączanie plików
permission-read-history = Czytanie historii wiadomości
