//! Controls, with which a test changes the world.

use std::time::Duration;

use serde_json::{Value, json};

use crate::fault::FaultRule;
use crate::gateway::codec::payload;
use crate::gateway::hub::Order;
use crate::gateway::identify;
use crate::people::access::named;
use crate::people::protocol::{Control, GatewayAction, Refusal};
use crate::shared::{Core, Shared};
use crate::world::model::{Overwrite, Role};
use crate::world::permissions::Permissions;
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Carries out a control and returns the JSON response.
pub(crate) fn control(shared: &std::sync::Arc<Shared>, control: Control) -> Result<Value, Refusal> {
    if let Control::Advance { ms } = control {
        shared.clock.advance(Duration::from_millis(ms));
        // Everything due by now happens before the response.
        shared.with(|_| ());
        return Ok(json!({"now_ms": shared.clock.now_ms()}));
    }
    shared.with(|core| change(core, control))
}

fn change(core: &mut Core, control: Control) -> Result<Value, Refusal> {
    let world = &mut core.world;
    match control {
        Control::Permissions {
            channel,
            who,
            allow,
            deny,
        } => set_permissions(world, channel, &who, &allow, &deny)?,
        Control::CreateChannel { name, guild, kind } => {
            let id = world.create_channel(guild_id(world, guild)?, &name, kind);
            let channel = world
                .channel(id)
                .map(|channel| world.channel_json(channel, world.bot));
            return Ok(json!({"channel": channel}));
        }
        Control::DeleteChannel { channel } => world.delete_channel(channel),
        Control::ArchiveThread {
            channel,
            archived,
            locked,
        } => archive(world, channel, archived, locked)?,
        Control::DeleteMessage { message } => world.delete(message),
        Control::DeleteEmojis => {
            let emojis: Vec<_> = world.emojis().map(|emoji| emoji.id).collect();
            for emoji in emojis {
                world.drop_emoji(emoji);
            }
        }
        Control::Dms { who, open } => {
            let mut user = named(world, &who)?.clone();
            user.dms_open = open;
            world.put_user(user);
        }
        Control::Rename { who, name } => {
            let mut user = named(world, &who)?.clone();
            user.global_name = Some(name);
            world.put_user(user);
        }
        Control::Member {
            who,
            present,
            guild,
        } => {
            let person = named(world, &who)?.id;
            world.set_member(guild_id(world, guild)?, person, present);
        }
        Control::Role {
            who,
            permissions,
            guild,
        } => {
            let guild = guild_id(world, guild)?;
            set_role(world, guild, &who, &permissions)?;
        }
        Control::RemoveBot { guild } => world.set_bot(guild_id(world, guild)?, false),
        Control::AddBot { guild } => world.set_bot(guild_id(world, guild)?, true),
        Control::Outage { on, guild } => world.set_outage(guild_id(world, guild)?, on),
        Control::Logins { left } => core.logins.leave(left, world.now_ms),
        Control::Invalid { count } => core.limits.count_invalid(count, world.now_ms),
        Control::Fault {
            fault,
            count,
            after,
            method,
            path,
        } => core.faults.add(FaultRule {
            fault,
            after,
            left: count,
            method,
            path,
        }),
        Control::ClearFaults => core.faults.clear(),
        Control::Gateway { action } => gateway(core, &action),
        Control::Duplicate { count } => core.faults.duplicate(count),
        Control::Advance { .. } => {}
    }
    Ok(json!({}))
}

/// Returns the given guild, or the first one.
fn guild_id(world: &World, guild: Option<Id>) -> Result<Id, Refusal> {
    let Some(id) = guild else {
        return Ok(world.first_guild().id);
    };
    world
        .guild(id)
        .map(|guild| guild.id)
        .ok_or_else(|| Refusal(format!("There is no guild `{id}`.")))
}

fn set_permissions(
    world: &mut World,
    channel: Id,
    who: &str,
    allow: &[String],
    deny: &[String],
) -> Result<(), Refusal> {
    let place = world.channel(channel).filter(|place| !place.is_thread());
    let Some(guild) = place.and_then(|place| place.guild) else {
        return Refusal::new("Only a channel of a guild has permissions of its own.");
    };
    let id = match who {
        "bot" => world.bot,
        "everyone" => guild,
        _ => named(world, who)?.id,
    };
    let overwrite = Overwrite {
        id,
        allow: bits(allow)?,
        deny: bits(deny)?,
    };
    world.set_overwrite(channel, overwrite);
    Ok(())
}

fn set_role(world: &mut World, guild: Id, who: &str, names: &[String]) -> Result<(), Refusal> {
    let is_meant = |role: &&Role| match who {
        "bot" => role.managed_by == Some(world.bot),
        "everyone" => role.id == guild,
        _ => false,
    };
    let mut roles = world
        .guild(guild)
        .into_iter()
        .flat_map(|guild| &guild.roles);
    let Some(role) = roles.find(is_meant).map(|role| role.id) else {
        return Refusal::new("Only the bot and everyone have a role.");
    };
    world.set_role(guild, role, bits(names)?);
    Ok(())
}

fn bits(names: &[String]) -> Result<Permissions, Refusal> {
    let unknown = |name: &str| Refusal(format!("Discord has no permission `{name}`."));
    permissions::from_names(names).map_err(unknown)
}

fn archive(world: &mut World, channel: Id, archived: bool, locked: bool) -> Result<(), Refusal> {
    let now_ms = world.now_ms;
    let Some(mut changed) = world.channel(channel).cloned() else {
        return Refusal::new("There is no such thread.");
    };
    let Some(thread) = &mut changed.thread else {
        return Refusal::new("There is no such thread.");
    };
    (thread.archived, thread.locked, thread.archive_ms) = (archived, locked, now_ms);
    world.change_channel(changed);
    Ok(())
}

fn gateway(core: &mut Core, action: &GatewayAction) {
    let say = |op: u64, data: Value| Order::Send(payload(op, &data));
    let hub = &mut core.hub;
    match action {
        GatewayAction::Drop { forget } => hub.order_all(&Order::Drop, *forget),
        GatewayAction::Close { code } => {
            let ends = matches!(code, 4004 | 4007 | 4009..=4014);
            hub.order_all(&Order::Close(*code, "Closed by a test."), ends);
        }
        GatewayAction::Reconnect => hub.order_all(&say(7, Value::Null), false),
        GatewayAction::InvalidSession { resumable } => {
            hub.order_all(&say(9, json!(resumable)), !resumable);
        }
        GatewayAction::Refuse { on } => hub.refuses = *on,
        GatewayAction::Mute { on } => hub.is_mute = *on,
        GatewayAction::ShardOut { shard, on } => hub.set_shard_out(*shard, *on),
        GatewayAction::LateGuilds { on } => {
            core.faults.has_late_guilds = *on;
            if !on {
                identify::send_guilds(core);
            }
        }
    }
}
