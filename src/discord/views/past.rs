//! Messages about ended games: replays, records, lists.

use std::ops::RangeInclusive;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};
use time::OffsetDateTime;

use crate::discord::custom_id::game::{Action, CustomId};
use crate::discord::custom_id::history::PastId;
use crate::discord::rest::Outgoing;
use crate::discord::rest::message::File;
use crate::discord::views::board::{names, outcome};
use crate::discord::views::buttons::button;
use crate::i18n::{Button, Words, plain};
use crate::service::{GameView, GuildId, PastFilter, PastPage, PastScope, PersonId, Player};
use focus::Direction;
use focus::notation::Record;
use focus_engine::analysis::{Course, Moment, position_at};
use focus_render::{Arrow, Film, Scene, Verdict};

/// Returns a game as a film to be replayed.
#[must_use]
pub fn film(view: &GameView, down: Direction, words: Words) -> Film {
    Film::new(view.game.clone())
        .with_names(names(view, words))
        .with_outcome(outcome(view))
        .with_down(down)
}

/// Returns a replay of these plies.
#[must_use]
pub fn replay(
    view: &GameView,
    plies: &RangeInclusive<usize>,
    gif: Vec<u8>,
    words: Words,
) -> Outgoing {
    Outgoing::text(words.replay(view, plies)).file(File {
        name: format!("replay-{}-{}-{}.gif", view.id.0, plies.start(), plies.end()),
        bytes: gif,
        about: words.replay_alt(view, plies),
    })
}

/// Returns the board before a key moment of a game, with the move played and the better one.
#[must_use]
pub fn moment(view: &GameView, moment: &Moment, words: Words) -> Scene {
    let arrow = |mv, verdict| Arrow { mv, verdict };
    Scene {
        names: names(view, words),
        arrows: vec![
            arrow(moment.played, Verdict::Played),
            arrow(moment.better, Verdict::Better),
        ],
        ..Scene::new(position_at(&view.game, moment.plies))
    }
}

/// Returns the buttons below a public replay.
#[must_use]
pub fn replay_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let press = |action, label| {
        let id = CustomId {
            action,
            game: view.id,
            seen: view.steps,
        };
        button(id, words.button(label), ButtonStyle::Secondary)
    };
    let buttons = vec![
        press(Action::Review, Button::Review),
        press(Action::Record, Button::Record),
    ];
    vec![CreateActionRow::Buttons(buttons)]
}

/// Returns the buttons from the chart of a game to its key moments, counted from 1, and back; the
/// button of the current one is disabled.
#[must_use]
pub fn review_rows(
    view: &GameView,
    course: &Course,
    number: Option<usize>,
    words: Words,
) -> Vec<CreateActionRow> {
    if course.moments.is_empty() {
        return Vec::new();
    }
    let press = |action, seen, label| {
        let id = CustomId {
            action,
            game: view.id,
            seen,
        };
        button(id, label, ButtonStyle::Secondary)
    };
    let chart = press(Action::Chart, 0, words.button(Button::Chart)).disabled(number.is_none());
    let moments = (1_u32..).zip(&course.moments).map(|(seen, _)| {
        let is_shown = number == usize::try_from(seen).ok();
        press(Action::Moment, seen, seen.to_string()).disabled(is_shown)
    });
    let buttons = std::iter::once(chart).chain(moments).collect();
    vec![CreateActionRow::Buttons(buttons)]
}

/// Returns the record of a game as a file, and the position at its end.
#[must_use]
pub fn export(view: &GameView, words: Words) -> Outgoing {
    Outgoing::text(words.export(view)).file(File {
        name: format!("game-{}.fgn", view.id.0),
        bytes: record(view, words).to_string().into_bytes(),
        about: words.export_alt(view),
    })
}

fn record(view: &GameView, words: Words) -> Record {
    let mut record = Record::new(view.game.clone());
    "Discord".clone_into(&mut record.site);
    let seconds = i64::try_from(view.started.seconds()).ok();
    let began = seconds.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    record.date = began
        .map(|began| began.date().to_string())
        .unwrap_or_default();
    for (color, player) in &view.players {
        let former = view.former.iter().filter(|(seat, _)| seat == color);
        let former = former.map(|(_, person)| Player::Person(person.clone()));
        let names = former.chain([player.clone()]);
        let names: Vec<_> = names.map(|player| plain(&words.player(&player))).collect();
        record.names[color.index()] = names.join(", ");
    }
    record
}

/// Returns a page of ended games for a person on a server; if they are another person's games, that
/// person is called `name`.
#[must_use]
pub fn past(
    filter: PastFilter,
    page: &PastPage,
    asker: (PersonId, Option<GuildId>),
    name: Option<&str>,
    words: Words,
) -> Outgoing {
    let title = words.past_title(filter.scope, name);
    Outgoing::page(title, words.past(filter.scope, page))
        .rows(past_rows(filter, page, asker, words))
}

fn past_rows(
    filter: PastFilter,
    page: &PastPage,
    (person, guild): (PersonId, Option<GuildId>),
    words: Words,
) -> Vec<CreateActionRow> {
    let number = u32::try_from(page.number).unwrap_or(u32::MAX);
    let press = |filter, page, label| {
        let id = PastId { filter, page };
        CreateButton::new(id.to_string())
            .label(words.button(label))
            .style(ButtonStyle::Secondary)
    };
    let mut buttons = Vec::new();
    if let Some(newer) = number.checked_sub(1) {
        buttons.push(press(filter, newer, Button::Newer));
    }
    if page.has_next {
        buttons.push(press(filter, number + 1, Button::Older));
    }
    let own = PastFilter::all(PastScope::Person(person));
    if filter.scope != own.scope {
        buttons.push(press(own, 0, Button::Mine));
    }
    if let Some(guild) = guild.filter(|guild| filter.scope != PastScope::Guild(*guild)) {
        buttons.push(press(
            PastFilter::all(PastScope::Guild(guild)),
            0,
            Button::ThisServer,
        ));
    }
    vec![CreateActionRow::Buttons(buttons)]
}
