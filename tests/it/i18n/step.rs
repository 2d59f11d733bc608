//! Texts about a move before it is played.

use std::num::NonZeroU16;

use focus::{Color, DrawRule, Game, Mode, Rules};
use focusbot::i18n::{Language, Words};

use super::sample;
use super::views::check_text;

/// Returns the texts in the menu and in the question about a move that leads to a draw, by the
/// color that started.
fn said(draw: DrawRule) -> [String; 2] {
    let rules = Rules::new(Mode::Duel)
        .with_draw(draw)
        .expect("option of the duel")
        .with_quiet(NonZeroU16::new(1));
    let mut game = Game::new(rules, Color::Orange);
    let moves = game.position().legal_moves();
    let is_quiet = |mv| game.position().effect(mv).captured().len() == 0;
    let mv = moves
        .into_iter()
        .find(|mv| is_quiet(*mv))
        .expect("a quiet move");
    let (effect, outcome) = game.preview(mv).expect("a legal move");
    let before = game.position().clone();
    game.play(mv).expect("a legal move");
    let after = sample::view(game, "Ann");
    for words in Language::ALL.map(Words::new) {
        let question = words.confirm_step(Color::Orange, mv, effect, &after);
        check_text(&question, 2_000);
    }
    let english = Words::new(Language::English);
    let detail = english.target_detail(&before, mv, outcome);
    let question = english.confirm_step(Color::Orange, mv, effect, &after);
    [detail.expect("a detail"), question]
}

#[test]
fn a_move_that_ends_the_game_says_for_whom() {
    for (draw, end) in [
        (DrawRule::Split, "the game is drawn"),
        (DrawRule::SecondLoses, "wins the game"),
        (DrawRule::SecondWins, "loses the game"),
    ] {
        for text in said(draw) {
            assert!(text.contains(end), "{draw:?}: {text}");
        }
    }
}
