//! Shard: one connection after another, and the session that outlives them.

use std::convert::Infallible;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::discord::gateway::access::{Discord, Refused};
use crate::discord::gateway::arrival::{Arrival, Delivery};
use crate::discord::gateway::event::{self, GatewayEvent};
use crate::discord::gateway::pauses::{Pauses, shortened};
use crate::discord::gateway::session::Session;
use crate::discord::gateway::wire::{self, Payload, Wire, WireError, op};
use crate::metrics::{Metrics, ShardState, SilentShard};
use crate::service::{KeptSession, Shard};

/// Time limit for Discord to accept a connection, and again for HELLO. In total, an attempt takes
/// less than a minute.
const GREETING: Duration = Duration::from_secs(10);
/// Time limit from there to READY or RESUMED.
const SIGN_IN: Duration = Duration::from_secs(30);
/// Time limit for the acknowledgement of a heartbeat. Discord could take until the next heartbeat,
/// but no one could play in the meantime.
const ANSWER: Duration = Duration::from_secs(15);
/// Bounds of the heartbeat interval, whatever Discord requests.
const BEATS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(600)];
/// Time limit for handling the requests that have arrived before a shard is given up: meanwhile, no
/// process serves it.
pub(super) const HANDOVER: Duration = Duration::from_secs(2);
/// Code of a close after which the session can be resumed.
const SEE_YOU: u16 = 4000;

/// Reason why a shard ends.
#[derive(Debug)]
pub(super) enum ShardEnd {
    /// The shard was told to stop; its session, if it should be resumed.
    Stopped(Option<Box<KeptSession>>),
    /// Discord refuses the bot.
    Refused(Refused),
    /// The number of shards is too small or has changed.
    Anew,
}

/// Reason why a connection ends.
enum Cut {
    /// The shard was told to stop.
    Stopped,
    End(ShardEnd),
    /// The session of an earlier process is over; the shard begins its own.
    Expired,
    /// Description of an error; the shard reconnects.
    Failed(String),
}

impl From<WireError> for Cut {
    /// Source: Discord, "Gateway Close Event Codes".
    fn from(broken: WireError) -> Self {
        match broken {
            WireError::Closed(4004) => Self::End(ShardEnd::Refused(Refused::Token)),
            WireError::Closed(4013 | 4014) => Self::End(ShardEnd::Refused(Refused::Intents)),
            WireError::Closed(4010 | 4011) => Self::End(ShardEnd::Anew),
            WireError::Closed(code) => Self::Failed(format!("Discord closed it with code {code}")),
            WireError::Failed(why) => Self::Failed(why),
        }
    }
}

pub(super) struct ShardConnection<D> {
    discord: Arc<D>,
    shard: Shard,
    token: String,
    arrivals: mpsc::UnboundedSender<Arrival>,
    /// Cloned for each request of a person until it has been handled.
    handling: mpsc::Sender<Infallible>,
    /// Ends when all of them have been handled.
    handled: mpsc::Receiver<Infallible>,
    metrics: Metrics,
    session: Option<Session>,
    /// True until a session of an earlier process is resumed.
    is_behind: bool,
    /// Events that have arrived before that, and wait for it.
    replayed: Vec<GatewayEvent>,
    /// Time since which events have been arriving; `None` while they do not.
    connected: Option<Instant>,
    /// Time when something last arrived over such a connection; `None` if that was in an earlier
    /// process.
    heard: Option<Instant>,
    /// True if the loss of the connection was logged.
    is_missed: bool,
}

impl<D: Discord> ShardConnection<D>
where
    D::Stream: AsyncRead + AsyncWrite,
{
    pub(super) fn new(
        discord: Arc<D>,
        shard: Shard,
        token: String,
        arrivals: mpsc::UnboundedSender<Arrival>,
        metrics: Metrics,
    ) -> Self {
        let (handling, handled) = mpsc::channel(1);
        Self {
            discord,
            shard,
            token,
            arrivals,
            handling,
            handled,
            metrics,
            session: None,
            is_behind: false,
            replayed: Vec::new(),
            connected: None,
            heard: None,
            is_missed: false,
        }
    }

    /// Resumes the session of an earlier process.
    pub(super) fn resuming(mut self, earlier: KeptSession) -> Self {
        self.session = Some(Session::from(earlier));
        self.is_behind = true;
        self
    }

    /// Opens one connection after another until `stop` or a refusal.
    pub(super) async fn keep_connected(mut self, mut stop: watch::Receiver<bool>) -> ShardEnd {
        let mut pauses = Pauses::default();
        loop {
            let Err(cut) = self.connect(&mut stop).await;
            let lasted = self.connected.take().map(|since| since.elapsed());
            self.note(None);
            match cut {
                Cut::Stopped => return self.stop().await,
                Cut::End(end) => return end,
                Cut::Expired => {
                    let shard = self.shard.number;
                    tracing::info!(shard, "the earlier session is over; a new one begins");
                }
                Cut::Failed(why) => self.miss(&why),
            }
            let pause = pauses.next(lasted.unwrap_or_default());
            let is_stopped = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => true,
                () = sleep(pause) => false,
            };
            if is_stopped {
                return self.stop().await;
            }
        }
    }

    async fn stop(mut self) -> ShardEnd {
        drop(self.handling);
        // The next process would show the same boards, which Discord recognizes only if both are
        // posted to the channel.
        if timeout(HANDOVER, self.handled.recv()).await.is_err() {
            let shard = self.shard.number;
            tracing::debug!(
                shard,
                "a shard is given up while requests are being handled"
            );
        }
        // One that was not resumed is too old for another attempt.
        let session = self.session.filter(|_| !self.is_behind);
        ShardEnd::Stopped(session.map(|session| Box::new(session.into_kept())))
    }

    /// Logs the loss of the connection once.
    fn miss(&mut self, why: &str) {
        let shard = self.shard.number;
        if self.is_missed {
            tracing::debug!(shard, why, "connection failed; trying again");
        } else {
            tracing::warn!(shard, why, "connection lost; trying again");
        }
        self.is_missed = true;
    }

    /// Reports the state of the connection.
    fn note(&self, latency: Option<Duration>) {
        self.metrics.shards(&[ShardState {
            number: self.shard.number,
            total: self.shard.total,
            is_connected: self.connected.is_some(),
            latency,
        }]);
    }

    /// Reports that nothing has arrived since a time, so that people may not have been able to reach
    /// the bot.
    fn note_silent(&self, heard: Instant) {
        if self.connected.is_some() {
            self.metrics.health().note_silent(SilentShard {
                number: self.shard.number,
                total: self.shard.total,
                since: heard.into_std(),
            });
        }
    }

    async fn connect(&mut self, stop: &mut watch::Receiver<bool>) -> Result<Infallible, Cut> {
        let socket = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return Err(Cut::Stopped),
            socket = self.open() => socket?,
        };
        let mut wire = Wire::new(socket);
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => {}
            talked = self.talk(&mut wire) => return talked,
        }
        wire.close(SEE_YOU).await;
        Err(Cut::Stopped)
    }

    async fn open(&mut self) -> Result<tokio_tungstenite::WebSocketStream<D::Stream>, Cut> {
        if !self
            .session
            .as_ref()
            .is_some_and(Session::is_worth_resuming)
        {
            self.give_up_session();
        }
        let url = match &mut self.session {
            Some(session) => session.attempt(self.discord.url()),
            None => match self.discord.start(self.shard.number).await {
                Ok(url) => url,
                Err(refused) => return Err(Cut::End(ShardEnd::Refused(refused))),
            },
        };
        let dialed = timeout(GREETING, self.discord.dial(&url)).await;
        if let (Ok(Err(_)), Some(session)) = (&dialed, &mut self.session) {
            session.note_unreachable();
        }
        dialed.unwrap_or_else(|_| late()).map_err(Cut::Failed)
    }

    async fn talk(&mut self, wire: &mut Wire<D::Stream>) -> Result<Infallible, Cut> {
        let greeted = timeout(GREETING, greeting(wire)).await;
        let mut heartbeats = greeted.unwrap_or_else(|_| late().map_err(WireError::Failed))?;
        let (op, data) = self.introduction();
        wire.say(op, &data).await?;
        let mut heard = Instant::now();
        let Err(cut) = self.listen(wire, &mut heartbeats, &mut heard).await;
        // However it is found dead, it may have been dead since something last arrived.
        if heartbeats.sent.is_some() {
            self.note_silent(heard);
        }
        Err(cut)
    }

    /// Handles payloads until the connection ends, and notes in `heard` when something arrives.
    async fn listen(
        &mut self,
        wire: &mut Wire<D::Stream>,
        heartbeats: &mut Heartbeats,
        heard: &mut Instant,
    ) -> Result<Infallible, Cut> {
        let until = Instant::now() + SIGN_IN;
        loop {
            let payload = tokio::select! {
                payload = wire.next() => Some(payload),
                () = sleep_until(heartbeats.due()) => None,
                () = sleep_until(until), if self.connected.is_none() => {
                    return late().map_err(Cut::Failed);
                }
            };
            if let Some(Ok(_) | Err(WireError::Closed(_))) = payload {
                *heard = Instant::now();
            }
            match payload {
                Some(payload) => {
                    self.obey(&payload?, heartbeats, wire).await?;
                    self.heard = self.connected.map_or(self.heard, |_| Some(*heard));
                }
                None if heartbeats.sent.is_some() => {
                    let why = "a heartbeat is not answered";
                    return Err(Cut::Failed(why.to_owned()));
                }
                None => self.heartbeat(heartbeats, wire).await?,
            }
        }
    }

    /// Returns the payload of RESUME or IDENTIFY.
    fn introduction(&self) -> (u8, Value) {
        let Some(session) = &self.session else {
            return (op::IDENTIFY, wire::identify(&self.token, self.shard));
        };
        (op::RESUME, session.resume(&self.token))
    }

    async fn heartbeat(
        &self,
        heartbeats: &mut Heartbeats,
        wire: &mut Wire<D::Stream>,
    ) -> Result<(), WireError> {
        let sequence = self.session.as_ref().map(Session::sequence);
        heartbeats.count();
        wire.say(op::HEARTBEAT, &json!(sequence)).await
    }

    async fn obey(
        &mut self,
        payload: &Payload,
        heartbeats: &mut Heartbeats,
        wire: &mut Wire<D::Stream>,
    ) -> Result<(), Cut> {
        match payload.op {
            op::DISPATCH => self.receive(payload),
            op::HEARTBEAT => self.heartbeat(heartbeats, wire).await?,
            op::HEARTBEAT_ACK => {
                let latency = heartbeats.sent.take().map(|sent| sent.elapsed());
                self.note(latency);
            }
            op::RECONNECT => return Err(Cut::Failed("Discord asks for another one".to_owned())),
            op::INVALID_SESSION => {
                let was_behind = self.is_behind;
                if payload.data() != Some(true) {
                    self.give_up_session();
                }
                return Err(if was_behind && !self.is_behind {
                    Cut::Expired
                } else {
                    Cut::Failed("the session is invalid".to_owned())
                });
            }
            // Other opcodes do not concern a bot.
            _ => {}
        }
        Ok(())
    }

    /// Forwards an event.
    fn receive(&mut self, payload: &Payload) {
        let name = payload.t.as_deref().unwrap_or_default();
        let data = payload.d.as_deref();
        let event = data.and_then(|data| event::read(name, data.get()));
        if let Some(session) = &mut self.session {
            session.note(payload.s, event.as_ref());
        }
        match name {
            "READY" => self.begin(event.as_ref(), payload.s.unwrap_or_default()),
            "RESUMED" => {
                self.catch_up();
                self.welcome();
            }
            _ => {}
        }
        match event {
            Some(event) if self.is_behind => self.replayed.push(event),
            Some(event) => self.forward(event),
            None => {}
        }
    }

    fn forward(&self, event: GatewayEvent) {
        // Sending fails only when the bot is stopping.
        let leads_to_boards = matches!(
            event,
            GatewayEvent::Interaction(_) | GatewayEvent::Message(_)
        );
        let _ = self.arrivals.send(Arrival {
            handling: leads_to_boards.then(|| self.handling.clone()),
            delivery: if self.connected.is_some() {
                Delivery::Live
            } else {
                Delivery::Replayed { since: self.heard }
            },
            ..Arrival::now(event)
        });
    }

    /// Forwards the current state of the events that Discord sent to an earlier process and does
    /// not send again, and the events since then.
    fn catch_up(&mut self) {
        let told = self.session.as_ref().filter(|_| self.is_behind);
        let told = told.map_or_else(Vec::new, |session| session.introduction(self.shard));
        let replayed = mem::take(&mut self.replayed);
        for event in told.into_iter().chain(replayed) {
            self.forward(event);
        }
    }

    /// Gives up the session, so that another one begins.
    fn give_up_session(&mut self) {
        self.session = None;
        self.is_behind = false;
        self.replayed.clear();
    }

    fn begin(&mut self, event: Option<&GatewayEvent>, sequence: u64) {
        self.session = match event {
            Some(GatewayEvent::Ready(ready)) => Some(Session::begun(ready, sequence)),
            _ => None,
        };
        self.replayed.clear();
        self.discord.note_start(self.shard.number);
        self.welcome();
    }

    fn welcome(&mut self) {
        self.connected = Some(Instant::now());
        (self.is_missed, self.is_behind) = (false, false);
        if let Some(session) = &mut self.session {
            session.go_on();
        }
        self.note(None);
        tracing::info!(shard = self.shard.number, "gateway connected");
    }
}

/// Schedule of heartbeats.
struct Heartbeats {
    every: Duration,
    next: Instant,
    /// Time of the heartbeat that is not acknowledged yet.
    sent: Option<Instant>,
}

impl Heartbeats {
    fn new(every: Duration) -> Self {
        let [shortest, longest] = BEATS;
        let every = every.clamp(shortest, longest);
        Self {
            every,
            // Randomized, so that bots do not send in step.
            next: Instant::now() + shortened(every),
            sent: None,
        }
    }

    /// Returns the time to send the next heartbeat, or to give up waiting for an acknowledgement.
    fn due(&self) -> Instant {
        self.sent
            .map_or(self.next, |sent| sent + ANSWER.min(self.every))
    }

    /// Records that a heartbeat is sent.
    fn count(&mut self) {
        let now = Instant::now();
        self.next = now + self.every;
        self.sent.get_or_insert(now);
    }
}

/// Waits for HELLO.
async fn greeting<S: AsyncRead + AsyncWrite + Unpin>(
    wire: &mut Wire<S>,
) -> Result<Heartbeats, WireError> {
    #[derive(Deserialize)]
    struct Hello {
        heartbeat_interval: u64,
    }
    loop {
        let payload = wire.next().await?;
        if payload.op == op::HELLO
            && let Some(hello) = payload.data::<Hello>()
        {
            return Ok(Heartbeats::new(Duration::from_millis(
                hello.heartbeat_interval,
            )));
        }
    }
}

fn late<T>() -> Result<T, String> {
    Err("Discord does not answer in time".to_owned())
}

#[cfg(test)]
mod tests;
