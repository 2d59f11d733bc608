//! Sample games and tables.

use std::num::NonZeroU64;

use focus::{
    Board, Color, ColorSet, DrawRule, Game, Goal, Mode, Move, Opening, Position, Rules, Setup,
    Stack, Stuck,
};
use focusbot::i18n::Words;
use focusbot::service::{
    Access, ChannelId, GameId, GameView, GuildId, MessageForm, MessageId, Person, PersonId, Place,
    Player, Timestamp,
};

/// Place in a server.
pub(super) const PLACE: Place = Place {
    guild: Some(GuildId(7)),
    channel: ChannelId(70),
    access: Access::Member,
};

/// Longest name on Discord, 32 characters, of those that take the most room when escaped.
pub(super) const LONG_NAME: &str = "********************************";

/// Returns words with the emojis 1 to 4 of the pieces.
pub(super) fn with_emojis(words: Words) -> Words {
    words.with_emojis([1, 2, 3, 4].map(NonZeroU64::new))
}

/// Source of small random numbers from a seed, the same on every machine.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = usize::try_from(self.0 >> 33).expect("31 bits");
        high % sides
    }
}

/// Returns rules of every mode, usual and unusual.
pub(super) fn all_rules() -> Vec<Rules> {
    let usual = Mode::ALL.map(Rules::new);
    let duel = Rules::new(Mode::Duel);
    let exchange = duel
        .with_opening(Opening::Exchange)
        .expect("option of the duel");
    let short = exchange.with_goal(Goal::Race).expect("goal of the duel");
    let second = short
        .with_draw(DrawRule::SecondWins)
        .expect("option of the duel");
    let last = |mode| {
        Rules::new(mode)
            .with_goal(Goal::Last)
            .expect("goal of the mode")
    };
    let skip = |mode| {
        last(mode)
            .with_stuck(Stuck::Skip)
            .expect("option of the mode")
    };
    let more = [
        second,
        last(Mode::ThreeWay),
        skip(Mode::ThreeWay),
        skip(Mode::FreeForAll),
    ];
    usual.into_iter().chain(more).collect()
}

/// Returns the view of a game.
pub(super) fn view(game: Game, name: &str) -> GameView {
    let colors = game.rules().mode().colors().iter();
    let players = colors
        .map(|color| {
            let person = Person {
                id: person(*color),
                name: name.to_owned(),
            };
            (*color, Player::Person(person))
        })
        .collect();
    GameView {
        id: GameId(12),
        place: PLACE,
        parent: None,
        wants_thread: false,
        game,
        players,
        languages: Vec::new(),
        former: Vec::new(),
        rated: false,
        ratings: Vec::new(),
        watcher: None,
        news: Vec::new(),
        draw: ColorSet::EMPTY,
        draw_by: None,
        clock: None,
        take_back: None,
        can_take_back: ColorSet::EMPTY,
        is_mentioned: false,
        seat: None,
        is_private: false,
        rematch_of: None,
        are_partners_drawn: false,
        are_colors_chosen: false,
        ending: None,
        sharing: ColorSet::EMPTY,
        started: Timestamp(0),
        acted: Timestamp(0),
        moved: None,
        message: Some(MessageId(700)),
        form: MessageForm::Text,
        is_uncalled: false,
        actions: 1,
        eventful: 1,
        announced: 0,
        steps: 1,
        turn_began: 1,
        version: 1,
    }
}

/// Returns the player of a color in these games.
pub(super) fn person(color: Color) -> PersonId {
    PersonId(100 + u64::try_from(color.index()).expect("small index"))
}

/// Plays up to `plies` random moves.
pub(super) fn random_game(rules: Rules, seed: u64, plies: usize) -> Game {
    let mut dice = Dice::new(seed);
    let colors = rules.mode().colors();
    let mut game = Game::new(rules, colors[dice.below(colors.len())]);
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let moves = game.position().legal_moves();
        let mv = moves[dice.below(moves.len())];
        game.play(mv).expect("legal move");
    }
    game
}

/// Returns a game of four after five plies, the last one of Orange.
pub(super) fn five_plies() -> Game {
    let mut game = Game::new(Rules::new(Mode::FreeForAll), Color::Orange);
    for _ in 0..5 {
        let mv = game.position().legal_moves()[0];
        game.play(mv).expect("legal move");
    }
    game
}

/// Returns a slide by the names of its squares.
pub(super) fn slide(from: &str, to: &str) -> Move {
    let square = |text: &str| text.parse().expect("square");
    Move::Slide {
        from: square(from),
        to: square(to),
    }
}

/// Returns every slide, drop and pass, and a swap.
pub(super) fn all_moves() -> Vec<Move> {
    let square = |text: &str| text.parse().expect("square");
    let swap = Move::Swap {
        own: square("c4"),
        enemy: square("d4"),
    };
    Move::slides()
        .chain(Move::drops())
        .chain([Move::Pass, swap])
        .collect()
}

/// Returns a game of four players with all 52 pieces on the board, in stacks of this height.
pub(super) fn crowded(height: usize) -> Game {
    let mut left = [13; 4];
    let mut setup = Setup::start(Rules::new(Mode::Partners), Color::Orange);
    setup.board = Board::EMPTY;
    let mut next = 0;
    for square in focus::Square::ALL {
        let mut pieces = Vec::new();
        while pieces.len() < height && left.iter().any(|count| *count > 0) {
            if left[next] > 0 {
                left[next] -= 1;
                pieces.push(Color::ALL[next]);
            }
            next = (next + 1) % 4;
        }
        setup.board.set(square, Stack::new(pieces));
    }
    let rules = Rules::new(Mode::Partners);
    Game::from_position(Position::from_setup(setup, rules).expect("legal position"))
}
