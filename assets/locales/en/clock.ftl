### Time to think: how much there is, when it is over, and what happens then.

clock-per-move = { $time } per move
clock-bank = { $bank } for the whole game
clock-bank-increment = { $bank } for the whole game, plus { $increment } per move
clock-runs = Deadline: { $when }.
clock-overdue = { $count ->
        [one] Time is up. A move still counts, and { $who } may claim the time; if neither happens, the player to move is out { $when }.
       *[other] Time is up. A move still counts, and each of { $who } may claim the time; if neither happens, the player to move is out { $when }.
    }
clock-paused = The clock is paused: I am no longer on this game’s server.
clock-away = On vacation until { $until }; the clock is stopped until then.
clock-left = Time left: { $left }
clock-left-of = { $who } { $time }
clock-unreadable = I can’t read “{ $text }” as a time. Write `1d` or `12h` per move, or `2h+5m` for the whole game plus an increment per move.
clock-out-of-range = “{ $text }” is out of range: 5 minutes to 14 days, plus at most 1 day per move.
clock-missing = You chose what happens when time runs out, but there is no clock. Set `{ option-name-clock }` as well.

choice-overtime-out = out of the game
choice-overtime-claim = out if claimed, otherwise { $time } later
choice-overtime-computer = a computer takes over

duration-days = { $count ->
        [one] 1 day
       *[other] { $count } days
    }
duration-hours = { $count ->
        [one] 1 hour
       *[other] { $count } hours
    }
duration-minutes = { $count ->
        [one] 1 minute
       *[other] { $count } minutes
    }
duration-seconds = { $count ->
        [one] 1 second
       *[other] { $count } seconds
    }

event-overdue = { $who } has run out of time.
event-time-out = { $who } has run out of time and is out.
event-taken-over = { $who } has run out of time: { $computer } takes over.

done-claimed = Game { $game }: you have claimed the time.
