//! Removal of channels and roles deleted on Discord from the lists of their server.

use crate::discord::bot::Bot;
use crate::discord::runtime::subject_queues::Subject;
use crate::service::{ChannelId, Fault, GuildId, RoleId, Service, Timestamp};

/// Takes a deleted channel or thread off the list of its server.
pub(crate) async fn forget_channel(bot: &Bot, guild: GuildId, channel: ChannelId) {
    forget(bot, guild, move |service, now| {
        service.channel_deleted(guild, channel, now)
    })
    .await;
}

/// Takes a deleted role off the lists of its server.
pub(crate) async fn forget_role(bot: &Bot, guild: GuildId, role: RoleId) {
    forget(bot, guild, move |service, now| {
        service.role_deleted(guild, role, now)
    })
    .await;
}

/// Changes the lists of a server, in turn with its managers.
async fn forget<F>(bot: &Bot, guild: GuildId, change: F)
where
    F: FnOnce(&Service, Timestamp) -> Result<(), Fault> + Send + 'static,
{
    let now = bot.clock.now();
    let changed = bot
        .service
        .ask_in_turn(&[Subject::Guild(guild)], move |service| {
            change(service, now)
        });
    if let Err(error) = changed.await {
        tracing::error!(%error, "a deleted channel or role could not be unlisted");
    }
}
