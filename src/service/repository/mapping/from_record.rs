//! Tables and games from their records.

use crate::service::api::damage::Damage;
use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::rating::{RatingChange, ShownRating};
use crate::service::api::request::Computer;
use crate::service::api::teams::Team;
use crate::service::api::time_control::{Overtime, TimeRule};
use crate::service::api::view::game::MovedHere;
use crate::service::api::view::player::Person;
use crate::service::api::view::table::TableState;
use crate::service::model::TableOrGame;
use crate::service::model::common::{
    Admission, ClockState, Common, Idle, LostChannel, Reminded, Rotation,
};
use crate::service::model::game::{
    Candidate, ComputerPlayer, CountedRatings, GameResult, PersonPlayer, Stage, StartedGame,
    StoredPremove,
};
use crate::service::model::table::{ComputerSeat, GameTable, PersonSeat};
use crate::service::repository::mapping::{PASSED, access, form};
use crate::store::records::{
    AdmissionRecord, CandidateRecord, ClockRecord, ComputerRecord, CountedRatingsRecord,
    FormerRecord, GameRecord, IdleRecord, LostChannelRecord, MovedHereRecord, OvertimeRecord,
    PremoveRecord, RotationRecord, SeatRecord, StageRecord, TeamRecord,
};
use focus::notation::{MoveText, parse_position};
use focus::{Color, ColorSet, Move, Rules};
use focus_engine::Level;

/// Returns the table or game in a record.
pub(crate) fn stored(record: &GameRecord) -> Result<TableOrGame, Damage> {
    let common = common(record)?;
    let stage = match record.stage {
        StageRecord::Open => return table(record, common, TableState::Open),
        StageRecord::Closed => return table(record, common, TableState::Closed),
        StageRecord::Expired => return table(record, common, TableState::Expired),
        StageRecord::Declined(person) => {
            return table(record, common, TableState::Declined(PersonId(person)));
        }
        StageRecord::Playing => Stage::Playing,
        StageRecord::Ended => Stage::Ended,
        StageRecord::Aborted => Stage::Aborted,
    };
    game(record, common, stage)
}

fn common(record: &GameRecord) -> Result<Common, Damage> {
    let rules = rules(&record.rules)?;
    Ok(Common {
        place: Place {
            guild: record.guild.map(GuildId),
            channel: ChannelId(record.channel),
            access: access(record.visited),
        },
        parent: record.parent.map(ChannelId),
        wants_thread: record.wants_thread,
        message: record.message.map(MessageId),
        form: form(record.of_components),
        version: record.version,
        lost: record.lost.as_ref().map(lost_channel).transpose()?,
        admission: match record.admission {
            AdmissionRecord::Open => Admission::Open,
            AdmissionRecord::Invited => Admission::Invited,
            AdmissionRecord::Challenge => Admission::Challenge,
        },
        rules,
        seed: record.seed,
        watcher: record.watcher.map(PersonId),
        created: Timestamp(record.created),
        expires: Timestamp(record.expires),
        is_private: record.is_private,
        rated: record.rated,
        start: match &record.start {
            None => None,
            Some(fps) => {
                let start = parse_position(fps, rules);
                let start = start.map_err(|error| Damage(format!("start `{fps}`: {error}")))?;
                Some(Box::new(start))
            }
        },
        rotation: record.rotation.as_ref().map(rotation).transpose()?,
        chooses_colors: record.chooses_colors,
        idle: record.idle.map(idle),
    })
}

fn idle(record: IdleRecord) -> Idle {
    Idle {
        since: Timestamp(record.since),
        warned: record.warned.map(Timestamp),
    }
}

fn table(record: &GameRecord, common: Common, state: TableState) -> Result<TableOrGame, Damage> {
    let reserved = record.reserved.iter();
    let reserved = reserved.map(|(person, team)| (PersonId(*person), self::team(*team)));
    Ok(TableOrGame::Table(Box::new(GameTable {
        common,
        state,
        invited: record.invited.iter().copied().map(PersonId).collect(),
        uncalled: record.uncalled.iter().copied().map(PersonId).collect(),
        called: record.called.iter().copied().map(PersonId).collect(),
        declined: record.declined.iter().copied().map(PersonId).collect(),
        people: each(&record.people, person_seat)?,
        reserved: reserved.collect(),
        computers: each(&record.computers, computer_seat)?,
        time: record.clock.as_ref().map(time_rule).transpose()?,
    })))
}

fn game(record: &GameRecord, common: Common, stage: Stage) -> Result<TableOrGame, Damage> {
    let first = record.first.ok_or_else(|| expected("a first color"))?;
    Ok(TableOrGame::Game(Box::new(StartedGame {
        stage,
        people: each(&record.people, person_player)?,
        computers: each(&record.computers, computer_player)?,
        started: Timestamp(record.started.unwrap_or(record.created)),
        first: color(first)?,
        actions: record.actions,
        announced: record.announced,
        told: record.told,
        result: result(record)?,
        thinks: record.thinks,
        clock: record.clock.as_ref().map(clock).transpose()?,
        premoves: each(&record.premoves, premove)?,
        rematch: record.rematch.map(GameId),
        ratings: record.ratings.as_ref().map(ratings).transpose()?,
        candidate: record.candidate.as_ref().map(candidate),
        former: each(&record.former, former)?,
        owes_replay: record.owes_replay,
        moved: record.moved.as_ref().map(moved_here).transpose()?,
        common,
    })))
}

fn each<R, T>(records: &[R], convert: impl Fn(&R) -> Result<T, Damage>) -> Result<Vec<T>, Damage> {
    records.iter().map(convert).collect()
}

fn expected(what: &str) -> Damage {
    Damage(format!("expected {what}"))
}

fn rules(text: &str) -> Result<Rules, Damage> {
    let rules = text.parse::<Rules>();
    rules.map_err(|error| Damage(format!("rules `{text}`: {error}")))
}

pub(super) fn color(letter: char) -> Result<Color, Damage> {
    let color = Color::from_letter(letter);
    color.ok_or_else(|| Damage(format!("expected a color's letter, got `{letter}`")))
}

fn colors(letters: &str) -> Result<ColorSet, Damage> {
    letters.chars().map(color).collect()
}

fn dealt(letter: Option<char>) -> Result<Color, Damage> {
    color(letter.ok_or_else(|| expected("a color dealt"))?)
}

pub(super) fn parse_move(text: &str) -> Result<Move, Damage> {
    let parsed = text.parse::<MoveText>();
    let parsed = parsed.map_err(|error| Damage(format!("move `{text}`: {error}")))?;
    Ok(parsed.mv())
}

fn level(name: &str) -> Result<Level, Damage> {
    let level = name.parse::<Level>();
    level.map_err(|error| Damage(error.to_string()))
}

const fn team(record: TeamRecord) -> Team {
    match record {
        TeamRecord::First => Team::First,
        TeamRecord::Second => Team::Second,
    }
}

fn lost_channel(record: &LostChannelRecord) -> Result<LostChannel, Damage> {
    Ok(LostChannel {
        channel: ChannelId(record.channel),
        told: colors(&record.told)?,
        actions: record.actions,
    })
}

fn moved_here(record: &MovedHereRecord) -> Result<MovedHere, Damage> {
    Ok(MovedHere {
        version: record.version,
        hidden: colors(&record.hidden)?,
        untold: colors(&record.untold)?,
        shown: record.shown,
        from: record.from.map(ChannelId),
    })
}

fn rotation(record: &RotationRecord) -> Result<Rotation, Damage> {
    let people = record.people.iter();
    let people = people.map(|(person, letter)| Ok((PersonId(*person), color(*letter)?)));
    Ok(Rotation {
        of: GameId(record.of),
        people: people.collect::<Result<_, _>>()?,
        computers: each(&record.computers, |letter| color(*letter))?,
        first: color(record.first)?,
    })
}

fn person_seat(record: &SeatRecord) -> Result<PersonSeat, Damage> {
    Ok(PersonSeat {
        person: PersonId(record.person),
        name: record.name.clone(),
        language: record.language.clone(),
        team: record.team.map(team),
        color: record.color.map(color).transpose()?,
    })
}

fn person_player(record: &SeatRecord) -> Result<PersonPlayer, Damage> {
    Ok(PersonPlayer {
        seat: PersonSeat {
            color: None,
            ..person_seat(record)?
        },
        color: dealt(record.color)?,
        substitute: record.substitute.as_deref().map(level).transpose()?,
    })
}

fn computer_seat(record: &ComputerRecord) -> Result<ComputerSeat, Damage> {
    Ok(ComputerSeat {
        computer: Computer {
            level: level(&record.level)?,
            is_partner: record.is_partner,
        },
        team: record.team.map(team),
        color: record.color.map(color).transpose()?,
    })
}

fn computer_player(record: &ComputerRecord) -> Result<ComputerPlayer, Damage> {
    Ok(ComputerPlayer {
        seat: ComputerSeat {
            color: None,
            ..computer_seat(record)?
        },
        color: dealt(record.color)?,
    })
}

fn time_rule(record: &ClockRecord) -> Result<TimeRule, Damage> {
    let control = record.time.parse();
    Ok(TimeRule {
        control: control.map_err(|error| Damage(format!("time `{}`: {error}", record.time)))?,
        overtime: match record.overtime {
            OvertimeRecord::Out => Overtime::Out,
            OvertimeRecord::Claim => Overtime::Claim,
            OvertimeRecord::Computer => Overtime::Computer,
        },
    })
}

fn clock(record: &ClockRecord) -> Result<ClockState, Damage> {
    Ok(ClockState {
        rule: time_rule(record)?,
        due: record.due.map(Timestamp),
        reminded: record.reminded.map(|step| Reminded {
            step,
            moments: record.moments.unwrap_or(PASSED),
        }),
    })
}

fn result(record: &GameRecord) -> Result<Option<GameResult>, Damage> {
    let Some(winners) = &record.result else {
        return Ok(None);
    };
    let winners = winners.chars().filter(|letter| *letter != '=');
    Ok(Some(GameResult {
        winners: winners.map(color).collect::<Result<_, _>>()?,
        sharing: record.sharing.as_deref().map(colors).transpose()?,
    }))
}

fn premove(record: &PremoveRecord) -> Result<StoredPremove, Damage> {
    let first = [&record.when, &record.answer].into_iter();
    let moves = first.chain(&record.then);
    Ok(StoredPremove {
        color: color(record.color)?,
        step: record.step,
        line: moves
            .map(|text| parse_move(text))
            .collect::<Result<_, _>>()?,
    })
}

fn ratings(record: &CountedRatingsRecord) -> Result<CountedRatings, Damage> {
    let changes = each(&record.changes, |change| {
        Ok(RatingChange {
            color: color(change.color)?,
            before: change.before,
            after: ShownRating {
                points: change.after,
                is_sure: change.sure,
            },
        })
    });
    Ok(CountedRatings {
        at: Timestamp(record.at),
        repeats: record.repeats,
        changes: changes?,
    })
}

fn candidate(record: &CandidateRecord) -> Candidate {
    Candidate {
        person: Person {
            id: PersonId(record.person),
            name: record.name.clone(),
        },
        language: record.language.clone(),
    }
}

fn former(record: &FormerRecord) -> Result<(Color, Person), Damage> {
    let person = Person {
        id: PersonId(record.person),
        name: record.name.clone(),
    };
    Ok((color(record.color)?, person))
}
