### Le temps de réflexion : combien il y en a, quand il est écoulé et ce qui arrive alors.

clock-per-move = { $time } par coup
clock-bank = { $bank } pour tous les coups
clock-bank-increment = { $bank } pour tous les coups, plus { $increment } par coup
clock-runs = Fin du temps : { $when }.
clock-overdue = { $count ->
        [one] Le temps est écoulé, mais un coup compte encore. { $who } peut signaler le temps dépassé ; sans coup ni signalement, la personne qui a le trait sort de la partie { $when }.
       *[other] Le temps est écoulé, mais un coup compte encore. { $who } peuvent signaler le temps dépassé ; sans coup ni signalement, la personne qui a le trait sort de la partie { $when }.
    }
clock-paused = La pendule est arrêtée : je ne suis plus sur le serveur de cette partie.
clock-away = En vacances jusqu’au { $until } ; d’ici là, la pendule est arrêtée.
clock-left = Temps restant : { $left }
clock-left-of = { $who } { $time }
clock-unreadable = « { $text } » n’est pas une durée que je sais lire. Écris `1d` (un jour) ou `12h` pour chaque coup, ou `2h+5m` pour tous les coups plus un ajout par coup.
clock-out-of-range = « { $text } » ne convient pas : de 5 minutes à 14 jours, et 1 jour de plus par coup au maximum.
clock-missing = Tu dis ce qui arrive quand le temps est écoulé, mais il n’y a pas de pendule. Donne aussi `{ option-name-clock }`.

choice-overtime-out = élimination
choice-overtime-claim = élimination si signalé ou après { $time }
choice-overtime-computer = un ordinateur continue

duration-days = { $count ->
        [one] { $count } jour
       *[other] { $count } jours
    }
duration-hours = { $count ->
        [one] { $count } heure
       *[other] { $count } heures
    }
duration-minutes = { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
duration-seconds = { $count ->
        [one] { $count } seconde
       *[other] { $count } secondes
    }

event-overdue = { $who } n’a plus de temps.
event-time-out = { $who } n’a plus de temps et sort de la partie.
event-taken-over = { $who } n’a plus de temps : { $computer } continue.

done-claimed = Partie { $game } : le temps dépassé est signalé.
