//! Removal of what belongs to servers that the bot has left.

use std::time::Duration;

use focusbot::service::{
    AuditAction, GuildId, Limits, MemberPermissions, PersonId, RetentionPeriods,
};
use tokio::time::{sleep, timeout};

use crate::bot::stage::{LIMITS, Stage, nameless};

/// Time after which the data of a server that the bot has left is removed.
pub(crate) const GRACE: Duration = Duration::from_secs(30 * 24 * 3600);

/// Interval between removals.
const SWEEP: Duration = Duration::from_secs(6 * 3_600);

/// Server with the audit log that a removal looks at last.
const LAST: GuildId = GuildId(77);

/// Returns a stage, without a bot, where data of servers is removed.
pub(crate) async fn forgetful_stage() -> Stage {
    let retention = RetentionPeriods {
        left_servers: Some(GRACE),
        audit_entries: Some(GRACE),
        ..RetentionPeriods::NEVER
    };
    let limits = Limits {
        retention,
        ..LIMITS
    };
    Stage::without_bot(limits).await
}

/// Has the bot remove all data that is due for removal, and waits until that is done.
pub(crate) async fn remove_all(stage: &Stage) {
    let service = stage.service();
    let now = stage.now();
    let manager = MemberPermissions {
        manages: true,
        ..MemberPermissions::default()
    };
    let actor = nameless(PersonId(1));
    let actions = [AuditAction::Threads(Some(true))];
    let logged = service.moderate(now, &actor, &manager, LAST, &actions);
    logged.expect("a manager");
    stage.pass(GRACE * 2);
    let is_over = || service.audit(&manager, LAST).expect("a store").is_empty();
    stage.until("the end of the removal", is_over).await;
}

/// Waits until a condition holds, through further removals: if the machine stalls, the process
/// counts as frozen, and puts off what relies on an answer of Discord.
pub(crate) async fn until_removed(stage: &Stage, what: &str, holds: impl Fn() -> bool) {
    for _ in 0..100 {
        let held = async {
            while !holds() {
                sleep(Duration::from_millis(1)).await;
            }
        };
        if timeout(Duration::from_secs(1), held).await.is_ok() {
            return;
        }
        stage.pass(SWEEP);
    }
    panic!("waited for {what}");
}
