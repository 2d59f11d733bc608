### The rules, a page for each subject. A page with its heading and picture has at most 2,000 characters.

rules-title = ## FOCUS – { $mode } · { $page }/{ $pages }

# The parts that pages share.
rules-board =
    ### Board
    The board is 8 × 8 squares minus three in each corner, 52 in all. Files a to h run from left to right, ranks 1 to 8 from bottom to top. Pieces stand in stacks (the printed rules call them towers); the color on top controls the stack.
rules-turn =
    ### Your turn
    Do exactly one of two things:
    - **Slide:** Take any number of pieces from the top of a stack you control and move them exactly that many squares in a straight line along a file or rank, never diagonally. What lies between does not matter. They land on an empty square or on top of any stack, in the same order.
    - **Drop:** Play one of your reserves on any square, empty or not.
rules-five =
    ### Over five
    If a stack grows higher than five, pieces are removed from the bottom until five are left. Yours become your reserves. All others are captured and leave the game.
    A piece with others on top of it is only *trapped*: it stays on the board and is free again once it is on top. A *captured* piece never comes back.
rules-five-partners =
    ### Over five
    If a stack grows higher than five, pieces are removed from the bottom until five are left. Yours become your reserves, your partner’s become your partner’s reserves. The others are captured and leave the game.
    A piece with others on top of it is only *trapped*: it stays on the board and is free again once it is on top. A *captured* piece never comes back.
rules-unable =
    ### Unable to move
    You cannot move if you control no stack and have no reserves. If you control no stack but have reserves, you must drop one. Passing by choice is not allowed.
rules-draw =
    ### Draw
    The game is drawn if everybody still in it agrees, if the same position comes up for the third time (`{ option-name-repetition }` can switch that off), or after 200 moves in a row without a capture (`{ option-name-quiet }` sets another number or switches it off).
rules-notation =
    ### Notation
    - `b7-c7` slides from b7 to c7. The distance is the number of pieces that move.
    - `+c5` drops a reserve on c5.
rules-notation-pass = - `--` is a forced pass.
rules-notation-suffix = After a move, `xOB` means that an orange and a blue piece were captured, bottom first, `r1` that one piece went to the mover’s reserve, and `#` that the game is won.
rules-notation-suffix-duel = After a move, `xB` means that a blue piece was captured, `r1` that one piece went to the mover’s reserve, and `#` that the game is won.
rules-notation-partners = `p1` means that one piece went to the partner’s reserve.
rules-notation-exchange = - `c4<>d4` swaps two pieces in the exchange opening, your own first.

rules-duel-start = **The aim:** move your stacks and cover pieces until your opponent can no longer move.
    Two players, Orange and Blue, have 18 pieces each. Colors and the first move are drawn by lot.
rules-duel-goal =
    ### Goal
    If you cannot move on your turn, you lose. If you resign, you lose too.
rules-duel-options =
    ### Options
    - **Race:** the first to capture 6 pieces also wins, so the game is short.
    - **Exchange opening:** before the first move each side, the starter first, swaps one of its pieces with one of the opponent’s. The second swap may not restore the symmetry of the setup (the same position with the colors reversed).
    - **Draw:** moving second is a slight advantage, because you can copy every move. So a draw may count as a win for the side that began, or for the other one.
rules-three-way-start = **The aim:** be the first to capture 3 pieces of each opponent, or to have 10 pieces in front of you.
    Three players, Orange, Green and Blue, have 13 pieces each: 12 on the board and one in reserve. Colors and the first move are drawn by lot.
rules-first-round =
    ### First round
    Everybody, the starter first, places the 13th piece on an empty square. Nobody slides in this round.
rules-three-way-goal =
    ### Goal
    You win as soon as, after your own move, you have captured 3 pieces of each opponent, or have 10 pieces in front of you: all your captures and your reserves together. The last one left also wins.
    ### Out of the game
    A player who cannot move on their turn, or who resigns, is out. Their pieces stay. Nobody can move a stack with one of these pieces on top, but anyone may cover it, and their pieces still count as captures. A draw is shared only by those still in the game.
rules-three-way-options =
    ### Options
    - **Goal:** only the last one left wins.
    - **Unable to move:** you pass instead of being out, and may come back. The only one who can still move wins.
rules-partners-start = **The aim:** together with your partner, leave both opponents unable to move.
    Four players form two teams: Orange and Blue against Green and Pink. Partners sit opposite each other. At the table everybody can choose a team; anyone who does not is put on one at random. Colors and the first move are drawn by lot. Everybody has 13 pieces. Turns go Orange, Green, Blue, Pink.
rules-partners-goal =
    ### Goal
    If you cannot move, you pass. You may come back when a split frees one of your pieces or when your partner wins you a reserve. A team has lost as soon as neither of its members can move; this is tested after every move. A player who resigns passes from then on.
rules-partners-options =
    ### Options
    - **Talk:** agreed before the game. Partners play in silence and give each other no hints; beginners may prefer to talk openly (`{ option-name-talk }`).
    - **Setup:** 12 pieces each, as in 1965, with b2, b7, g2 and g7 empty.
rules-free-for-all-start = **The aim:** be the first to capture 2 pieces of each opponent, or to have 10 pieces in front of you.
    Four players, Orange, Green, Blue and Pink, play for themselves with 13 pieces each. They take turns in this order; colors and the first move are drawn by lot.
rules-free-for-all-goal =
    ### Goal
    You win as soon as, after your own move, you have captured 2 pieces of each opponent, or have 10 pieces in front of you: all your captures and your reserves together. The last one left also wins.
    ### Out of the game
    A player who cannot move on their turn, or who resigns, is out. Their pieces stay. Nobody can move a stack with one of these pieces on top, but anyone may cover it, and their pieces still count as captures. A draw is shared only by those still in the game.
rules-free-for-all-options =
    ### Options
    - **Goal:** only the last one left wins.
    - **Unable to move:** you pass instead of being out, and may come back. The only one who can still move wins.
    - **Setup:** 12 pieces each, as in 1965, with b2, b7, g2 and g7 empty.

rules-split =
    ### Towers
    The higher a stack, the farther it goes: five pieces go five squares. You may also take only some of them from the top. What stays behind is a stack of its own and belongs to the color that is then on top, so a split can free one of your pieces – or leave the rest to somebody else.
rules-hand =
    ### Reserves
    Instead of a slide, a reserve can go on any square, even on top of a high stack, which is yours from then on. If you still have reserves when your stacks are gone, you are still in the game.
rules-tips =
    ### Tips
    - **Let your towers protect each other.** Two towers on the same line do so when the distance between them is at most the height of the lower one. The smallest such pair is two towers of two, two squares apart.
    - **Avoid the squares between single pieces** of your opponents: each of them can step onto you.
    - **Move part of a threatened tower away.** Less is lost, and what stays behind may still be yours.
    - **Mind your piece at the bottom of a stack of five.** If you move onto that stack, it becomes a reserve; if an opponent does, it is captured.
    - **Save reserves for the endgame.** When few stacks are left, a reserve on top of a high tower can decide the game.
rules-tips-partners =
    - **Watch your partner’s stacks** as closely as your own.
    - **Attack one opponent together** until that player cannot move.
    - **Help the weaker of you two:** free your partner’s pieces, and win reserves for your partner.

# Descriptions of the pictures of the pages.
rules-picture-board = -# Picture: the setup.
rules-picture-round = -# Picture: the first of the pieces that everyone places, `{ $move }`.
rules-picture-slide = -# Picture: the piece on the golden square, { $square }, can go to every framed square.
rules-picture-tower = -# Picture: the tower on the golden square, { $square }, can go to every framed square, one step for each piece taken along.
rules-picture-five = -# Picture: after `{ $move }` pieces have left the stack at the bottom. The corners count reserves and, crossed out, captures.
rules-picture-hand = -# Picture: with `{ $move }` a stack was taken over by a reserve.
rules-picture-goal = -# Picture: a game that has just been won.

rules-in-force =
    ### Game { $game }
    { $options }
rules-in-force-standard =
    ### Game { $game }
    The standard rules of this mode, without any options.
