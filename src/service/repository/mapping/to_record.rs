//! Records of tables and games.

use crate::service::api::ids::PersonId;
use crate::service::api::rating::RatingChange;
use crate::service::api::teams::Team;
use crate::service::api::time_control::{Overtime, TimeRule};
use crate::service::api::view::game::MovedHere;
use crate::service::api::view::message::MessageForm;
use crate::service::api::view::player::Person;
use crate::service::api::view::table::TableState;
use crate::service::model::TableOrGame;
use crate::service::model::common::{Admission, ClockState, Common, Idle, LostChannel, Rotation};
use crate::service::model::game::{
    Candidate, ComputerPlayer, CountedRatings, PersonPlayer, Stage, StartedGame, StoredPremove,
};
use crate::service::model::table::{ComputerSeat, GameTable, PersonSeat};
use crate::store::records::{
    AdmissionRecord, CandidateRecord, ClockRecord, ComputerRecord, CountedRatingsRecord,
    FormerRecord, GameRecord, IdleRecord, LostChannelRecord, MovedHereRecord, OvertimeRecord,
    PremoveRecord, RatingChangeRecord, RotationRecord, SeatRecord, StageRecord, TeamRecord,
};
use focus::{Color, ColorSet, Move};

/// Converts a table or game to its record.
pub(crate) fn game_record(stored: &TableOrGame) -> GameRecord {
    match stored {
        TableOrGame::Table(table) => table_record(table),
        TableOrGame::Game(game) => started_record(game),
    }
}

fn table_record(table: &GameTable) -> GameRecord {
    let reserved = table.reserved.iter();
    let reserved = reserved.map(|(person, team)| (person.0, team_record(*team)));
    GameRecord {
        stage: match table.state {
            TableState::Open => StageRecord::Open,
            TableState::Closed => StageRecord::Closed,
            TableState::Declined(person) => StageRecord::Declined(person.0),
            TableState::Expired => StageRecord::Expired,
        },
        invited: table.invited.iter().map(|person| person.0).collect(),
        uncalled: table.uncalled.iter().map(|person| person.0).collect(),
        called: table.called.iter().map(|person| person.0).collect(),
        declined: table.declined.iter().map(|person| person.0).collect(),
        people: table.people.iter().map(person_record).collect(),
        reserved: reserved.collect(),
        computers: table
            .computers
            .iter()
            .copied()
            .map(computer_record)
            .collect(),
        clock: table.time.map(|rule| clock_record(ClockState::new(rule))),
        ..common_record(&table.common)
    }
}

fn started_record(game: &StartedGame) -> GameRecord {
    let computers = game.computers.iter().copied();
    GameRecord {
        stage: match game.stage {
            Stage::Playing => StageRecord::Playing,
            Stage::Ended => StageRecord::Ended,
            Stage::Aborted => StageRecord::Aborted,
        },
        people: game.people.iter().map(person_player_record).collect(),
        computers: computers.map(computer_player_record).collect(),
        started: Some(game.started.0),
        first: Some(game.first.letter()),
        actions: game.actions,
        announced: game.announced,
        told: game.told,
        result: game.result.map(|result| winners_record(result.winners)),
        sharing: game
            .result
            .and_then(|result| Some(result.sharing?.to_string())),
        thinks: game.thinks,
        clock: game.clock.map(clock_record),
        premoves: game.premoves.iter().map(premove_record).collect(),
        rematch: game.rematch.map(|rematch| rematch.0),
        ratings: game.ratings.as_ref().map(ratings_record),
        candidate: game.candidate.as_ref().map(candidate_record),
        former: game.former.iter().map(former_record).collect(),
        owes_replay: game.owes_replay,
        moved: game.moved.map(moved_record),
        ..common_record(&game.common)
    }
}

fn idle_record(idle: Idle) -> IdleRecord {
    IdleRecord {
        since: idle.since.0,
        warned: idle.warned.map(|warned| warned.0),
    }
}

/// Returns the record of a table without people at which nothing has happened.
fn common_record(common: &Common) -> GameRecord {
    GameRecord {
        guild: common.place.guild.map(|guild| guild.0),
        channel: common.place.channel.0,
        visited: common.place.is_visited(),
        wants_thread: common.wants_thread,
        admission: match common.admission {
            Admission::Open => AdmissionRecord::Open,
            Admission::Invited => AdmissionRecord::Invited,
            Admission::Challenge => AdmissionRecord::Challenge,
        },
        invited: Vec::new(),
        uncalled: Vec::new(),
        called: Vec::new(),
        declined: Vec::new(),
        rules: common.rules.to_string(),
        seed: common.seed,
        people: Vec::new(),
        reserved: Vec::new(),
        computers: Vec::new(),
        watcher: common.watcher.map(|person| person.0),
        created: common.created.0,
        expires: common.expires.0,
        stage: StageRecord::Open,
        started: None,
        first: None,
        actions: 0,
        announced: None,
        version: common.version,
        message: common.message.map(|message| message.0),
        of_components: common.form == MessageForm::Components,
        result: None,
        sharing: None,
        thinks: false,
        clock: None,
        is_private: common.is_private,
        start: common.start.as_ref().map(ToString::to_string),
        rotation: common.rotation.as_ref().map(rotation_record),
        chooses_colors: common.chooses_colors,
        premoves: Vec::new(),
        rematch: None,
        rated: common.rated,
        ratings: None,
        candidate: None,
        former: Vec::new(),
        owes_replay: false,
        lost: common.lost.map(lost_record),
        parent: common.parent.map(|parent| parent.0),
        idle: common.idle.map(idle_record),
        moved: None,
        told: None,
    }
}

fn winners_record(winners: ColorSet) -> String {
    if winners.is_empty() {
        return String::from("=");
    }
    winners.to_string()
}

const fn team_record(team: Team) -> TeamRecord {
    match team {
        Team::First => TeamRecord::First,
        Team::Second => TeamRecord::Second,
    }
}

fn lost_record(lost: LostChannel) -> LostChannelRecord {
    LostChannelRecord {
        channel: lost.channel.0,
        told: lost.told.to_string(),
        actions: lost.actions,
    }
}

fn moved_record(moved: MovedHere) -> MovedHereRecord {
    MovedHereRecord {
        version: moved.version,
        hidden: moved.hidden.to_string(),
        untold: moved.untold.to_string(),
        shown: moved.shown,
        from: moved.from.map(|from| from.0),
    }
}

fn rotation_record(rotation: &Rotation) -> RotationRecord {
    let people = rotation.people.iter();
    let people = people.map(|(PersonId(person), color)| (*person, color.letter()));
    let computers = rotation.computers.iter();
    RotationRecord {
        of: rotation.of.0,
        people: people.collect(),
        computers: computers.map(|color| color.letter()).collect(),
        first: rotation.first.letter(),
    }
}

fn person_record(seat: &PersonSeat) -> SeatRecord {
    SeatRecord {
        person: seat.person.0,
        name: seat.name.clone(),
        color: seat.color.map(Color::letter),
        substitute: None,
        language: seat.language.clone(),
        team: seat.team.map(team_record),
    }
}

fn person_player_record(player: &PersonPlayer) -> SeatRecord {
    SeatRecord {
        color: Some(player.color.letter()),
        substitute: player.substitute.map(|level| level.to_string()),
        ..person_record(&player.seat)
    }
}

fn computer_record(seat: ComputerSeat) -> ComputerRecord {
    ComputerRecord {
        level: seat.computer.level.to_string(),
        is_partner: seat.computer.is_partner,
        color: seat.color.map(Color::letter),
        team: seat.team.map(team_record),
    }
}

fn computer_player_record(player: ComputerPlayer) -> ComputerRecord {
    ComputerRecord {
        color: Some(player.color.letter()),
        ..computer_record(player.seat)
    }
}

fn clock_record(clock: ClockState) -> ClockRecord {
    let TimeRule { control, overtime } = clock.rule;
    ClockRecord {
        time: control.to_string(),
        overtime: match overtime {
            Overtime::Out => OvertimeRecord::Out,
            Overtime::Claim => OvertimeRecord::Claim,
            Overtime::Computer => OvertimeRecord::Computer,
        },
        due: clock.due.map(|due| due.0),
        reminded: clock.reminded.map(|reminded| reminded.step),
        moments: clock.reminded.map(|reminded| reminded.moments),
    }
}

fn premove_record(premove: &StoredPremove) -> PremoveRecord {
    let mut line = premove.line.iter().map(Move::to_string);
    PremoveRecord {
        color: premove.color.letter(),
        step: premove.step,
        when: line.next().unwrap_or_default(),
        answer: line.next().unwrap_or_default(),
        then: line.collect(),
    }
}

fn ratings_record(counted: &CountedRatings) -> CountedRatingsRecord {
    let changes = counted.changes.iter().map(|change| {
        let RatingChange {
            color,
            before,
            after,
        } = *change;
        RatingChangeRecord {
            color: color.letter(),
            before,
            after: after.points,
            sure: after.is_sure,
        }
    });
    CountedRatingsRecord {
        at: counted.at.0,
        repeats: counted.repeats,
        changes: changes.collect(),
    }
}

fn candidate_record(candidate: &Candidate) -> CandidateRecord {
    CandidateRecord {
        person: candidate.person.id.0,
        name: candidate.person.name.clone(),
        language: candidate.language.clone(),
    }
}

fn former_record((color, person): &(Color, Person)) -> FormerRecord {
    FormerRecord {
        person: person.id.0,
        name: person.name.clone(),
        color: color.letter(),
    }
}
