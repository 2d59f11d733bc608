### Messages about failures and missing permissions.

fault-noted = Something went wrong on our side (error `{ $fault }`). Nothing is lost; please try again in a moment.
fault-record = We cannot read some of our data (error `{ $fault }`). Trying again will not help; please report this to whoever runs this bot.
fault-storage = Our storage failed (error `{ $fault }`). What you just did may not have been saved; please look again in a minute.
missing-permissions = I lack permissions in this channel: { $permissions }. Please ask a server admin to grant them.
missing-files = As long as I may not attach files, I describe the board here in words. What I show only to you still has its pictures.

permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-in-threads = Send Messages in Threads
permission-create-threads = Create Public Threads
permission-attach-files = Attach Files
permission-read-history = Read Message History
