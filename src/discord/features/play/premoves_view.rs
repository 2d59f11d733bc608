//! Steps of setting a premove: a move that others may play, or the answer to it.

use serenity::all::CreateActionRow;

use crate::discord::features::play::stepwise_view::{
    QuestionPage, asked, choice, framed, label, move_menus, press, source_options,
};
use crate::discord::game_messages::drawing::emojis::Emojis;
use crate::discord::interaction::custom_id::buttons::PremoveButton;
use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
use crate::discord::interaction::custom_id::move_path::MovePath;
use crate::i18n::{Button, Words};
use crate::service::GameView;
use focus::Direction;

/// Returns the step that asks for the move after a path, in the game as it is at that point: its
/// source, or its target from a source, on a board with one side at the bottom. `None` for a source
/// without moves.
pub(super) fn step(
    ahead: &GameView,
    path: MovePath,
    source: Option<MoveOrigin>,
    is_own: bool,
    down: Direction,
    emojis: &Emojis,
    words: Words,
) -> Option<QuestionPage> {
    let position = ahead.game.position();
    let mut text = words.premove_step(ahead, path.moves(), is_own);
    let back = PremoveButton::PremoveNext(path);
    let mut row = vec![press(
        ahead,
        words,
        PremoveButton::Premoves,
        Button::Premoves,
    )];
    let (mut rows, squares) = if let Some(source) = source {
        let moves = source.moves(position);
        if moves.is_empty() {
            return None;
        }
        text = format!(
            "{text} {}",
            words.premove_from(&label(source, position, words))
        );
        row.insert(0, press(ahead, words, back, Button::OtherStack));
        let button = |part| PremoveButton::PremoveTo { part, path };
        let menus = move_menus(ahead, &moves, down, emojis, words, button);
        (menus, framed(&moves))
    } else {
        let sources = MoveOrigin::all(position);
        let squares = sources.iter().copied().filter_map(MoveOrigin::square);
        let options = source_options(&sources, position, emojis, words);
        let prompt = words.text("menu-premove-source", &[]);
        let from = PremoveButton::PremoveFrom(path);
        let menu = choice(ahead, from, prompt, options);
        (vec![menu], squares.collect())
    };
    rows.push(CreateActionRow::Buttons(row));
    let chosen = source.and_then(MoveOrigin::square);
    let step = asked(ahead, words, text, rows, chosen, squares);
    let file = format!(
        "premove-{}-{}-{}",
        ahead.id.0,
        ahead.steps,
        path.moves().count()
    );
    Some(QuestionPage {
        file: format!("{file}-{}", step.file),
        ..step
    })
}
