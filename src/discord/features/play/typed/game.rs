//! Game that a typed move is meant for, and the move in it.

use std::time::Duration;

use crate::discord::features::play::typed::message::{Answered, TypedMessage};
use crate::discord::game_messages::shown_game::About;
use crate::discord::interaction::custom_id::buttons::PlayButton;
use crate::discord::interaction::custom_id::game::GameButton;
use crate::discord::interaction::custom_id::request_buttons::PlayRequestButton;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::service_client::handle;
use crate::service::{
    GameId, MachineTime, Place, Refusal, Request, Service, ServiceError, Timestamp, Update, View,
};
use focus::Move;
use focus::notation::MoveText;

/// Time after which a message that waits for the store may have been handled by another process,
/// which has taken the shard meanwhile.
const HELD_UP: Duration = Duration::from_secs(1);

#[derive(Clone, Copy)]
pub(super) struct MessageTimes {
    /// Time at which it was received, by the clock of all requests.
    pub(super) now: Timestamp,
    /// Time at which it was received, by the machine's clocks.
    pub(super) asked: MachineTime,
    /// Time at which it was sent, if it may have waited since then.
    pub(super) sent: Option<Timestamp>,
}

impl TypedMessage {
    /// Plays the move in the game whose board it replies to, or else in the one it can refer to;
    /// returns `None` if it replies to something else.
    ///
    /// A message that was sent at a given time may have waited since then. The person may have
    /// written it again, and another process may have received it as well if it has taken the
    /// shard. If the message names no position, it refers to the position at the time it was sent.
    /// A move that has been made in the meantime is neither made nor refused again.
    pub(super) fn play(
        self,
        service: &Service,
        times: MessageTimes,
    ) -> Result<Option<Update>, BotError> {
        let mv = self.text.parse::<MoveText>().ok().map(|text| text.mv());
        let button: GameButton = mv.map_or(PlayButton::Move.into(), |mv| {
            PlayRequestButton::Play(mv).into()
        });
        let found = self.game(service);
        match found.map_err(|error| error.offering(Some(button)))? {
            Some(found) => self.play_in(service, found, mv, times),
            None => Ok(None),
        }
    }

    /// Plays the move in a game, at the step that the message replied to shows.
    fn play_in(
        self,
        service: &Service,
        (game, seen): About,
        mv: Option<Move>,
        MessageTimes { now, asked, sent }: MessageTimes,
    ) -> Result<Option<Update>, BotError> {
        let person = self.author.person;
        let is_made = || match mv.filter(|_| service.is_shared()) {
            Some(mv) => service.has_made(game, person, (mv, sent.unwrap_or(now))),
            None => Ok(false),
        };
        let may_be_done = self.may_be_done(service, game, sent)?;
        if may_be_done || (asked.elapsed() >= HELD_UP && is_made()?) {
            return Ok(None);
        }
        // Without a step, the message replied to shows nothing of the game.
        let is_shown = seen.is_some();
        let seen = match (seen, sent) {
            (None, Some(sent)) => service.step_at(game, sent)?,
            (seen, _) => seen,
        };
        let request = Request::Move {
            game,
            seen,
            asked: Some(asked),
            text: self.text,
        };
        match handle(service, now, &self.author, request) {
            Err(BotError::Refused(_)) if is_made()? => Ok(None),
            Err(BotError::Refused(_)) if !is_shown && !may_tell(service, self.place, game)? => {
                Err(BotError::Refused(Refusal::PrivateGame))
            }
            played => played.map(Some),
        }
    }

    /// Returns whether another process, which has taken the shard, may have played the move in a
    /// message that may have waited.
    fn may_be_done(
        &self,
        service: &Service,
        game: GameId,
        sent: Option<Timestamp>,
    ) -> Result<bool, BotError> {
        match sent {
            Some(sent) if !service.acts_on(self.place.guild) => {
                Ok(service.may_be_done(game, self.author.person, sent)?)
            }
            Some(_) | None => Ok(false),
        }
    }

    fn game(&self, service: &Service) -> Result<Option<About>, BotError> {
        if self.answered == Answered::Followed && !self.calls_bot {
            return Ok(None);
        }
        if let Some(about) = self.shown(service)? {
            let is_chat = !self.calls_bot && self.is_looking_back(service, about.0)?;
            return Ok((!is_chat).then_some(about));
        }
        let answers_words = self.answered == Answered::Words;
        if !self.calls_bot && !answers_words {
            return Ok(None);
        }
        let (person, channel) = (self.author.person, self.place.channel);
        // The bot's text may have been about a game in which it is somebody else's turn.
        let game = if answers_words {
            service.find_only(person, channel)
        } else {
            service.find(person, channel)
        };
        match game {
            Ok(game) if self.calls_bot || self.is_about(service, game)? => Ok(Some((game, None))),
            Ok(_) => Ok(None),
            Err(ServiceError::Refused(Refusal::WhichGame(games))) => self.which(service, games),
            // It may have been about something else.
            Err(ServiceError::Refused(Refusal::NoGameHere)) if self.answers.is_some() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Refuses a message that can refer to several games; returns `None` if it is a reply without a
    /// mention and they are played elsewhere. The question which one is meant names their players.
    fn which(&self, service: &Service, games: Vec<GameId>) -> Result<Option<About>, BotError> {
        for game in &games {
            if !self.calls_bot && !self.is_about(service, *game)? {
                return Ok(None);
            }
            if !may_tell(service, self.place, *game)? {
                return Err(BotError::Refused(Refusal::NoGameHere));
            }
        }
        Err(BotError::Refused(Refusal::WhichGame(games)))
    }

    /// Returns the game and step of the board that is replied to, or that the answered message is
    /// about.
    fn shown(&self, service: &Service) -> Result<Option<About>, BotError> {
        if let Some((_, Some(_))) = self.about {
            return Ok(self.about);
        }
        for message in [self.answers, self.beyond].into_iter().flatten() {
            if let Some((game, step)) = service.by_message(message)? {
                return Ok(Some((game, Some(step))));
            }
        }
        Ok(self.about)
    }

    /// Returns whether people may merely discuss a game that is over below a message, which shows no
    /// step of it: a replay, an analysis, or the last words of a follower.
    fn is_looking_back(&self, service: &Service, game: GameId) -> Result<bool, BotError> {
        let shows_step = self.about.is_none_or(|(_, step)| step.is_some());
        if shows_step || self.place.is_direct() {
            return Ok(false);
        }
        // The last board in words has no button that tells its step.
        if let Some(message) = self.answers
            && service.by_message(message)?.is_some()
        {
            return Ok(false);
        }
        Ok(matches!(service.view(game)?, View::Game(view) if view.ending.is_some()))
    }

    /// Returns whether a reply to the bot's text can be about a game: it is played here, or the bot
    /// wrote to this person alone.
    fn is_about(&self, service: &Service, game: GameId) -> Result<bool, BotError> {
        let place = service.view(game)?.place();
        Ok(self.place.guild.is_none() || place.channel == self.place.channel)
    }
}

/// Returns whether an answer in a place may tell of a game: everybody there may know of it, or only
/// the person reads the answer.
fn may_tell(service: &Service, place: Place, game: GameId) -> Result<bool, BotError> {
    Ok(place.guild.is_none() || service.view(game)?.is_public_in(place))
}
