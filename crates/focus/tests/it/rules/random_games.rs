//! Seeded random games with every set of rules; all invariants are checked after every ply.

use focus::notation::{MoveText, Record, option_value, parse_position, with_option, with_suffix};
use focus::{
    Color, Game, Leaving, Mode, Move, MoveList, Phase, Position, RuleOption, Rules, Setup, SplitMix,
};

/// Number of games with each set of rules.
const GAMES: u64 = 8;
/// Maximum number of plies in a game.
const PLIES: usize = 160;

struct Random(SplitMix);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.0.next_u64() % end as u64).expect("number below the end")
    }

    /// Returns the one of three random moves that captures most, so that stacks grow and players
    /// drop out.
    fn pick(&mut self, position: &Position, moves: &MoveList) -> Move {
        let candidates = [(); 3].map(|()| moves[self.below(moves.len())]);
        let taken = |mv: &Move| position.effect(*mv).captured().len();
        candidates
            .into_iter()
            .max_by_key(taken)
            .expect("three moves")
    }
}

/// Returns every set of rules, with two values for quiet plies.
fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for mode in Mode::ALL {
        let mut sets = vec![Rules::new(mode)];
        for option in RuleOption::offered(mode) {
            let mut values = option.values(mode);
            if option == RuleOption::Quiet {
                values = vec!["40", "off"];
            }
            let with_each = |rules: &Rules| {
                let rules = *rules;
                let with = |value: &&str| with_option(rules, option, value).expect("offered value");
                values.iter().map(with).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(with_each).collect();
        }
        all.extend(sets);
    }
    all
}

#[test]
fn everything_holds_at_every_ply_of_random_games() {
    let mut ended = 0;
    let mut left = 0;
    let all = all_rules();
    assert_eq!(all.len(), 48 + 16 + 16 + 32);
    for (number, rules) in all.into_iter().enumerate() {
        for seed in 0..GAMES {
            let game = play_game(rules, seed << 32 | number as u64);
            ended += usize::from(game.outcome().is_some());
            left += game.departures().len();
            let record = Record::new(game);
            assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
    assert!(ended > 100, "only {ended} games ended");
    assert!(left > 50, "only {left} players left");
}

fn play_game(rules: Rules, seed: u64) -> Game {
    let mut random = Random(SplitMix::new(seed));
    let colors = rules.mode().colors();
    let mut game = Game::new(rules, colors[random.below(colors.len())]);
    for _ in 0..PLIES {
        check_position(game.position());
        if game.outcome().is_some() {
            break;
        }
        let moves = game.position().legal_moves();
        let mv = random.pick(game.position(), &moves);
        check_move(&game, mv);
        game.play(mv).expect("legal move");
        if random.below(150) == 0 && game.outcome().is_none() {
            let leaver = colors[random.below(colors.len())];
            let is_in = game.position().still_in().contains(leaver);
            assert_eq!(game.leave(leaver, Leaving::Time).is_ok(), is_in);
        }
    }
    game
}

fn check_position(position: &Position) {
    let rules = position.rules();
    let setup: Setup = position.to_setup();
    for &color in rules.mode().colors() {
        assert_eq!(
            setup.pieces(color),
            usize::from(rules.pieces()),
            "{position}"
        );
    }
    // Incrementally updated keys, masks and counts equal freshly computed ones.
    let fresh = parse_position(&position.to_string(), rules);
    assert_eq!(fresh.as_ref(), Ok(position));
    assert_eq!(fresh.map(|fresh| fresh.key()), Ok(position.key()));
    if !position.is_over() {
        assert!(
            position.can_act(position.side()) || position.must_pass(),
            "{position}"
        );
        assert!(!position.out().contains(position.side()), "{position}");
    }
    check_moves(position);
}

/// Checks that the legal moves are exactly those among all moves that pass the check.
fn check_moves(position: &Position) {
    let legal = position.legal_moves();
    assert_eq!(position.count_moves(), legal.len() as u64, "{position}");
    assert_eq!(legal.is_empty(), position.is_over(), "{position}");
    let swaps = Color::ALL.into_iter().flat_map(|color| {
        let enemies = position.board().topped_by(color.opposite());
        let all = position.board().topped_by(color);
        all.flat_map(move |own| enemies.clone().map(move |enemy| Move::Swap { own, enemy }))
    });
    let swaps: Vec<_> = match position.phase() {
        Phase::Exchange => swaps.collect(),
        Phase::Placement | Phase::Play => swaps.take(1).collect(),
    };
    let all = Move::slides()
        .chain(Move::drops())
        .chain([Move::Pass])
        .chain(swaps);
    let mut passed = 0;
    for mv in all {
        if position.check(mv).is_ok() {
            passed += 1;
            assert!(legal.contains(&mv), "{position}: {mv}");
        }
    }
    assert_eq!(passed, legal.len(), "{position}");
}

fn check_move(game: &Game, mv: Move) {
    let position = game.position();
    let (effect, outcome) = game.preview(mv).expect("legal move");
    let mut after = position.clone();
    assert_eq!(
        position.effect(mv),
        after.play_unchecked(mv),
        "{position}: {mv}"
    );
    assert_eq!(effect, position.effect(mv));
    for token in [mv.to_string(), with_suffix(mv, effect, outcome)] {
        let text: MoveText = token.parse().expect("well-written move");
        assert_eq!(text.resolve_in(game), Ok(mv), "{position}: {token}");
    }
}

#[test]
fn there_are_568_slides_and_52_drops() {
    assert_eq!(Move::slides().count(), 568);
    assert_eq!(Move::drops().count(), 52);
}

#[test]
fn rules_texts_come_back() {
    for rules in all_rules() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
        assert_eq!(format!("{rules:#}").parse(), Ok(rules));
        for option in RuleOption::offered(rules.mode()) {
            assert_eq!(
                with_option(rules, option, &option_value(rules, option)),
                Ok(rules)
            );
        }
    }
}
