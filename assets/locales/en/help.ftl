### How to play with the bot.

help-title = FOCUS on Discord
help-intro =
    Move stacks, cover your opponents’ pieces and leave them without a move: Sid Sackson’s FOCUS for two, three or four players.

    - **Start:** { $play } shows what you can choose, with everything preset: the computer, people you pick, or whoever joins. Press **{ button-start }**. { $new } lets you set every option in one command.
    - **Move:** press the blue button under the board and choose, or type { $move } with a move such as `b7-c7` or `+c5`. The distance is the number of pieces that move.{ $reply }
    - **Rules:** { $rules }.
help-reply = You can also reply to the board with a move; keep the `@` mention of the reply on, or I cannot read it.
help-command = - { $command } – { $description }
