### Games that move to another channel, and why they have to.

place-elsewhere = **Game { $game } continues elsewhere.** { $link }
place-blocked = Game { $game } is stuck: I may not show it in { $channel } anymore. There I need: { $permissions }. In another channel of the server, `/focus { command-here-name } { option-name-game }:{ $game }` resumes it.
place-gone = The channel of game { $game } has been deleted, but the game has not. In another channel, `/focus { command-here-name } { option-name-game }:{ $game }` resumes it.
place-gone-several = The channels of games { $games } have been deleted, but the games have not. In another channel, `/focus { command-here-name } { option-name-game }:{ $game }` resumes the first of them; the others work the same way.
done-goes-on = Game { $game } continues in this channel.
