//! Interactions as Discord sends them, however they arrive.
//!
//! Discord adds kinds and fields at any time. Unknown ones are ignored and never an error; the
//! fields that the bot needs are read from the raw JSON. Commands become serenity's type, because
//! poise runs them, and so do messages, which commands may be about.
//!
//! In reading order:
//!
//! - `interaction`: person, place and way to answer
//! - `press`: buttons and menus
//! - `form`: forms
//! - `reduced`: the parts of commands and messages that the bot uses
//!
//! Source: Discord, "Receiving and Responding to Interactions".

pub mod form;
pub mod interaction;
pub mod press;
pub(crate) mod reduced;

use serde_json::{Value, json};
use serenity::all::{CommandInteraction, InteractionId};

use crate::service::PersonId;

pub use form::Form;
pub use interaction::Interaction;
pub use press::Press;

/// Interaction that has arrived.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// A command, typed or chosen from a menu.
    Command(Box<CommandInteraction>),
    /// A command that is being typed.
    Autocomplete(Box<CommandInteraction>),
    /// A press of a button, or a choice from a menu.
    Press(Box<Press>),
    /// A submitted form.
    Form(Box<Form>),
}

impl Incoming {
    /// Reads an interaction; `None` for a kind that the bot does not know.
    pub(crate) fn read(text: &str) -> Result<Option<Self>, serde_json::Error> {
        let mut json: Value = serde_json::from_str(text)?;
        complete(&mut json);
        Ok(match json["type"].as_u64() {
            Some(2) => Some(Self::Command(command(json)?)),
            Some(3) => Some(Self::Press(serde_json::from_value(json)?)),
            Some(4) => Some(Self::Autocomplete(command(json)?)),
            Some(5) => Some(Self::Form(serde_json::from_value(json)?)),
            _ => None,
        })
    }

    pub(crate) fn id(&self) -> InteractionId {
        match self {
            Self::Command(asked) | Self::Autocomplete(asked) => asked.id,
            Self::Press(press) => press.interaction.id,
            Self::Form(form) => form.interaction.id,
        }
    }

    /// Returns the person behind the interaction.
    pub(crate) fn person(&self) -> PersonId {
        let user = match self {
            Self::Command(asked) | Self::Autocomplete(asked) => &asked.user,
            Self::Press(press) => &press.interaction.user,
            Self::Form(form) => &form.interaction.user,
        };
        PersonId(user.id.get())
    }

    /// Returns the custom id of the component or form; `None` for a command.
    pub(crate) fn custom_id(&self) -> Option<&str> {
        match self {
            Self::Command(_) | Self::Autocomplete(_) => None,
            Self::Press(press) => Some(press.custom_id()),
            Self::Form(form) => Some(form.custom_id()),
        }
    }

    /// Returns the kind of interaction, for the log.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Command(_) => "Command",
            Self::Autocomplete(_) => "Autocomplete",
            Self::Press(_) => "Component",
            Self::Form(_) => "Modal",
        }
    }
}

/// Discord's usual limit for a file, in bytes; some people and servers have a higher one.
pub(crate) const USUAL_FILE_LIMIT: usize = 10 * 1024 * 1024;

/// Copies the person of a server interaction to the field where private conversations have theirs.
fn complete(json: &mut Value) {
    let user = json["member"]["user"].clone();
    if let Some(fields) = json.as_object_mut()
        && !user.is_null()
    {
        fields.entry("user").or_insert(user);
    }
}

/// Reads a command into serenity's type: leaves out the fields that the bot does not use, and adds
/// those that the type requires nevertheless.
fn command(mut json: Value) -> Result<Box<CommandInteraction>, serde_json::Error> {
    let user = reduced::user(&json["user"]);
    let limit = json["attachment_size_limit"].as_u64();
    let limit = limit.filter(|limit| u32::try_from(*limit).is_ok());
    let file_limit = limit.map_or(json!(USUAL_FILE_LIMIT), Value::from);
    let parts = [
        ("member", reduced::member(&json["member"], &user)),
        ("user", user),
        ("channel", reduced::channel(&json["channel"])),
        ("version", json!(1)),
        ("attachment_size_limit", file_limit),
        // The bot sells nothing.
        ("entitlements", json!([])),
    ];
    if let Some(fields) = json.as_object_mut() {
        fields.extend(parts.map(|(name, part)| (name.to_owned(), part)));
        fields.entry("locale").or_insert(json!("en-US"));
        let owners = fields.get_mut("authorizing_integration_owners");
        if let Some(owners) = owners.and_then(Value::as_object_mut) {
            owners.retain(|kind, _| matches!(kind.as_str(), "0" | "1"));
        }
        if fields.get("context").and_then(Value::as_u64).is_none() {
            fields.remove("context");
        }
    }
    if let Some(resolved) = json.pointer_mut("/data/resolved") {
        *resolved = reduced::resolved(resolved.take());
    }
    serde_json::from_value(json)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use serenity::all::{AttachmentId, ChannelId, ChannelType, ResolvedTarget, RoleId, UserId};

    use super::interaction::ChannelKind;
    use super::{Form, Incoming, Interaction, Press};

    fn form(components: &Value) -> Box<Form> {
        let json = json!({"id": "7", "application_id": "1", "type": 5, "token": "t", "version": 1,
            "channel_id": "3", "user": {"id": "10", "username": "anna"}, "context": 2, "new": {},
            "authorizing_integration_owners": {"1": "10", "9": {}},
            "data": {"custom_id": "form", "components": components}});
        match Incoming::read(&json.to_string()).expect("an interaction") {
            Some(Incoming::Form(form)) => form,
            other => panic!("expected a form, got {other:?}"),
        }
    }

    #[test]
    fn inputs_are_read_from_rows_and_from_labels() {
        let rows = json!([{"type": 1, "components": [
            {"type": 4, "custom_id": "line", "value": "b2-b3"}]}]);
        assert_eq!(form(&rows).text("line"), "b2-b3");
        let labels = form(&json!([
            {"type": 18, "id": 1, "component": {"type": 4, "custom_id": "line", "value": "b2-b3"}},
            {"type": 18, "component": {"type": 3, "custom_id": "menu", "values": ["a", "b"]}},
            {"type": 18, "component": {"type": 21, "custom_id": "radio", "value": "c"}},
            {"type": 18, "component": {"type": 23, "custom_id": "box", "value": true}},
            {"type": 10, "content": "text"},
            {"type": 99, "component": {"type": 98}}
        ]));
        assert_eq!(labels.custom_id(), "form");
        assert_eq!(labels.text("line"), "b2-b3");
        assert_eq!(labels.choices("menu"), ["a", "b"]);
        assert_eq!(labels.choices("radio"), ["c"]);
        assert_eq!(labels.text("other"), "");
        assert_eq!(labels.interaction.is_by_guild(), Some(false));
        assert!(labels.interaction.is_among_people());
    }

    /// Reads a press in a server, with the fields that `more` adds to it.
    fn press(data: &Value, more: &Value) -> Box<Press> {
        let mut json = json!({"id": "7", "application_id": "1", "type": 3, "token": "t",
            "channel_id": "3", "guild_id": "2", "locale": "de", "guild_locale": "nl",
            "member": {"user": {"id": "10", "username": "anna", "avatar": {"new": 1}},
                "nick": "Ann", "roles": ["4"], "permissions": "32", "flags": "new"},
            "data": data, "message": {"id": "5", "components": [{"type": 99}], "embeds": 1}});
        for (name, value) in more.as_object().expect("an object") {
            json[name] = value.clone();
        }
        match Incoming::read(&json.to_string()).expect("an interaction") {
            Some(Incoming::Press(press)) => press,
            other => panic!("expected a press, got {other:?}"),
        }
    }

    #[test]
    fn choices_are_read_from_components_of_every_kind() {
        for kind in 0..30 {
            let data = json!({"custom_id": "menu", "component_type": kind, "values": ["12", "11"],
                "resolved": {"users": {"11": {"id": "11", "username": "bob", "bot": true},
                    "12": {"id": "12", "username": "cid"}}, "places": {"new": 1}}});
            let press = press(&data, &json!({}));
            assert_eq!(press.custom_id(), "menu");
            assert_eq!(press.chosen(), Some("12"));
            let names = press.users().into_iter().map(|user| user.name.as_str());
            assert!(names.eq(["cid", "bob"]), "in the order of the choice");
        }
        let button = press(&json!({"custom_id": "b", "component_type": 2}), &json!({}));
        assert_eq!(button.chosen(), None);
        assert!(button.users().is_empty());
    }

    #[test]
    fn chosen_channels_and_roles_are_those_of_the_server() {
        let data = json!({"custom_id": "menu", "component_type": 8, "values": ["20", "30"],
        "resolved": {
            "channels": {
                "20": {"id": "20", "type": 0, "guild_id": "2", "new": []},
                "21": {"id": "21", "type": 15},
                "22": {"id": "22", "type": 4, "guild_id": "2"},
                "23": {"id": "23", "type": 0, "guild_id": "9"},
                "24": {"id": "24", "type": "new"},
            },
            "roles": {"30": {"id": "30", "new": []}},
        }});
        let press = press(&data, &json!({}));
        let kinds = [ChannelType::Text, ChannelType::Forum];
        let is_known = |id: &&str| press.knows_channel(id, &kinds);
        let known = ["20", "21", "22", "23", "24", "25", "30"].into_iter();
        assert!(known.filter(is_known).eq(["20", "21"]));
        assert!(press.knows_role("30") && !press.knows_role("20"));
    }

    #[test]
    fn a_menu_shows_what_its_message_says() {
        let shown = |menu: Value| {
            let data = json!({"custom_id": "menu", "component_type": 8, "values": []});
            let other = json!({"type": 6, "custom_id": "other", "default_values": [{"id": "1"}]});
            let row = |menu: Value| json!({"type": 1, "components": [menu]});
            let container = json!({"type": 17, "components": [row(other), 9, row(menu)]});
            let components = json!([{"type": 99, "components": "new"}, container]);
            let message = json!({"id": "5", "components": components});
            press(&data, &json!({"message": message})).shown()
        };
        let entries = json!([{"id": "20", "type": "channel"}, {"id": 21}, {"id": "new"}, 7]);
        let full = json!({"type": 8, "custom_id": "menu", "default_values": entries});
        assert_eq!(shown(full), Some(vec![20, 21]));
        for none in [json!([]), json!(null), json!("new")] {
            let empty = json!({"custom_id": "menu", "default_values": none});
            assert_eq!(shown(empty), Some(Vec::new()));
        }
        assert_eq!(shown(json!({"custom_id": "menu"})), Some(Vec::new()));
        assert_eq!(shown(json!({"custom_id": "menu2"})), None);
        let data = json!({"custom_id": "menu", "component_type": 8, "values": []});
        for message in [json!(null), json!({"id": "5"})] {
            assert_eq!(press(&data, &json!({"message": message})).shown(), None);
        }
    }

    #[test]
    fn places_are_read_from_contexts_of_every_kind() {
        let data = json!({"custom_id": "b", "component_type": 2});
        for (context, is_among_people) in [
            (json!(0), false),
            (json!(1), false),
            (json!(2), true),
            (json!(9), false),
            (json!("new"), false),
            (json!(null), false),
        ] {
            let asked = press(&data, &json!({"context": context})).interaction;
            assert_eq!(asked.is_among_people(), is_among_people, "{context}");
            assert_eq!(asked.user.name, "anna");
            assert_eq!(asked.member.expect("a member").nick.as_deref(), Some("Ann"));
        }
        for (channel, parent) in [
            (json!({"id": "3", "type": 0, "parent_id": "8"}), None),
            (json!({"id": "3", "type": 11, "parent_id": "8"}), Some(8)),
            (
                json!({"id": "3", "type": 12, "parent_id": "8", "new": []}),
                Some(8),
            ),
            (json!({"id": "3", "type": 99, "parent_id": "8"}), None),
            (json!({"id": "3"}), None),
        ] {
            let asked = press(&data, &json!({"channel": channel})).interaction;
            assert_eq!(asked.parent().map(ChannelId::get), parent, "{channel}");
        }
        let owners = json!({"authorizing_integration_owners": {"0": "2", "7": []}});
        assert_eq!(press(&data, &owners).interaction.is_by_guild(), Some(true));
        assert_eq!(press(&data, &json!({})).interaction.is_by_guild(), None);
        let private = json!({"message": {"id": "5", "flags": 64 | 1_u64 << 40}});
        let message = press(&data, &private).interaction.message;
        assert!(message.expect("a message").is_private());
    }

    #[test]
    fn limit_of_files_is_read_from_presses_and_commands() {
        let data = json!({"custom_id": "b", "component_type": 2});
        for (told, of_press, of_command) in [
            (json!(52_428_800), Some(52_428_800), Some(52_428_800)),
            (json!(null), None, Some(10_485_760)),
            (json!("new"), None, Some(10_485_760)),
            (json!(-1), None, Some(10_485_760)),
        ] {
            let limit = json!({"attachment_size_limit": told});
            let press = press(&data, &limit);
            assert_eq!(press.interaction.file_limit(), of_press, "{told}");
            let command = json!({"id": "7", "application_id": "1", "type": 2, "token": "t",
                "channel_id": "3", "user": {"id": "10", "username": "anna"},
                "authorizing_integration_owners": {"1": "10"}, "attachment_size_limit": told,
                "data": {"id": "1", "name": "focus", "type": 1}});
            let read = Incoming::read(&command.to_string()).expect("an interaction");
            let Some(Incoming::Command(command)) = read else {
                panic!("expected a command, got {read:?}");
            };
            let limit = Interaction::from(&*command).file_limit();
            assert_eq!(limit, of_command, "{told}");
        }
    }

    #[test]
    fn a_command_needs_only_what_the_bot_uses() {
        let least = json!({"id": "7", "application_id": "1", "type": 2, "token": "t",
            "channel_id": "3", "user": {"id": "10", "username": "anna"}, "context": "new",
            "authorizing_integration_owners": {"7": [], "1": "10"}, "entitlements": [{}],
            "data": {"id": "1", "name": "focus", "type": 1}});
        let read = Incoming::read(&least.to_string()).expect("an interaction");
        let Some(Incoming::Command(command)) = read else {
            panic!("expected a command, got {read:?}");
        };
        let asked = Interaction::from(&*command);
        assert_eq!(asked.is_by_guild(), Some(false));
        assert!(!asked.is_among_people() && asked.channel_kind() == ChannelKind::Other);
    }

    /// Returns a person whose fields have unknown forms, except for those that the bot uses.
    fn novel_person(id: &str) -> Value {
        json!({"id": id, "username": "anna", "avatar": "new", "discriminator": "new",
            "avatar_decoration_data": {"asset": "new"}, "primary_guild": {"badge": "new"},
            "collectibles": 7, "flags": "new", "public_flags": "new", "premium_type": 999})
    }

    #[test]
    fn unused_parts_of_a_command_may_have_any_form() {
        let member = json!({"user": novel_person("10"), "nick": "Ann", "roles": ["4"],
            "permissions": "32", "avatar": "new", "joined_at": "new", "flags": "new"});
        let file = json!({"id": "60", "filename": "focus-1-0.png", "url": "u", "size": 5,
            "content_type": 7, "waveform": 7});
        let row = json!({"type": 1, "components": [{"type": 99, "custom_id": "a"},
            {"type": 2, "custom_id": "b", "style": "new", "emoji": 7}]});
        let message = json!({"id": "50", "channel_id": "3", "type": 999, "content": "b2-b3",
            "author": novel_person("11"), "mentions": [novel_person("10")], "flags": "new",
            "embeds": 7, "attachments": [file], "components": [{"type": 98}, row]});
        let resolved = json!({"messages": {"50": message}, "users": {"11": novel_person("11")},
            "members": {"11": member}, "attachments": {"60": file}, "new": 7,
            "roles": {"30": {"id": "30", "icon": "new", "tags": "new"}},
            "channels": {"20": {"id": "20", "type": 999, "permissions": [], "flags": "new"}}});
        let command = json!({"id": "7", "application_id": "1", "type": 2, "token": "t",
            "guild_id": "2", "channel_id": "3", "member": member, "version": "new",
            "channel": {"id": "3", "type": 12, "parent_id": "8", "thread_metadata": "new"},
            "data": {"id": "1", "name": "Replay", "type": 3, "target_id": "50",
                "resolved": resolved}});
        let read = Incoming::read(&command.to_string()).expect("an interaction");
        let Some(Incoming::Command(command)) = read else {
            panic!("expected a command, got {read:?}");
        };
        let asked = Interaction::from(&*command);
        assert_eq!(asked.user.id, UserId::new(10));
        assert_eq!(asked.user.name, "anna");
        assert_eq!(asked.parent().map(ChannelId::get), Some(8));
        assert_eq!(asked.channel_kind(), ChannelKind::PrivateThread);
        let member = asked.member.expect("a member");
        assert_eq!(member.nick.as_deref(), Some("Ann"));
        assert_eq!(member.roles, [RoleId::new(4)]);
        let known = &command.data.resolved;
        assert_eq!(known.users[&UserId::new(11)].name, "anna");
        assert!(known.roles.contains_key(&RoleId::new(30)));
        assert!(known.channels.contains_key(&ChannelId::new(20)));
        let file = &known.attachments[&AttachmentId::new(60)];
        assert_eq!((file.url.as_str(), file.size), ("u", 5));
        let Some(ResolvedTarget::Message(message)) = command.data.target() else {
            panic!("expected a message, got {:?}", command.data.target());
        };
        assert_eq!(message.content, "b2-b3");
        assert_eq!(message.attachments[0].filename, "focus-1-0.png");
        let rows = serde_json::to_value(&message.components).expect("json");
        assert_eq!(rows[0]["components"][0]["custom_id"], "b");
    }

    #[test]
    fn an_unknown_kind_is_none() {
        let unknown = json!({"id": "7", "type": 77, "token": "t"});
        let read = Incoming::read(&unknown.to_string()).expect("an interaction");
        assert!(read.is_none());
        assert!(Incoming::read("[]").expect("json").is_none());
        assert!(Incoming::read("{").is_err());
    }
}
