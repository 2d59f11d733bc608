//! Actions and their records.

use crate::service::api::damage::Damage;
use crate::service::api::ids::Timestamp;
use crate::service::model::action::{Action, ActionKind};
use crate::service::repository::mapping::from_record::{color, parse_move};
use crate::store::records::{ActionKindRecord, ActionRecord};

/// Returns the action in a record.
pub(crate) fn action(record: &ActionRecord) -> Result<Action, Damage> {
    Ok(Action {
        at: Timestamp(record.at),
        by: color(record.color)?,
        kind: match &record.what {
            ActionKindRecord::Move(text) => ActionKind::Move(parse_move(text)?),
            ActionKindRecord::Planned(text) => ActionKind::Premove(parse_move(text)?),
            ActionKindRecord::Resign => ActionKind::Resign,
            ActionKindRecord::Draw => ActionKind::Draw,
            ActionKindRecord::RefuseDraw => ActionKind::RefuseDraw,
            ActionKindRecord::Abort => ActionKind::Abort,
            ActionKindRecord::Stop => ActionKind::CallOff,
            ActionKindRecord::Overdue => ActionKind::Overdue,
            ActionKindRecord::TimeOut => ActionKind::TimeOut,
            ActionKindRecord::TakeOver => ActionKind::TakeOver,
            ActionKindRecord::Stand(until) => ActionKind::Pause(Timestamp(*until)),
            ActionKindRecord::GoAway(until) => ActionKind::StartVacation(Timestamp(*until)),
            ActionKindRecord::ComeBack => ActionKind::EndVacation,
            ActionKindRecord::AskTakeBack => ActionKind::AskTakeBack,
            ActionKindRecord::AllowTakeBack => ActionKind::AllowTakeBack,
            ActionKindRecord::RefuseTakeBack => ActionKind::RefuseTakeBack,
            ActionKindRecord::TakeBack(plies) => ActionKind::TakeBack(*plies),
            ActionKindRecord::OfferSeat => ActionKind::OfferSeat,
            ActionKindRecord::WantComputer => ActionKind::WantComputer,
            ActionKindRecord::WantSeat => ActionKind::WantSeat,
            ActionKindRecord::AllowSeat => ActionKind::AllowSeat,
            ActionKindRecord::RefuseSeat => ActionKind::RefuseSeat,
            ActionKindRecord::HandOver => ActionKind::HandOver,
            ActionKindRecord::Abandon => ActionKind::Abandon,
        },
    })
}

/// Converts an action to its record.
pub(crate) fn action_record(action: &Action) -> ActionRecord {
    ActionRecord {
        at: action.at.0,
        color: action.by.letter(),
        what: match action.kind {
            ActionKind::Move(mv) => ActionKindRecord::Move(mv.to_string()),
            ActionKind::Premove(mv) => ActionKindRecord::Planned(mv.to_string()),
            ActionKind::Resign => ActionKindRecord::Resign,
            ActionKind::Draw => ActionKindRecord::Draw,
            ActionKind::RefuseDraw => ActionKindRecord::RefuseDraw,
            ActionKind::Abort => ActionKindRecord::Abort,
            ActionKind::CallOff => ActionKindRecord::Stop,
            ActionKind::Overdue => ActionKindRecord::Overdue,
            ActionKind::TimeOut => ActionKindRecord::TimeOut,
            ActionKind::TakeOver => ActionKindRecord::TakeOver,
            ActionKind::Pause(until) => ActionKindRecord::Stand(until.0),
            ActionKind::StartVacation(until) => ActionKindRecord::GoAway(until.0),
            ActionKind::EndVacation => ActionKindRecord::ComeBack,
            ActionKind::AskTakeBack => ActionKindRecord::AskTakeBack,
            ActionKind::AllowTakeBack => ActionKindRecord::AllowTakeBack,
            ActionKind::RefuseTakeBack => ActionKindRecord::RefuseTakeBack,
            ActionKind::TakeBack(plies) => ActionKindRecord::TakeBack(plies),
            ActionKind::OfferSeat => ActionKindRecord::OfferSeat,
            ActionKind::WantComputer => ActionKindRecord::WantComputer,
            ActionKind::WantSeat => ActionKindRecord::WantSeat,
            ActionKind::AllowSeat => ActionKindRecord::AllowSeat,
            ActionKind::RefuseSeat => ActionKindRecord::RefuseSeat,
            ActionKind::HandOver => ActionKindRecord::HandOver,
            ActionKind::Abandon => ActionKindRecord::Abandon,
        },
    }
}
