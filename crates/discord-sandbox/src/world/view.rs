//! Users, channels and guilds as the JSON that Discord sends.

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::macros::format_description;

use crate::world::World;
use crate::world::model::{
    Channel, Context, DIRECT, FORUM, GROUP, Guild, PRIVATE_THREAD, Role, Thread, User, VOICE,
};
use crate::world::snowflake::Id;

/// Largest upload an interaction allows, in bytes.
pub(crate) const ATTACHMENT_LIMIT: usize = 10 * 1024 * 1024;

/// Fields of a guild that are null in the sandbox.
const ABSENT_IN_GUILD: [&str; 20] = [
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "max_presences",
    "vanity_url_code",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "public_updates_channel_id",
    "hub_type",
    "premium_progress_bar_enabled_user_updated_at",
    "latest_onboarding_question_id",
    "incidents_data",
    "inventory_settings",
];

/// Formats milliseconds since 1970 as a timestamp of Discord.
pub(crate) fn timestamp(ms: u64) -> String {
    let format = format_description!(
        "[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:6]+00:00"
    );
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000)
        .ok()
        .and_then(|time| time.format(&format).ok())
        .expect("time within ten thousand years")
}

/// Returns the public JSON of a user.
pub(crate) fn user_json(user: &User) -> Value {
    let mut json = json!({
        "id": user.id,
        "username": user.username,
        "avatar": null,
        "discriminator": if user.bot { "0001" } else { "0" },
        "public_flags": 0,
        "flags": 0,
        "banner": null,
        "accent_color": null,
        "global_name": user.global_name,
        "avatar_decoration_data": null,
        "collectibles": null,
        "display_name_styles": null,
        "primary_guild": null,
    });
    if user.bot {
        json["bot"] = json!(true);
    }
    json
}

/// Returns the JSON of a user's own account, which includes the locale.
pub(crate) fn own_user_json(user: &User) -> Value {
    let mut json = user_json(user);
    json["mfa_enabled"] = json!(true);
    json["verified"] = json!(true);
    json["locale"] = json!(user.locale);
    json["email"] = Value::Null;
    json["bio"] = json!("");
    json
}

/// Returns the JSON of a guild member, without the user.
pub(crate) fn bare_member_json(guild: &Guild, user: &User) -> Value {
    let roles: Vec<Id> = user
        .roles
        .iter()
        .copied()
        .filter(|&role| guild.has_role(role))
        .collect();
    json!({
        "avatar": null,
        "banner": null,
        "communication_disabled_until": null,
        "flags": 0,
        "joined_at": timestamp(user.joined_ms),
        "nick": null,
        "pending": false,
        "premium_since": null,
        "roles": roles,
        "mute": false,
        "deaf": false,
    })
}

/// Returns the JSON of a guild member.
pub(crate) fn member_json(guild: &Guild, user: &User) -> Value {
    let mut json = bare_member_json(guild, user);
    json["user"] = user_json(user);
    json
}

/// Returns the JSON of a role.
pub(crate) fn role_json(role: &Role, position: usize) -> Value {
    let mut json = json!({
        "id": role.id,
        "name": role.name,
        "description": null,
        "permissions": role.permissions.to_string(),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false,
        "managed": role.managed_by.is_some(),
        "mentionable": false,
        "icon": null,
        "unicode_emoji": null,
        "flags": 0,
    });
    if let Some(bot) = role.managed_by {
        json["tags"] = json!({"bot_id": bot});
    }
    json
}

/// Returns the JSON of the roles of a guild.
pub(crate) fn roles_json(guild: &Guild) -> Vec<Value> {
    let roles = guild.roles.iter().enumerate();
    roles
        .map(|(position, role)| role_json(role, position))
        .collect()
}

/// Returns the JSON of a guild in a REST response.
pub(crate) fn guild_json(guild: &Guild) -> Value {
    let mut json = json!({
        "id": guild.id,
        "name": guild.name,
        "features": [],
        "owner_id": guild.owner,
        "region": "deprecated",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": false,
        "verification_level": 0,
        "roles": roles_json(guild),
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": false,
        "nsfw": false,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
    });
    for absent in ABSENT_IN_GUILD {
        json[absent] = Value::Null;
    }
    json
}

impl World {
    /// Returns the JSON of a user, or of a deleted user if there is none with this id.
    pub(crate) fn user_json(&self, id: Id) -> Value {
        self.user(id).map_or_else(
            || {
                json!({"id": id, "username": "deleted_user", "avatar": null, "discriminator": "0",
                "public_flags": 0, "flags": 0, "global_name": null, "primary_guild": null})
            },
            user_json,
        )
    }

    /// Returns the JSON of a guild in a gateway event.
    pub(crate) fn guild_create_json(&self, guild: &Guild, all_members: bool) -> Value {
        let members: Vec<Value> = self
            .members(guild)
            .filter(|user| all_members || user.id == self.bot)
            .map(|user| member_json(guild, user))
            .collect();
        let visible = |threads: bool| -> Vec<Value> {
            self.channels()
                .filter(|channel| channel.guild == Some(guild.id) && channel.is_thread() == threads)
                .filter(|channel| {
                    !channel
                        .thread
                        .as_ref()
                        .is_some_and(|thread| thread.archived)
                })
                // Discord lists channels that the bot cannot see, but not their threads.
                .filter(|channel| !threads || self.sees(self.bot, channel))
                .map(|channel| self.channel_json(channel, self.bot))
                .collect()
        };
        let mut json = guild_json(guild);
        json["joined_at"] = json!(self.user(self.bot).map(|bot| timestamp(bot.joined_ms)));
        json["large"] = json!(false);
        json["unavailable"] = json!(false);
        json["member_count"] = json!(self.members(guild).count());
        json["members"] = json!(members);
        json["channels"] = json!(visible(false));
        json["threads"] = json!(visible(true));
        for empty in [
            "voice_states",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "soundboard_sounds",
            "embedded_activities",
        ] {
            json[empty] = json!([]);
        }
        json
    }

    /// Returns the guild of a channel, or `None` for a DM.
    pub(crate) fn guild_at(&self, channel: Id) -> Option<Id> {
        self.channel(channel)?.guild
    }

    /// Returns the JSON of a channel for `viewer`.
    pub(crate) fn channel_json(&self, channel: &Channel, viewer: Id) -> Value {
        if let Some(recipient) = channel.recipient {
            let other = if viewer == recipient {
                self.bot
            } else {
                recipient
            };
            return json!({
                "id": channel.id,
                "type": DIRECT,
                "last_message_id": channel.last_message,
                "flags": 0,
                "recipients": [self.user_json(other)],
            });
        }
        if channel.guild.is_none() {
            return self.private_channel_json(channel, viewer);
        }
        let mut json = json!({
            "id": channel.id,
            "type": channel.kind,
            "last_message_id": channel.last_message,
            "flags": 0,
            "guild_id": channel.guild,
            "name": channel.name,
            "parent_id": channel.parent,
            "rate_limit_per_user": 0,
            "last_pin_timestamp": null,
        });
        if let Some(thread) = &channel.thread {
            self.add_thread(&mut json, channel, thread, viewer);
            return json;
        }
        let guild = self.guild_of(channel);
        let overwrites: Vec<Value> = channel
            .overwrites
            .iter()
            .map(|overwrite| {
                let is_role = guild.is_some_and(|guild| guild.has_role(overwrite.id));
                json!({
                    "id": overwrite.id,
                    "type": u8::from(!is_role),
                    "allow": overwrite.allow.to_string(),
                    "deny": overwrite.deny.to_string(),
                })
            })
            .collect();
        if channel.kind == VOICE {
            json["bitrate"] = json!(64_000);
            json["user_limit"] = json!(0);
            json["rtc_region"] = Value::Null;
        }
        if channel.kind == FORUM {
            json["available_tags"] = json!([]);
            json["default_reaction_emoji"] = Value::Null;
            json["default_sort_order"] = Value::Null;
            json["default_forum_layout"] = json!(0);
            json["template"] = json!("");
        }
        json["topic"] = json!(channel.topic);
        json["position"] = json!(channel.position);
        json["permission_overwrites"] = json!(overwrites);
        json["nsfw"] = json!(false);
        json["icon_emoji"] = Value::Null;
        json["theme_color"] = Value::Null;
        json
    }

    /// Returns the JSON of a DM or a group of people, in which the viewer sees the others.
    fn private_channel_json(&self, channel: &Channel, viewer: Id) -> Value {
        let others = channel.people.iter().filter(|person| **person != viewer);
        let others: Vec<Value> = others.map(|&person| self.user_json(person)).collect();
        let mut json = json!({
            "id": channel.id,
            "type": channel.kind,
            "last_message_id": channel.last_message,
            "last_pin_timestamp": null,
            "flags": 0,
            "recipients": others,
        });
        if channel.kind == GROUP {
            let name = Some(&channel.name).filter(|name| !name.is_empty());
            json["name"] = json!(name);
            json["icon"] = Value::Null;
            json["owner_id"] = json!(channel.owner);
        }
        json
    }

    fn add_thread(&self, json: &mut Value, channel: &Channel, thread: &Thread, viewer: Id) {
        json["owner_id"] = json!(thread.owner);
        json["message_count"] = json!(thread.messages);
        json["total_message_sent"] = json!(thread.sent);
        json["member_count"] = json!(thread.members.len());
        json["thread_metadata"] = json!({
            "archived": thread.archived,
            "archive_timestamp": timestamp(thread.archive_ms),
            "auto_archive_duration": thread.auto_archive_minutes,
            "locked": thread.locked,
            "create_timestamp": timestamp(channel.id.ms()),
        });
        if channel.kind == PRIVATE_THREAD {
            json["thread_metadata"]["invitable"] = json!(true);
        }
        let parent = channel.parent.and_then(|parent| self.channel(parent));
        if parent.is_some_and(|parent| parent.kind == FORUM) {
            json["applied_tags"] = json!([]);
        }
        if thread.members.contains(&viewer) {
            json["member"] = self.thread_member_json(channel.id, viewer);
        }
    }

    /// Returns the JSON of a thread member.
    pub(crate) fn thread_member_json(&self, thread: Id, user: Id) -> Value {
        json!({
            "id": thread,
            "user_id": user,
            "join_timestamp": timestamp(thread.ms().max(self.user(user).map_or(0, |user| user.joined_ms))),
            "flags": 0,
        })
    }

    /// Returns the JSON of a channel in the resolved data of an interaction.
    pub(crate) fn partial_channel_json(&self, channel: &Channel, user: Id) -> Value {
        let mut json = self.channel_json(channel, user);
        if channel.context() == Context::Private {
            // The bot is not a member and is not told who the members are.
            if let Some(fields) = json.as_object_mut() {
                fields.remove("recipients");
            }
            return json;
        }
        json["permissions"] = json!(self.permissions(user, channel).to_string());
        if let Some(fields) = json.as_object_mut() {
            fields.remove("permission_overwrites");
            fields.remove("member");
        }
        json
    }
}
