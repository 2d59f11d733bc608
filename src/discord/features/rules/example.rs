//! Example positions for rules, reached by a few moves from the setup.

use crate::discord::interaction::custom_id::move_origin::{MoveOrigin, target_of};
use crate::i18n::{Topic, Words};
use focus::notation::{MoveText, parse_position};
use focus::{Color, Game, Mode, Move, Rules, Square};
use focus_render::{LastMove, Scene};

/// Example position.
#[derive(Clone, Debug)]
pub(super) struct Example {
    /// Game that leads to it.
    pub(super) game: Game,
    /// Origin of a move, whose targets are framed.
    pub(super) chosen: Option<MoveOrigin>,
}

/// Moves for the pictures of a mode: from the setup, separated by spaces.
struct Moves {
    /// The first round of three-way; empty in other modes.
    round: &'static str,
    /// Square of a single piece to look at after it.
    slides: &'static str,
    /// Further moves, and the square of a tower to look at then.
    tower: (&'static str, &'static str),
    /// Further moves, the last of which pushes pieces out.
    five: &'static str,
    /// Further moves, the last of which is a drop.
    hand: &'static str,
    /// Position that is won.
    won: &'static str,
}

const DUEL: Moves = Moves {
    round: "",
    slides: "c3",
    tower: ("c5-c6 b6-c6 d6-c6 b4-c4", "c6"),
    five: "c7-c6 c4-c6",
    hand: "f7-f6 +f6",
    won: "2 x4/x3,BO,x2/x2,BO,x5/x3,BBO,x2,O,x/x,OO,x3,BOO,x2/x4,OBO,x3/x6/x4 B O2 \
          O:B12,B:O6 - 0 90",
};

const THREE_WAY: Moves = Moves {
    round: "+c8 +a4 +c1",
    slides: "f5",
    tower: ("g5-g6 f6-g6 g7-g6 c7-c6 c5-c6", "g6"),
    five: "g6-c6",
    hand: "b7-b6 b5-b6 +b6",
    won: "3 G,x,G,x/BO,G,O,G,x2/O,x7/x2,G,x,O,x3/x8/G,x3,G,G,O,x/G,x2,OB,OBOBG,B/x2,G,x B B1 \
          O:G1B4,G:O3B3,B:O2G1 - 0 200",
};

const PARTNERS: Moves = Moves {
    round: "",
    slides: "d4",
    tower: ("d6-e6 d5-e5 e7-e6 e4-e3 d3-e3 e5-e3", "e6"),
    five: "e6-e3",
    hand: "a3-b3 +b3",
    won: "4t x4/x3,BB,x2/x2,GPO,x5/x3,PGB,x2,OB,x/x,BO,x3,GOO,x2/x4,PPB,x3/x6/x4 G O1B1 \
          O:G5P5,G:O3B3,B:G5P4,P:O4B3 - 0 120",
};

const FREE_FOR_ALL: Moves = Moves {
    round: "",
    slides: "d4",
    tower: ("d6-d5 f8-f7 g5-f5 f4-f5", "d5"),
    five: "d5-f5 f7-f5",
    hand: "e8-e7 e4-e5 c6-c5 +c5",
    won: "4s x,OG,B,x/x,GOBPB,G,O,x2/O,x,G,OG,x,GP,x,G/x4,BBG,G,x,B/x,OP,O,x,B,PP,P,x/\
          P,OG,x,G,x,B,x2/O,x,OBP,x,PB,x/x,O,BP,x P P1 G:B1,B:O2G2P2,P:B1 - 0 68",
};

const fn moves_of(mode: Mode) -> &'static Moves {
    match mode {
        Mode::Duel => &DUEL,
        Mode::ThreeWay => &THREE_WAY,
        Mode::Partners => &PARTNERS,
        Mode::FreeForAll => &FREE_FOR_ALL,
    }
}

/// Returns the example on a page of the rules, if there is one.
pub(super) fn example(mode: Mode, topic: Topic) -> Option<Example> {
    let moves = moves_of(mode);
    let rules = Rules::new(mode);
    let (tower, tower_at) = moves.tower;
    let start = Example::after(rules, Color::Orange, &[]);
    Some(match topic {
        Topic::Board => start,
        Topic::FirstRound => Example::after(rules, Color::Orange, &["+c8"]),
        Topic::Slide => {
            Example::after(rules, Color::Orange, &[moves.round]).choosing(square(moves.slides))
        }
        Topic::Tower => {
            Example::after(rules, Color::Orange, &[moves.round, tower]).choosing(square(tower_at))
        }
        Topic::Five => Example::after(rules, Color::Orange, &[moves.round, tower, moves.five]),
        Topic::Hand => {
            let all = [moves.round, tower, moves.five, moves.hand];
            Example::after(rules, Color::Orange, &all)
        }
        Topic::Goal => Example::won(rules, moves.won),
        Topic::Options | Topic::Notation | Topic::Tips => return None,
    })
}

impl Example {
    /// Creates an example from the position after these moves.
    ///
    /// # Panics
    ///
    /// Panics if one of them is not legal.
    pub(super) fn after(rules: Rules, first: Color, moves: &[&str]) -> Self {
        let mut game = Game::new(rules, first);
        for text in moves.iter().flat_map(|moves| moves.split_whitespace()) {
            let mv: MoveText = text.parse().expect("a well-written move of an example");
            game.play(mv.mv()).expect("a legal move of an example");
        }
        Self { game, chosen: None }
    }

    fn won(rules: Rules, fps: &str) -> Self {
        let position = parse_position(fps, rules).expect("a position of an example");
        let game = Game::from_position(position);
        Self { game, chosen: None }
    }

    /// Returns the example with a source of the next move.
    pub(super) fn choosing(mut self, source: MoveOrigin) -> Self {
        self.chosen = Some(source);
        self
    }

    /// Returns the moves to choose from.
    pub(super) fn choices(&self) -> Vec<Move> {
        let position = self.game.position();
        self.chosen
            .map_or_else(Vec::new, |source| source.moves(position))
    }

    /// Returns the square of that source, unless it is in hand.
    pub(super) fn square(&self) -> Option<Square> {
        self.chosen?.square()
    }

    pub(super) fn framed(&self) -> Vec<Square> {
        self.choices().into_iter().filter_map(target_of).collect()
    }

    /// Returns the last move, unless a source of the next one is shown.
    pub(super) fn last(&self) -> Option<Move> {
        let last = self.game.plies().last().filter(|_| self.chosen.is_none());
        last.map(|last| last.mv)
    }

    /// Returns the scene of the picture, with colors as names.
    pub(super) fn scene(&self, words: Words) -> Scene {
        let mut scene = Scene::new(self.game.position().clone());
        for color in self.game.rules().mode().colors() {
            scene.names[color.index()].plain = words.color(*color);
        }
        scene.outcome = self.game.outcome();
        scene.chosen = self.square();
        scene.marked = self.framed();
        let last = self.game.plies().last().filter(|_| self.chosen.is_none());
        scene.recent = Vec::from_iter(last.copied().map(LastMove::from));
        scene
    }
}

fn square(name: &str) -> MoveOrigin {
    MoveOrigin::Square(name.parse().expect("a square of an example"))
}
