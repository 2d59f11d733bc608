### Messages about failures and missing permissions.

fault-noted = Something went wrong on our side (error `{ $fault }`). Nothing is lost; please try again in a moment.
fault-record = We cannot read some of our data (error `{ $fault }`). Trying again will not help; please report this to whoever runs this bot.
fault-storage = Our storage failed (error `{ $fault }`). What you just did may not have been saved; please look again in a minute.
missing-permissions = I lack permissions in this channel: { $permissions }. Please ask a server admin to grant them.
missing-permissions-there = I lack permissions in { $channel }: { $permissions }. Please ask an admin of that server to grant them.
missing-thread = I cannot see this private thread yet; mention me here so that I can join it. If that does not help, ask a server admin to let me view the channel.
missing-files = I cannot attach files here, so I describe the board in words. Messages that only you see still have pictures.

permission-view-channel = View Channel
permission-connect = Connect
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-create-public-threads = Create Public Threads
permission-attach-files = Attach Files
permission-read-message-history = Read Message History
