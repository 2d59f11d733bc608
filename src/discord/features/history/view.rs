//! Messages about ended games: replays, records, lists.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};
use time::OffsetDateTime;

use crate::discord::features::history::id::HistoryButtonId;
use crate::discord::interaction::custom_id::buttons::LookButton;
use crate::discord::rest::message::File;
use crate::discord::rest::{Container, Outgoing};
use crate::discord::views::accent;
use crate::discord::views::button_rows::{Buttons, in_rows};
use crate::discord::views::help::no_games_row;
use crate::i18n::{Button, Words, plain};
use crate::service::{
    GameView, GuildId, HistoryFilter, HistoryPage, HistoryScope, PersonId, Player,
};
use focus::Color;
use focus::notation::Record;

/// Returns the record of a game as a file, and the position at its end.
pub(super) fn export(view: &GameView, words: Words) -> Outgoing {
    Outgoing::text(words.export(view)).file(File {
        name: format!("game-{}.fgn", view.id.0),
        bytes: record(view, words).to_string().into_bytes(),
        about: words.of_game("export-alt", view.id),
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

/// Returns a page of ended games for a person on a server, each with a button that opens it; if they
/// are another person's games, that person is called `name`. A person without any is offered ways
/// to begin.
pub(super) fn history(
    filter: HistoryFilter,
    page: &HistoryPage,
    context: (PersonId, Option<GuildId>),
    name: Option<&str>,
    words: Words,
) -> Outgoing {
    let title = words.history_title(filter.scope, name);
    let mut rows = history_rows(filter, page, context, words);
    let mut container = Container::new(accent(Color::Orange));
    if page.games.is_empty() {
        if filter == HistoryFilter::all(HistoryScope::Person(context.0)) {
            rows.insert(0, CreateActionRow::Buttons(no_games_row(words)));
        }
        let message = Outgoing::page(title, words.text("history-none", &[]));
        return message.in_container(container).rows(rows);
    }
    for game in &page.games {
        let open = Buttons::new(game.id, 0, words).press(LookButton::Open);
        container = container.line(words.history_line(filter.scope, game), open);
    }
    let footnote = words.history_page(page).unwrap_or_default();
    Outgoing::page(title, "")
        .in_container(container.footnote(footnote))
        .rows(rows)
}

fn history_rows(
    filter: HistoryFilter,
    page: &HistoryPage,
    (person, guild): (PersonId, Option<GuildId>),
    words: Words,
) -> Vec<CreateActionRow> {
    let number = u32::try_from(page.number).unwrap_or(u32::MAX);
    let press = |filter, page, label| {
        let id = HistoryButtonId { filter, page };
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
    let own = HistoryFilter::all(HistoryScope::Person(person));
    if filter.scope != own.scope {
        buttons.push(press(own, 0, Button::Mine));
    }
    if let Some(guild) = guild.filter(|guild| filter.scope != HistoryScope::Guild(*guild)) {
        buttons.push(press(
            HistoryFilter::all(HistoryScope::Guild(guild)),
            0,
            Button::ThisServer,
        ));
    }
    in_rows(&[buttons])
}
