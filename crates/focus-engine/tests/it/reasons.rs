//! Reasons for moves: each kind in a position made for it, and all of them checked against the
//! rules.

use std::collections::BTreeMap;

use focus::notation::parse_position;
use focus::{Color, Game, Leaving, Mode, Move, Position, Setup, Stack};
use focus_engine::Rng;
use focus_engine::analysis::{Balance, Reason, Takeover, Threat, prepared, reasons};

/// Returns the position with another color to move, set up from scratch; `None` if it has no moves.
fn turn(position: &Position, color: Color) -> Option<Position> {
    let setup = Setup {
        side: color,
        ..position.to_setup()
    };
    let turned = Position::from_setup(setup, position.rules()).ok()?;
    (turned.can_act(color) && !turned.is_over()).then_some(turned)
}

/// Returns the number of pieces of a color on the board and in all hands.
fn pieces(position: &Position, of: Color) -> usize {
    let stacks = position.board().iter();
    let on_board = stacks
        .flat_map(|(_, stack)| stack.pieces())
        .filter(|&piece| piece == of);
    on_board.count() + usize::from(position.hand(of))
}

/// Plays a move as a color, whose turn it would be: the position after it, and how many pieces of
/// some colors are gone.
fn play(position: &Position, color: Color, mv: Move, of: &[Color]) -> Option<(Position, usize)> {
    let before = turn(position, color)?;
    let mut after = before.clone();
    after.play(mv).ok()?;
    let count = |position: &Position| of.iter().map(|&of| pieces(position, of)).sum::<usize>();
    let gone = count(&before) - count(&after);
    Some((after, gone))
}

/// Returns the most pieces of some colors that a color could capture with one move.
fn most(position: &Position, color: Color, of: &[Color]) -> usize {
    let Some(turned) = turn(position, color) else {
        return 0;
    };
    let moves = turned.legal_moves().into_iter();
    let gone = moves.filter_map(|mv| Some(play(position, color, mv, of)?.1));
    gone.max().unwrap_or(0)
}

/// Returns the height of the tallest stack of some colors that a color could land on, 0 if none has
/// three pieces.
fn tallest(position: &Position, color: Color, of: &[Color]) -> usize {
    let moves = turn(position, color).map(|turned| turned.legal_moves());
    let targets = moves
        .iter()
        .flat_map(|moves| moves.iter())
        .filter_map(|mv| mv.squares().last());
    let stacks = targets.filter_map(|to| position.board().get(to));
    let own = stacks.filter(|stack| of.contains(&stack.top()) && stack.height() >= 3);
    own.map(Stack::height).max().unwrap_or(0)
}

/// Returns whether a takeover lands on a stack of its height.
fn lands_on(position: &Position, takeover: Takeover) -> bool {
    let to = takeover.mv.squares().last().expect("a target");
    let stack = position.board().get(to);
    stack.map(Stack::height) == Some(takeover.height)
}

fn has_won(position: &Position, color: Color) -> bool {
    let outcome = position.outcome();
    outcome.is_some_and(|outcome| outcome.winners.contains(color))
}

fn can_win(position: &Position, color: Color) -> bool {
    let moves = turn(position, color).map(|turned| turned.legal_moves());
    let mut moves = moves.into_iter().flatten();
    moves.any(|mv| play(position, color, mv, &[]).is_some_and(|(after, _)| has_won(&after, color)))
}

/// Returns the pieces left to the goal of a race, counted one by one.
fn lacking(position: &Position, color: Color) -> u8 {
    let mode = position.rules().mode();
    let each = match mode {
        Mode::Duel => 6,
        Mode::ThreeWay => 3,
        Mode::FreeForAll => 2,
        Mode::Partners => panic!("a race"),
    };
    let opponents = mode.colors().iter().filter(|&&of| of != color);
    let captured: Vec<_> = opponents.map(|&of| position.captured(color, of)).collect();
    let of_each = captured.iter().map(|&of| each - of.min(each)).sum::<u8>();
    let in_front = captured.iter().sum::<u8>() + position.hand(color);
    if mode == Mode::Duel || in_front > 10 {
        return of_each;
    }
    of_each.min(10 - in_front)
}

/// Checks a reason by looking at the positions itself.
#[track_caller]
fn check(before: &Position, mv: Move, reason: Reason) {
    let us = before.side();
    let mode = before.rules().mode();
    let ours: Vec<_> = [Some(us), mode.partner(us)].into_iter().flatten().collect();
    let theirs: Vec<_> = Color::ALL
        .into_iter()
        .filter(|color| !ours.contains(color))
        .collect();
    let mut after = before.clone();
    after.play(mv).expect("a legal move");
    let wins = |position: &Position, threat: Threat| {
        let played = play(position, threat.color, threat.mv, &[]);
        played.is_some_and(|(after, _)| has_won(&after, threat.color))
    };
    let opponents = |color: Color| {
        if ours.contains(&color) {
            &theirs
        } else {
            &ours
        }
    };
    let takes = |position: &Position, threat: Threat| {
        let of = opponents(threat.color);
        threat.pieces > 0
            && play(position, threat.color, threat.mv, of)
                .is_some_and(|(_, gone)| gone == usize::from(threat.pieces))
    };
    let fewer = |position: &Position, threat: Threat| {
        most(position, threat.color, opponents(threat.color)) < usize::from(threat.pieces)
    };
    let is_next = |color: Color| after.side() == color && theirs.contains(&color);
    let left = || {
        let from = mv.squares().next().expect("a source");
        after.board().get(from).map(Stack::top)
    };
    let heir = || left().filter(|&top| after.still_in().contains(top));
    let is_true = match reason {
        Reason::Wins => has_won(&after, us),
        Reason::PreventsWin(threat) => {
            theirs.contains(&threat.color) && wins(before, threat) && !can_win(&after, threat.color)
        }
        Reason::LeavesWithoutMoves(opponent) => {
            let can_move = |position: &Position| {
                let mut stacks = position.board().iter();
                stacks.any(|(_, stack)| stack.top() == opponent) || position.hand(opponent) > 0
            };
            theirs.contains(&opponent) && can_move(before) && !can_move(&after)
        }
        Reason::ThreatensWin(threat) => {
            threat.color == us && wins(&after, threat) && !can_win(before, us)
        }
        Reason::NearsGoal(pieces) => {
            let lacks = |position: &Position| lacking(position, us);
            (1..=3).contains(&pieces) && lacks(&after) == pieces && lacks(before) > pieces
        }
        Reason::MeetsThreat(threat) => {
            theirs.contains(&threat.color) && takes(before, threat) && fewer(&after, threat)
        }
        Reason::TakesOver(stack) => {
            let to = mv.squares().last().expect("a target");
            let new = after.board().get(to).map(Stack::top);
            before.board().get(to) == Some(stack)
                && theirs.contains(&stack.top())
                && new == Some(us)
        }
        Reason::SavesStack(takeover) => {
            theirs.contains(&takeover.color)
                && tallest(before, takeover.color, &ours) == takeover.height
                && tallest(&after, takeover.color, &ours) < takeover.height
                && lands_on(before, takeover)
        }
        Reason::Threatens(threat) => {
            threat.color == us && takes(&after, threat) && fewer(before, threat)
        }
        Reason::FreesPartner(partner) => {
            mode.partner(us) == Some(partner) && heir() == Some(partner)
        }
        Reason::FreesOwn => {
            let from = mv.squares().next().expect("a source");
            let stack = before.board().get(from).expect("a stack");
            let rest = after.board().get(from).map_or(0, Stack::height);
            left() == Some(us)
                && stack
                    .pieces()
                    .skip(rest)
                    .any(|piece| theirs.contains(&piece))
        }
        Reason::AllowsWin(threat) => is_next(threat.color) && wins(&after, threat),
        Reason::Exposes(threat) => {
            is_next(threat.color) && takes(&after, threat) && fewer(before, threat)
        }
        Reason::ExposesStack(takeover) => {
            is_next(takeover.color)
                && tallest(&after, takeover.color, &ours) == takeover.height
                && tallest(before, takeover.color, &ours) < takeover.height
                && lands_on(&after, takeover)
        }
        Reason::HandsOver(opponent) => theirs.contains(&opponent) && heir() == Some(opponent),
    };
    assert!(is_true, "{reason:?} for {mv} in {before:?}");
}

/// Checks the reasons for two moves in each position of a game, and counts them by name. One player
/// may leave after 30 plies.
fn check_game(rules: &str, leaves: Option<Color>, rng: &mut Rng, seen: &mut BTreeMap<String, u32>) {
    let mut game = Game::new(rules.parse().expect("rules"), Color::Orange);
    while game.outcome().is_none() && game.plies().len() < 150 {
        let position = game.position();
        let moves = position.legal_moves();
        // Captures come first, so that games come to an end.
        let takes = |mv: &&Move| position.effect(**mv).captured().len();
        let greedy = moves.iter().max_by_key(takes).expect("a move");
        let any = moves[rng.below(moves.len())];
        let greedy = *greedy;
        for mv in [greedy, any] {
            for reason in reasons(position, mv) {
                check(position, mv, reason);
                let name = format!("{reason:?}");
                let name = name.split('(').next().unwrap_or_default().to_owned();
                *seen.entry(name).or_insert(0) += 1;
            }
        }
        let mv = if rng.below(2) == 0 { greedy } else { any };
        game.play(mv).expect("a legal move");
        if let Some(color) = leaves.filter(|_| game.plies().len() == 30) {
            // The game may be over, or the player out.
            let _ = game.leave(color, Leaving::Resignation);
        }
    }
}

#[test]
fn no_reason_is_false() {
    let mut rng = Rng::of(7, 0);
    let mut seen = BTreeMap::new();
    for rules in [
        "mode=2 goal=race",
        "mode=2",
        "mode=3",
        "mode=3 goal=last",
        "mode=4s",
        "mode=4s goal=last",
        "mode=4t",
    ] {
        for _ in 0..3 {
            check_game(rules, None, &mut rng, &mut seen);
        }
    }
    assert_eq!(seen.len(), 15, "{seen:?}");
}

#[test]
fn no_reason_is_false_once_somebody_has_left() {
    let mut rng = Rng::of(7, 1);
    let mut seen = BTreeMap::new();
    for rules in ["mode=3", "mode=3 goal=last", "mode=4s", "mode=4s goal=last"] {
        check_game(rules, Some(Color::Green), &mut rng, &mut seen);
    }
    for leaves in [Color::Green, Color::Blue] {
        check_game("mode=4t", Some(leaves), &mut rng, &mut seen);
    }
    assert!(seen.contains_key("HandsOver"), "{seen:?}");
}

#[test]
fn stack_of_a_player_who_has_left_is_given_to_nobody() {
    // The move uncovers a piece of Green, an opponent, or of Blue, the partner.
    for (rules, fps) in [
        (
            "mode=3 goal=last",
            "3 x4/x6/x8/x8/x8/x2,GO,x4,B/x6/x4 O - O:G12,G:B12,B:O12 G 0 61",
        ),
        (
            "mode=4t",
            "4t x4/x6/x8/x7,G/x8/x2,BO,x4,P/x6/x4 O - O:G12P12,G:O12B12 B 0 61",
        ),
    ] {
        let position = parse_position(fps, rules.parse().expect("rules"));
        let found = reasons(&position.expect("a position"), slide("c3", "c4"));
        assert!(found.is_empty(), "{found:?} in {fps}");
    }
}

/// Checks the reasons for and against a move in a duel to the last.
#[track_caller]
fn expect(board: &str, mv: &str, expected: &[Reason]) {
    let position = position(board);
    let found = reasons(&position, parse(&position, mv));
    assert_eq!(found, expected, "{mv} in {board}");
}

/// Returns a duel in which all pieces that are not on the board have been captured; orange moves.
fn position(board: &str) -> Position {
    let captured = |letter| 18 - board.matches(letter).count();
    let (orange, blue) = (captured('O'), captured('B'));
    let fps = format!("2 {board} O - O:B{blue},B:O{orange} - 0 61");
    fps.parse().expect("a position")
}

fn slide(from: &str, to: &str) -> Move {
    let square = |text: &str| text.parse().expect("a square");
    Move::Slide {
        from: square(from),
        to: square(to),
    }
}

fn parse(position: &Position, mv: &str) -> Move {
    let mut moves = position.legal_moves().into_iter();
    let mv = moves.find(|legal| legal.to_string() == mv);
    mv.expect("a legal move")
}

fn line(start: &Position, moves: &[&str]) -> Vec<Move> {
    let mut position = start.clone();
    let play = |mv: &&str| {
        let mv = parse(&position, mv);
        position.play(mv).expect("a legal move");
        mv
    };
    moves.iter().map(play).collect()
}

#[test]
fn a_stack_that_leaves_its_attacker_is_saved() {
    let takeover = Takeover {
        color: Color::Blue,
        mv: slide("d3", "c3"),
        height: 3,
    };
    let saves = [Reason::SavesStack(takeover)];
    expect("O,x3/x6/x8/x7,B/x8/x2,OOO,B,x4/x6/x4", "c3-c6", &saves);
    // The stack is not saved if it is split.
    expect("O,x3/x6/x8/x7,B/x8/x2,OOO,B,x4/x6/x4", "c3-c4", &[]);
    let exposes = [Reason::ExposesStack(takeover)];
    expect(
        "O,x3/x6/x8/x7,B/x2,O,x5/x2,OO,B,x4/x6/x4",
        "c4-c3",
        &exposes,
    );
}

#[test]
fn a_stack_is_freed_from_an_enemy_piece() {
    let board = "O,x3/x6/x8/x6,B,x/x8/x2,OBO,x5/x6/x4";
    expect(board, "c3-c5", &[Reason::FreesOwn]);
    expect(board, "c3-c4", &[Reason::HandsOver(Color::Blue)]);
}

#[test]
fn a_quiet_move_prepares_what_follows_in_its_line() {
    let start = position("x4/x6/x8/x2,B,x4,B/x8/x2,O,x5/x6/x4");
    let line = line(&start, &["c3-c4", "h5-h6", "c4-c5", "h6-h5"]);
    let (before, mv) = prepared(&start, &line).expect("a takeover");
    assert_eq!((before.ply(), mv), (start.ply().next().next(), line[2]));
    assert_eq!(prepared(&start, &line[..2]), None);
}

#[test]
fn a_gain_that_was_possible_at_once_is_not_prepared() {
    let start = position("x4/x6/x8/x7,B/x2,B,x5/x2,O,x2,O,x2/x6/x4");
    let line = line(&start, &["f3-f4", "h5-h6", "c3-c4"]);
    assert_eq!(prepared(&start, &line), None);
}

#[test]
fn an_opening_move_prepares_only_what_it_takes_part_in() {
    let start = |rules: &str, first| Position::start(rules.parse().expect("rules"), first);
    let placed = start("mode=3", Color::Blue);
    let unlinked = line(&placed, &["+h5", "+d8", "+d1", "f4-f5"]);
    assert_eq!(prepared(&placed, &unlinked), None);
    let swapped = start("mode=2 opening=exchange", Color::Orange);
    let unlinked = line(&swapped, &["b7<>c6", "e5<>c3", "e4-f4"]);
    assert_eq!(prepared(&swapped, &unlinked), None);

    let mut last = start("mode=3", Color::Green);
    for mv in ["+e8", "+h5"] {
        let mv = parse(&last, mv);
        last.play(mv).expect("a legal move");
    }
    let linked = line(&last, &["+a5", "f6-f7", "c3-c2", "a5-b5"]);
    let (_, mv) = prepared(&last, &linked).expect("a takeover");
    assert_eq!(mv, slide("a5", "b5"));
}

#[test]
fn balance_counts_what_each_side_lost() {
    let mut rng = Rng::of(3, 1);
    let mut game = Game::new("mode=4t".parse().expect("rules"), Color::Orange);
    let start = game.position().clone();
    let mut line = Vec::new();
    while game.outcome().is_none() && line.len() < 200 {
        let moves = game.position().legal_moves();
        let takes = |mv: &&Move| game.position().effect(**mv).captured().len();
        let greedy = moves.iter().copied().max_by_key(|mv| takes(&mv));
        let greedy = greedy.filter(|mv| takes(&mv) > 0);
        let mv = greedy.unwrap_or(moves[rng.below(moves.len())]);
        game.play(mv).expect("a legal move");
        line.push(mv);
    }
    let gone = |of: [Color; 2]| {
        let count = |position: &Position| of.iter().map(|&of| pieces(position, of)).sum::<usize>();
        count(&start) - count(game.position())
    };
    let balance = Balance::of(&start, &line);
    assert_eq!(
        usize::from(balance.lost),
        gone([Color::Orange, Color::Blue])
    );
    assert_eq!(
        usize::from(balance.captured),
        gone([Color::Green, Color::Pink])
    );
    assert!(balance.captured > 0);
}
