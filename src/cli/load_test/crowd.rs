//! Scripted people, two for each game.
//!
//! The sandbox's own [`discord_sandbox::Person`] remembers every event, for tests to look back;
//! with thousands of moves that would be most of the work.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use futures_util::StreamExt;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::{connect_async, tungstenite};

use crate::service::{Access, ChannelId, GameId, GuildId, Place};
use discord_sandbox::Message;
use focus::{Color, Game, Mode, Move, Rules};
use focus_engine::Rng;

/// User names of the sandbox's people. Each game is played by two neighbors in this ring: requests
/// of one person are handled one after another, so just two people would slow the games down.
const NAMES: [&str; 5] = ["anna", "lukasz", "juergen", "eleonora", "sjoerd"];
/// Time limit of every wait.
const PATIENCE: Duration = Duration::from_secs(120);

/// Way in which people make their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveInput {
    /// `/focus move`.
    Command,
    /// Buttons and menus, starting with **Move** below the board.
    Buttons,
}

/// People who play any number of games against each other.
pub(super) struct Crowd {
    http: reqwest::Client,
    base: String,
    /// Ids of the people, in the order of their names.
    ids: Vec<String>,
    channels: Vec<Channel>,
    awaited: Arc<Awaited>,
}

/// Channel of a server.
struct Channel {
    id: String,
    guild: String,
}

/// Answers and boards that have arrived or are awaited.
#[derive(Default)]
struct Awaited {
    /// Answers and boards by name.
    slots: Mutex<HashMap<String, Slot>>,
    deferred: Mutex<Vec<Deferred>>,
}

/// Interaction whose answer comes later.
struct Deferred {
    interaction: String,
    /// Message that says "thinking…" or that was pressed: it will be changed or deleted, unless the
    /// answer is a private message beside it.
    message: String,
}

enum Slot {
    Came(Value),
    Waits(oneshot::Sender<Value>),
}

impl Awaited {
    fn came(&self, name: String, what: &Value) {
        let mut slots = self.slots.lock();
        match slots.remove(&name) {
            // The waiting task may have given up.
            Some(Slot::Waits(waiter)) => drop(waiter.send(what.clone())),
            Some(Slot::Came(_)) | None => drop(slots.insert(name, Slot::Came(what.clone()))),
        }
    }

    /// Passes on an event, if it is the answer to a deferred interaction.
    fn came_later(&self, is_meant: impl Fn(&Deferred) -> bool, answer: &Value) {
        let mut deferred = self.deferred.lock();
        let meant = deferred.iter().position(is_meant);
        let meant = meant.map(|at| deferred.swap_remove(at));
        drop(deferred);
        if let Some(Deferred { interaction, .. }) = meant {
            self.came(format!("answer {interaction}"), answer);
        }
    }

    async fn wait(&self, name: String) -> anyhow::Result<Value> {
        let (waiter, waiting) = oneshot::channel();
        {
            let mut slots = self.slots.lock();
            if let Some(Slot::Came(what)) = slots.remove(&name) {
                return Ok(what);
            }
            slots.insert(name.clone(), Slot::Waits(waiter));
        }
        let came = tokio::time::timeout(PATIENCE, waiting).await;
        Ok(came.with_context(|| format!("{name} did not come"))??)
    }
}

impl Crowd {
    /// Connects everyone to the sandbox.
    pub(super) async fn gather(base: &str) -> anyhow::Result<Self> {
        let awaited = Arc::new(Awaited::default());
        let (mut ids, mut channels) = (Vec::new(), Vec::new());
        for (number, name) in NAMES.into_iter().enumerate() {
            let address = base.replacen("http", "ws", 1);
            let (mut socket, _) =
                connect_async(format!("{address}/sandbox/events?as={name}")).await?;
            let Some(Ok(tungstenite::Message::Text(world))) = socket.next().await else {
                bail!("the sandbox does not let {name} in");
            };
            let world: Value = serde_json::from_str(&world)?;
            ids.push(text(&world["me"]["id"]));
            let all = world["channels"].as_array().into_iter().flatten();
            let mut of_servers: Vec<_> = all.filter(|channel| channel["type"] == 0).collect();
            // First channels of all servers, then second ones, so that even a few games are spread
            // out.
            of_servers.sort_by_key(|channel| channel["position"].as_u64());
            channels = of_servers
                .into_iter()
                .map(|channel| Channel {
                    id: text(&channel["id"]),
                    guild: text(&channel["guild_id"]),
                })
                .collect();
            let awaited = Arc::clone(&awaited);
            tokio::spawn(async move {
                while let Some(Ok(frame)) = socket.next().await {
                    let tungstenite::Message::Text(frame) = frame else {
                        continue;
                    };
                    if let Ok(event) = serde_json::from_str(&frame) {
                        notice(&awaited, &event, number == 0);
                    }
                }
            });
        }
        Ok(Self {
            http: reqwest::Client::builder().no_proxy().build()?,
            base: base.to_owned(),
            ids,
            channels,
            awaited,
        })
    }

    /// Returns the places in which they play.
    pub(super) fn places(&self) -> anyhow::Result<Vec<Place>> {
        let places = self.channels.iter().map(|channel| {
            Ok(Place {
                guild: Some(GuildId(channel.guild.parse()?)),
                channel: ChannelId(channel.id.parse()?),
                access: Access::Member,
            })
        });
        places.collect()
    }

    /// Starts `games` games at once.
    pub(super) async fn begin(&self, games: usize) -> anyhow::Result<Vec<RunningGame>> {
        let mut all = JoinSet::new();
        for number in 0..games {
            let pair = [number, number + 1].map(|place| place % NAMES.len());
            let players = Players {
                http: self.http.clone(),
                base: self.base.clone(),
                names: pair.map(|place| NAMES[place]),
                ids: pair.map(|place| self.ids[place].clone()),
                channel: self.channels[number % self.channels.len()].id.clone(),
                awaited: Arc::clone(&self.awaited),
            };
            all.spawn(players.begin(Rng::of(1, number as u64)));
        }
        let mut running = Vec::with_capacity(games);
        while let Some(begun) = all.join_next().await {
            running.push(begun??);
        }
        Ok(running)
    }
}

/// Two people in a channel.
struct Players {
    http: reqwest::Client,
    base: String,
    names: [&'static str; 2],
    ids: [String; 2],
    channel: String,
    awaited: Arc<Awaited>,
}

impl Players {
    /// Starts a game.
    async fn begin(self, dice: Rng) -> anyhow::Result<RunningGame> {
        let said = self.slash(0, "focus new", json!({})).await?;
        let content = said.all_text();
        let mut ids = content.split('#').skip(1).filter_map(|rest| {
            let end = rest.find(|letter: char| !letter.is_ascii_digit());
            rest[..end.unwrap_or(rest.len())].parse::<GameId>().ok()
        });
        let id = ids
            .next()
            .with_context(|| format!("expected a table, got {}", said.0))?;
        self.slash(1, "focus join", json!({"game": id.to_string()}))
            .await?;
        let board = self.awaited.wait(board_name(id, 0)).await?;
        let words = text(&board["content"]);
        let is_named = |color: &&Color| words.contains(&format!("{color:?}** to move"));
        let first = Mode::Duel.colors().iter().find(is_named).copied();
        let first = first.with_context(|| format!("expected a color to move, got {board}"))?;
        let beginner = self
            .ids
            .iter()
            .position(|own| board["pings"][0] == own.as_str());
        let beginner = beginner.with_context(|| format!("nobody is to move in {board}"))?;
        Ok(RunningGame {
            players: self,
            id,
            first,
            beginner,
            board: board.into(),
            dice,
        })
    }

    /// Uses a command and waits for the answer.
    async fn slash(&self, who: usize, command: &str, options: Value) -> anyhow::Result<Message> {
        let fields = json!({"channel": self.channel, "command": command, "options": options});
        self.act(who, "slash", fields).await
    }

    /// Presses the button whose custom id starts with `button`, and waits for the answer.
    async fn press(&self, who: usize, shown: &Message, button: &str) -> anyhow::Result<Message> {
        let found = shown.component(button);
        let found = found.with_context(|| format!("expected `{button}`, got {}", shown.0))?;
        let fields = json!({"message": shown.id(), "custom_id": found["custom_id"]});
        self.act(who, "press", fields).await
    }

    /// Presses **Move** below a board and chooses a move in the menus; returns the question that
    /// asks for confirmation.
    async fn choose(&self, who: usize, board: &Message, mv: Move) -> anyhow::Result<Message> {
        let mv = mv.to_string();
        let source = if mv.starts_with('+') { "+" } else { &mv[..2] };
        let mut step = self.press(who, board, "f1:move:").await?;
        while let Some((menu, value)) = menu_with(&step, [mv.as_str(), source]) {
            let fields = json!({"message": step.id(), "custom_id": menu, "values": [value]});
            step = self.act(who, "select", fields).await?;
        }
        Ok(step)
    }

    /// Carries out an action that asks the bot, and waits for the answer.
    async fn act(&self, who: usize, action: &str, mut fields: Value) -> anyhow::Result<Message> {
        fields["as"] = json!(self.names[who]);
        fields["action"] = json!(action);
        let asked = self
            .http
            .post(format!("{}/sandbox/action", self.base))
            .json(&fields);
        let asked: Value = asked.send().await?.json().await?;
        let id = asked["interaction"]["id"].as_str();
        let id = id.with_context(|| format!("the sandbox refuses {fields}: {asked}"))?;
        let answer = self.awaited.wait(format!("answer {id}")).await?;
        if answer["type"] == "failed" {
            bail!("{fields} was not answered: {}", answer["text"]);
        }
        Ok(answer["message"].clone().into())
    }
}

/// Returns the custom id of a menu that offers one of these values, and the value.
fn menu_with<'v>(message: &Message, wanted: [&'v str; 2]) -> Option<(String, &'v str)> {
    message.components().into_iter().find_map(|component| {
        let options = component["options"].as_array()?;
        let is_offered = |value: &&str| options.iter().any(|option| option["value"] == **value);
        let value = wanted.into_iter().find(is_offered)?;
        Some((text(&component["custom_id"]), value))
    })
}

/// Game that has started, and its players.
pub(super) struct RunningGame {
    players: Players,
    id: GameId,
    first: Color,
    /// Index of the player of the first color.
    beginner: usize,
    /// Newest board.
    board: Message,
    dice: Rng,
}

impl RunningGame {
    /// Plays up to `plies` plies, each after a pause of `think` on average. Returns how long each
    /// move took the person who made it, from when it was sent to the board.
    async fn play(
        mut self,
        plies: usize,
        think: Duration,
        input: MoveInput,
    ) -> anyhow::Result<Vec<Duration>> {
        let mut game = Game::new(Rules::new(Mode::Duel), self.first);
        let mut moves = Vec::with_capacity(plies);
        while moves.len() < plies && game.outcome().is_none() {
            let side = game.position().side();
            let legal = game.position().legal_moves();
            let mv = legal[self.dice.below(legal.len())];
            game.play(mv).context("a legal move")?;
            game.pass_while_forced();
            if !think.is_zero() {
                // Evenly distributed from zero to twice `think`.
                sleep(think * self.dice.below(2_001).try_into()? / 1_000).await;
            }
            let who = if side == self.first {
                self.beginner
            } else {
                1 - self.beginner
            };
            let sent = self.make(who, mv, input).await?;
            let wanted = board_name(self.id, game.plies().len());
            let board = self.players.awaited.wait(wanted).await?;
            moves.push(sent.elapsed());
            self.board = board.into();
        }
        Ok(moves)
    }

    /// Makes a move, and returns the time of the command or of the last press.
    async fn make(&self, who: usize, mv: Move, input: MoveInput) -> anyhow::Result<Instant> {
        match input {
            MoveInput::Command => {
                let options = json!({"game": self.id.to_string(), "move": mv.to_string()});
                let sent = Instant::now();
                self.players.slash(who, "focus move", options).await?;
                Ok(sent)
            }
            MoveInput::Buttons => {
                let question = self.players.choose(who, &self.board, mv).await?;
                let sent = Instant::now();
                self.players.press(who, &question, "f1:play:").await?;
                Ok(sent)
            }
        }
    }
}

/// Plays games at once and returns how long each move took the person who made it, shortest first.
pub(super) async fn play(
    games: Vec<RunningGame>,
    plies: usize,
    think: Duration,
    input: MoveInput,
) -> anyhow::Result<Vec<Duration>> {
    let mut all = JoinSet::new();
    for game in games {
        all.spawn(game.play(plies, think, input));
    }
    let mut moves = Vec::new();
    while let Some(played) = all.join_next().await {
        moves.extend(played??);
    }
    moves.sort_unstable();
    Ok(moves)
}

fn board_name(id: GameId, plies: usize) -> String {
    format!("focus-{}-{plies}.png", id.0)
}

/// Passes on events that may be awaited. Everyone sees the boards, so one listener is enough.
fn notice(awaited: &Awaited, event: &Value, sees_boards: bool) {
    let message = &event["message"];
    match event["type"].as_str() {
        Some("response") if is_loading(message) => defer(awaited, event, &message["id"]),
        Some("response") if event["kind"] == "deferred_update" => {
            defer(awaited, event, &event["interaction"]["message"]);
        }
        Some("response" | "failed") => {
            let id = text(&event["interaction"]["id"]);
            awaited.came(format!("answer {id}"), event);
            // At the limit of requests, the answer is the board.
            notice_board(awaited, message);
        }
        Some("message_update") if !is_loading(message) => {
            awaited.came_later(|asked| message["id"] == asked.message.as_str(), event);
        }
        Some("message_delete") => {
            awaited.came_later(|asked| *message == asked.message.as_str(), event);
        }
        Some("message_create") if is_private(message) => {
            let id = &message["interaction_metadata"]["id"];
            awaited.came_later(|asked| *id == asked.interaction.as_str(), event);
        }
        Some("message_create") if sees_boards => notice_board(awaited, message),
        _ => {}
    }
}

/// Notes an interaction whose answer comes later.
fn defer(awaited: &Awaited, event: &Value, message: &Value) {
    let deferred = Deferred {
        interaction: text(&event["interaction"]["id"]),
        message: text(message),
    };
    awaited.deferred.lock().push(deferred);
}

/// Passes on a message with a board. Questions about moves have pictures, too; nobody awaits those
/// by name, so they would be kept forever.
fn notice_board(awaited: &Awaited, message: &Value) {
    let name = message["attachments"][0]["filename"].as_str();
    if let Some(name) = name.filter(|name| name.starts_with("focus-")) {
        awaited.came(name.to_owned(), message);
    }
}

/// Returns whether a message only says "thinking…".
fn is_loading(message: &Value) -> bool {
    has_flag(message, 1 << 7)
}

/// Returns whether only one person sees a message.
fn is_private(message: &Value) -> bool {
    has_flag(message, 1 << 6)
}

fn has_flag(message: &Value, flag: u64) -> bool {
    let flags = message["flags"].as_u64();
    flags.is_some_and(|flags| flags & flag != 0)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
