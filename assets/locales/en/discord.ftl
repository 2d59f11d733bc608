### What the bot says to one person: that something is done, and what it cannot read.

done-played = Played: **{ $move }**
done-set-up = Table { $game } is set up.
done-joined = You have joined table { $game }.
done-set-up-with-bot = Game { $game }: I play at level “{ $level }”. For another strength, add the option `{ option-name-computer }`.
done-left = You have left table { $game }.
done-computer-added = A computer sits at table { $game }.
done-invited = The invitation to table { $game } is out.
done-opened = Table { $game } is open to all.
done-teams = Table { $game }: the teams have changed.
done-declined = You have declined { $game }.
done-started = Game { $game } begins.
done-resigned = You have resigned game { $game }.
done-draw = Game { $game }: your vote for a draw is recorded.
done-no-draw = Game { $game }: your vote against a draw is recorded.
done-aborted = Game { $game } has been called off.
done-took-back = Game { $game }: your move has been taken back.
done-takeback-asked = Game { $game }: the others have been asked to let you take your move back.
done-takeback-allowed = Game { $game }: you have allowed the takeback.
done-takeback-refused = Game { $game }: the move stays.
done-seat-offered = Game { $game }: your seat is on offer. It stays yours until somebody takes it over.
done-seat-asked = Game { $game }: request sent. The others have to agree.
done-seat-allowed = Game { $game }: you have agreed to the change.
done-seat-refused = Game { $game }: the seat stays with its player.
done-watched = Game { $game } will be shown here from now on.

ask-resign = Resign game { $game }? This cannot be undone.
ask-abort = Call off game { $game }? It then ends without a result.
ask-close = Close table { $game }?
watch-stopped = Game { $game } is no longer shown here.
plan-set = If **{ $when }** is played, you will reply **{ $answer }** at once. Only you can see this; any other move cancels it.
plan-dropped = Your reply **{ $answer }** to **{ $when }** is canceled.
table-begun = **The game has begun.** { $link }
newest-board = The latest board: { $link }
shown-later = It is saved, but I cannot show it right now. I will keep trying.
no-thread = I am not allowed to open threads here, so the game is played in this channel.
unknown-button = I no longer know this button. `/focus-info { command-games-name }` lists your games.
bots-do-not-play = { $name } is a bot and cannot be invited. To play against the computer, use the option `{ option-name-computer }`.
private-welcome =
    Hello! I run games of FOCUS, a game of stacks for two, three or four players. To start:
    - `/focus { command-new-name } { option-name-computer }:{ level-beginner }` – play against the computer, right here
    - `/focus { command-new-name }` on a server – a table that others can join
    - `/focus-info { command-help-name }` – everything else
how-to-write-moves = I read moves such as `b7-c7` or `+c5`. `/focus-info { command-help-name }` explains the rest.
nothing-from-there = You have no move from { $place }.
not-in-mode = “{ $mode }” does not have this option: { $option }.
not-a-game = “{ $text }” is not the number of a game, such as `#12`.
no-position-there = This message shows neither a board of mine nor a position to play on from.
no-game-there = This message shows no game of mine.
not-a-quiet-number = “{ $text }” is neither a number from 1 to 65535 nor `off`.
