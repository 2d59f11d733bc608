### Why a request is not carried out. Nothing has changed.

refusal-no-such-game = There is no game { $game }. `/focus { command-games-name }` lists yours.
refusal-no-game-here = You have no game here. Set up a table with `/focus { command-new-name }`, or name a game by its number.
refusal-which-game = You have several games here: { $games }. Say which one you mean.
refusal-not-a-player = Only those who play this game can do that.
refusal-not-your-turn = It is not your turn: { $name } is to move.
refusal-stale = This is not the latest board: the game has gone on since. Please use the newest message of this game.
refusal-game-over = This game has ended.
refusal-table-closed = This table is closed. Set up a new one with `/focus { command-new-name }`.
refusal-not-begun = This game has not begun yet.
refusal-already-begun = This game has begun already.
refusal-table-full = No seat is free at this table.
refusal-already-seated = You sit at this table already.
refusal-not-seated = You do not sit at this table.
refusal-not-invited = This table is for invited people only.
refusal-not-host = Only { $name }, who set up this table, can do that.
refusal-too-few-people = A game needs at least two players.
refusal-wrong-number = { $mode } is a game for { $seats }, you included; counted here: { $players }.
refusal-no-partners = { $mode } has no partners; choose the mode with partners.
refusal-rated-computer = A game with computers cannot be rated. Leave out the computers or `{ option-name-rated }`.
refusal-rated-substitute = In a rated game nobody’s place is taken by a computer. Choose another `{ option-name-overtime }`, or leave out `{ option-name-rated }`.
refusal-rated-position = A rated game begins from the usual position. Leave out the position or `{ option-name-rated }`.
refusal-no-end = Computers never get tired, so a game between computers needs a limit: leave `{ option-name-quiet }` out, or give at most { $plies }.
refusal-nobody-plays = Without people, a game needs computers. Name one with the option `{ option-name-computer }`.
refusal-same-person = Somebody is named twice, or you have named yourself. Every seat needs another person.
refusal-too-many-games = You are in { $limit ->
        [one] 1 game
       *[other] { $limit } games
    } already, as many as you can have at a time. Finish one first.
refusal-channel-full = This channel holds { $limit ->
        [one] 1 game
       *[other] { $limit } games
    } already, as many as it can. Please play in another one.
refusal-draw-already = You have agreed to this draw already. The others have to answer.
refusal-draw-turned-down = Your last draw offer was declined. Play a move before you offer another.
refusal-no-draw = There is no draw offer to refuse.
refusal-no-hints = Hints are for games against computers alone.
refusal-out = You are out of this game.
refusal-vacation = You do not have that many vacation days left this year, only { $limit }.
refusal-other-server = This game is played on another server. It can go on in any channel there.
refusal-time-over = Your time for this move is over.
refusal-nothing-to-claim = There is no opponent’s time to claim in this game.
refusal-no-seat = No seat can change hands in this game, or it is not yours to decide.
refusal-seat-asked = Somebody has asked already, or another seat is on offer. Wait for the answer.
refusal-seat-allowed = You have agreed to this already. The others have to answer.
refusal-seat-rated = This game is rated: its players stay.
refusal-seat-no-room = Whoever asked for the seat is in as many games as one can have at a time by now. Refuse, or wait until one of them is over.
refusal-too-late-to-abort = A game can be called off only before its second move. You can resign or offer a draw.
refusal-nothing-to-take-back = You have no move here that can be taken back.
refusal-takeback-already = You have already answered this request.
refusal-takeback-turned-down = Your takeback request was declined. You can ask again after your next move.
refusal-takeback-to-answer = Somebody else wants to take a move back. Please answer that first, with the buttons below the board.
refusal-no-takeback = Nobody is asking to take a move back.
refusal-game-goes-on = This game is still going on.
refusal-no-import = This record is no longer kept. Import it again with `/focus { command-import-name }`.
refusal-rematch-begun = The rematch has begun already: it is game { $game }.
refusal-player-gone = Somebody who played had all data deleted and cannot be asked again. Set up a new game with `/focus { command-new-name }`.
refusal-position-over = The game is over in this position. Give one in which somebody still has to decide.
refusal-position-without-some = Somebody is out in this position. Give one in which every color still plays.
refusal-position-needs-all = A game from a position needs somebody for every color.
position-unreadable = I cannot read “{ $got }” in this position. I expect FPS, eight fields with a space between: mode, board, side, hands, captures, out, quiet moves, ply.
position-other-mode = This is a position of { $position }, not of { $wanted }.
position-pieces = This is no legal position: { $color } needs { $expected } pieces on the board, in hand and captured together, but has { $found }.
position-side = This is not a legal position: it cannot be { $color }’s turn.
position-captures = This is no legal position: { $color } cannot have captured pieces of its own side.
position-stranger = This is no legal position: { $color } does not play in this mode.
position-exchange = This is no legal position: it does not fit the exchange opening.
refusal-plan-own-turn = It is your turn: play your move without the option `{ option-name-if }`.
refusal-plan-out-of-turn = After this move it would not be your turn. You can prepare a reply only to the move right before yours.
refusal-plan-end = This move would end the game, so there is nothing to answer.
refusal-expected = The move you expect cannot come. { $reason }
refusal-answer = Your answer to it: { $reason }
refusal-no-plan = You have no answer set out in this game.
refusal-private = This game can be seen only where it is played.
refusal-watched-here = This channel shows that game already.
refusal-too-many-watches = This channel follows { $limit ->
        [one] 1 game
       *[other] { $limit } games
    } already, as many as it can. Stop one of them first.
refusal-not-over = This game is still going on. You can review it once it is over.
refusal-no-past-game = No game has ended here yet. Name one by its number; `/focus { command-history-name }` lists those that have ended.
refusal-not-here = On this server, games are played in { $channels }.
refusal-role = On this server, FOCUS is for these roles: { $roles }.
refusal-clocks = On this server, games are played with: { $clocks }.
refusal-not-a-manager = Only those who may manage this server can do that.
refusal-not-a-moderator = Only moderators of FOCUS on this server can do that.
refusal-list-full = This list has { $limit } entries already, as many as it can. Take one off first.
refusal-server-full = This server holds { $limit ->
        [one] 1 game
       *[other] { $limit } games
    } already, as many as it can. Please wait until one has ended.
refusal-too-fast = That was a lot at once. Please go on in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }; nothing is lost.
refusal-too-fast-channel = There is a lot going on in this channel. Please go on in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }; nothing is lost.
refusal-too-fast-server = There is a lot going on on this server. Please go on in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }; nothing is lost.
refusal-too-many-own-watches = You have channels follow { $limit ->
        [one] 1 game
       *[other] { $limit } games
    } already, as many as you can. Stop one of them first.
refusal-too-many-server-watches = The channels of this server follow { $limit ->
        [one] 1 game
       *[other] { $limit } games
    } already, as many as they can. Stop one of them first.
refusal-not-watched = This message does not follow that game.
refusal-not-your-watch = Only those who asked to follow this game here, its players and the moderators of FOCUS on this server can stop it.
