### Games that move to another channel, and why they have to.

place-elsewhere = **Game { $game } goes on elsewhere.** { $link }
place-blocked = Game { $game } is stuck: I may not show it in { $channel } any more. I need there: { $permissions }. In another channel of the server, `/focus { command-here-name } { option-name-game }:{ $game }` lets it go on.
place-gone = The channel of game { $game } is gone; the game is not. In another channel, `/focus { command-here-name } { option-name-game }:{ $game }` lets it go on.
done-goes-on = Game { $game } goes on in this channel.
