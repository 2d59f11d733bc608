### Games that have ended: replays, records, lists.

replay-text = **Replay** of game { $game } · { $mode } · moves { $from }–{ $to }
replay-alt = Animation of game { $game }, moves { $from } to { $to }: { $seats }.
replay-no-part = This game has { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    }. The first move shown must be one of them, and the last must not come before it.
replay-nothing = No move has been played in game { $game }.

choice-speed-slow = slow
choice-speed-normal = normal
choice-speed-fast = fast

export-text = **Game { $game }** · { $mode }. The record is in the file; { $state ->
    [running] this is the current position
   *[over] this is the final position
}:
export-alt = Record of game { $game } as text

history-title-own = Your finished games
history-title-person = Finished games of { $name }
history-title-guild = Finished games on this server
history-none = No finished games match.
history-line =
    { $place } **{ $players }** · { $result }
    -# { $mode } · { $when }
history-page = -# Page { $page }
history-won = won
history-lost = lost
history-drawn = draw
history-drawn-between = draw between { $who }
history-winner = won by { $who }

eval-running = **Analyzing game { $game }:** { $done } of { $total } positions. You can carry on in the meantime; the result appears here.
eval-next = Game { $game } will be analyzed **as soon as another analysis has finished**. You can carry on in the meantime; the result appears here.
eval-busy = Your analysis of game { $game } **has not finished yet**, and you can have only one at a time. Wait for it, or stop it.
eval-continues = The analysis of game { $game } **continues**, but I can no longer change this message. Press **{ button-review }** later: the result is kept for a while.
eval-stopped = The analysis of game { $game } was stopped.
eval-too-long = Game { $game } has more than { $plies } moves, **too many for an analysis**. I can still explain single moves.
eval-title = **How game { $game } went** · { $mode }. The chart shows everybody’s chances of winning, move by move.
eval-moment = **{ $number }.** Move { $ply }, { $who }: **{ $played }**; better was **{ $better }** – { $reasons } · { $before }% → { $after }%
eval-share = { $who } { $percent }%
eval-point = { $ply ->
        [0] before the first move
       *[other] after move { $ply }
    }: { $shares }
eval-none = No single move decided it.
eval-arrows = { $count ->
        [one] The numbered button below shows the board before this move:
       *[other] The numbered buttons below show the board before each of these moves:
    } the dashed red arrow (or red cross) is the move played, the solid green one (or green plus) the better one.
eval-chart = Chances of winning, in percent, after each move
eval-note = -# Estimated by the computer, which examined { $nodes } positions before every move, and ten times as many around those it names.
eval-note-none = -# Estimated by the computer, which examined { $nodes } positions before every move.
eval-alt = Chart of everybody’s chances of winning over { $plies ->
        [one] 1 move
       *[other] { $plies } moves
    }: { $points }.
eval-board-alt = The board before move { $ply }: { $color } played { $played }, better was { $better }.

explain-title = **Move { $ply } of game { $game }:** { $who } played **{ $played }** – { $why }.
explain-against = But it { $why }.
explain-best = It was the best move, as far as the computer can tell ({ $before }%).
explain-equal = The computer would have played **{ $better }** – { $reasons }. It hardly matters ({ $before }% → { $after }%).
explain-better = Better was **{ $better }** – { $reasons } ({ $before }% → { $after }%).
explain-after-played = -# Expected after the move played: { $moves }
explain-after-better = -# Expected after the better move: { $moves }
explain-alt-best = The board before move { $ply }: { $color } played { $played }, the best move as far as the computer can tell.
explain-alt-equal = The board before move { $ply }: { $color } played { $played }; the computer would have played { $better }.
