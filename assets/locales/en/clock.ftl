### Time to think: how much there is, when it is over, and what happens then.

clock-per-move = { $time } per move
clock-bank = { $bank } for all moves
clock-bank-increment = { $bank } for all moves, and { $increment } more with each
clock-runs = Time runs out { $when }.
clock-overdue = Time is over. The others may claim it; until they do, a move still counts.
clock-away = On vacation until { $until }; the clock stands still so long.
clock-reminder = { $mention }, it is your turn in game { $game }: time runs out { $when }.
clock-left = Time left: { $left }
clock-left-of = { $who } { $time }
clock-unreadable = “{ $text }” is no time I can read. Write `1d` or `12h` for each move, or `2h+5m` for all moves and what each one adds.
clock-out-of-range = “{ $text }” does not fit: there can be 5 minutes to 14 days, and at most 1 day added with each move.
clock-missing = You say what happens when time is over, but there is no clock. Give `{ option-name-clock }` as well.

choice-overtime-out = out of the game
choice-overtime-claim = out as soon as somebody claims it
choice-overtime-computer = a computer plays on
table-clock = Time: { $time }. When it is over: { $overtime }.

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
event-taken-over = { $who } has run out of time: { $computer } plays on.

done-claimed = Game { $game }: the time is claimed.
