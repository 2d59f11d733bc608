### A table before its game, and lists of games.

table-title = **{ $mode }** · table { $game }
table-alt = The board before the first move: { $mode }
table-wish = **{ $host } would like to play**
table-invited = By invitation only: { $people }
table-brought = { $name } brought me here. To join, use the buttons below; there is nothing to install.
table-seats = Seats ({ $count } of { $seats }): { $people }
table-host-starts = The game starts when the table is full. { $host } can start earlier: two play a duel, three a three-way game.
table-lot = drawn by lot: { $lots }
table-lot-teams = teams not chosen
table-lot-colors = colors
table-lot-other-colors = colors not chosen
table-lot-first = the first move
table-ask-level = How strong should the computer be?
table-ask-guests = Whom do you want to invite?
table-call = { $people }: { $host } invites you to play FOCUS. { $link }
table-team = **{ $team }:** { $members }
table-free = free
table-no-team = No team yet
table-rematch = A rematch of { $game }: everybody takes the next color.
table-position = The game starts from `{ $position }`.
table-number = Table { $game }
table-expires = closes { $when }
table-closed = **The table is closed.**
table-declined = **The challenge is off**: { $who } declined.
table-expired = **The table is closed**: not enough people joined in time.
table-declined-invited = **The table is closed**: { $who } declined, and too few people are left to fill it.

games-title = **Your games**
games-none = You have no games. Start one with `/focus { command-play-name }`.
games-line = - { $place } { $mode } · { $others } · { $state }
games-line-marked = - { $place } { $mode } · { $others } · { $state } · { $mark }
games-mark-turn = **your turn**
games-mark-clock = **your turn**, deadline: { $when }
games-mark-paused = **your turn**, clock paused
games-mark-overdue = **your turn**, time is up
games-mark-claim = **time is up**, you may claim it
games-nobody = nobody yet
games-open = not started
games-invited = you are invited
games-out = you are out
games-plies = { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    }
games-more = and { $count } more
