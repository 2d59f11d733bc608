//! Leaderboards, and profiles of persons.

use serenity::all::{CreateActionRow, CreateButton};
use time::OffsetDateTime;

use crate::discord::features::ratings::id::{Listing, Range, RatingsButtonId};
use crate::discord::game_messages::respond::names::end_of_id;
use crate::discord::game_messages::respond::share_button::Audience;
use crate::discord::rest::{Container, Outgoing};
use crate::discord::views::button_rows::{declared, in_rows};
use crate::discord::views::help::{no_games_row, set_up};
use crate::discord::views::{accent, mode_color};
use crate::i18n::{Button, Words, deviation, escape, games_record, points};
use crate::service::ratings::leaderboard::{
    Leaderboard, LeaderboardPage, LeaderboardRow, LeaderboardScope,
};
use crate::service::ratings::profile::{FormResult, ModeProfile, Profile};
use crate::service::{PersonId, SetupPreferences, Timestamp};
use focus::{Color, Mode};
use focus_render::{Card, CardRow, CardVersus, Mark, Name, Ranking, RankingRow};

/// Returns the message with a part of a leaderboard, still without its picture; `is_listed` says
/// whether the reader is on the lists of all servers.
pub(super) fn leaderboard(
    leaderboard: &Leaderboard,
    part: LeaderboardPage,
    (is_listed, is_on_server): (bool, bool),
    audience: Audience<'_>,
) -> Outgoing {
    let words = audience.words();
    let title = words.leaderboard_title(leaderboard.list, leaderboard.mode);
    let mut rows = leaderboard_rows(leaderboard, (is_listed, is_on_server), audience);
    let container = Container::new(accent(mode_color(leaderboard.mode)));
    if leaderboard.lines.is_empty() {
        let play = set_up(SetupPreferences::rated(leaderboard.mode), words);
        let row = vec![play, rules_button(words)];
        rows.insert(0, CreateActionRow::Buttons(row));
        return Outgoing::page(title, words.leaderboard_alt(leaderboard))
            .in_container(container)
            .rows(rows);
    }
    if audience.is_one() {
        let (range, mode) = (range_of(leaderboard), leaderboard.mode);
        let id = RatingsButtonId::ShareLeaderboard { range, mode, part };
        let share = declared(&id, id.face(), words);
        rows.push(CreateActionRow::Buttons(vec![share, rules_button(words)]));
    }
    Outgoing::page(title, "")
        .in_container(container.footnote(audience.with_sharer(words.leaderboard_legend())))
        .rows(rows)
}

fn range_of(leaderboard: &Leaderboard) -> Range {
    match leaderboard.list {
        LeaderboardScope::All => Range::All,
        LeaderboardScope::Server(_) => Range::Server,
    }
}

fn leaderboard_rows(
    leaderboard: &Leaderboard,
    (is_listed, is_on_server): (bool, bool),
    audience: Audience<'_>,
) -> Vec<CreateActionRow> {
    let (words, range) = (audience.words(), range_of(leaderboard));
    let go = |range, mode, part| {
        let id = RatingsButtonId::Leaderboard { range, mode, part };
        declared(&id, id.face(), words)
    };
    let mut row = Vec::new();
    if let (true, Some(first)) = (leaderboard.has_above, leaderboard.lines.first()) {
        let part = LeaderboardPage::Above(first.number, first.position());
        let label = words.button(Button::Stronger);
        row.push(go(range, leaderboard.mode, part).label(label));
    }
    if let (true, Some(last)) = (leaderboard.has_below, leaderboard.lines.last()) {
        let part = LeaderboardPage::Below(last.number, last.position());
        let label = words.button(Button::Weaker);
        row.push(go(range, leaderboard.mode, part).label(label));
    }
    let (other, label) = match range {
        Range::All => (Range::Server, Button::ThisServer),
        Range::Server => (Range::All, Button::AllServers),
    };
    if is_on_server {
        row.push(go(other, leaderboard.mode, LeaderboardPage::Top).label(words.button(label)));
    }
    if range == Range::All && audience.is_one() {
        let listing = if is_listed { Listing::Off } else { Listing::On };
        let mode = leaderboard.mode;
        let id = RatingsButtonId::List { listing, mode };
        row.push(declared(&id, listing.face(), words));
    }
    let others = Mode::ALL
        .into_iter()
        .filter(|mode| *mode != leaderboard.mode);
    let modes = others.map(|mode| go(range, mode, LeaderboardPage::Top).label(words.mode(mode)));
    in_rows(&[row, modes.collect()])
}

fn rules_button(words: Words) -> CreateButton {
    let id = RatingsButtonId::Rules;
    declared(&id, id.face(), words)
}

/// Returns the picture of a part of a leaderboard, as `context` sees it.
pub(super) fn ranking(leaderboard: &Leaderboard, context: PersonId, words: Words) -> Ranking {
    let row = |line: &LeaderboardRow| RankingRow {
        number: line.number,
        name: name(&line.name, line.person),
        rating: points(line.points),
        deviation: deviation(line.deviation),
        record: games_record(line.record),
        is_own: line.person == context,
    };
    Ranking {
        title: words.leaderboard_title(leaderboard.list, leaderboard.mode),
        rows: leaderboard.lines.iter().map(row).collect(),
    }
}

/// Returns the message with a profile, still without its picture; without games, it invites the
/// reader to play one, unless it is that of somebody else who cannot be invited.
pub(super) fn profile(
    profile: &Profile,
    names: &Names,
    (is_own, is_invitable): (bool, bool),
    audience: Audience<'_>,
) -> Outgoing {
    let words = audience.words();
    let name = Some(names.own.as_str()).filter(|_| !(is_own && audience.is_one()));
    let text = words.profile(profile, name, names.other.as_deref());
    let (person, with) = (profile.person, profile.versus.map(|versus| versus.other));
    let share = audience.is_one().then(|| {
        let id = RatingsButtonId::ShareProfile { person, with };
        declared(&id, id.face(), words)
    });
    if profile.modes.is_empty() {
        let mut row = if is_own {
            no_games_row(words)
        } else if is_invitable {
            let with_them = SetupPreferences::default().with_people(vec![person]);
            vec![set_up(with_them, words)]
        } else {
            Vec::new()
        };
        // There may be games against computers.
        row.extend(share.filter(|_| !profile.computers.is_empty()));
        return Outgoing::page(escape(&names.own), audience.with_sharer(text))
            .in_container(Container::new(accent(Color::Orange)))
            .rows(in_rows(&[row]));
    }
    let row = share.into_iter().chain([rules_button(words)]).collect();
    let first = profile
        .modes
        .first()
        .map_or(Color::Orange, |mode| mode_color(mode.mode));
    let footnote = audience.with_sharer(words.profile_legend());
    Outgoing::page(escape(&names.own), text)
        .in_container(Container::new(accent(first)).footnote(footnote))
        .rows(vec![CreateActionRow::Buttons(row)])
}

/// Names of the people in a profile.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Name of the person.
    pub(super) own: String,
    /// Name of the person to compare with.
    pub(super) other: Option<String>,
}

/// Returns the picture of a profile.
pub(super) fn card(profile: &Profile, names: &Names, words: Words) -> Card {
    let moments = || {
        let modes = profile.modes.iter();
        modes.flat_map(|mode| mode.history.iter().map(|(at, _)| *at))
    };
    let other = names.other.as_deref().zip(profile.versus);
    let (first, last) = (moments().min(), moments().max());
    let lead = lead(first.zip(last));
    let rows = profile.modes.iter().map(|mode| row(mode, lead, words));
    Card {
        name: name(&names.own, profile.person),
        rows: rows.collect(),
        form: profile.form.iter().map(|score| mark(*score)).collect(),
        days: (day(first), day(last)),
        versus: other.map(|(other, versus)| CardVersus {
            name: name(other, versus.other),
            against: versus.against,
        }),
    }
}

/// Returns how long before the first game a curve begins, at the initial rating, so that the first
/// game shows as a slope: a share of the whole time shown.
fn lead(moments: Option<(Timestamp, Timestamp)>) -> u64 {
    let shown = moments.map_or(0, |(first, last)| last.0 - first.0);
    (shown / 16).max(1)
}

fn row(profile: &ModeProfile, lead: u64, words: Words) -> CardRow {
    let mut curve: Vec<_> = profile
        .history
        .iter()
        .map(|(at, points)| (at.0, *points))
        .collect();
    if let Some((at, _)) = curve.first_mut() {
        *at = at.saturating_sub(lead);
    }
    CardRow {
        color: mode_color(profile.mode),
        label: words.mode(profile.mode),
        rating: profile
            .rating
            .map(|(rating, off)| (points(rating), deviation(off))),
        record: games_record(profile.record),
        curve,
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
        plain: end_of_id(person),
    }
}

/// Returns a date in ISO format, such as `2026-11-21`.
fn day(at: Option<Timestamp>) -> String {
    let seconds = at.and_then(|at| i64::try_from(at.seconds()).ok());
    let moment = seconds.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    moment.map_or_else(String::new, |moment| moment.date().to_string())
}
