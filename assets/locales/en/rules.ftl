### The rules of each mode. A page has at most 4,096 characters.

rules-title = FOCUS – { $mode }

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

rules-duel =
    Two people play Orange and Blue, 18 pieces each. Who begins is drawn by lot.
    { rules-board }
    { rules-turn }
    { rules-five }
    { rules-unable }
    ### Goal
    Whoever cannot move when it is their turn loses. Whoever resigns loses too.
    { rules-draw }
    ### Options
    - **Race:** whoever is first to capture 6 pieces wins as well. This makes a short game.
    - **Exchange opening:** before the first move each side, the starter first, swaps one of its pieces with one of the opponent’s. The second swap must not make the position symmetric with colors reversed again.
    - **Draw:** may count as a win for whoever began or for whoever did not, so that copying every move does not pay.
    { rules-notation }
    { rules-notation-exchange }
rules-three-way =
    Three people play Orange, Green and Blue, 13 pieces each: 12 on the board and one in hand. Colors and the first move are drawn by lot.
    { rules-board }
    ### First round
    Everyone, the starter first, places the 13th piece on an empty square. Nobody slides in that round.
    { rules-turn }
    { rules-five }
    { rules-unable }
    ### Goal
    You win as soon as, after your own move, you have captured 3 pieces of each opponent, or have 10 pieces in front of you: all your captures and your reserves together. The last one left wins too.
    ### Out of the game
    Whoever cannot move on their turn, or resigns, is out. Their pieces stay. Nobody moves a stack they top, but anyone may cover it, and their pieces still count as captures.
    { rules-draw }
    ### Options
    - **Goal:** only the last one left wins.
    - **Unable to move:** you pass instead of being out, and may come back. Whoever alone can still move wins.
    { rules-notation }
rules-partners =
    Four people play in two teams: Orange and Blue against Green and Pink. Partners sit opposite each other; everyone has 13 pieces. Orange, Green, Blue and Pink take turns in this order; who begins is drawn by lot.
    { rules-board }
    { rules-turn }
    { rules-five-partners }
    { rules-unable }
    ### Goal
    If you cannot move, you pass. You may come back when a split frees one of your pieces or when your partner wins you a reserve. A team has lost as soon as neither of its members can move; this is tested after every move. Whoever resigns passes from then on.
    { rules-draw }
    ### Options
    - **Talk:** partners play in silence and give each other no hints, unless open talk was chosen.
    - **Setup:** 12 pieces each, as in 1965, with b2, b7, g2 and g7 empty.
    { rules-notation }
    { rules-notation-partners }
rules-free-for-all =
    Four people play for themselves: Orange, Green, Blue and Pink, 13 pieces each. They take turns in this order; who begins is drawn by lot.
    { rules-board }
    { rules-turn }
    { rules-five }
    { rules-unable }
    ### Goal
    You win as soon as, after your own move, you have captured 2 pieces of each opponent, or have 10 pieces in front of you: all your captures and your reserves together. The last one left wins too.
    ### Out of the game
    Whoever cannot move on their turn, or resigns, is out. Their pieces stay. Nobody moves a stack they top, but anyone may cover it, and their pieces still count as captures.
    { rules-draw }
    ### Options
    - **Goal:** only the last one left wins.
    - **Unable to move:** you pass instead of being out, and may come back. Whoever alone can still move wins.
    - **Setup:** 12 pieces each, as in 1965, with b2, b7, g2 and g7 empty.
    { rules-notation }
