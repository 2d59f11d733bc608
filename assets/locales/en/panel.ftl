### The panel that sets a game up.

panel-title = ## Play FOCUS
panel-nobody = Choose whom you want to play with.
panel-summary = -# { $parts }
panel-rated = rated
panel-unrated = unrated
panel-standard = standard rules
panel-thread = in a thread
panel-thread-proposed = in a thread, because this channel already has a game or table
panel-private = in this channel only
panel-fill = free seats: { $player }

panel-against-computer = Against the computer
panel-against-people = Against people I choose
panel-against-anyone = Against whoever joins
panel-whom = Pick up to three people
panel-level = Level: { $level }
panel-about-duel = One against one: leave your opponent without a move
panel-about-three-way = Everyone for themselves: a race for captures
panel-about-partners = Two against two: partners sit opposite each other
panel-about-free-for-all = Four players, everyone for themselves: a race for captures
panel-no-clock = No clock
panel-clock = Clock: { $clock }
panel-clock-other = Other…
panel-overtime = when time runs out: { $overtime }

panel-switches = Rated, thread, private…
panel-switch-rated = Rated: the result counts for the ratings
panel-switch-thread = In a thread of its own
panel-switch-private = Private: shown in this channel only
panel-switch-repetition = No draw by repetition
panel-switch-twelve = 12 pieces each, as in 1965

panel-form-title = Clock and draws
panel-form-clock = Clock
panel-form-about-clock = 1d or 12h per move, or 2h+5m for the whole game plus an increment per move. Empty: no clock.
panel-form-quiet = Moves without a capture before a draw
panel-form-about-quiet = A number, such as 200, or “off” if this should never be a draw.
