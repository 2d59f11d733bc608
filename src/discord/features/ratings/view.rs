//! Leaderboards, and profiles of persons.

use serenity::all::{CreateActionRow, CreateButton};
use time::OffsetDateTime;

use crate::discord::features::ratings::id::{Listing, Range, StandingId};
use crate::discord::rest::Outgoing;
use crate::discord::views::buttons::declared;
use crate::i18n::{Button, Words, deviation, games_record, points};
use crate::service::ratings::ladder::{
    Leaderboard, LeaderboardPage, LeaderboardRow, LeaderboardScope,
};
use crate::service::ratings::profile::{FormResult, ModeProfile, Profile};
use crate::service::{PersonId, Timestamp};
use focus::{Color, Mode};
use focus_render::{Card, CardRow, CardVersus, Mark, Name, Ranking, RankingRow};

/// Returns the message with a part of a leaderboard, still without its picture; `is_listed` says
/// whether the reader is on the lists of all servers.
#[must_use]
pub(super) fn ladder(ladder: &Leaderboard, is_listed: bool, words: Words) -> Outgoing {
    let about = if ladder.lines.is_empty() {
        words.ladder_alt(ladder)
    } else {
        words.ladder_legend()
    };
    let text = format!(
        "**{}**\n{about}",
        words.ladder_title(ladder.list, ladder.mode)
    );
    Outgoing::text(text).rows(ladder_rows(ladder, is_listed, words))
}

fn ladder_rows(ladder: &Leaderboard, is_listed: bool, words: Words) -> Vec<CreateActionRow> {
    let range = match ladder.list {
        LeaderboardScope::All => Range::All,
        LeaderboardScope::Server(_) => Range::Server,
    };
    let go = |range, mode, part| {
        let id = StandingId::Ladder { range, mode, part };
        declared(&id, id.face(), words)
    };
    let mut row = Vec::new();
    if let (true, Some(first)) = (ladder.has_above, ladder.lines.first()) {
        let part = LeaderboardPage::Above(first.number, first.rung());
        let label = words.button(Button::Stronger);
        row.push(go(range, ladder.mode, part).label(label));
    }
    if let (true, Some(last)) = (ladder.has_below, ladder.lines.last()) {
        let part = LeaderboardPage::Below(last.number, last.rung());
        let label = words.button(Button::Weaker);
        row.push(go(range, ladder.mode, part).label(label));
    }
    let (other, label) = match range {
        Range::All => (Range::Server, Button::ThisServer),
        Range::Server => (Range::All, Button::AllServers),
    };
    row.push(go(other, ladder.mode, LeaderboardPage::Top).label(words.button(label)));
    if range == Range::All {
        let listing = if is_listed { Listing::Off } else { Listing::On };
        let mode = ladder.mode;
        let id = StandingId::List { listing, mode };
        row.push(declared(&id, listing.face(), words));
    }
    row.push(rules_button(words));
    let others = Mode::ALL.into_iter().filter(|mode| *mode != ladder.mode);
    let modes = others.map(|mode| go(range, mode, LeaderboardPage::Top).label(words.mode(mode)));
    vec![
        CreateActionRow::Buttons(row),
        CreateActionRow::Buttons(modes.collect()),
    ]
}

fn rules_button(words: Words) -> CreateButton {
    let id = StandingId::Rules;
    declared(&id, id.face(), words)
}

/// Returns the picture of a part of a leaderboard, as `asker` sees it.
#[must_use]
pub(super) fn ranking(ladder: &Leaderboard, asker: PersonId, words: Words) -> Ranking {
    let row = |line: &LeaderboardRow| RankingRow {
        number: line.number,
        name: name(&line.name, line.person),
        rating: points(line.points),
        deviation: deviation(line.deviation),
        record: games_record(line.record),
        is_own: line.person == asker,
    };
    Ranking {
        title: words.ladder_title(ladder.list, ladder.mode),
        rows: ladder.lines.iter().map(row).collect(),
    }
}

/// Returns the message with a profile, still without its picture.
#[must_use]
pub(super) fn profile(profile: &Profile, names: &Names, words: Words) -> Outgoing {
    let text = words.profile(profile, &names.own, names.other.as_deref());
    let message = Outgoing::text(text);
    message.rows(vec![CreateActionRow::Buttons(vec![rules_button(words)])])
}

/// Names of the people in a profile.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Name of the person.
    pub(super) own: String,
    /// Name of the person of comparison.
    pub(super) other: Option<String>,
}

/// Returns the picture of a profile.
#[must_use]
pub(super) fn card(profile: &Profile, names: &Names, words: Words) -> Card {
    let moments = || {
        let modes = profile.modes.iter();
        modes.flat_map(|mode| mode.history.iter().map(|(at, _)| *at))
    };
    let other = names.other.as_deref().zip(profile.versus);
    Card {
        name: name(&names.own, profile.person),
        rows: profile.modes.iter().map(|mode| row(mode, words)).collect(),
        form: profile.form.iter().map(|score| mark(*score)).collect(),
        days: (day(moments().min()), day(moments().max())),
        versus: other.map(|(other, versus)| CardVersus {
            name: name(other, versus.other),
            against: versus.against,
        }),
    }
}

fn row(profile: &ModeProfile, words: Words) -> CardRow {
    let curve = profile.history.iter();
    CardRow {
        color: color(profile.mode),
        label: words.mode(profile.mode),
        rating: profile
            .rating
            .map(|(rating, off)| (points(rating), deviation(off))),
        record: games_record(profile.record),
        curve: curve.map(|(at, points)| (at.0, *points)).collect(),
    }
}

/// Returns the color and mark that distinguish the curves of a mode.
fn color(mode: Mode) -> Color {
    match mode {
        Mode::Duel => Color::Orange,
        Mode::ThreeWay => Color::Green,
        Mode::Partners => Color::Blue,
        Mode::FreeForAll => Color::Pink,
    }
}

fn mark(score: FormResult) -> Mark {
    match score {
        FormResult::Won => Mark::Won,
        FormResult::Drawn => Mark::Drawn,
        FormResult::Lost => Mark::Lost,
    }
}

/// Returns a name to draw; if the font lacks its letters, the end of the account's id.
fn name(wanted: &str, person: PersonId) -> Name {
    Name {
        wanted: wanted.to_owned(),
        plain: format!("…{:04}", person.0 % 10_000),
    }
}

/// Returns a date in ISO format, such as `2026-11-21`.
fn day(at: Option<Timestamp>) -> String {
    let seconds = at.and_then(|at| i64::try_from(at.seconds()).ok());
    let moment = seconds.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    moment.map_or_else(String::new, |moment| moment.date().to_string())
}
