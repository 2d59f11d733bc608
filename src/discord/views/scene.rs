//! Picture of a game: names, outcome, and the moves that are marked.

use crate::i18n::Words;
use crate::service::{Ending, GameView, PersonId};
use focus::{Direction, Move, Outcome};
use focus_render::{Arrow, LastMove, Name, Scene, TurnSign, Verdict};

/// Returns the scene of the picture.
#[must_use]
pub fn scene(view: &GameView, down: Direction, words: Words) -> Scene {
    let mut scene = Scene::new(view.game.position().clone());
    scene.names = names(view, words);
    scene.outcome = outcome(view);
    if view.ending == Some(Ending::Aborted) {
        scene.turn = TurnSign::None;
    }
    scene.recent = recent(view, None);
    scene.down = down;
    scene
}

/// Returns the scene of the picture for one person. A player who is still in the game sees the
/// moves since their own last one, whoever is to move.
#[must_use]
pub fn scene_for(person: PersonId, view: &GameView, down: Direction, words: Words) -> Scene {
    let mut scene = scene(view, down, words);
    scene.recent = recent(view, Some(person));
    scene
}

/// Returns the scene of a board with numbered arrows for proposed moves.
pub(crate) fn proposals(view: &GameView, moves: &[Move], down: Direction, words: Words) -> Scene {
    let mut scene = scene(view, down, words);
    // Numbers of past moves would be taken for those of the arrows.
    scene.recent.drain(..scene.recent.len().saturating_sub(1));
    let arrows = (1..).zip(moves).map(|(number, mv)| Arrow {
        mv: *mv,
        verdict: Verdict::Proposed(number),
    });
    scene.arrows = arrows.collect();
    scene
}

/// Returns the recent moves of a game for a viewer; passes are visible from whose turn it is.
fn recent(view: &GameView, viewer: Option<PersonId>) -> Vec<LastMove> {
    let plies = view.recent_plies(viewer).iter();
    let moves = plies.filter(|ply| ply.mv != Move::Pass);
    moves.copied().map(LastMove::from).collect()
}

/// Returns the names of the players on pictures. Shape: `[color]`.
pub(in crate::discord) fn names(view: &GameView, words: Words) -> [Name; 4] {
    let mut names = [const { Name::EMPTY }; 4];
    for (color, player) in &view.players {
        names[color.index()] = Name {
            wanted: words.short_player(player),
            plain: words.color(*color),
        };
    }
    names
}

/// Returns the outcome of the game; a game that was called off has none.
#[must_use]
pub fn outcome(view: &GameView) -> Option<Outcome> {
    match view.ending? {
        Ending::Decided(outcome) => Some(outcome),
        Ending::Aborted => None,
    }
}
