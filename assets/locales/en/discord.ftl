### What the bot says to one person: that something is done, and what it cannot read.

done-played = Played: **{ $move }**
done-set-up = Table { $game } is set up.
done-joined = You sit at table { $game }.
done-left = You have left table { $game }.
done-declined = You have declined { $game }.
done-started = Game { $game } begins.
done-resigned = You have resigned game { $game }.
done-draw = Game { $game }: your word for a draw is noted.
done-no-draw = Game { $game }: your word against a draw is noted.
done-aborted = Game { $game } is called off.
done-took-back = Game { $game }: your move is taken back.
done-takeback-asked = Game { $game }: the others are asked whether you may take your move back.
done-takeback-allowed = Game { $game }: you let the move be taken back.
done-takeback-refused = Game { $game }: the move stays.
done-seat-offered = Game { $game }: your seat is on offer. Until somebody takes it over, it is yours.
done-seat-asked = Game { $game }: asked for. The others have to agree.
done-seat-allowed = Game { $game }: you agree to the change.
done-seat-refused = Game { $game }: the seat does not change hands.
done-watched = Game { $game } is followed here from now on.

ask-resign = Resign game { $game }? This cannot be taken back.
ask-abort = Call off game { $game }? It then ends without a result.
watch-stopped = Game { $game } is no longer followed here.
plan-set = If **{ $when }** is played, you answer **{ $answer }** at once. Only you can see this; anything else drops it.
plan-dropped = Your answer **{ $answer }** to **{ $when }** is dropped.
table-begun = **The game has begun.** { $link }
newest-board = The newest board: { $link }
shown-later = It is noted, but I cannot show it at the moment. I keep trying.
no-thread = I may not open a thread here, so the game is played in this channel.
unknown-button = I no longer know this button. `/focus { command-games-name }` lists your games.
bots-do-not-play = { $name } is a bot and cannot be asked. To play against the computer, use the option `{ option-name-computer }`.
how-to-write-moves = I read moves such as `b7-c7` or `+c5`. `/focus { command-help-name }` explains the rest.
nothing-from-there = You have no move from { $place }.
not-in-mode = “{ $mode }” does not have this choice: { $option }.
not-a-game = “{ $text }” is not the number of a game, such as `#12`.
not-a-quiet-number = “{ $text }” is neither a number from 1 to 65535 nor `off`.
