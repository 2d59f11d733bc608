### How to play with the bot, and what it says when something is in the way.

help-title = FOCUS on Discord
help-intro =
    Move stacks, cover your opponents’ pieces and leave them without a move: Sid Sackson’s FOCUS for two, three or four players.

    - **Start:** { $play } shows what you can choose, with everything preset: the computer, people you pick, or whoever joins. Press **{ button-start }**. { $new } takes every option at once.
    - **Move:** press **Move** under the board and choose, or type { $move } with a move such as `b7-c7` or `+c5`. The distance says how many pieces move.{ $reply }
    - **Rules:** { $rules }.
help-reply = You can also reply to the board with a move; leave the `@` mention of the reply on, or I cannot read it.
help-command = - { $command } – { $description }

fault-noted = Something went wrong on our side (error `{ $fault }`). Nothing is lost; please try again in a moment.
fault-storage = Our storage failed (error `{ $fault }`). What you just did may not have been saved; please look again in a minute.
missing-permissions = I lack permissions in this channel: { $permissions }. Please ask a server admin to grant them.

permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-in-threads = Send Messages in Threads
permission-create-threads = Create Public Threads
permission-attach-files = Attach Files
permission-read-history = Read Message History
