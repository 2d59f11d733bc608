### Was der Bot sagt, wenn etwas fehlschlägt oder ihm ein Recht fehlt.

fault-noted = Bei uns ist etwas schiefgegangen (Fehler `{ $fault }`). Nichts ist verloren; bitte versuch es gleich noch einmal.
fault-record = Wir können einen Teil unserer Daten nicht lesen (Fehler `{ $fault }`). Noch einmal versuchen hilft nicht; bitte melde es denen, die diesen Bot betreiben.
fault-storage = Unser Speicher ist ausgefallen (Fehler `{ $fault }`). Was du gerade getan hast, ist vielleicht nicht gespeichert; bitte sieh in einer Minute noch einmal nach.
missing-permissions = Mir fehlen in diesem Kanal Berechtigungen: { $permissions }. Bitte jemanden, der diesen Server verwaltet, sie mir zu geben.
missing-permissions-there = Mir fehlen in { $channel } Berechtigungen: { $permissions }. Bitte jemanden, der den Server verwaltet, sie mir zu geben.
missing-thread = Diesen privaten Thread sehe ich noch nicht; erwähne mich hier, damit ich dazukomme. Hilft das nicht, frag jemanden, der diesen Server verwaltet, ob ich den Kanal ansehen darf.
missing-files = Solange ich keine Dateien anhängen darf, beschreibe ich das Brett hier in Worten. Was ich nur dir zeige, hat weiterhin Bilder.

permission-view-channel = Kanal ansehen
permission-connect = Verbinden
permission-send-messages = Nachrichten senden
permission-send-messages-in-threads = Nachrichten in Threads senden
permission-create-public-threads = Öffentliche Threads erstellen
permission-attach-files = Dateien anhängen
permission-read-message-history = Nachrichtenverlauf anzeigen
