//! Events for the connected people.

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::people::snapshot;
use crate::world::World;
use crate::world::event::{Answer, WorldEvent};
use crate::world::message_view::Viewer;
use crate::world::snowflake::Id;

/// All connections of people.
#[derive(Debug, Default)]
pub(crate) struct Audience {
    listeners: Vec<Listener>,
    /// True once the sandbox has closed all connections and accepts no more.
    is_closed: bool,
}

#[derive(Debug)]
struct Listener {
    person: Id,
    events: UnboundedSender<String>,
}

impl Audience {
    /// Adds a listener and returns its events from now on; there are none once all connections have
    /// been ended.
    pub(crate) fn join(&mut self, person: Id) -> UnboundedReceiver<String> {
        let (events, receiver) = unbounded_channel();
        if !self.is_closed {
            self.listeners.push(Listener { person, events });
        }
        receiver
    }

    /// Ends every connection, and accepts no more.
    pub(crate) fn leave_all(&mut self) {
        self.is_closed = true;
        self.listeners.clear();
    }

    /// Sends whether the bot is connected.
    pub(crate) fn tell_presence(&mut self, online: bool) {
        self.tell(|_| Some(json!({"type": "bot", "online": online})));
    }

    /// Sends each listener the event that `event` returns for their person, if any.
    fn tell(&mut self, event: impl Fn(Id) -> Option<Value>) {
        self.listeners
            .retain(|listener| match event(listener.person) {
                Some(event) => listener.events.send(event.to_string()).is_ok(),
                None => !listener.events.is_closed(),
            });
    }

    fn tell_one(&mut self, person: Id, event: &Value) {
        self.tell(|listener| (listener == person).then(|| event.clone()));
    }
}

/// Sends a change to the people it concerns.
pub(crate) fn tell(world: &World, audience: &mut Audience, event: &WorldEvent) {
    match event {
        WorldEvent::MessageCreated(id) => tell_message(world, audience, "message_create", *id),
        WorldEvent::MessageUpdated(id) => tell_message(world, audience, "message_update", *id),
        WorldEvent::MessageDeleted {
            channel,
            message,
            only_for,
        } => audience.tell(|person| {
            let knows = only_for.is_none_or(|only| only == person) && sees(world, person, *channel);
            let event = json!({"type": "message_delete", "channel": channel, "message": message});
            knows.then_some(event)
        }),
        WorldEvent::ChannelCreated(_)
        | WorldEvent::ChannelUpdated(_)
        | WorldEvent::ThreadMemberAdded { .. }
        | WorldEvent::ChannelDeleted(_)
        | WorldEvent::ChannelShown { .. }
        | WorldEvent::ChannelHidden { .. }
        | WorldEvent::RoleUpdated { .. } => tell_place(world, audience, event),
        WorldEvent::Typing { channel, user } => audience.tell(|person| {
            let event = json!({"type": "typing", "channel": channel, "user": user});
            (person != *user && sees(world, person, *channel)).then_some(event)
        }),
        WorldEvent::UserUpdated(id) => {
            let user = world.user(*id).map(snapshot::user_json);
            audience.tell(|_| Some(json!({"type": "user_update", "user": user})));
        }
        WorldEvent::CommandsChanged => audience.tell(|person| {
            let commands = snapshot::commands(world, person);
            let guilds = snapshot::guilds(world, person);
            let offered = snapshot::offered(world, person);
            Some(json!({
                "type": "commands", "commands": commands, "guilds": guilds, "offered": offered,
            }))
        }),
        WorldEvent::MemberAdded { .. }
        | WorldEvent::MemberRemoved { .. }
        | WorldEvent::Outage(_)
        | WorldEvent::GuildCreated
        | WorldEvent::BotAdded(_)
        | WorldEvent::BotRemoved(_) => audience.tell(|person| {
            let guilds = snapshot::guilds(world, person);
            Some(json!({"type": "guilds", "guilds": guilds}))
        }),
        WorldEvent::Asked { interaction, .. }
        | WorldEvent::Answered { interaction, .. }
        | WorldEvent::Failed(interaction)
        | WorldEvent::ModalClosed { interaction, .. } => {
            tell_interaction(world, audience, *interaction, event);
        }
    }
}

/// Sends a change of a channel or a thread.
fn tell_place(world: &World, audience: &mut Audience, event: &WorldEvent) {
    match event {
        WorldEvent::ChannelCreated(id) => tell_channel(world, audience, "channel_create", *id),
        WorldEvent::ChannelUpdated(id) | WorldEvent::ThreadMemberAdded { thread: id, .. } => {
            // A thread has the permissions of its channel.
            let concerned = world
                .channels()
                .filter(|channel| channel.id == *id || channel.parent == Some(*id));
            for channel in concerned {
                tell_channel(world, audience, "channel_update", channel.id);
            }
        }
        WorldEvent::RoleUpdated { guild, .. } => {
            let channels = world.channels();
            for channel in channels.filter(|channel| channel.guild == Some(*guild)) {
                tell_channel(world, audience, "channel_update", channel.id);
            }
        }
        WorldEvent::ChannelDeleted(channel) => audience.tell(|person| {
            world
                .sees(person, channel)
                .then(|| json!({"type": "channel_delete", "channel": channel.id}))
        }),
        WorldEvent::ChannelShown { channel, user } => {
            if let Some(channel) = world.channel(*channel) {
                let messages = snapshot::messages(world, *user, channel.id, None, snapshot::SHOWN);
                let channel = snapshot::channel_json(world, *user, channel);
                let event = json!({
                    "type": "channel_create", "channel": channel, "messages": messages,
                });
                audience.tell_one(*user, &event);
            }
        }
        WorldEvent::ChannelHidden { channel, user } => {
            audience.tell_one(
                *user,
                &json!({"type": "channel_delete", "channel": channel}),
            );
        }
        _ => {}
    }
}

fn sees(world: &World, person: Id, channel: Id) -> bool {
    world
        .channel(channel)
        .is_some_and(|channel| world.sees(person, channel))
}

fn tell_message(world: &World, audience: &mut Audience, event: &str, id: Id) {
    let Some(message) = world.message(id) else {
        return;
    };
    audience.tell(|person| {
        let knows = message.is_for(person) && sees(world, person, message.channel);
        knows.then(|| {
            let message = world.message_json(message, Viewer::Person(person));
            json!({"type": event, "message": message})
        })
    });
}

fn tell_channel(world: &World, audience: &mut Audience, event: &str, id: Id) {
    let Some(channel) = world.channel(id) else {
        return;
    };
    audience.tell(|person| {
        world.sees(person, channel).then(|| {
            let channel = snapshot::channel_json(world, person, channel);
            json!({"type": event, "channel": channel})
        })
    });
}

fn tell_interaction(world: &World, audience: &mut Audience, id: Id, event: &WorldEvent) {
    let Some(interaction) = world.interaction(id) else {
        return;
    };
    let view = interaction.to_person();
    let event = match event {
        WorldEvent::Answered { answer, .. } => response(world, interaction.user, answer, &view),
        WorldEvent::Failed(_) => {
            json!({"type": "failed", "interaction": view, "text": interaction.failure_text()})
        }
        WorldEvent::ModalClosed { modal, .. } => json!({"type": "modal_closed", "modal": modal}),
        _ => json!({"type": "interaction", "interaction": view}),
    };
    audience.tell_one(interaction.user, &event);
}

fn response(world: &World, person: Id, answer: &Answer, interaction: &Value) -> Value {
    let kind: &str = answer.into();
    let mut event = json!({"type": "response", "interaction": interaction, "kind": kind});
    match answer {
        Answer::Message(id) | Answer::Deferred(id) | Answer::Update(id) => {
            if let Some(message) = world.message(*id) {
                event["message"] = world.message_json(message, Viewer::Person(person));
            }
        }
        Answer::DeferredUpdate => {}
        Answer::Choices(choices) => event["choices"] = choices.clone(),
        Answer::Modal(modal) => event["modal"] = modal.clone(),
    }
    event
}
