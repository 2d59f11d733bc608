### Wat de bot zegt als er iets mislukt of hem een recht ontbreekt.

fault-noted = Er ging bij ons iets mis (fout `{ $fault }`). Er is niets verloren; probeer het zo nog eens.
fault-record = We kunnen een deel van onze gegevens niet lezen (fout `{ $fault }`). Opnieuw proberen helpt niet; meld het aan wie deze bot draait.
fault-storage = Onze opslag is uitgevallen (fout `{ $fault }`). Wat je net deed, is misschien niet bewaard; kijk over een minuut nog eens.
missing-permissions = Ik mis rechten in dit kanaal: { $permissions }. Vraag iemand die deze server beheert om ze te geven.
missing-permissions-there = Ik mis rechten in { $channel }: { $permissions }. Vraag iemand die de server beheert om ze te geven.
missing-thread = Ik zie deze privéthread nog niet; vermeld me hier, dan kom ik erbij. Helpt dat niet, vraag dan iemand die deze server beheert om me het kanaal te laten bekijken.
missing-files = Zolang ik geen bestanden mag bijvoegen, beschrijf ik het bord hier in woorden. Wat ik alleen aan jou laat zien, heeft nog steeds plaatjes.

permission-view-channel = Kanaal bekijken
permission-connect = Verbinden
permission-send-messages = Berichten versturen
permission-send-messages-in-threads = Berichten in threads versturen
permission-create-public-threads = Openbare threads maken
permission-attach-files = Bestanden bijvoegen
permission-read-message-history = Berichtgeschiedenis lezen
