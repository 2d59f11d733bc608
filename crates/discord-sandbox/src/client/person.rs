//! Scripted person, who uses the same protocol as the page.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite;

use crate::client::error::PersonError;
use crate::client::event::{Event, Message, Response};
use crate::client::inbox::Inbox;
use crate::client::view::View;
use crate::clock::milliseconds;
use crate::fault::Fault;

/// Person in the sandbox, driven by a program.
///
/// Everything that the person may see arrives as events. The client never accesses the world
/// directly, so it also works with a sandbox in another process.
pub struct Person {
    http: reqwest::Client,
    base_url: String,
    name: String,
    inbox: Arc<Inbox>,
    reader: JoinHandle<()>,
}

/// Interaction that the person has begun.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Id of the interaction.
    pub id: String,
    /// Message whose component was used, if any.
    pub message: Option<String>,
}

impl Drop for Person {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl Person {
    /// Connects to the sandbox at `base_url` as the person with this user name, such as `anna`.
    ///
    /// # Errors
    ///
    /// There is no sandbox at the URL, or no such person in it.
    pub async fn connect(base_url: &str, name: &str) -> Result<Self, PersonError> {
        let http = reqwest::Client::builder()
            .no_proxy()
            .build()
            .map_err(broken)?;
        let address = base_url.replacen("http", "ws", 1);
        let address = format!("{address}/sandbox/events?as={name}");
        let (mut socket, _) = tokio_tungstenite::connect_async(address)
            .await
            .map_err(broken)?;
        let Some(Ok(tungstenite::Message::Text(first))) = socket.next().await else {
            return Err(PersonError::Broken("no snapshot".to_owned()));
        };
        let inbox = Arc::new(Inbox::default());
        inbox.add(serde_json::from_str(&first).map_err(broken)?);
        let reading = Arc::clone(&inbox);
        let reader = tokio::spawn(async move {
            while let Some(Ok(frame)) = socket.next().await {
                if let tungstenite::Message::Text(text) = frame
                    && let Ok(body) = serde_json::from_str(&text)
                {
                    reading.add(body);
                }
            }
            reading.end();
        });
        Ok(Self {
            http,
            base_url: base_url.to_owned(),
            name: name.to_owned(),
            inbox,
            reader,
        })
    }

    /// Returns the person's user id.
    #[must_use]
    pub fn id(&self) -> String {
        self.inbox.view(|view| view.me().to_owned())
    }

    /// Runs `look` on what the person currently sees.
    pub fn view<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        self.inbox.view(look)
    }

    /// Returns the id of the channel, thread, group or DM with this id or name. `@bot` is the DM
    /// with the bot, `@lukasz` the one with the person of that user name.
    ///
    /// # Errors
    ///
    /// The person cannot see such a channel.
    pub fn channel(&self, name: &str) -> Result<String, PersonError> {
        let found = self.view(|view| view.channel(name));
        found.ok_or_else(|| PersonError::Refused(format!("there is no channel `{name}`")))
    }

    /// Carries out an action with these fields, and returns its result, such as a new id. Many
    /// actions have methods of their own, which also wait for the effect.
    ///
    /// Fields with `?` may be left out. Ids are strings; `who` and `with` are user names, or a list
    /// of them, and `kind` is Discord's number of a type of channel.
    ///
    /// | action | fields | effect |
    /// | --- | --- | --- |
    /// | `say` | `channel`, `content`, `reply_to?`, `ping?` | posts a message |
    /// | `edit_message` | `message`, `content` | changes one of the person's messages |
    /// | `delete_message` | `message` | deletes a message |
    /// | `slash` | `channel`, `command`, `options?` | uses a slash command |
    /// | `context` | `channel`, `command`, `target` | uses a command of a menu |
    /// | `autocomplete` | `channel`, `command`, `options?`, `focused` | types into an option |
    /// | `press` | `message`, `custom_id` | presses a button |
    /// | `select` | `message`, `custom_id`, `values` | chooses from a menu |
    /// | `forge` | `message`, `custom_id`, `values?`, `form?` | sends a forged interaction |
    /// | `submit` | `modal`, `values?` | submits a modal |
    /// | `close_modal` | `modal` | closes a modal |
    /// | `typing` | `channel` | shows that the person is typing |
    /// | `open_dm` | `with?` | opens a DM, by default with the bot |
    /// | `create_group` | `with`, `name?` | creates a group |
    /// | `add_to_group` | `channel`, `who` | adds a person to a group |
    /// | `leave_group` | `channel` | leaves a group |
    /// | `create_server` | `name`, `channels?`, `with?` | creates a server without the bot |
    /// | `install` | `server?` | installs the application, by default for the person |
    /// | `uninstall` | `server?` | removes the application |
    /// | `create_thread` | `channel`, `name`, `message?`, `private?`, `content?` | starts a thread, or posts in a forum |
    /// | `create_channel` | `server`, `name`, `kind?` | creates a channel in the person's server |
    /// | `locale` | `locale` | sets the language of the person's Discord |
    ///
    /// # Errors
    ///
    /// The sandbox refuses the action, or there is no such action.
    pub async fn perform(&self, action: &str, mut fields: Value) -> Result<Value, PersonError> {
        fields["as"] = json!(self.name);
        fields["action"] = json!(action);
        self.post("action", fields).await
    }

    /// Changes the world, or its behavior toward the bot, in a way that no person could.
    ///
    /// Fields are written as for [`perform`](Self::perform); `guild` defaults to the first one.
    ///
    /// | control | fields | effect |
    /// | --- | --- | --- |
    /// | `permissions` | `channel`, `who`, `allow?`, `deny?` | sets permissions, by Discord's names, of a person, `bot` or `everyone` |
    /// | `create_channel` | `name`, `guild?`, `kind?` | creates a channel |
    /// | `delete_channel` | `channel` | deletes a channel |
    /// | `archive_thread` | `channel`, `archived`, `locked?` | archives or reopens a thread |
    /// | `delete_message` | `message` | deletes a message |
    /// | `delete_emojis` | – | deletes all emojis of the application |
    /// | `dms` | `who`, `open` | has a person accept or refuse DMs |
    /// | `rename` | `who`, `name` | changes a person's display name |
    /// | `member` | `who`, `present`, `guild?` | has a person join or leave a guild |
    /// | `role` | `who`, `permissions`, `guild?` | sets the permissions, by Discord's names, of the role of `bot` or `everyone` |
    /// | `remove_bot` | `guild?` | removes the bot from a guild |
    /// | `add_bot` | `guild?` | adds the bot to a guild |
    /// | `outage` | `on`, `guild?` | starts or ends an outage of a guild |
    /// | `logins` | `left` | sets the number of logins left for the day |
    /// | `invalid` | `count` | counts invalid requests, as if just made |
    /// | `fault` | `fault`, `count?`, `after?`, `method?`, `path?` | applies a [`Fault`] to matching requests, once `after` of them have passed |
    /// | `clear_faults` | – | removes every fault |
    /// | `gateway` | `action` | see below |
    /// | `duplicate` | `count` | delivers the next interactions twice |
    /// | `advance` | `ms` | moves the clock forward |
    ///
    /// The control `gateway` has an `action` of its own, with further fields:
    ///
    /// | gateway action | fields | effect |
    /// | --- | --- | --- |
    /// | `drop` | `forget?` | breaks the connections, and may forget their sessions |
    /// | `close` | `code` | closes the connections with a code |
    /// | `reconnect` | – | asks the bot to reconnect |
    /// | `invalid_session` | `resumable` | declares the sessions invalid |
    /// | `refuse` | `on` | refuses new connections |
    /// | `mute` | `on` | sends nothing more over the connections |
    /// | `shard_out` | `shard`, `on` | starts or ends an outage of a shard |
    /// | `late_guilds` | `on` | withholds the guilds after a login |
    ///
    /// # Errors
    ///
    /// The sandbox refuses the control, or there is no such control.
    pub async fn control(&self, control: &str, mut fields: Value) -> Result<Value, PersonError> {
        fields["control"] = json!(control);
        self.post("control", fields).await
    }

    async fn post(&self, path: &str, body: Value) -> Result<Value, PersonError> {
        let address = format!("{}/sandbox/{path}", self.base_url);
        let answer = self
            .http
            .post(address)
            .json(&body)
            .send()
            .await
            .map_err(broken)?;
        let is_fine = answer.status().is_success();
        let answer: Value = answer.json().await.map_err(broken)?;
        if is_fine {
            return Ok(answer);
        }
        let text = answer["error"].as_str().unwrap_or_default();
        Err(PersonError::Refused(text.to_owned()))
    }

    /// Applies a fault to the next `count` requests whose path contains `path`.
    ///
    /// # Errors
    ///
    /// The connection failed.
    pub async fn fault(&self, fault: Fault, count: u32, path: &str) -> Result<(), PersonError> {
        let fields = json!({"fault": fault, "count": count, "path": path});
        self.control("fault", fields).await.map(drop)
    }

    /// Moves the world's clock forward.
    ///
    /// # Errors
    ///
    /// The connection failed.
    pub async fn advance(&self, by: Duration) -> Result<(), PersonError> {
        let fields = json!({"ms": milliseconds(by)});
        self.control("advance", fields).await.map(drop)
    }

    /// Waits for the bot's initial response to an interaction.
    ///
    /// # Errors
    ///
    /// No response arrives, not even the notice that the bot did not respond in time.
    pub async fn response(&self, asked: &Asked) -> Result<Response, PersonError> {
        let what = format!("a response to interaction {}", asked.id);
        self.inbox
            .wait(&what, |log| {
                let mut events = log.events.iter();
                events.find_map(|event| {
                    let is_answer = matches!(event.kind.as_str(), "response" | "failed");
                    let is_mine = event.body["interaction"]["id"] == asked.id.as_str();
                    (is_answer && is_mine)
                        .then(|| Response::read(event))
                        .flatten()
                })
            })
            .await
    }

    /// Waits for the message with the bot's final response, after any "thinking…"; a private
    /// followup counts if a press was only acknowledged. If the bot has deleted the "thinking…"
    /// instead, it is returned.
    ///
    /// # Errors
    ///
    /// The response is not a message, or there is none.
    pub async fn answer(&self, asked: &Asked) -> Result<Message, PersonError> {
        let thinking = match self.response(asked).await? {
            Response::Message(message) | Response::Update(message) => return Ok(message),
            Response::Deferred(message) => message,
            Response::DeferredUpdate => return self.answered_later(asked).await,
            other => return Err(PersonError::Refused(format!("not a message: {other:?}"))),
        };
        let id = thinking.id();
        let what = format!("the end of thinking on message {id}");
        // The bot may have deleted the answer since.
        let is_final = |message: &Message| message.id() == id && !message.is_loading();
        let end = |event: &Event| match event.kind.as_str() {
            "message_update" => event.message().filter(is_final),
            "message_delete" if event.body["message"] == id => Some(thinking.clone()),
            _ => None,
        };
        self.inbox
            .wait(&what, |log| log.events.iter().find_map(end))
            .await
    }

    /// Waits for a private followup to a press, or for the first edit of the component's message
    /// after it; a bot may edit that message before it acknowledges the press.
    async fn answered_later(&self, asked: &Asked) -> Result<Message, PersonError> {
        let (id, message) = (asked.id.as_str(), asked.message.clone().unwrap_or_default());
        let is_followup = |message: &Message| {
            message.is_ephemeral() && message.0["interaction_metadata"]["id"] == id
        };
        let answer = |event: &Event| match event.kind.as_str() {
            "message_create" => event.message().filter(is_followup),
            "message_update" => event.message().filter(|changed| changed.id() == message),
            _ => None,
        };
        let what = format!("an answer to a press on message {message}");
        self.inbox
            .wait(&what, |log| {
                let mut events = log.events.iter();
                let pressed = events.position(|event| event.body["interaction"]["id"] == id)?;
                log.events[pressed..].iter().find_map(answer)
            })
            .await
    }

    /// Waits for an event after the last one looked past, and looks past everything up to it.
    ///
    /// # Errors
    ///
    /// No such event arrives.
    pub async fn wait_for<T>(
        &self,
        what: &str,
        mut look: impl FnMut(&Event) -> Option<T>,
    ) -> Result<T, PersonError> {
        self.inbox
            .wait(what, |log| {
                let mut fresh = log.events.iter().enumerate().skip(log.cursor);
                let (index, found) =
                    fresh.find_map(|(index, event)| Some((index, look(event)?)))?;
                log.cursor = index + 1;
                Some(found)
            })
            .await
    }

    /// Waits for a new or changed message that was not looked past, and looks past everything up to
    /// it.
    ///
    /// # Errors
    ///
    /// No such message arrives.
    pub async fn wait_for_message(
        &self,
        what: &str,
        fits: impl Fn(&Message) -> bool,
    ) -> Result<Message, PersonError> {
        self.wait_for(what, |event| {
            event
                .is_message()
                .then(|| event.message())
                .flatten()
                .filter(|message| fits(message))
        })
        .await
    }

    /// Waits until `look` finds something in what the person sees.
    ///
    /// # Errors
    ///
    /// `look` finds nothing in time.
    pub async fn wait_until<T>(
        &self,
        what: &str,
        mut look: impl FnMut(&View) -> Option<T>,
    ) -> Result<T, PersonError> {
        self.inbox.wait(what, |log| look(&log.view)).await
    }

    /// Waits until the bot is connected and has registered a command of this name.
    ///
    /// # Errors
    ///
    /// The bot does not connect, or does not register the command.
    pub async fn wait_for_bot(&self, command: &str) -> Result<(), PersonError> {
        let what = format!("a bot with the command `{command}`");
        self.wait_until(&what, |view| {
            (view.is_bot_online() && view.has_command(command)).then_some(())
        })
        .await
    }

    /// Looks past all events so far: later waits ignore them.
    pub fn look_past(&self) {
        self.inbox.look_past();
    }

    /// Fetches a URL of the sandbox, such as that of an attachment.
    ///
    /// # Errors
    ///
    /// There is nothing at the URL, or it has expired.
    pub async fn fetch(&self, url: &str) -> Result<Vec<u8>, PersonError> {
        let answer = self.http.get(url).send().await.map_err(broken)?;
        if !answer.status().is_success() {
            return Err(PersonError::Refused(format!(
                "{} at {url}",
                answer.status()
            )));
        }
        Ok(answer.bytes().await.map_err(broken)?.to_vec())
    }
}

fn broken(error: impl fmt::Display) -> PersonError {
    PersonError::Broken(error.to_string())
}
