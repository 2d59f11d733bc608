//! Beginning of a game: its table is full, and the colors are dealt.

use crate::service::api::ids::Timestamp;
use crate::service::game::table::deal;
use crate::service::model::common::{ClockState, Idle, Rotation};
use crate::service::model::game::{ComputerPlayer, PersonPlayer, Stage, StartedGame};
use crate::service::model::table::{ComputerSeat, GameTable, PersonSeat};
use crate::service::model::{TableOrGame, colors, teams};
use focus::Color;

/// Returns the game of a full table, or the table if there are free seats.
pub(crate) fn begun_if_full(table: GameTable, now: Timestamp) -> TableOrGame {
    if table.is_full() {
        TableOrGame::Game(Box::new(begin(table, now)))
    } else {
        TableOrGame::Table(Box::new(table))
    }
}

fn begin(mut table: GameTable, now: Timestamp) -> StartedGame {
    let rotation = table.common.rotation.as_ref();
    let rotated = rotation.and_then(|rotation| rotated(&table, rotation));
    let dealt = rotated.unwrap_or_else(|| deal(&mut table));
    let start = table.common.start.as_ref();
    let first = start.map_or(dealt.first, |start| start.side());
    let chosen = colors::chosen(&table);
    table.common.chooses_colors = chosen.iter().any(Option::is_some);
    table.common.idle = table.time.is_none().then_some(Idle::from(now));
    let people = table.people.into_iter().zip(dealt.people);
    let computers = table.computers.into_iter().zip(dealt.computers);
    let computers = computers.map(|(seat, color)| ComputerPlayer {
        seat: ComputerSeat {
            color: None,
            ..seat
        },
        color,
    });
    let computers: Vec<_> = computers.collect();
    StartedGame {
        common: table.common,
        stage: Stage::Playing,
        people: people
            .map(|(seat, color)| PersonPlayer {
                seat: PersonSeat {
                    color: None,
                    ..seat
                },
                color,
                substitute: None,
            })
            .collect(),
        thinks: computers.iter().any(|player| player.color == first),
        computers,
        started: now,
        first,
        actions: 0,
        announced: None,
        told: None,
        result: None,
        clock: table.time.map(ClockState::new),
        premoves: Vec::new(),
        rematch: None,
        ratings: None,
        candidate: None,
        former: Vec::new(),
        owes_replay: false,
        moved: None,
    }
}

/// Colors of the players, in the order of their seats.
struct Dealt {
    people: Vec<Color>,
    computers: Vec<Color>,
    /// Color that begins.
    first: Color,
}

/// Returns the colors that follow from an earlier game, unless somebody else has joined.
fn rotated(table: &GameTable, rotation: &Rotation) -> Option<Dealt> {
    let of_person = |person| {
        let mut people = rotation.people.iter();
        let seat = people.find(|(id, _)| *id == person);
        seat.map(|(_, color)| *color)
    };
    let people = table.people.iter();
    let people = people.map(|seat| of_person(seat.person));
    let computers = rotation.computers.clone();
    let is_complete = computers.len() == table.computers.len();
    Some(Dealt {
        people: people.collect::<Option<_>>().filter(|_| is_complete)?,
        computers,
        first: rotation.first,
    })
}

/// Deals the colors by lot to those who have chosen none.
fn deal(table: &mut GameTable) -> Dealt {
    table.common.rotation = None;
    let seed = table.common.seed;
    let teams = teams::chosen(table);
    let colors = colors::chosen(table);
    let (mut people, first) = match teams {
        Some(teams) if table.common.chooses_colors => deal::deal_teams(seed, &teams, Some(&colors)),
        Some(teams) => deal::deal_teams(seed, &teams, None),
        None => deal::deal(seed, table.common.rules.mode(), &colors),
    };
    let computers = people.split_off(table.people.len());
    Dealt {
        people,
        computers,
        first,
    }
}
