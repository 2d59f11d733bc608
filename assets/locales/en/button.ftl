### Labels of buttons and menus.

button-join = Join
button-accept = Accept
button-decline = Decline
button-start = Start
button-leave = Leave
menu-place = Place somebody in a team (host only)
place-choice = { $name } → { $team }
button-board = Board
button-flip = Flip
button-words = In words
button-picture = As a picture
button-draw = Draw
button-accept-draw = Accept draw
button-refuse-draw = Decline draw
button-resign = Resign
button-claim = Claim time
button-abort = Call off
button-takeback = Take back
button-allow-takeback = Allow takeback
button-refuse-takeback = Decline takeback
button-offer-seat = Offer my seat instead
button-seat-computer = Let a computer take over
button-seat-mine = Take the seat
button-allow-seat = Agree to the change
button-refuse-seat = Decline
button-keep-seat = Keep my seat
button-first = First
button-back = Back
button-next = Next
button-last = Last
button-unwatch = Stop watching
button-drop-plan = Cancel the reply
button-rematch = Rematch
button-confirm = Yes
button-cancel = No
button-move = Move
button-type = Type…
button-other-stack = Another stack
button-practice = Practice
button-rules = Rules
button-play = Play { $move }
button-stronger = Stronger
button-weaker = Weaker
button-this-server = This server
button-all-servers = All servers
button-list-me = List me here
button-take-me-off = Take me off
button-rating-rules = How ratings work
button-newer = Newer
button-older = Older
button-mine = My games
button-record = Record
button-review = Analysis
button-chart = Chart
button-play-on = Play on from here
button-threads-on = Turn threads on
button-threads-off = Turn threads off
button-replays-on = Turn replays on
button-replays-off = Turn replays off

menu-source = Where does your move start?
menu-swap = Which of your pieces?
menu-target = From { $square } – where to?
menu-swap-with = { $square } – swap with which piece?
menu-target-hand = A reserve – where to?
menu-rank = On which rank?
menu-around-rank = Around a square: which rank is it on?
menu-around-square = Around which square?
# An item of the first menu: a stack, its pieces bottom first.
source-stack = { $square } – { $count ->
        [one] 1 piece
       *[other] { $count } pieces
    }: { $pieces }
source-hand = From reserve ({ $count })
