//! Turns of computers: the engine is asked, and its move is played.

use std::collections::HashMap;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::{AbortHandle, Id, JoinError, JoinSet};
use tokio::time::{Instant, interval, sleep, sleep_until};
use tracing::Instrument;

use crate::discord::bot::Bot;
use crate::discord::engine::pool::PoolSettings;
use crate::discord::engine::question::{NoAnswer, Question};
use crate::discord::game_messages::delivery::snowflake::channel_id;
use crate::discord::game_messages::publisher::attempts::{self, Attempt};
use crate::discord::game_messages::publisher::{time_for_others, unmentioned};
use crate::discord::interaction::error::BotError;
use crate::discord::runtime::fault::FaultId;
use crate::discord::runtime::subject_queues::Subject;
use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::wakeups::{Wakeup, WakeupReceiver, Walk};
use crate::service::{GameId, GameView, Refusal};
use focus::Move;
use focus_engine::{Choice, Level, Stop};

/// Number of moves in a hint.
const HINTS: usize = 3;

/// Interval between checks for games that no wakeup reports.
const LOOK_AGAIN: Duration = Duration::from_secs(15);
/// Interval of typing indicators, which Discord shows for ten seconds.
const TYPING: Duration = Duration::from_secs(8);
/// Pause before a game that could not be read is read again; it grows with every repetition unless
/// the store is unavailable.
const ASK_AGAIN: Duration = Duration::from_secs(10);
/// First pause after a panic or a fault; it grows with every repetition.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);
/// Longest pause while the store is unavailable: people wait for the move as soon as it is back.
const LONGEST_OUTAGE_PAUSE: Duration = Duration::from_secs(60);
/// Number of interrupted searches above which no further ones are begun again.
const RESUMED_AT_ONCE: usize = 64;

/// Search of a computer, and its move.
struct Thought {
    step: u32,
    stop: Stop,
    turn: AbortHandle,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Starts a search for each game received from `wakeups`. A search is stopped when its game
/// continues without it.
pub(crate) async fn think(
    bot: Arc<Bot>,
    settings: PoolSettings,
    wakeups: Arc<Mutex<WakeupReceiver>>,
    heartbeat: Heartbeat,
) {
    let mut wakeups = wakeups.lock().await;
    let mut thoughts = Thoughts {
        bot: Arc::clone(&bot),
        settings,
        by_game: HashMap::new(),
        unread: UnreadGames::default(),
    };
    // Searches after people's moves start at once; those that a restart interrupted start only as
    // others of them end, because there may be very many.
    let (mut fresh, mut resumed) = (JoinSet::new(), JoinSet::new());
    let mut telling = JoinSet::new();
    let mut walk = Walk::default();
    // Another process may have ended in the middle of a search for a person whom it served.
    let is_shared = bot.service.is_shared().await;
    let (mut look_at, mut moves) = (bot.clock.now().after(LOOK_AGAIN), bot.clock.moves());
    if bot.metrics.health().is_connected() {
        // After a restart of this task, the interrupted searches are started again.
        walk.begin();
    }
    loop {
        while walk.is_under_way() && resumed.len() < RESUMED_AT_ONCE && wakeups.is_empty() {
            heartbeat.busy();
            let page = |reached| {
                bot.service
                    .ask_later(move |service| service.thinking(reached))
            };
            let min_age = time_for_others(&bot, is_shared);
            for game in walk.next(page).await.ok().flatten().unwrap_or_default() {
                thoughts.update_search(game, min_age, &mut resumed).await;
            }
        }
        heartbeat.idle();
        tokio::select! {
            wakeup = wakeups.recv() => {
                heartbeat.busy();
                match wakeup {
                    Some(Wakeup::Game(game)) => {
                        thoughts.update_search(game, Duration::ZERO, &mut fresh).await;
                    }
                    Some(Wakeup::HandedOver) => {}
                    Some(Wakeup::All) => walk.begin(),
                    None => return,
                }
            }
            Some(ended) = fresh.join_next_with_id() => thoughts.end(ended, &mut telling),
            Some(ended) = resumed.join_next_with_id() => thoughts.end(ended, &mut telling),
            Some(_told) = telling.join_next() => {}
            () = bot.clock.sleep_until(look_at, &mut moves), if is_shared => {
                if bot.clock.now() >= look_at {
                    look_at = bot.clock.now().after(LOOK_AGAIN);
                    walk.begin();
                }
            }
        }
    }
}

/// Game that a turn has changed, and the attempt to show it; `None` if it has changed nothing.
type Ended = Option<(GameId, Attempt)>;

/// Searches of computers in progress.
struct Thoughts {
    bot: Arc<Bot>,
    settings: PoolSettings,
    by_game: HashMap<GameId, Thought>,
    unread: UnreadGames,
}

impl Thoughts {
    /// Forgets a turn that is over. People are notified of it in `telling`, because that may take
    /// minutes.
    fn end(&mut self, ended: Result<(Id, Ended), JoinError>, telling: &mut JoinSet<()>) {
        let id = ended.as_ref().map_or_else(JoinError::id, |(id, _)| *id);
        self.by_game.retain(|_, thought| thought.turn.id() != id);
        let bot = Arc::clone(&self.bot);
        match ended {
            Ok((_, None)) => {}
            Ok((_, Some((game, attempt)))) => {
                telling.spawn(async move { unmentioned::tell(&bot, game, &attempt).await });
            }
            // The hook has logged the panic; the turn is begun again.
            Err(_) => {
                telling.spawn(async move {
                    sleep(ASK_AGAIN).await;
                    bot.computer_turns.wake_all();
                });
            }
        }
    }

    /// Begins a search in `turns` if a computer is to move in a game and nothing has happened there
    /// for `min_age`, and stops a search that the game no longer needs.
    async fn update_search(&mut self, game: GameId, min_age: Duration, turns: &mut JoinSet<Ended>) {
        let view = match self.bot.service.game(game).await {
            Ok(view) => Some(view),
            Err(BotError::Refused(_)) => None,
            Err(error) => {
                let Some(again_at) = self.unread.note(game, &error, Instant::now()) else {
                    return;
                };
                tracing::warn!(%game, %error, "could not find out whether a computer is to move; trying again");
                let bot = Arc::clone(&self.bot);
                let later = async move {
                    sleep_until(again_at).await;
                    bot.computer_turns.wake(game);
                    None
                };
                turns.spawn(later.in_current_span());
                return;
            }
        };
        self.unread.0.remove(&game);
        let level = view.as_ref().and_then(GameView::thinking);
        let (Some(view), Some(level)) = (view, level) else {
            self.by_game.remove(&game);
            return;
        };
        let known = self.by_game.get(&game);
        if known.is_some_and(|thought| thought.step == view.steps)
            || self.bot.clock.now().since(view.acted) < min_age
        {
            return;
        }
        let (step, signal) = (view.steps, Stop::new());
        let turn = ComputerTurn {
            bot: Arc::clone(&self.bot),
            min_move_time: match view.watcher {
                Some(_) => self.settings.min_watched_move_time,
                None => self.settings.min_move_time,
            },
            level,
            stop: signal.clone(),
        };
        let span = tracing::info_span!("computer", %game, step);
        let turn = turns.spawn(turn.take(view).instrument(span));
        let thought = Thought {
            step,
            stop: signal,
            turn,
        };
        self.by_game.insert(game, thought);
    }
}

/// Games that could not be read, each with the time of the next attempt and the pause before it.
#[derive(Default)]
struct UnreadGames(HashMap<GameId, (Instant, Duration)>);

impl UnreadGames {
    /// Notes that a game could not be read, and returns when to read it again; `None` if that is
    /// noted already.
    fn note(&mut self, game: GameId, error: &BotError, now: Instant) -> Option<Instant> {
        let last = self.0.get(&game);
        if last.is_some_and(|(at, _)| now < *at) {
            return None;
        }
        let pause = match last {
            Some((_, pause)) if !error.is_store_failure() => (*pause * 2).min(LONGEST_PAUSE),
            Some(_) | None => ASK_AGAIN,
        };
        self.0.insert(game, (now + pause, pause));
        Some(now + pause)
    }
}

/// Returns the strongest computer's analysis of a position.
pub(crate) async fn think_aloud(bot: &Bot, view: &GameView) -> Result<Choice, BotError> {
    let question = Question {
        channel: view.place.channel,
        is_watched: false,
        game: view.game.clone(),
        level: Level::Full,
        lines: HINTS,
        seed: view.game.position().key(),
        nodes: None,
        stop: Stop::new(),
    };
    Ok(bot.engine_pool.ask(question).await?)
}

/// Single move of a computer.
struct ComputerTurn {
    bot: Arc<Bot>,
    min_move_time: Duration,
    level: Level,
    stop: Stop,
}

impl ComputerTurn {
    async fn take(self, view: GameView) -> Ended {
        let (game, step) = (view.id, view.steps);
        let not_before = Instant::now() + self.min_move_time;
        let choice = async {
            let mv = self.choose(&view).await;
            sleep_until(not_before).await;
            mv
        };
        let mv = tokio::select! {
            mv = choice => mv,
            never = self.type_along(&view) => match never {},
        };
        // Stopped: the game went on without it.
        let mv = mv?;
        let mut pause = PAUSE;
        // A game that has gone on refuses the move.
        loop {
            let now = self.bot.clock.now();
            let played = self
                .bot
                .service
                .ask_in_turn(&[Subject::Game(game)], move |service| {
                    service.computer_plays(now, game, step, mv)
                });
            let error = match played.await {
                Ok(_) => return Some((game, attempts::show(&self.bot, game).await)),
                Err(BotError::Refused(refusal)) => {
                    tracing::debug!(%game, ?refusal, "a computer's move came too late");
                    // Another process may have moved, and be unable to show it.
                    if refusal == Refusal::Stale && view.place.is_visited() {
                        return Some((game, attempts::show(&self.bot, game).await));
                    }
                    return None;
                }
                Err(error) => error,
            };
            pause = pause.min(longest_pause(&error));
            if let BotError::Broken(kind, what) = error {
                // It is logged, and shown to nobody.
                let _ = FaultId::count(&self.bot.metrics, kind, &what);
            } else {
                tracing::error!(%game, %error, "a computer could not move");
            }
            tracing::warn!(%game, ?pause, "a computer's move failed; trying again");
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Searches until there is a move, or nobody is waiting for it anymore.
    async fn choose(&self, view: &GameView) -> Option<Move> {
        let mut pause = PAUSE;
        for attempt in 0_u64.. {
            let question = Question {
                channel: view.place.channel,
                is_watched: view.watcher.is_some(),
                game: view.game.clone(),
                level: self.level,
                lines: 1,
                // In another game, a computer makes other mistakes in the same position.
                seed: view.game.position().key() ^ u64::from(view.id.0).wrapping_add(attempt << 48),
                nodes: None,
                stop: self.stop.clone(),
            };
            match self.bot.engine_pool.ask(question).await {
                Ok(choice) => return Some(choice.mv),
                Err(NoAnswer::Stopped) => return None,
                Err(NoAnswer::Panicked(fault)) => {
                    let game = view.id;
                    tracing::warn!(%fault, %game, ?pause, "the search of a computer panicked; trying again");
                }
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        None
    }

    /// Shows a typing indicator in the channel if a person waits for the move.
    async fn type_along(&self, view: &GameView) -> std::convert::Infallible {
        if view.watcher.is_some() || view.place.is_visited() {
            return pending().await;
        }
        let mut times = interval(TYPING);
        loop {
            times.tick().await;
            let typing = self.bot.rest.typing(channel_id(view.place.channel));
            if let Err(error) = typing.await {
                tracing::debug!(%error, "a typing indicator could not be sent");
            }
        }
    }
}

/// Returns the longest pause after a move that could not be kept.
fn longest_pause(error: &BotError) -> Duration {
    if error.is_store_failure() {
        LONGEST_OUTAGE_PAUSE
    } else {
        LONGEST_PAUSE
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{ASK_AGAIN, LONGEST_OUTAGE_PAUSE, LONGEST_PAUSE, UnreadGames, longest_pause};
    use crate::discord::interaction::error::BotError;
    use crate::metrics::FaultKind;
    use crate::service::GameId;

    #[test]
    fn game_that_cannot_be_read_is_asked_for_ever_more_rarely() {
        let (mut unread, mut now, game) = (UnreadGames::default(), Instant::now(), GameId(1));
        let damaged = BotError::Broken(FaultKind::Record, String::new());
        let mut pauses = Vec::new();
        for _ in 0..12 {
            let at = unread.note(game, &damaged, now).expect("another attempt");
            let before = at.checked_sub(ASK_AGAIN / 2).expect("a time");
            assert_eq!(unread.note(game, &damaged, before), None, "one at a time");
            pauses.push(at - now);
            now = at;
        }
        assert_eq!(pauses[..3], [ASK_AGAIN, ASK_AGAIN * 2, ASK_AGAIN * 4]);
        assert_eq!(pauses[11], LONGEST_PAUSE);
        let away = BotError::Broken(FaultKind::Store, String::new());
        assert_eq!(unread.note(game, &away, now), Some(now + ASK_AGAIN));
    }

    #[test]
    fn move_comes_soon_after_an_outage_of_the_store() {
        let pause = |kind| longest_pause(&BotError::Broken(kind, String::new()));
        assert_eq!(pause(FaultKind::Store), LONGEST_OUTAGE_PAUSE);
        assert_eq!(pause(FaultKind::Record), LONGEST_PAUSE);
    }
}
