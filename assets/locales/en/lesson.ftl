### The practice game: five tasks, each with what is right and what is not.

lesson-title = ## Practice · { $number }/{ $of }
lesson-aim = The aim in a duel: leave your opponent without a move. Five tasks show you how.
lesson-slide = **Slide.** You play Orange. Your piece on the golden square, c3, moves one square in a straight line. Put it on a blue piece: whoever is on top owns the stack.
lesson-slide-right = ✅ The stack is yours. Blue cannot move the piece below until you move yours off it.
lesson-slide-wrong = ❌ `{ $move }` is allowed, but you already own the pieces there. Look for a framed square with a blue piece.
lesson-tower = **Tower.** Your stack on the golden square, c6, has four pieces, so it can go up to four squares. Move all of it: as many squares as it has pieces.
lesson-tower-right = ✅ Four pieces, four squares. What stands in between does not matter.
lesson-tower-wrong = ❌ `{ $move }` moves only part of the tower, because the distance says how many pieces move. The whole tower moves exactly four squares.
lesson-split = **Split.** The same tower on c6, from the bottom: blue, orange, blue, orange. Move just enough pieces so that one of yours ends up on top of what stays behind.
lesson-split-right = ✅ Now you own two stacks instead of one.
lesson-split-wrong = ❌ `{ $move }` is allowed, but it leaves nothing behind that you own. Count from the top how many pieces lie above your second one.
lesson-capture = **Capture.** No stack may be higher than five pieces. Move both pieces from the golden square, c5, onto the stack of five on c3: the bottom two of the seven have to leave.
lesson-capture-right = ✅ A blue piece is captured and out of the game. The orange one was yours, so it has come back to you as a reserve.
lesson-capture-wrong = ❌ `{ $move }` is allowed, but it makes no stack higher than five. The stack of five is on c3.
lesson-reserve = **Reserve.** Now you have a reserve. Instead of moving a stack you may put it on any square; here, on any square of rank 4. Blue has just built a stack of two on g4: take it over.
lesson-reserve-right = ✅ The stack is yours. Reserves can save a game: even with no stack left, they are moves.
lesson-reserve-wrong = ❌ `{ $move }` is allowed, but the stack of two on g4 stays with Blue.
lesson-done = **Now you know every kind of move.** In a duel, whoever can still move in the end wins; in a race, captures win.
lesson-offer = Your first game? Five short tasks show you every kind of move, in two minutes.
