//! Tokens of recent interactions, with which messages of games are sent and edited.
//!
//! Unlike requests to a channel, they do not count toward Discord's limit of requests per second.

use std::collections::{HashMap, VecDeque};

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::discord::interaction::context::RequestContext;
use crate::discord::rest::{InteractionKey, Made};
use crate::service::{ChannelId, GameId, MessageId};

/// Number of messages remembered per game: the current one and those that are being replaced, which
/// are several when moves follow each other at once.
const MESSAGES: usize = 16;
/// Number of games above which those with expired tokens are removed.
const SWEEP_AT: usize = 256;

/// Usable tokens by game. Where the bot is a member, nothing depends on them: without a token, the
/// channel's own route is used. Elsewhere there is no other way.
#[derive(Debug, Default)]
pub struct Tokens(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    games: HashMap<GameId, OfGame>,
    sweep_at: usize,
}

#[derive(Debug, Default)]
struct OfGame {
    /// Newest interaction, with its channel.
    newest: Option<(ChannelId, InteractionKey)>,
    /// Newest messages, and how each can be edited.
    messages: VecDeque<(MessageId, InteractionKey, Made)>,
}

impl OfGame {
    fn is_alive(&self, now: Instant) -> bool {
        let mut makers = self.messages.iter().map(|(_, key, _)| key);
        let newest = self.newest.as_ref().map(|(_, key)| key);
        newest.is_some_and(|key| key.is_alive(now)) || makers.any(|key| key.is_alive(now))
    }
}

impl Tokens {
    /// Records an interaction about a game, in the channel where it took place. An older one, whose
    /// handling may end later, does not replace a newer one that is still usable.
    pub fn note(&self, game: GameId, channel: ChannelId, key: &InteractionKey, now: Instant) {
        let mut state = self.0.lock();
        let newest = &mut state.games.entry(game).or_default().newest;
        let is_newer = newest.as_ref().is_none_or(|(place, held)| {
            *place != channel
                || held.received <= key.received
                || held.is_refused()
                || !(held.is_alive(now) && held.has_followups())
        });
        if is_newer {
            *newest = Some((channel, key.clone()));
        }
        if state.games.len() > state.sweep_at.max(SWEEP_AT) {
            state.games.retain(|_, of_game| of_game.is_alive(now));
            state.sweep_at = state.games.len() * 2;
        }
    }

    /// Records that a press can edit the message of a game that was pressed, if there is one.
    pub(crate) fn note_pressed(&self, game: GameId, context: &RequestContext) {
        if let Some(pressed) = context.pressed {
            self.note_made(game, pressed, &context.key, Made::Original);
        }
    }

    /// Records that an interaction has made a message of a game.
    pub fn note_made(&self, game: GameId, message: MessageId, key: &InteractionKey, made: Made) {
        let mut state = self.0.lock();
        let messages = &mut state.games.entry(game).or_default().messages;
        messages.retain(|(other, ..)| *other != message);
        messages.push_back((message, key.clone(), made));
        if messages.len() > MESSAGES {
            messages.pop_front();
        }
    }

    /// Returns the newest interaction about a game in this channel that accepts another followup.
    #[must_use]
    pub fn newest(&self, game: GameId, channel: ChannelId, now: Instant) -> Option<InteractionKey> {
        let state = self.0.lock();
        let (place, key) = state.games.get(&game)?.newest.as_ref()?;
        let is_usable = *place == channel && key.is_alive(now) && key.has_followups();
        is_usable.then(|| key.clone())
    }

    /// Returns how a message can be edited by the interaction that made it, if that is still
    /// possible.
    #[must_use]
    pub fn maker(
        &self,
        game: GameId,
        message: MessageId,
        now: Instant,
    ) -> Option<(InteractionKey, Made)> {
        let state = self.0.lock();
        let mut messages = state.games.get(&game)?.messages.iter();
        let (_, key, made) = messages.find(|(id, ..)| *id == message)?;
        key.is_alive(now).then(|| (key.clone(), *made))
    }

    /// Returns the interaction whose original response is this message, if it accepts another
    /// followup.
    #[must_use]
    pub fn original(
        &self,
        game: GameId,
        message: MessageId,
        now: Instant,
    ) -> Option<InteractionKey> {
        let (key, made) = self.maker(game, message, now)?;
        (made == Made::Original && key.has_followups()).then_some(key)
    }

    /// Forgets all tokens of a game, after Discord has rejected one of them.
    pub fn forget(&self, game: GameId) {
        self.0.lock().games.remove(&game);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serenity::all::{ApplicationId, InteractionId};
    use tokio::time::Instant;

    use super::{MESSAGES, SWEEP_AT, Tokens};
    use crate::discord::rest::{InteractionKey, Made};
    use crate::service::{ChannelId, GameId, MessageId};

    const HERE: ChannelId = ChannelId(7);
    const QUARTER: Duration = Duration::from_secs(15 * 60);

    fn key(received: Instant) -> InteractionKey {
        InteractionKey::new(
            InteractionId::new(1),
            "tok".to_owned(),
            ApplicationId::new(1),
            received,
        )
    }

    #[test]
    fn token_serves_its_game_and_channel_for_a_quarter_of_an_hour() {
        let (tokens, now, game) = (Tokens::default(), Instant::now(), GameId(1));
        tokens.note(game, HERE, &key(now), now);
        let is_usable = |game, channel, at| tokens.newest(game, channel, at).is_some();
        assert!(is_usable(game, HERE, now));
        assert!(!is_usable(GameId(2), HERE, now));
        assert!(!is_usable(game, ChannelId(8), now));
        assert!(!is_usable(game, HERE, now + QUARTER));
        tokens.forget(game);
        assert!(!is_usable(game, HERE, now));
    }

    #[test]
    fn older_interaction_replaces_only_a_newer_one_that_is_used_up() {
        let (tokens, now, game) = (Tokens::default(), Instant::now(), GameId(1));
        let (older, newer) = (key(now), key(now + Duration::from_secs(1)));
        let newest = || {
            let newest = tokens.newest(game, HERE, now);
            newest.map(|key| key.received)
        };
        tokens.note(game, HERE, &newer, now);
        tokens.note(game, HERE, &older, now);
        assert_eq!(newest(), Some(newer.received));
        newer.mute();
        tokens.note(game, HERE, &older, now);
        assert_eq!(newest(), Some(older.received));
        let late = self::key(now + Duration::from_secs(2));
        tokens.note(game, HERE, &late, now);
        late.settle(false);
        tokens.note(game, HERE, &older, now);
        assert_eq!(newest(), Some(older.received));
        // The game has moved.
        let there = ChannelId(8);
        tokens.note(game, there, &older, now);
        let moved = tokens.newest(game, there, now);
        assert_eq!(moved.map(|key| key.received), Some(older.received));
    }

    #[test]
    fn message_is_edited_by_what_made_it_last() {
        let (tokens, now, game) = (Tokens::default(), Instant::now(), GameId(1));
        let maker = |message: u64| tokens.maker(game, MessageId(message), now);
        let note = |message: u64, made| {
            tokens.note_made(game, MessageId(message), &key(now), made);
        };
        note(1, Made::FollowUp(serenity::all::MessageId::new(1)));
        note(1, Made::Original);
        assert_eq!(maker(1).map(|(_, made)| made), Some(Made::Original));
        for message in 2..=u64::try_from(MESSAGES).expect("a few") + 1 {
            note(message, Made::Original);
        }
        assert!(maker(1).is_none(), "older messages are forgotten");
    }

    #[test]
    fn expired_tokens_take_no_room() {
        let (tokens, begun) = (Tokens::default(), Instant::now());
        let some = u32::try_from(SWEEP_AT).expect("a few");
        for number in 0..12 * some {
            // The first third has expired when the rest comes.
            let at = if number < 4 * some {
                begun
            } else {
                begun + QUARTER
            };
            tokens.note(GameId(number), HERE, &key(at), at);
        }
        assert_eq!(tokens.0.lock().games.len(), 8 * SWEEP_AT);
    }
}
