//! Events that are handled late, because the process slept or was frozen.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::discord::board::delivery::snowflake::moment_of;
use crate::discord::bot::Bot;
use crate::discord::interaction::context::RequestContext;
use crate::discord::runtime::presence;
use crate::service::{Fault, Service};

/// Time that Discord gives a bot to respond.
const RESPONSE: Duration = Duration::from_secs(3);
/// Longest wait of events for a check of a shared store. They may also wait for their people's
/// languages, and Discord for the response no longer than [`RESPONSE`].
const LONGEST: Duration = Duration::from_millis(700);

/// Returns the longest wait of events for a check: a store that others use may be away, and people
/// are to be told. Without one, what they ask would wait for the same disk.
pub(super) async fn longest_wait(bot: &Bot) -> Option<Duration> {
    bot.service.is_shared().await.then_some(LONGEST)
}

/// Records that the process has slept, if it has: people who could not move meanwhile are not late.
/// A check that takes longer than events wait goes on in `looking`.
pub(super) async fn note_sleep(
    bot: &Arc<Bot>,
    looking: &mut JoinSet<()>,
    longest: Option<Duration>,
) {
    while looking.try_join_next().is_some() {}
    if !presence::has_slept(bot) || !looking.is_empty() {
        return;
    }
    let own = Arc::clone(bot);
    looking.spawn(async move { presence::look(&own).await });
    let looked = looking.join_next();
    let Some(longest) = longest else {
        looked.await;
        return;
    };
    if timeout(longest, looked).await.is_err() {
        tracing::warn!("events are handled before the time is known in which the process slept");
    }
}

/// Returns whether an interaction may have waited in a frozen process until others handled it: Discord has told the person that nobody responds, who may have repeated it, or another
/// process has taken the shard and has received it as well. A move would be made twice.
///
/// Without a freeze this is never so, because Discord's clock and the machine's may differ.
pub(super) async fn is_left_to_others(bot: &Bot, context: &RequestContext) -> bool {
    if !bot.metrics.health().was_frozen() {
        return false;
    }
    let age = bot.clock.now().since(moment_of(context.key.id.get()));
    // Over HTTP, each arrives once, and at any process.
    let has_shards = !bot.metrics.health().has_endpoint();
    let guild = context.place.guild;
    let acts = move |service: &Service| Ok::<_, Fault>(service.acts_on(guild));
    age >= RESPONSE || (has_shards && !bot.service.ask(acts).await.unwrap_or(false))
}
