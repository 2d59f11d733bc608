### Wertungen: was eine Partie mit ihnen macht, wer am stärksten ist, die Partien einer Person.

table-rated = **Gewertet:** Das Ergebnis zählt für die Wertung aller, die mitspielen; wer sich setzt, ist damit einverstanden.
ratings-changed = **Wertungen:** { $changes }
ratings-uncounted = **Wertungen:** unverändert, weil zu wenige zweimal gezogen hatten.
rating-change = { $name } { $before } → { $after } ({ $change })

leaderboard-server = { $mode } – die Stärksten hier
leaderboard-all = { $mode } – die Stärksten überall
leaderboard-empty = Hier hat noch niemand eine gewertete Partie dieser Spielart beendet. Deine kann die erste sein.
leaderboard-empty-all = Noch niemand mit einer Wertung in dieser Spielart möchte auf der Liste aller Server stehen. Mit **{ button-list-me }** machst du den Anfang.
leaderboard-line = { $number }. { $name }: { $rating } { $deviation }, { $record }
rating-legend = -# `?` heißt, dass aus letzter Zeit zu wenige Partien bekannt sind, ± um wie viel eine Wertung danebenliegen kann; + gewonnen, = remis, − verloren { $games ->
    [rated] in gewerteten Partien
   *[all] in allen Partien unter Menschen
}.

profile-none = { $name } hat noch keine Partie gegen andere Menschen beendet.
profile-none-own = Du hast noch keine Partie gegen andere Menschen beendet.
profile-mode = { $mode }: { $rating } { $deviation }, { $record }
profile-mode-unrated = { $mode }: keine Wertung, { $record }
profile-form = Letzte Partien, die neueste zuletzt: { $form }
versus-against = Gegen { $name }: { $record }{ $neither ->
    [0] {""}
   *[other] {" "}(`=` keiner von beiden gewann)
}
versus-together = Zusammen mit { $name }: { $record }
versus-none = Es gibt noch keine gemeinsamen Partien mit { $name }.
profile-computers = **Gegen Computer** (besiegte Stufen fett)
profile-computers-mode = - { $mode }: { $levels }
shared-by = -# Geteilt von { $name }
shared-unseen = Das siehst nur du: Dieser Server zeigt sonst niemandem, was ich hier sage.

rating-rules-title = So wird gewertet
rating-rules =
    - **Gewertet** werden Partien unter Menschen, für die das beim Eröffnen des Tisches gewählt wurde (`{ option-name-rated }`). Wer sich setzt, ist einverstanden. Eine solche Partie hat eine Bedenkzeit und zählt, sobald alle zweimal gezogen haben. Wer zu dritt oder zu viert vorher aussteigt, hat trotzdem verloren, wenn alle, die bleiben, zweimal gezogen haben. Eine abgebrochene Partie zählt nicht.
    - Jede der vier Spielarten hat eigene Wertungen. Alle beginnen mit 1500; wer 400 Punkte mehr hat als jemand, gewinnt voraussichtlich zehn von elf Duellen.
    - Duelle werden nach Glicko-2 gewertet, die anderen Spielarten nach Weng und Lin: Die Gewinner gelten als Sieger über alle anderen, die anderen als remis untereinander. Bei Remis gelten alle, die noch im Spiel sind, als Sieger über die Ausgeschiedenen. Partner gewinnen und verlieren als Team.
    - **±** sagt, um wie viel eine Wertung danebenliegen kann: In zwei von drei Fällen liegt die wahre Stärke darin. Jede Partie verkleinert es; nach einem Jahr ohne gewertete Partie beginnt die nächste mit ±110 statt mit ±60. Über ±110 im Duell und ±150 in den anderen Spielarten ist eine Wertung vorläufig: Sie bekommt ein `?` und steht unter allen sicheren. Dort steht auch, wer so lange nicht gespielt hat, dass die nächste Partie darüber beginnen würde.
    - **Wiederholte Partien zählen weniger:** Von den Partien, in denen dieselben zwei Leute in einer Spielart innerhalb von 24 Stunden aufeinandertreffen, zählt die erste ganz, die zweite halb, die dritte zu einem Drittel und so weiter.
