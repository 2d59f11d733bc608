### Ratings: what a game did to them, who is the strongest, one person’s games.

table-rated = **Rated:** the result counts for the ratings of all players; by joining you agree to that.
ratings-changed = **Ratings:** { $changes }
ratings-uncounted = **Ratings:** unchanged, because too few players had moved twice.
rating-change = { $name } { $before } → { $after } ({ $change })

leaderboard-server = { $mode } – highest rated here
leaderboard-all = { $mode } – highest rated everywhere
leaderboard-empty = Nobody has finished a rated game of this mode here yet. Yours can be the first.
leaderboard-empty-all = Nobody with a rating in this mode has joined the list of all servers yet. Press **{ button-list-me }** to be the first.
leaderboard-line = { $number }. { $name }: { $rating } { $deviation }, { $record }
rating-legend = -# `?` means that too few games have been played lately to be sure, ± is the margin of error; + won, = drawn, − lost { $games ->
    [rated] in rated games
   *[all] in all games among people
}.

profile-none = { $name } has not finished a game with other people yet.
profile-none-own = You have not finished a game with other people yet.
profile-mode = { $mode }: { $rating } { $deviation }, { $record }
profile-mode-unrated = { $mode }: no rating, { $record }
profile-form = Last games, the newest last: { $form }
versus-against = Against { $name }: { $record }{ $neither ->
    [0] {""}
   *[other] {" "}(`=` neither won)
}
versus-together = Together with { $name }: { $record }
versus-none = There are no games with { $name } yet.
profile-computers = **Against computers** (beaten levels in bold)
profile-computers-mode = - { $mode }: { $levels }
shared-by = -# Shared by { $name }
shared-unseen = Only you can see this: this server hides my messages from everyone else.

rating-rules-title = How ratings work
rating-rules =
    - **Rated games** are games among people for which `{ option-name-rated }` was chosen when the table was set up. By joining you agree to that. Such a game has a clock, and it counts once everybody has moved twice. With three or four players, whoever leaves earlier has lost all the same if those who stay have all moved twice. A game that is called off does not count.
    - Each of the four modes has ratings of its own. Everybody starts at 1500; with 400 points more than your opponent you are expected to win ten of eleven duels.
    - Duels are rated by Glicko-2, the other modes after Weng and Lin: the winners count as having beaten everybody else, and the others as having drawn with each other. In a draw, those still in the game count as having beaten those who are out. Partners win and lose as a team.
    - **±** is the margin of error: two times out of three, the true strength lies within it. Each game makes it smaller; after a year without rated games, the next one starts from ±110 instead of ±60. Above ±110 in duels and ±150 in the other modes a rating is provisional: it gets a `?` and is listed below all the others. So is whoever has not played for so long that the next game would start above that.
    - **Repeated games count less:** of the games in which the same two people meet in a mode within 24 hours, the first counts in full, the second half, the third a third, and so on.
