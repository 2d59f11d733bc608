### Reasons why a request is not carried out. Nothing has changed.

refusal-no-such-game = There is no game { $game }. `/focus-info { command-games-name }` lists yours.
refusal-no-game-here = You have no game here. Start one with `/focus { command-play-name }`, or name a game by its number.
refusal-no-table = No table is waiting for you here. Set one up with `/focus { command-play-name }`; to leave a game that has started, use `/focus { command-resign-name }`.
refusal-which-game = Several games could be meant: { $games }. Please tell me which one you mean.
refusal-not-a-player = Only players of this game can do that.
refusal-not-your-turn = It is not your turn: { $name } is to move.
refusal-stale = This is not the latest board: the game has moved on. Please use the latest message of this game.
refusal-game-over = This game has ended.
refusal-table-closed = This table is closed. Set up a new one with `/focus { command-play-name }`.
refusal-not-begun = This game has not started yet.
refusal-already-begun = This game has already started.
refusal-table-full = No seat is free at this table.
refusal-other-computers = Other computers are at this table by now. Please choose again.
refusal-already-seated = You are already at this table.
refusal-not-seated = You are not at this table.
refusal-not-invited = This table is by invitation only.
refusal-nothing-to-decline = There is no invitation here for you to decline.
refusal-already-at-table = Already at this table: { $people }. Please choose only others.
refusal-already-called = { $people } already got an invitation to this table. Nobody is called twice; please choose only others.
refusal-has-declined = { $people } declined the invitation to this table and won’t be called to it again; please choose only others.
refusal-not-host = Only { $name }, the host of this table, can do that.
refusal-too-few-people = A game needs at least two players.
refusal-wrong-number = { $mode } is for { $seats } players, you included, but there { $players ->
        [one] is 1
       *[other] are { $players }
    } here.
refusal-no-partners = { $mode } has no partners; choose the mode with partners.
refusal-team-full = Both places on this team are taken. Choose the other team.
refusal-already-in-team = You are already on this team.
refusal-partners-stay = In a rematch partners stay together. For other teams, set up a new table with `/focus { command-play-name }`.
refusal-color-taken = { $color } already belongs to { $name }. Choose another color.
refusal-own-color = You already have this color.
refusal-colors-drawn = Colors are drawn by lot at this table.
refusal-colors-follow = In a rematch everybody takes the next color. To choose colors, set up a new table with `/focus { command-play-name }`.
refusal-rated-computer = A game with computers cannot be rated. Play it unrated, or with people only.
refusal-rated-substitute = In a rated game no computer takes over. Choose another `{ option-name-overtime }`, or play unrated.
refusal-rated-position = A rated game starts from the usual position. Leave out the position, or play unrated.
refusal-no-end = Computers never get tired, so a game between computers needs a limit: leave `{ option-name-quiet }` out, or give at most { $plies }.
refusal-too-few-invited = { $mode } needs { $seats } players, but with you, those invited and the computers there are only { $players }. Invite more people, add computers with `{ option-name-computer }`, or invite nobody, so that anyone can join.
refusal-rated-clock = A rated game needs a clock. Choose one, for example `1d`, or play unrated.
refusal-nobody-plays = Without people, a game needs computers. Name one with the option `{ option-name-computer }`.
refusal-same-person = Somebody is named twice, or you have named yourself. Every seat needs a different person.
refusal-too-many-invited = Only { $limit } invitations to a table can be open at a time. Please invite others later.
refusal-too-many-called = No more than { $limit } people can be invited to one table.
refusal-too-many-games = You already have { $limit ->
        [one] 1 game
       *[other] { $limit } games
    }, the maximum. Finish one first.
refusal-channel-full = This channel already has { $limit ->
        [one] 1 game
       *[other] { $limit } games
    }, the maximum. Please play in another one.
refusal-draw-already = You have already agreed to this draw. The others have to answer.
refusal-draw-turned-down = Nothing came of the draw. Play a move before you offer one again.
refusal-no-draw = There is no draw offer to answer.
refusal-no-hints = Hints are only for games against computers.
refusal-out = You are out of this game.
refusal-vacation = You do not have that many vacation days left this year, only { $limit }.
refusal-other-server = This game is played on another server. It can be moved to any channel there.
refusal-rated-stays = This game is rated, so it stays in its channel as long as others play on in it. Wherever you are, `/focus { command-board-name }` shows you the board, and `/focus { command-move-name }` plays your move.
refusal-private-stays = This game is private: its players count on only one channel showing it, so it stays there. Wherever you are, `/focus { command-board-name }` shows you the board, and `/focus { command-move-name }` plays your move.
refusal-alone = It is just the two of us here. Play against the computer, or ask people on a server or in a group.
refusal-time-over = Your time for this move is up.
refusal-nothing-to-claim = No opponent has run out of time in this game.
refusal-no-seat = No seat can change hands in this game, or it is not yours to decide.
refusal-seat-asked = Somebody has already asked, or another seat is on offer. Wait for the answer.
refusal-seat-allowed = You have already agreed to this. The others have to answer.
refusal-seat-offered = You have already offered your seat since your last move. You can offer it again after your next one.
refusal-seat-rated = This game is rated: its players stay.
refusal-seat-no-room = The person who asked for the seat has reached the maximum number of games. Decline, or wait until one of them is over.
refusal-too-late-to-abort = A game can be called off only before its second move. You can resign or offer a draw.
refusal-nothing-to-take-back = You have no move here that can be taken back.
refusal-takeback-already = You have already asked to take this move back. The others have to answer.
refusal-takeback-waits = This request waits for the others, not for you.
refusal-takeback-turned-down = Nothing came of your takeback request. You can ask again after your next move.
refusal-takeback-to-answer = Somebody else wants to take a move back. Please answer that first, with the buttons below the board.
refusal-no-takeback = Nobody is asking to take a move back.
refusal-game-goes-on = This game is still going on.
refusal-too-much-beside-moves = There have been too many offers, requests and takebacks in this game. You can only move or resign now.
refusal-no-import = This record is no longer kept. Import it again with `/focus-info { command-import-name }`.
refusal-rematch-begun = The rematch has already started: it is game { $game }.
refusal-rematch-declined = The rematch was declined. Only the person who declined can still set it up. For another game, use `/focus { command-play-name }`.
refusal-player-gone = One of the players has deleted all their data and cannot be asked again. Set up a new game with `/focus { command-play-name }`.
refusal-position-over = The game is over in this position. Choose one that is still undecided.
refusal-position-without-some = A player is out in this position. Choose one in which every color is still playing.
refusal-position-needs-all = A game from a position needs a player for every color.
position-unreadable = I cannot read “{ $got }” in this position. I expect FPS, eight fields separated by spaces: mode, board, side, reserves, captures, out, quiet moves, ply.
position-other-mode = This is a position of { $position }, not of { $wanted }.
position-pieces = This is not a legal position: { $color } needs { $expected } pieces on the board, in reserve and captured together, but has { $found }.
position-side = This is not a legal position: it cannot be { $color }’s turn.
position-captures = This is not a legal position: { $color } cannot have captured pieces of its own side.
position-stranger = This is not a legal position: { $color } does not play in this mode.
position-exchange = This is not a legal position: it does not fit the exchange opening.
refusal-premove-own-turn = It is your turn: play your move without the option `{ option-name-if }`.
refusal-premove-out-of-turn = After these moves it would not be your turn, so you cannot reply. Separate several expected moves by commas.
refusal-premove-end = This move would end the game, so there is nothing to reply to.
refusal-expected = The move you expect cannot be played. { $reason }
refusal-answer = Your reply to it: { $reason }
refusal-no-premove = You have not prepared a reply in this game.
refusal-too-many-premoves = You can prepare at most { $lines } lines of up to { $moves } moves.
refusal-private = This game can be seen only where it is played.
refusal-watched-here = This channel already shows that game.
refusal-too-many-watches = This channel already follows { $limit ->
        [one] 1 game
       *[other] { $limit } games
    }, the maximum. Press **{ button-unwatch }** under one of them first.
refusal-not-over = This game is still going on. You can analyze it or play on from it once it is over.
refusal-no-ended-game = No game has ended here yet. Name one by its number; `/focus-info { command-history-name }` lists finished games.
refusal-not-here = On this server, games are played in { $channels }.
refusal-channels-deleted = On this server, games were played in channels that have been deleted. Those who manage the server can choose others with `/focus-admin { command-settings-name }`.
refusal-role = On this server, only these roles can play FOCUS: { $roles }.
refusal-roles-deleted = The roles that could play FOCUS on this server have been deleted. Those who manage the server can choose others with `/focus-admin { command-settings-name }`.
refusal-roles-unknown-here = This game’s server limits FOCUS to certain roles, and I can check yours only there. Please accept the invitation on that server.
refusal-clocks = On this server, games are played with: { $clocks }.
refusal-not-a-manager = Only people who can manage this server can do that.
refusal-not-a-moderator = Only moderators of FOCUS on this server can do that.
refusal-own-rated-game = This game counts for your own rating, so only another moderator can call it off. While you are still in it, you can resign.
refusal-list-full = This list already has { $limit } entries, the maximum. Remove one first.
refusal-server-full = This server already has { $limit ->
        [one] 1 game
       *[other] { $limit } games
    }, the maximum. Please wait until one has ended.
refusal-too-fast = That was a lot at once. Please continue in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }; nothing is lost.
refusal-too-fast-channel = This channel is very busy right now. Please continue in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }; nothing is lost.
refusal-too-fast-server = This server is very busy right now. Please continue in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }; nothing is lost.
refusal-own-watches = You already follow { $limit ->
        [one] 1 game
       *[other] { $limit } games
    } in channels, the maximum. Press **{ button-unwatch }** under one of them first.
refusal-watches-here = The channels of this server already follow { $limit ->
        [one] 1 game
       *[other] { $limit } games
    }, the maximum. Press **{ button-unwatch }** under one of them first.
refusal-followers = This game is already followed in { $limit } channels, the maximum. Please wait until one of them stops.
refusal-not-watched = This message does not follow that game.
refusal-not-your-watch = Only those who asked to follow this game here, its players and the moderators of FOCUS on this server can stop it.
