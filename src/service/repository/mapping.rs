//! Conversion between records and the types of the service.

use crate::service::api::damage::Damage;
use crate::service::api::ids::{
    Access, ChannelId, GameId, GuildId, MessageId, PersonId, Place, Timestamp,
};
use crate::service::api::rating::{Points, RatingChange};
use crate::service::api::request::{Computer, TableKind};
use crate::service::api::time_control::{Overtime, TimeRule};
use crate::service::api::view::{Person, Player, TableState, TableView, Was};
use crate::service::repository::teams;
use crate::store::records::{
    ClockRecord, ComputerRecord, GameRecord, KindRecord, LeftoverKind, OvertimeRecord, SeatRecord,
    StageRecord,
};
use focus::{Color, ColorSet, Mode, Rules};
use focus_engine::Level;

/// Returns the rules in a record.
pub(crate) fn rules(record: &GameRecord) -> Result<Rules, Damage> {
    let rules = record.rules.parse::<Rules>();
    rules.map_err(|error| Damage(format!("rules `{}`: {error}", record.rules)))
}

/// Returns the rules of another mode, with the chosen options that it has.
pub(crate) fn rules_in_mode(rules: Rules, mode: Mode) -> Rules {
    let default = Rules::new(rules.mode());
    let mut other = Rules::new(mode).with_quiet(rules.quiet());
    macro_rules! keep {
        ($option:ident, $with:ident) => {
            if rules.$option() != default.$option() {
                other = other.$with(rules.$option()).unwrap_or(other);
            }
        };
    }
    keep!(goal, with_goal);
    keep!(stuck, with_stuck);
    keep!(draw, with_draw);
    keep!(opening, with_opening);
    keep!(setup, with_setup);
    keep!(repetition, with_repetition);
    keep!(talk, with_talk);
    other
}

/// Returns the color for a letter in a record.
pub(crate) fn color(letter: char) -> Result<Color, Damage> {
    let color = Color::from_letter(letter);
    color.ok_or_else(|| Damage(format!("expected a color's letter, got `{letter}`")))
}

/// Returns the place where a record says its game is shown.
pub(crate) fn place(record: &GameRecord) -> Place {
    Place {
        guild: record.guild.map(GuildId),
        channel: ChannelId(record.channel),
        access: access(record.visited),
    }
}

/// Returns how the bot gets to a place, from what a record says of it.
pub(crate) const fn access(visited: bool) -> Access {
    if visited {
        Access::Visitor
    } else {
        Access::Member
    }
}

/// Writes into a record that its game is shown at a place.
pub(crate) fn set_place(record: &mut GameRecord, place: Place) {
    record.guild = place.guild.map(|guild| guild.0);
    record.channel = place.channel.0;
    record.visited = place.is_visited();
}

/// Returns the message that shows a record.
pub(crate) fn message(record: &GameRecord) -> Option<MessageId> {
    record.message.map(MessageId)
}

/// Converts a time rule to its record.
pub(crate) fn clock_record(rule: TimeRule) -> ClockRecord {
    ClockRecord {
        time: rule.control.to_string(),
        overtime: match rule.overtime {
            Overtime::Out => OvertimeRecord::Out,
            Overtime::Claim => OvertimeRecord::Claim,
            Overtime::Computer => OvertimeRecord::Computer,
        },
        due: None,
        reminded: None,
        reminders: None,
    }
}

/// Returns the time rule in a record.
pub(crate) fn time_rule(clock: &ClockRecord) -> Result<TimeRule, Damage> {
    let control = clock.time.parse();
    Ok(TimeRule {
        control: control.map_err(|error| Damage(format!("time `{}`: {error}", clock.time)))?,
        overtime: match clock.overtime {
            OvertimeRecord::Out => Overtime::Out,
            OvertimeRecord::Claim => Overtime::Claim,
            OvertimeRecord::Computer => Overtime::Computer,
        },
    })
}

/// Returns the kind of a superseded message from its record.
pub(crate) const fn was(kind: LeftoverKind) -> Was {
    match kind {
        LeftoverKind::Table => Was::Table,
        LeftoverKind::Board { from, to } => Was::Board { from, to },
        LeftoverKind::Moved => Was::Moved,
        LeftoverKind::Watch => Was::Watch,
    }
}

/// Converts the kind of a superseded message to its record.
pub(crate) const fn was_record(was: Was) -> LeftoverKind {
    match was {
        Was::Table => LeftoverKind::Table,
        Was::Board { from, to } => LeftoverKind::Board { from, to },
        Was::Moved => LeftoverKind::Moved,
        Was::Watch => LeftoverKind::Watch,
    }
}

/// Returns the game a record is a rematch of.
pub(crate) fn rematch_of(record: &GameRecord) -> Option<GameId> {
    record.rotation.as_ref().map(|rotation| GameId(rotation.of))
}

/// Returns the person on a seat.
pub(crate) fn person(seat: &SeatRecord) -> Person {
    Person {
        id: PersonId(seat.person),
        name: seat.name.clone(),
    }
}

/// Returns the languages of the people with a seat, if known.
pub(crate) fn languages(record: &GameRecord) -> Vec<(PersonId, String)> {
    let known = |seat: &SeatRecord| Some((PersonId(seat.person), seat.language.clone()?));
    record.people.iter().filter_map(known).collect()
}

/// Returns the player on a seat: the person, or the computer that has taken over.
fn player(seat: &SeatRecord) -> Result<Player, Damage> {
    match &seat.computer {
        None => Ok(Player::Person(person(seat))),
        Some(name) => Ok(Player::Computer(level(name)?)),
    }
}

fn level(name: &str) -> Result<Level, Damage> {
    let level = name.parse::<Level>();
    level.map_err(|error| Damage(error.to_string()))
}

/// Returns the computer on a seat.
pub(crate) fn computer(seat: &ComputerRecord) -> Result<Computer, Damage> {
    Ok(Computer {
        level: level(&seat.level)?,
        is_partner: seat.is_partner,
    })
}

/// Returns all players with the colors dealt, in the order of the colors.
pub(crate) fn players(record: &GameRecord) -> Result<Vec<(Color, Player)>, Damage> {
    let dealt = |letter: Option<char>| {
        color(letter.ok_or_else(|| Damage(String::from("expected a color dealt")))?)
    };
    let mut players = Vec::new();
    for seat in &record.people {
        players.push((dealt(seat.color)?, player(seat)?));
    }
    for seat in &record.computers {
        players.push((dealt(seat.color)?, Player::Computer(computer(seat)?.level)));
    }
    players.sort_by_key(|(color, _)| *color);
    Ok(players)
}

/// Returns the people who had a seat before another person or a computer took it over.
pub(crate) fn former(record: &GameRecord) -> Result<Vec<(Color, Person)>, Damage> {
    let earlier = record.former.iter().map(|former| {
        let (id, name) = (PersonId(former.person), former.name.clone());
        Ok((color(former.color)?, Person { id, name }))
    });
    let replaced = record.people.iter().filter(|seat| seat.computer.is_some());
    let replaced = replaced.filter_map(|seat| Some(color(seat.color?).map(|c| (c, person(seat)))));
    earlier.chain(replaced).collect()
}

/// Returns the colors that share the draw in which a game ended; none if it ended otherwise, or has
/// not.
pub(crate) fn sharing(record: &GameRecord) -> Result<ColorSet, Damage> {
    if record.result.as_deref() != Some("=") {
        return Ok(ColorSet::EMPTY);
    }
    match &record.sharing {
        Some(letters) => letters.chars().map(color).collect(),
        // In games older than the field, everybody shares a draw.
        None => Ok(rules(record)?.mode().colors().iter().copied().collect()),
    }
}

/// Returns the changes of ratings by a game; none if it has not changed any, or not yet.
pub(crate) fn rating_changes(record: &GameRecord) -> Result<Vec<RatingChange>, Damage> {
    let changes = record.ratings.iter().flat_map(|rated| &rated.changes);
    changes
        .map(|change| {
            Ok(RatingChange {
                color: color(change.color)?,
                before: change.before,
                after: Points {
                    points: change.after,
                    is_sure: change.sure,
                },
            })
        })
        .collect()
}

/// Returns a table before its game as people see it.
pub(crate) fn table_view(id: GameId, record: &GameRecord) -> Result<TableView, Damage> {
    let time = record.clock.as_ref().map(time_rule);
    let invited = || record.invited.iter().copied().map(PersonId).collect();
    let rules = rules(record)?;
    Ok(TableView {
        id,
        place: place(record),
        kind: match record.kind {
            KindRecord::Open => TableKind::Open,
            KindRecord::Invited => TableKind::Invited(invited()),
            KindRecord::Challenge => TableKind::Challenge(invited()),
        },
        state: match record.stage {
            StageRecord::Open => TableState::Open,
            StageRecord::Closed => TableState::Closed,
            StageRecord::Declined(person) => TableState::Declined(PersonId(person)),
            StageRecord::Expired => TableState::Expired,
            StageRecord::Playing | StageRecord::Ended | StageRecord::Aborted => {
                return Err(Damage(String::from("expected a table, got a game")));
            }
        },
        rules,
        teams: teams::view(record, rules),
        people: record.people.iter().map(person).collect(),
        computers: record
            .computers
            .iter()
            .map(computer)
            .collect::<Result<_, _>>()?,
        in_thread: record.wants_thread,
        time: time.transpose()?,
        is_private: record.is_private,
        rematch_of: rematch_of(record),
        start: record.start.clone(),
        rated: record.rated,
        created: Timestamp(record.created),
        expires: Timestamp(record.expires),
        message: message(record),
        version: record.version,
    })
}
