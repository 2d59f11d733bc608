### Settings of people and servers.

settings-title = **Your settings**
settings-line = { $what }: **{ $choice }**
settings-language = Language
settings-theme = Board style
settings-orientation = Bottom
settings-scope = Style and side apply only to boards that only you see.
settings-reminders = Reminders per turn
settings-reminder-place = Remind me
settings-night = Quiet hours
settings-zone = Time zone
settings-vacation = Vacation
settings-typed = For a value that is not in the menus, type `/focus-me { command-settings-name }` and pick `{ option-name-night }`, `{ option-name-zone }` or `{ option-name-vacation }`.

language-as-discord = as in Discord
theme-tower = towers
theme-contrast = high contrast, a letter on every piece
theme-flat = flat and light, good for printing
orientation-fixed = always the same side
orientation-mover = the player to move
orientation-mine = my side
as-on-server = as on the server
as-everywhere = default
reminder-place-channel = in the channel of the game
reminder-place-direct = by direct message, or in the channel if that fails
night-none = none
night-hours = { $from }:00–{ $to }:00 ({ $zone })
night-unreadable = “{ $text }” is not a range of hours. Write `22-7`, or `off`.
zone-unknown = “{ $text }” is not a time zone, such as `Europe/London`. Pick one from the list.
vacation-none = none; days left this year: { $days }
vacation-until = until { $until }; days left this year: { $days }
vacation-end = end my vacation

document-privacy = Privacy
document-terms = Terms of use
person-gone = deleted player
data-question = Delete everything that is stored about you? { $games ->
        [0] You have no running games.
        [one] Your running game will be resigned.
       *[other] Your { $games } running games will be resigned.
    } You will leave your tables, and your settings and your name on finished games will be removed. This cannot be undone.
data-erased = Everything about you has been deleted. If you play again, you start afresh.
data-exported = This is everything that is stored about you.

admin-title = **FOCUS on this server**
settings-label = { $what }: { $choice }
settings-threads = Thread for each game
settings-replays = Replay at the end of a game
settings-clocks = Clocks of games
settings-channels = Channels to play in
settings-roles = Roles that may play
settings-moderators = Roles that may call games off
settings-moderators-allow = Discord shows `/focus-admin` only to those who manage the server. For roles that may call games off, allow it under Server Settings → Integrations.
threads-yes = yes, unless the host says otherwise
threads-no = only if the host wants one
threads-proposed = only if the host wants one; suggested where a game is already running
replays-yes = posted for everybody
replays-no = not posted
clock-kind-none = no clock
clock-kind-move = time for each move
clock-kind-bank = time for the whole game
list-everywhere = all
list-any-clock = any, or none
list-everybody = everybody
list-managers = only those who manage the server
list-deleted = none, because those listed were deleted
audit-none = Nothing has been changed on this server yet.
audit-title = **What was changed on this server** ({ $page } of { $pages })
audit-line = { $time } · { $name } · { $action }
audited-listed = { $item } added
audited-unlisted = { $item } removed
audited-abort = game { $game } called off
diagnose-fine = I have all the permissions I need in this channel.
diagnose-direct = It is just the two of us here: games against computers, hints, the analysis, the rules and practice all work.
diagnose-direct-typed = Moves can be typed.
diagnose-visited = I am not a member here. Somebody who has installed me is using me here, so I can only reply to people. Games for two to four players, with or without computers, work with the buttons; nobody else needs to install anything. People who have installed me or share a server with me get reminders and news by direct message; I cannot message anyone else. For threads, followed games and typed moves, I need to be a member.
diagnose-administrator = I have administrator rights, which I do not need. Please remove them.
