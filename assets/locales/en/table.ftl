### A table before its game, and lists of games.

table-title = **{ $mode }** · table { $game }
table-alt = The board before the first move: { $mode }
table-open = Anyone may join.
table-invited = By invitation only.
table-challenge = A challenge: the game starts when everyone has accepted.
table-brought = { $name } brought me here. To join, use the buttons below; there is nothing to install.
table-people = At the table ({ $count } of { $seats }): { $people }
table-waiting = Invited: { $people }
table-full-starts = The game starts when the table is full.
table-host-starts = The game starts when the table is full. { $host } can start earlier: two play a duel, three a three-way game.
table-fill = { $host } can also { $ways }.
table-way-computer = add a computer
table-way-invite = invite somebody
table-way-open = open the table to all
table-lot = Colors and the first move are drawn by lot.
table-lot-colors = Colors are drawn by lot.
table-lot-first = The first move is drawn by lot.
table-ask-level = How strong should the computer be?
table-ask-guests = Whom do you want to invite?
table-call = { $people }: { $host } invites you to play FOCUS. { $link }
table-rules-standard = Standard rules.
table-team = **{ $team }:** { $members }
table-team-free = free
table-teams-lot = Choose your team below. If you do not, you get a free place at random.
table-colors = Choose your color below. If you do not, you get one at random.
table-color-free = free
table-thread = The game is played in a thread of its own.
table-private = The game can only be seen in this channel.
table-rematch = A rematch of { $game }: everybody takes the next color.
table-position = The game starts from `{ $position }`.
table-expires = The table closes { $when }.
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
