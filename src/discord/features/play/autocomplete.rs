//! Completion of moves. The submitted value is checked again.

use serenity::all::CreateAutocompleteResponse;

use crate::discord::features::play::stepwise_view::label;
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::autocomplete::{OFFERED, choices};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
use crate::i18n::Words;
use crate::service::{GameView, PersonalView};
use focus::notation::MoveText;
use focus::{Move, Position};

/// Argument for a move, typed or taken from the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// Only the start of a move.
    MoveOrigin(MoveOrigin),
    /// Move, or a text that is not a move.
    Text(String),
}

impl Typed {
    /// Reads an argument; of an entry in the list, only the part before the dash counts.
    pub(super) fn read(text: &str) -> Self {
        let text = before_dash(text);
        let source = text.to_lowercase();
        // The list may offer a file with all its squares.
        if matches!(source.as_bytes(), [b'+', b'a'..=b'h']) {
            return Self::MoveOrigin(MoveOrigin::Hand);
        }
        match source.parse() {
            Ok(source) => Self::MoveOrigin(source),
            Err(_) => Self::Text(text.to_owned()),
        }
    }
}

/// Returns the part of an entry in a list before the dash; all of a move that is itself written with
/// such a dash, as keyboards of phones do.
pub(super) fn before_dash(text: &str) -> &str {
    let entry = if text.parse::<MoveText>().is_ok() {
        text
    } else {
        text.split('–').next().unwrap_or(text)
    };
    entry.trim()
}

/// Returns the moves of a text, separated by commas, that are expected before an answer.
pub(super) fn expected_moves(text: &str) -> Vec<String> {
    let moves = text.split(',');
    moves.map(|text| before_dash(text).to_owned()).collect()
}

/// Offers moves that others may play next, to set a premove; after a comma, those that may follow
/// the moves before it.
pub(crate) async fn expected(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let context = RequestContext::of_command(ctx.interaction);
    let (person, place) = context.person_and_place();
    let personal = ctx.data().service.ask_of(
        &context,
        argument(ctx, "game"),
        None,
        move |service, game| service.playing(person, place, game, None),
    );
    let view = match personal.await {
        // On the person's own turn, there is no move to reply to.
        Ok(PersonalView { view, .. }) if view.to_move() != view.color_of(person) => view,
        Ok(_) | Err(_) => return choices(Vec::new()),
    };
    let Some((before, last)) = typed.rsplit_once(',') else {
        return choices(offered_moves(view.game.position(), typed, context.words));
    };
    let before = expected_moves(before);
    let offered = offered_moves(&after(&view, &before), last, context.words);
    let line = |text: String| format!("{}, {text}", before.join(", "));
    let offered = offered.into_iter();
    let lines: Vec<_> = offered
        .map(|(label, value)| (line(label), line(value)))
        .collect();
    choices(lines)
}

/// Returns the text typed for another argument.
fn argument<'c>(ctx: Context<'c>, name: &str) -> Option<&'c str> {
    ctx.args
        .iter()
        .find_map(|option| match (option.name, &option.value) {
            (named, serenity::all::ResolvedValue::String(text)) if named == name => Some(*text),
            _ => None,
        })
}

/// Returns the position after some moves and the passes that they force, up to the first one that
/// is not legal.
fn after(view: &GameView, moves: &[String]) -> Position {
    let mut ahead = view.game.clone();
    for text in moves {
        let text = text.parse::<MoveText>().ok();
        let played = text.and_then(|text| ahead.play(text.resolve_in(&ahead).ok()?).ok());
        if played.is_none() {
            break;
        }
        ahead.pass_while_forced();
    }
    ahead.position().clone()
}

/// Offers moves of the person to move: first their starts, then the moves from there.
pub(crate) async fn moves(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let context = RequestContext::of_command(ctx.interaction);
    let expected = argument(ctx, "if");
    let is_ahead = expected.is_some();
    let (person, place) = context.person_and_place();
    let personal = ctx.data().service.ask_of(
        &context,
        argument(ctx, "game"),
        None,
        move |service, game| {
            if is_ahead {
                service.playing(person, place, game, None)
            } else {
                service.to_move(person, place, game, None)
            }
        },
    );
    let offered = match personal.await {
        Ok(PersonalView { view, .. }) => {
            let before = expected.map(expected_moves).unwrap_or_default();
            offered_moves(&after(&view, &before), typed, context.words)
        }
        // The reason is given when the command is sent.
        Err(_) => Vec::new(),
    };
    choices(offered)
}

/// Lists moves to offer for a text, as label and value; each label begins with its value.
#[must_use]
pub fn offered_moves(position: &Position, typed: &str, words: Words) -> Vec<(String, String)> {
    let typed = letters(before_dash(typed));
    let moves = position.legal_moves();
    let fitting: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| letters(&mv.to_string()).starts_with(&typed))
        .collect();
    if !typed.is_empty() && fitting.len() <= OFFERED {
        let label = |mv: Move| words.move_label(mv, position.effect(mv));
        return fitting
            .into_iter()
            .map(|mv| (label(mv), mv.to_string()))
            .collect();
    }
    let mut sources: Vec<_> = fitting
        .iter()
        .filter_map(|mv| MoveOrigin::of(*mv))
        .collect();
    sources.sort_unstable();
    sources.dedup();
    if sources == [MoveOrigin::Hand] && !typed.is_empty() {
        return files(&fitting);
    }
    sources
        .into_iter()
        .map(|source| (source_label(source, position, words), source.to_string()))
        .collect()
}

/// Lists the files on which a piece from hand can be played, for too many squares to list.
fn files(drops: &[Move]) -> Vec<(String, String)> {
    let mut files: Vec<(String, Vec<String>)> = Vec::new();
    for mv in drops {
        let text = mv.to_string();
        let file: String = text.chars().take(2).collect();
        match files.iter_mut().find(|(known, _)| *known == file) {
            Some((_, squares)) => squares.push(text),
            None => files.push((file, vec![text])),
        }
    }
    files
        .into_iter()
        .map(|(file, squares)| (format!("{file} – {}", squares.join(" ")), file))
        .collect()
}

fn source_label(source: MoveOrigin, position: &Position, words: Words) -> String {
    match source {
        MoveOrigin::Square(_) => label(source, position, words),
        MoveOrigin::Hand | MoveOrigin::Rank(_) => {
            format!("{source} – {}", label(source, position, words))
        }
    }
}

/// Returns the significant letters of a typed move: `B7 c7` and `b7-c7` are the same.
fn letters(text: &str) -> String {
    let kept = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '+');
    kept.map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Typed, expected_moves, files};
    use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
    use focus::{Move, Square};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(Typed::read(text), Typed::Text(expected.to_owned()));
    }

    #[test]
    fn entry_of_a_list_ends_at_its_dash_and_a_move_does_not() {
        check("b4-c4 – 1 piece, takes 1 Blue", "b4-c4");
        check(" b4–c4 ", "b4–c4");
        check("B4 – c4", "B4 – c4");
        let source = "b4".parse().map(Typed::MoveOrigin);
        assert_eq!(Ok(Typed::read("b4 – 1 piece, orange")), source);
        assert_eq!(expected_moves("b4–c4, c5-c6 – 1 piece"), ["b4–c4", "c5-c6"]);
    }

    #[test]
    fn file_of_the_list_is_a_start_from_hand() {
        let drops = Square::ALL.map(Move::Drop);
        let offered = files(&drops);
        assert_eq!(offered.len(), 8);
        for text in offered.iter().flat_map(|(label, value)| [label, value]) {
            assert_eq!(Typed::read(text), Typed::MoveOrigin(MoveOrigin::Hand));
        }
    }
}
