//! Start setups of the modes.

use std::sync::LazyLock;

use crate::{Board, Color, Mode, Opening, Ply, Rules, Setup, SetupSize, Square, Stack, Symmetry};

/// Ranks 8 to 1, each from its first square; `_` is empty.
type Picture = [&'static str; 8];

const TWO: Picture = [
    "____", "OOBBOO", "_BBOOBB_", "_OOBBOO_", "_BBOOBB_", "_OOBBOO_", "BBOOBB", "____",
];

const THREE: Picture = [
    "____", "OOGGBB", "_BBOOGG_", "_GGBBOO_", "_OOGGBB_", "_BBOOGG_", "GGBBOO", "____",
];

const FOUR: Picture = [
    "OOBG", "GGGBGB", "OOOOBGBG", "GGGGBGBG", "POPOPPPP", "POPOBBBB", "OPOPPP", "POBB",
];

/// Squares left empty by [`SetupSize::Twelve`].
const LEFT_EMPTY: [(u8, u8); 4] = [(1, 6), (6, 6), (6, 1), (1, 1)];

impl Setup {
    /// Creates the arrangement with which a game with these rules begins.
    ///
    /// `first` is the color to move and must be one that plays.
    #[must_use]
    pub fn start(rules: Rules, first: Color) -> Setup {
        let mut hands = [0; 4];
        if rules.mode() == Mode::ThreeWay {
            for color in rules.mode().colors() {
                hands[color.index()] = 1;
            }
        }
        Setup {
            mode: rules.mode(),
            board: board(rules),
            side: first,
            hands,
            captured: [[0; 4]; 4],
            out: crate::ColorSet::EMPTY,
            clock: 0,
            ply: match rules.opening() {
                Opening::Standard => Ply::FIRST,
                Opening::Exchange => Ply::FIRST_EXCHANGE,
            },
        }
    }
}

fn board(rules: Rules) -> Board {
    let mut board = match rules.mode() {
        Mode::Duel => draw(&TWO),
        Mode::ThreeWay => draw(&THREE),
        Mode::Partners | Mode::FreeForAll => draw(&FOUR),
    };
    if rules.setup() == SetupSize::Twelve {
        for (file, rank) in LEFT_EMPTY {
            let square = Square::new(file, rank).expect("square beside a cut corner");
            board.set(square, None);
        }
    }
    board
}

fn draw(picture: &Picture) -> Board {
    let letters = picture.iter().rev().flat_map(|rank| rank.chars());
    let mut board = Board::EMPTY;
    for (square, letter) in Square::ALL.into_iter().zip(letters) {
        board.set(square, Stack::new(Color::from_letter(letter)));
    }
    board
}

/// Symmetries of the board that swap the colors of the duel's setup.
static REVERSING: LazyLock<Vec<Symmetry>> = LazyLock::new(|| {
    let start = draw(&TWO);
    Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| is_reversed_by(&start, symmetry))
        .collect()
});

/// Returns whether a duel's board is unchanged by swapping the colors and applying one of the
/// symmetries for which this holds for the setup.
pub(crate) fn is_color_reversed_symmetric(board: &Board) -> bool {
    REVERSING
        .iter()
        .any(|&symmetry| is_reversed_by(board, symmetry))
}

fn is_reversed_by(board: &Board, symmetry: Symmetry) -> bool {
    let colors = |square| {
        board
            .get(square)
            .into_iter()
            .flat_map(|stack: Stack| stack.pieces())
    };
    Square::ALL
        .into_iter()
        .all(|square| colors(symmetry.square(square)).eq(colors(square).map(Color::opposite)))
}
