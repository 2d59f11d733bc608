### Co mówi bot, gdy coś się nie uda albo brakuje mu uprawnień.

fault-noted = Coś poszło nie tak po naszej stronie (błąd `{ $fault }`). Nic nie przepadło; spróbuj za chwilę jeszcze raz.
fault-record = Nie możemy odczytać części naszych danych (błąd `{ $fault }`). Ponowna próba nic nie da; zgłoś to osobie, która prowadzi tego bota.
fault-storage = Zawiódł nasz zapis danych (błąd `{ $fault }`). Ostatnia czynność mogła się nie zapisać; zajrzyj tu ponownie za minutę.
missing-permissions = Na tym kanale brakuje mi uprawnień: { $permissions }. Poproś o nie osobę, która zarządza tym serwerem.
missing-permissions-there = Na kanale { $channel } brakuje mi uprawnień: { $permissions }. Poproś o nie osobę, która zarządza tym serwerem.
missing-thread = Nie widzę jeszcze tego prywatnego wątku; oznacz mnie tutaj, żeby mnie do niego dodać. Jeśli to nie pomoże, poproś osobę, która zarządza tym serwerem, żeby dała mi dostęp do kanału.
missing-files = Dopóki nie wolno mi załączać plików, opisuję tu planszę słowami. To, co pokazuję tylko Tobie, nadal ma obrazki.

permission-view-channel = Wyświetlanie kanału
permission-connect = Łączenie
permission-send-messages = Wysyłanie wiadomości
permission-send-messages-in-threads = Wysyłanie wiadomości w wątkach
permission-create-public-threads = Tworzenie publicznych wątków
permission-attach-files = Załączanie plików
permission-read-message-history = Czytanie historii wiadomości
