//! Dispatch of the actions of people.

use serde_json::{Value, json};

use crate::people::access::place;
use crate::people::interactions::command::Typed;
use crate::people::interactions::{command, component, forgery, modal};
use crate::people::protocol::{Action, Refusal};
use crate::people::threads::Wanted;
use crate::people::{messages, places, snapshot, threads};
use crate::world::World;
use crate::world::changes::interaction::Interaction;
use crate::world::event::WorldEvent;
use crate::world::model::LOCALES;
use crate::world::snowflake::Id;

/// Carries out an action and returns the JSON response.
pub(crate) fn handle(world: &mut World, person: Id, action: Action) -> Result<Value, Refusal> {
    let asked = match action {
        Action::Slash {
            channel,
            command,
            options,
        } => {
            let typed = Typed {
                channel,
                name: &command,
                options: &options,
                focused: None,
            };
            command::slash(world, person, &typed)
        }
        Action::Autocomplete {
            channel,
            command,
            options,
            focused,
        } => {
            let typed = Typed {
                channel,
                name: &command,
                options: &options,
                focused: Some(&focused),
            };
            command::slash(world, person, &typed)
        }
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

fn handle_plain(world: &mut World, person: Id, action: Action) -> Result<Value, Refusal> {
    match action {
        Action::Say {
            channel,
            content,
            reply_to,
            ping,
        } => messages::say(
            world,
            person,
            channel,
            content,
            reply_to.map(|to| (to, ping)),
        ),
        Action::EditMessage { message, content } => messages::edit(world, person, message, content),
        Action::DeleteMessage { message } => messages::delete(world, person, message),
        Action::CloseModal { modal } => modal::close(world, person, modal).map(|()| json!({})),
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

fn set_locale(world: &mut World, person: Id, locale: String) -> Result<Value, Refusal> {
    if !LOCALES.contains(&locale.as_str()) {
        return Refusal::new(format!("Discord has no language `{locale}`."));
    }
    let mut user = world.user(person).expect("acting person").clone();
    user.locale = locale;
    let view = snapshot::user_json(&user);
    world.put_user(user);
    Ok(json!({"user": view}))
}
