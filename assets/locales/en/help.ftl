### How to play with the bot.

help-title = FOCUS on Discord
help-intro =
    Move stacks, cover your opponents’ pieces and leave them without a move: Sid Sackson’s FOCUS for two, three or four players.

    - **Start:** { $play } shows what you can choose, with everything preset: the computer, people you pick, or whoever joins. Press **{ button-start }**. { $new } takes every option at once.
    - **Move:** press **Move** under the board and choose, or type { $move } with a move such as `b7-c7` or `+c5`. The distance says how many pieces move.{ $reply }
    - **Rules:** { $rules }.
help-reply = You can also reply to the board with a move; leave the `@` mention of the reply on, or I cannot read it.
help-command = - { $command } – { $description }
