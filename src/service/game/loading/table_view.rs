//! Tables as people see them.

use crate::service::api::ids::GameId;
use crate::service::api::request::TableKind;
use crate::service::api::view::table::TableView;
use crate::service::model::common::Admission;
use crate::service::model::table::{GameTable, PersonSeat};

/// Returns the table as people see it.
pub(crate) fn table_view(id: GameId, table: &GameTable) -> TableView {
    let common = &table.common;
    let known = |seat: &PersonSeat| Some((seat.person, seat.language.clone()?));
    TableView {
        id,
        place: common.place,
        parent: common.parent,
        kind: match common.admission {
            Admission::Open => TableKind::Open,
            Admission::Invited => TableKind::Invited(table.invited.clone()),
            Admission::Challenge => TableKind::Challenge(table.invited.clone()),
        },
        uncalled: if table.is_open() {
            table.uncalled.clone()
        } else {
            Vec::new()
        },
        asked: if table.is_open() {
            table.asked()
        } else {
            Vec::new()
        },
        state: table.state.clone(),
        rules: common.rules,
        teams: table.teams(),
        colors: table.colors(),
        people: table.people.iter().map(PersonSeat::person).collect(),
        languages: table.people.iter().filter_map(known).collect(),
        computers: table.computers.iter().map(|seat| seat.computer).collect(),
        in_thread: common.wants_thread,
        time: table.time,
        is_private: common.is_private,
        rematch_of: common.rematch_of(),
        start: common.start.as_ref().map(ToString::to_string),
        rated: common.rated,
        created: common.created,
        expires: common.expires,
        message: common.message,
        form: common.form,
        version: common.version,
    }
}
