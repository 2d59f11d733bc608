//! Actions of people other than interactions with the bot.

use serde_json::{Value, json};

use crate::people::interactions::command::Typed;
use crate::people::interactions::{command, component, forgery, modal};
use crate::people::protocol::{Action, Refusal};
use crate::people::threads::Wanted;
use crate::people::{places, snapshot, threads};
use crate::world::changes::interaction::Interaction;
use crate::world::changes::message::AllowedMentions;
use crate::world::event::WorldEvent;
use crate::world::message_view::{REPLY, Viewer};
use crate::world::model::{Channel, EPHEMERAL, FORUM, Message};
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Longest message without Nitro, in UTF-16 code units, as Discord counts.
const CONTENT_LIMIT: usize = 2_000;

/// Carries out an action and returns the JSON response.
pub(crate) fn handle(world: &mut World, person: Id, action: Action) -> Result<Value, Refusal> {
    let asked = match action {
        Action::Slash {
            channel,
            command,
            options,
        } => typed(world, person, (channel, &command, &options, None)),
        Action::Autocomplete {
            channel,
            command,
            options,
            focused,
        } => typed(world, person, (channel, &command, &options, Some(&focused))),
        Action::Context {
            channel,
            command,
            target,
        } => command::context(world, person, channel, &command, target),
        Action::Press { message, custom_id } => {
            component::press(world, person, message, &custom_id, None)
        }
        Action::Select {
            message,
            custom_id,
            values,
        } => component::press(world, person, message, &custom_id, Some(&values)),
        Action::Forge {
            message,
            custom_id,
            values,
            form,
        } => forgery::forge(world, person, message, &custom_id, values, form.as_ref()),
        Action::Submit { modal, values } => modal::submit(world, person, modal, &values),
        other => return handle_plain(world, person, other),
    }?;
    let view = world.interaction(asked).map(Interaction::to_person);
    Ok(json!({"interaction": view}))
}

type TypedParts<'a> = (
    Id,
    &'a str,
    &'a serde_json::Map<String, Value>,
    Option<&'a str>,
);

fn typed(world: &mut World, person: Id, parts: TypedParts<'_>) -> Result<Id, Refusal> {
    let (channel, name, options, focused) = parts;
    let typed = Typed {
        channel,
        name,
        options,
        focused,
    };
    command::slash(world, person, &typed)
}

fn handle_plain(world: &mut World, person: Id, action: Action) -> Result<Value, Refusal> {
    match action {
        Action::Say {
            channel,
            content,
            reply_to,
            ping,
        } => say(
            world,
            person,
            channel,
            content,
            reply_to.map(|to| (to, ping)),
        ),
        Action::EditMessage { message, content } => edit(world, person, message, content),
        Action::DeleteMessage { message } => delete(world, person, message),
        Action::CloseModal { modal } => modal::close(world, person, modal).map(|()| json!({})),
        Action::React {
            message,
            emoji,
            remove,
        } => react(world, person, message, &emoji, remove),
        Action::Typing { channel } => {
            place(world, person, channel)?;
            world.note(WorldEvent::Typing {
                channel,
                user: person,
            });
            Ok(json!({}))
        }
        Action::OpenDm { with } => places::open_dm(world, person, with.as_deref()),
        Action::CreateGroup { with, name } => places::create_group(world, person, &with, &name),
        Action::AddToGroup { channel, who } => places::add_to_group(world, person, channel, &who),
        Action::LeaveGroup { channel } => places::leave_group(world, person, channel),
        Action::CreateServer {
            name,
            channels,
            with,
        } => places::create_server(world, person, &name, &channels, with.as_deref()),
        Action::Install { server } => places::install(world, person, server, true),
        Action::Uninstall { server } => places::install(world, person, server, false),
        Action::CreateThread {
            channel,
            name,
            message,
            private,
            content,
        } => {
            let wanted = Wanted {
                parent: channel,
                name,
                message,
                private,
                content,
            };
            threads::create(world, person, wanted)
        }
        Action::CreateChannel { server, name, kind } => {
            places::create_channel(world, person, server, &name, kind)
        }
        Action::Locale { locale } => set_locale(world, person, locale),
        Action::Slash { .. }
        | Action::Autocomplete { .. }
        | Action::Context { .. }
        | Action::Press { .. }
        | Action::Select { .. }
        | Action::Submit { .. }
        | Action::Forge { .. } => Refusal::new("This action asks the bot."),
    }
}

/// Returns the channel if the person sees it and it is not archived.
pub(crate) fn place(world: &World, person: Id, channel: Id) -> Result<&Channel, Refusal> {
    let place = seen(world, person, channel)?;
    if place.thread.as_ref().is_some_and(|thread| thread.archived) {
        return Refusal::new("The thread is archived; write in it first.");
    }
    Ok(place)
}

/// Returns the channel if the person sees it and its guild has no outage.
fn seen(world: &World, person: Id, channel: Id) -> Result<&Channel, Refusal> {
    let place = world
        .channel(channel)
        .filter(|channel| world.sees(person, channel))
        .ok_or_else(|| Refusal("There is no such channel.".to_owned()))?;
    if place.guild.is_some_and(|guild| world.is_out(guild)) {
        return Refusal::new("The server is not available right now.");
    }
    Ok(place)
}

fn say(
    world: &mut World,
    person: Id,
    channel: Id,
    content: String,
    reply: Option<(Id, bool)>,
) -> Result<Value, Refusal> {
    let place = seen(world, person, channel)?;
    if place.kind == FORUM {
        return Refusal::new("A forum holds nothing but posts.");
    }
    let needed = if place.is_thread() {
        permissions::SEND_MESSAGES_IN_THREADS
    } else {
        permissions::SEND_MESSAGES
    };
    let is_locked = place.thread.as_ref().is_some_and(|thread| thread.locked);
    if world.permissions(person, place) & needed == 0 || is_locked {
        return Refusal::new("You may not write here.");
    }
    check_content(&content)?;
    if let Some((replied, _)) = reply {
        let replied = world.message(replied);
        let is_here = replied.is_some_and(|to| to.channel == channel && to.is_for(person));
        if !is_here || replied.is_some_and(|to| to.flags & EPHEMERAL != 0) {
            return Refusal::new("There is no such message to reply to.");
        }
    }
    let may_mention_all = world.permissions(person, place) & permissions::MENTION_EVERYONE != 0;
    let allowed = AllowedMentions {
        everyone: may_mention_all,
        replied_user: reply.is_some_and(|(_, ping)| ping),
        ..AllowedMentions::all()
    };
    let id = world.next_id();
    let mut message = Message {
        content,
        kind: if reply.is_some() { REPLY } else { 0 },
        reply_to: reply.map(|(to, _)| to),
        ..Message::new(id, channel, person)
    };
    world.set_mentions(&mut message, &allowed, true);
    world.post(message);
    Ok(json!({"message": message_view(world, person, id)}))
}

/// Checks the text of a message.
///
/// # Errors
///
/// It is empty or too long.
pub(crate) fn check_content(content: &str) -> Result<(), Refusal> {
    let length = content.encode_utf16().count();
    if content.trim().is_empty() || length > CONTENT_LIMIT {
        return Refusal::new(format!("A message has 1 to {CONTENT_LIMIT} characters."));
    }
    Ok(())
}

fn message_view(world: &World, person: Id, id: Id) -> Option<Value> {
    let message = world.message(id)?;
    Some(world.message_json(message, Viewer::Person(person)))
}

fn edit(world: &mut World, person: Id, id: Id, content: String) -> Result<Value, Refusal> {
    check_content(&content)?;
    let message = world.message(id).filter(|message| message.author == person);
    let Some(mut message) = message.cloned() else {
        return Refusal::new("You can edit only your own messages.");
    };
    message.content = content;
    message.edited_ms = Some(world.now_ms);
    world.set_mentions(&mut message, &AllowedMentions::all(), false);
    world.update(message);
    Ok(json!({"message": message_view(world, person, id)}))
}

fn delete(world: &mut World, person: Id, id: Id) -> Result<Value, Refusal> {
    let message = world
        .message(id)
        .filter(|message| message.is_for(person))
        .ok_or_else(|| Refusal("There is no such message.".to_owned()))?;
    let channel = place(world, person, message.channel)?;
    let is_moderator = world.permissions(person, channel) & permissions::MANAGE_MESSAGES != 0;
    if message.author != person && message.only_for != Some(person) && !is_moderator {
        return Refusal::new("You can delete only your own messages.");
    }
    world.delete(id);
    Ok(json!({}))
}

fn react(
    world: &mut World,
    person: Id,
    id: Id,
    emoji: &str,
    remove: bool,
) -> Result<Value, Refusal> {
    let message = world
        .message(id)
        .filter(|message| message.is_for(person) && message.flags & EPHEMERAL == 0)
        .ok_or_else(|| Refusal("There is no such message.".to_owned()))?;
    place(world, person, message.channel)?;
    if remove {
        world.remove_reaction(id, person, emoji);
    } else {
        world.add_reaction(id, person, emoji);
    }
    Ok(json!({}))
}

fn set_locale(world: &mut World, person: Id, locale: String) -> Result<Value, Refusal> {
    if !snapshot::LOCALES.contains(&locale.as_str()) {
        return Refusal::new(format!("Discord has no language `{locale}`."));
    }
    let mut user = world.user(person).expect("acting person").clone();
    user.locale = locale;
    let view = snapshot::user_json(&user);
    world.put_user(user);
    Ok(json!({"user": view}))
}
