### Was der Bot einer einzelnen Person sagt: dass etwas getan ist und was er nicht lesen kann.

done-played = Gespielt: **{ $move }**
done-set-up = Tisch { $game } ist eröffnet.
done-set-up-with-bot = Partie { $game }: Ich spiele in der Stärke „{ $level }“. Für eine andere gib die Option `{ option-name-computer }` dazu an.
done-joined = Du sitzt an Tisch { $game }.
done-left = Du hast Tisch { $game } verlassen.
done-computer-added = Am Tisch { $game } sitzt jetzt ein Computer.
done-invited = Die Einladung an Tisch { $game } ist verschickt.
done-opened = Tisch { $game } ist offen für alle.
done-teams = Tisch { $game }: Die Teams haben sich geändert.
done-declined = Du hast { $game } abgelehnt.
done-started = Partie { $game } beginnt.
done-resigned = Du hast Partie { $game } aufgegeben.
done-draw = Partie { $game }: Deine Stimme für ein Remis ist notiert.
done-no-draw = Partie { $game }: Deine Stimme gegen ein Remis ist notiert.
done-aborted = Partie { $game } wurde abgebrochen.
done-took-back = Partie { $game }: Dein Zug wurde zurückgenommen.
done-takeback-asked = Partie { $game }: Die anderen sind gefragt, ob du deinen Zug zurücknehmen darfst.
done-takeback-allowed = Partie { $game }: Du erlaubst, den Zug zurückzunehmen.
done-takeback-refused = Partie { $game }: Der Zug bleibt.
done-seat-offered = Partie { $game }: Dein Platz wird angeboten. Bis ihn jemand übernimmt, bleibt er deiner.
done-seat-asked = Partie { $game }: Du hast gefragt. Die anderen müssen zustimmen.
done-seat-allowed = Partie { $game }: Du hast dem Wechsel zugestimmt.
done-seat-refused = Partie { $game }: Der Platz bleibt, wie er ist.
done-watched = Partie { $game } ist ab jetzt hier zu sehen.

ask-resign = Partie { $game } aufgeben? Das lässt sich nicht zurücknehmen.
ask-abort = Partie { $game } abbrechen? Sie endet dann ohne Ergebnis.
ask-close = Tisch { $game } schließen?
watch-stopped = Partie { $game } wird hier nicht mehr gezeigt.
plan-set = Wird **{ $when }** gespielt, antwortest du sofort **{ $answer }**. Das siehst nur du; alles andere hebt es auf.
plan-dropped = Deine Antwort **{ $answer }** auf **{ $when }** ist gestrichen.
table-begun = **Die Partie hat begonnen.** { $link }
newest-board = Das neueste Brett: { $link }
shown-later = Es ist notiert, aber ich kann es gerade nicht zeigen. Ich versuche es weiter.
no-thread = Ich darf hier keinen Thread eröffnen, deshalb wird in diesem Kanal gespielt.
unknown-button = Diesen Knopf kenne ich nicht mehr. `/focus-info { command-games-name }` listet deine Partien auf.
bots-do-not-play = { $name } ist ein Bot und kann nicht gefragt werden. Gegen den Computer spielst du mit der Option `{ option-name-computer }`.
private-welcome =
    Hallo! Bei mir spielt man FOCUS, ein Spiel mit Stapeln für zwei, drei oder vier. So geht es los:
    - `/focus { command-new-name } { option-name-computer }:{ level-beginner }` – gleich hier gegen den Computer spielen
    - `/focus { command-new-name }` auf einem Server – ein Tisch, an den sich andere setzen können
    - `/focus-info { command-help-name }` – alles Weitere
how-to-write-moves = Ich lese Züge wie `b7-c7` oder `+c5`. `/focus-info { command-help-name }` erklärt den Rest.
nothing-from-there = Von { $place } aus hast du keinen Zug.
not-in-mode = In „{ $mode }“ gibt es diese Wahl nicht: { $option }.
not-a-game = „{ $text }“ ist keine Nummer einer Partie wie `#12`.
no-position-there = Diese Nachricht zeigt weder ein Brett von mir noch eine Stellung, von der man weiterspielen kann.
no-game-there = Diese Nachricht zeigt keine Partie von mir.
not-a-quiet-number = „{ $text }“ ist weder eine Zahl von 1 bis 65535 noch `off`.
