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
        by: color(record.by)?,
        kind: match &record.kind {
            ActionKindRecord::Move(text) => ActionKind::Move(parse_move(text)?),
            ActionKindRecord::Premove(text) => ActionKind::Premove(parse_move(text)?),
            ActionKindRecord::Resign => ActionKind::Resign,
            ActionKindRecord::Draw => ActionKind::Draw,
            ActionKindRecord::RefuseDraw => ActionKind::RefuseDraw,
            ActionKindRecord::Abort => ActionKind::Abort,
            ActionKindRecord::CallOff => ActionKind::AbortByModerator,
            ActionKindRecord::Overdue => ActionKind::Overdue,
            ActionKindRecord::TimeOut => ActionKind::TimeOut,
            ActionKindRecord::TakeOver => ActionKind::TakeOver,
            ActionKindRecord::Pause(until) => ActionKind::Pause(Timestamp(*until)),
            ActionKindRecord::StartVacation(until) => ActionKind::StartVacation(Timestamp(*until)),
            ActionKindRecord::EndVacation => ActionKind::EndVacation,
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
            ActionKindRecord::Abandon => ActionKind::AbortIdle,
        },
    })
}

/// Converts an action to its record.
pub(crate) fn action_record(action: &Action) -> ActionRecord {
    ActionRecord {
        at: action.at.0,
        by: action.by.letter(),
        kind: match action.kind {
            ActionKind::Move(mv) => ActionKindRecord::Move(mv.to_string()),
            ActionKind::Premove(mv) => ActionKindRecord::Premove(mv.to_string()),
            ActionKind::Resign => ActionKindRecord::Resign,
            ActionKind::Draw => ActionKindRecord::Draw,
            ActionKind::RefuseDraw => ActionKindRecord::RefuseDraw,
            ActionKind::Abort => ActionKindRecord::Abort,
            ActionKind::AbortByModerator => ActionKindRecord::CallOff,
            ActionKind::Overdue => ActionKindRecord::Overdue,
            ActionKind::TimeOut => ActionKindRecord::TimeOut,
            ActionKind::TakeOver => ActionKindRecord::TakeOver,
            ActionKind::Pause(until) => ActionKindRecord::Pause(until.0),
            ActionKind::StartVacation(until) => ActionKindRecord::StartVacation(until.0),
            ActionKind::EndVacation => ActionKindRecord::EndVacation,
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
            ActionKind::AbortIdle => ActionKindRecord::Abandon,
        },
    }
}
