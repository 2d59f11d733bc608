//! Recorded games as scenes, ply by ply; the benchmark draws them too.

use std::fs;
use std::path::Path;

use focus::notation::{MoveText, parse_position};
use focus::{Game, Rules};
use focus_render::{LastMove, Name, Scene};

/// Names in every recorded scene: short, with diacritics, long, and without letters.
const NAMES: [(&str, &str); 4] = [
    ("Anna", "anna"),
    ("Łukasz Żółć", "lukasz"),
    ("Jürgen van den Heuvel-Çelik", "jurgen"),
    ("🦊🦊", "eleonora.g"),
];

/// A game from `tests/data/games`.
pub(crate) struct Recorded {
    rules: Rules,
    start: String,
    moves: Vec<MoveText>,
}

impl Recorded {
    /// Reads `tests/data/games/<name>.txt`.
    pub(crate) fn read(name: &str) -> Recorded {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
        let text = fs::read_to_string(folder.join(format!("{name}.txt"))).expect("recorded game");
        let field = |key: &str| {
            let mut lines = text.lines();
            let value = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            value.expect("field of a recorded game")
        };
        let (_, moves) = text.split_once("\n\n").expect("moves after the fields");
        Recorded {
            rules: field("rules").parse().expect("rules of a recorded game"),
            start: field("start").to_owned(),
            moves: moves
                .split_whitespace()
                .map(|token| token.parse().expect("recorded move"))
                .collect(),
        }
    }

    /// Returns the scenes after every ply, including the one before the first.
    pub(crate) fn scenes(&self) -> Vec<Scene> {
        let mut scenes = Vec::new();
        self.play(usize::MAX, |game| scenes.push(scene(game)));
        scenes
    }

    /// Returns the game after this many plies, or at its end.
    pub(crate) fn game(&self, plies: usize) -> Game {
        self.play(plies, |_| {})
    }

    fn play(&self, plies: usize, mut watch: impl FnMut(&Game)) -> Game {
        let start = parse_position(&self.start, self.rules).expect("recorded start");
        let mut game = Game::from_position(start);
        watch(&game);
        for text in self.moves.iter().take(plies) {
            let mv = text.resolve_in(&game).expect("recorded move is legal");
            game.play(mv).expect("recorded move is legal");
            watch(&game);
        }
        game
    }
}

/// Returns the names in every recorded scene.
pub(crate) fn names() -> [Name; 4] {
    NAMES.map(|(wanted, plain)| Name {
        wanted: wanted.to_owned(),
        plain: plain.to_owned(),
    })
}

/// Returns the scene of a game in its current state.
pub(crate) fn scene(game: &Game) -> Scene {
    Scene {
        names: names(),
        outcome: game.outcome(),
        recent: Vec::from_iter(game.plies().last().copied().map(LastMove::from)),
        ..Scene::new(game.position().clone())
    }
}
