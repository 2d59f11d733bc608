//! Events that are handled late, because the process slept, was frozen or was not connected.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::InteractionId;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::snowflake::moment_of;
use crate::discord::gateway::event::GatewayEvent;
use crate::discord::gateway::{Arrival, Delivery};
use crate::discord::interaction::context::RequestContext;
use crate::discord::runtime::presence;
use crate::service::{Fault, Service};

/// Longest wait of events for a check of a shared store. They may also wait for people's languages,
/// and Discord waits for the response only up to its time limit.
const LONGEST: Duration = Duration::from_millis(700);

/// Returns the longest wait of events for a check: a shared store may be unavailable, and people
/// must be told. `None` for a private store: requests would block on the same disk anyway.
pub(super) async fn longest_wait(bot: &Bot) -> Option<Duration> {
    bot.service.is_shared().await.then_some(LONGEST)
}

/// Records that the process has slept, if it has: people who could not move meanwhile are not late.
/// A check that takes longer than events wait continues in `checking`.
pub(super) async fn note_sleep(
    bot: &Arc<Bot>,
    checking: &mut JoinSet<()>,
    longest: Option<Duration>,
) {
    presence::note_freeze(bot);
    while checking.try_join_next().is_some() {}
    if !presence::has_slept(bot) || !checking.is_empty() {
        return;
    }
    let own = Arc::clone(bot);
    checking.spawn(async move { presence::check(&own).await });
    let checked = checking.join_next();
    let Some(longest) = longest else {
        checked.await;
        return;
    };
    if timeout(longest, checked).await.is_err() {
        tracing::warn!("events are handled before the length of the freeze is known");
    }
}

/// Returns the time since which the person behind an event has been waiting. An interaction that
/// Discord replays was asked for before it arrived.
pub(super) fn asked_at(bot: &Bot, arrival: &Arrival) -> Instant {
    let received = arrival.received;
    match &arrival.event {
        GatewayEvent::Interaction(interaction) if arrival.delivery != Delivery::Live => {
            let asked = received.checked_sub(age(bot, interaction.id(), arrival.delivery));
            asked.unwrap_or(received)
        }
        _ => received,
    }
}

/// Returns the age of an interaction by Discord's clock, or less if it cannot have waited for so
/// long.
fn age(bot: &Bot, id: InteractionId, delivery: Delivery) -> Duration {
    let age = bot.clock.now().since(moment_of(id.get()));
    match delivery {
        Delivery::Replayed { since: Some(since) } => age.min(since.elapsed()),
        Delivery::Replayed { since: None } | Delivery::Live => age,
    }
}

/// Returns whether an interaction is left to others, because a move could be made twice.
///
/// There are two such cases. The interaction was replayed, or the process was frozen, for so long
/// that Discord told the person that the bot does not respond: the person may have repeated it. Or
/// the process was frozen until another one took over the shard and received the interaction, too.
///
/// In all other cases it returns false, because Discord's clock and the machine's may differ.
pub(super) async fn is_left_to_others(
    bot: &Bot,
    context: &RequestContext,
    delivery: Delivery,
) -> bool {
    let was_frozen = bot.metrics.health().was_frozen();
    let is_replayed = delivery != Delivery::Live;
    let limit = bot.rest.response_times.limit;
    // One that is replayed still has to be answered in time.
    let latest = if is_replayed {
        limit.saturating_sub(LONGEST)
    } else {
        limit
    };
    if (is_replayed || was_frozen) && age(bot, context.key.id, delivery) >= latest {
        return true;
    }
    // Over HTTP, each arrives once, and at any process.
    if !was_frozen || bot.metrics.health().has_endpoint() {
        return false;
    }
    let guild = context.place.guild;
    let acts = move |service: &Service| Ok::<_, Fault>(service.acts_on(guild));
    !bot.service.ask(acts).await.unwrap_or(false)
}
