### The rules, a page for each subject. A page with its heading and picture has at most 2,000 characters.

rules-title = ## FOCUS – { $mode } · { $page }/{ $pages }

# The parts that pages share.
rules-board =
    ### Board
    8 × 8 squares without three in each corner, 52 in all. Files a to h run from left to right, ranks 1 to 8 from bottom to top. Pieces stand in stacks; the color on top controls the stack.
rules-turn =
    ### Your turn
    Do exactly one of two things:
    - **Slide:** Take any number of pieces from the top of a stack you control and move them exactly that many squares in a straight line along a file or rank, never diagonally. What lies between does not matter. They land on an empty square or on top of any stack, in the same order.
    - **Drop:** Play one piece from your hand on any square, empty or not.
rules-five =
    ### Over five
    A stack higher than five loses pieces from the bottom until five are left. Yours go to your hand as reserves. All others are captured and leave the game.
rules-five-partners =
    ### Over five
    A stack higher than five loses pieces from the bottom until five are left. Yours go to your hand as reserves, your partner’s go to your partner’s hand. The others are captured and leave the game.
rules-unable =
    ### Unable to move
    You cannot move if you control no stack and have nothing in hand. If you control no stack but have reserves, you have to drop one. Nobody passes by choice.
rules-draw =
    ### Draw
    The game is drawn if all who are still in it agree, if the same position comes up for the third time, or after 200 moves in a row without a capture.
rules-notation =
    ### Notation
    - `b7-c7` slides from b7 to c7. The distance says how many pieces move.
    - `+c5` drops a piece on c5.
    - `--` is a forced pass.
    After a move, `xOB` means that orange and blue pieces were captured, bottom first, `r1` that one piece went to the mover’s hand, and `#` that the game is won. The letters are O orange, G green, B blue, P pink.
rules-notation-partners = `p1` means that one piece went to the partner’s hand.
rules-notation-exchange = `c4<>d4` swaps two pieces in the exchange opening, your own first.

rules-duel-start =
    Two people play Orange and Blue, 18 pieces each. Who begins is drawn by lot.
rules-duel-goal =
    ### Goal
    Whoever cannot move when it is their turn loses. Whoever resigns loses too.
rules-duel-options =
    ### Options
    - **Race:** whoever is first to capture 6 pieces wins as well. This makes a short game.
    - **Exchange opening:** before the first move each side, the starter first, swaps one of its pieces with one of the opponent’s. The second swap must not make the position symmetric with colors reversed again.
    - **Draw:** may count as a win for whoever began or for whoever did not, so that copying every move does not pay.
rules-three-way-start =
    Three people play Orange, Green and Blue, 13 pieces each: 12 on the board and one in hand. Colors and the first move are drawn by lot.
rules-first-round =
    ### First round
    Everyone, the starter first, places the 13th piece on an empty square. Nobody slides in that round.
rules-three-way-goal =
    ### Goal
    You win as soon as, after your own move, you have captured 3 pieces of each opponent, or have 10 pieces in front of you: all your captures and your reserves together. The last one left wins too.
    ### Out of the game
    Whoever cannot move on their turn, or resigns, is out. Their pieces stay. Nobody moves a stack they top, but anyone may cover it, and their pieces still count as captures. A draw is shared only by those still in the game.
rules-three-way-options =
    ### Options
    - **Goal:** only the last one left wins.
    - **Unable to move:** you pass instead of being out, and may come back. Whoever alone can still move wins.
rules-partners-start =
    Four people play in two teams: Orange and Blue against Green and Pink. Partners sit opposite each other; everyone has 13 pieces. Orange, Green, Blue and Pink take turns in this order; who begins is drawn by lot.
rules-partners-goal =
    ### Goal
    If you cannot move, you pass. You may come back when a split frees one of your pieces or when your partner wins you a reserve. A team has lost as soon as neither of its members can move; this is tested after every move. Whoever resigns passes from then on.
rules-partners-options =
    ### Options
    - **Talk:** partners play in silence and give each other no hints, unless open talk was chosen.
    - **Setup:** 12 pieces each, as in 1965, with b2, b7, g2 and g7 empty.
rules-free-for-all-start =
    Four people play for themselves: Orange, Green, Blue and Pink, 13 pieces each. They take turns in this order; who begins is drawn by lot.
rules-free-for-all-goal =
    ### Goal
    You win as soon as, after your own move, you have captured 2 pieces of each opponent, or have 10 pieces in front of you: all your captures and your reserves together. The last one left wins too.
    ### Out of the game
    Whoever cannot move on their turn, or resigns, is out. Their pieces stay. Nobody moves a stack they top, but anyone may cover it, and their pieces still count as captures. A draw is shared only by those still in the game.
rules-free-for-all-options =
    ### Options
    - **Goal:** only the last one left wins.
    - **Unable to move:** you pass instead of being out, and may come back. Whoever alone can still move wins.
    - **Setup:** 12 pieces each, as in 1965, with b2, b7, g2 and g7 empty.

rules-split =
    ### Towers
    The higher a stack, the farther it goes: five pieces go five squares. You may also take only some of them from the top. What stays behind is a stack of its own and belongs to the color that is then on top, so a split can free one of your pieces – or leave the rest to somebody else.
rules-hand =
    ### Reserves
    A piece in hand can go on any square in place of a slide, even on top of a high stack, which is yours from then on. Whoever has reserves left when the stacks are gone is still in the game.

# What the picture of a page shows.
rules-picture-board = -# Picture: the setup.
rules-picture-round = -# Picture: the first of the pieces that everyone places, `{ $move }`.
rules-picture-slide = -# Picture: the piece on the golden square can go to every framed square.
rules-picture-tower = -# Picture: the tower on the golden square can go to every framed square, a step for each piece taken along.
rules-picture-five = -# Picture: after `{ $move }` pieces have left the stack at the bottom. The corners count reserves and, crossed out, captures.
rules-picture-hand = -# Picture: with `{ $move }` a stack was taken over by a piece from hand.
rules-picture-goal = -# Picture: a game that has just been won.

rules-in-force =
    ### Game { $game }
    { $options }
rules-in-force-standard =
    ### Game { $game }
    The standard rules of this mode, without any options.
