### Games that move to another channel, and why they have to.

place-elsewhere = **Game { $game } continues elsewhere.** { $link }
place-table-elsewhere = Table { $game } is now here: { $link }
place-blocked = Game { $game } is stuck: I am no longer allowed to show it in { $channel }. I need these permissions there: { $permissions }. In another channel of the server, `/focus { command-here-name } { option-name-game }:{ $game }` resumes it.
place-gone = The channel of game { $game } has been deleted or closed, but the game has not ended. In another channel, `/focus { command-here-name } { option-name-game }:{ $game }` resumes it.
place-gone-several = The channels of games { $games } have been deleted or closed, but the games have not ended. In another channel, `/focus { command-here-name } { option-name-game }:{ $game }` resumes the first of them; the others work the same way.
place-left = I have been removed from the server where game { $game } is played, but the game has not ended. Clocks are paused until I am back. Invite me again, or resume it on another server or in a group with `/focus { command-here-name } { option-name-game }:{ $game }`.
place-left-several = I have been removed from the server where games { $games } are played, but the games have not ended. Clocks are paused until I am back. Invite me again, or resume the first of them on another server or in a group with `/focus { command-here-name } { option-name-game }:{ $game }`; the others work the same way.
done-goes-on = Game { $game } continues in this channel.
place-unseen = -# Where this game is played, I can only reply to people. The new board appears there once somebody uses one of my buttons or commands: { $link }
place-moved = Another player has moved this game to another channel. If the link does not open for you, play on here, or bring the game back with `/focus { command-here-name } { option-name-game }:{ $game }` in a channel that you can see.
place-moved-from-here = { $person }, game { $game } has been moved to another channel. If the link does not open for you, bring the game back with `/focus { command-here-name } { option-name-game }:{ $game }` in a channel that you can see. { $link }
place-moved-stays = Game { $game } has been moved to another channel and stays there. If the link does not open for you, `/focus { command-board-name }` shows you the board wherever you are, and `/focus { command-move-name }` plays your move.
place-shown-when-asked = Done. Where this game is played, I can only reply to people, so the new board appears there once somebody uses one of my buttons or commands. Whoever needs to know gets a direct message.
place-untold = Done, but I cannot message { $people }, and where this game is played, I can only reply to people. Press one of my buttons there, or use `/focus { command-here-name }`, to bring up the board.
place-uncalled = Done. The board is up, but nobody was notified, and I cannot message { $people }.
place-ephemeral-only = On this server, only you can see what I say here, so nobody could join you. Play in my direct messages, in a group, or where I am a member.
place-no-threads = I cannot open a thread here. Set up the game without one.
place-only-answers = I am not a member here and can only reply to people: no threads, and no following of other games.
