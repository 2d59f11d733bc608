//! Actions in a game, and their responses, for commands as well as buttons.

use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::discord::board::publisher::{Obstacle, tell_obstacle};
use crate::discord::board::sending::Unanswered;
use crate::discord::bot::Bot;
use crate::discord::features::teaching;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::{AT_ONCE, Reply};
use crate::discord::rest::{Made, Outgoing};
use crate::discord::runtime::error::BotError;
use crate::i18n::{Done, Words};
use crate::service::{Announcement, Event, GameId, Update, View};
use focus::Move;

/// Action, and the way its response is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Act {
    /// Kind of action; `None` for a move.
    pub(crate) done: Option<Done>,
    /// True if the person gets a private response; false if they see the result with everybody
    /// else.
    pub(crate) is_told: bool,
    /// The game, if the action was requested on a message that shows it.
    pub(crate) game: Option<GameId>,
}

impl Act {
    /// Creates an action requested by a command, which needs a response.
    #[must_use]
    pub(crate) fn by_command(done: Option<Done>) -> Self {
        Self {
            done,
            is_told: true,
            game: None,
        }
    }
}

impl Bot {
    /// Carries out a request, responds, and shows everybody the result.
    pub(crate) async fn act(
        &self,
        asker: &RequestContext,
        mut reply: Reply<'_>,
        act: Act,
        request: impl Future<Output = Result<Update, BotError>>,
    ) {
        let update = match reply.wait(request).await {
            Ok(update) => update,
            Err(error) => {
                return reply
                    .say(self.explain(asker.words, act.game, error).await)
                    .await;
            }
        };
        let game = update.view.id();
        let text = Outgoing::text(act.text(asker.words, &update));
        let is_free = !reply.is_in_place() && !reply.is_deferred();
        let is_public = is_free && update.announce == Announcement::Post;
        if act.is_told && is_public && self.rest.is_at_limit() {
            self.note_token(asker, &update);
            let shown = self.show_or_say(asker, game, reply, text).await;
            self.follow(asker, &update, shown).await;
        } else if act.is_told {
            self.show_update(asker, &update, reply.say(text)).await;
        } else {
            if let Some(pressed) = asker.pressed.filter(|_| is_free) {
                let made = Made::Original;
                self.tokens.note_made(game, pressed, &asker.key, made);
            }
            let answer = reply.acknowledge(|| text);
            self.show_update(asker, &update, answer).await;
        }
        if matches!(act.done, Some(Done::SetUp { .. } | Done::Joined)) {
            teaching::offer_practice(self, asker).await;
        }
    }

    /// Responds, and shows everybody what has changed.
    pub(crate) async fn show_update(
        &self,
        asker: &RequestContext,
        update: &Update,
        answer: impl Future<Output = ()>,
    ) {
        self.note_token(asker, update);
        let nothing = Unanswered::none();
        let show = self.show_for(asker, update.view.id(), &nothing);
        let ((), shown) = tokio::join!(answer, show);
        self.follow(asker, update, shown).await;
    }

    /// Does what follows once something was shown, or could not be.
    async fn follow(&self, asker: &RequestContext, update: &Update, shown: Result<(), Obstacle>) {
        if let Err(obstacle) = shown {
            tell_obstacle(self, asker, obstacle).await;
        }
        self.learn_parent(asker, &update.view).await;
    }

    /// Shows everybody the result by the response itself, or responds in private if that is not
    /// possible, at the latest when a response is due.
    async fn show_or_say(
        &self,
        asker: &RequestContext,
        game: GameId,
        reply: Reply<'_>,
        text: Outgoing,
    ) -> Result<(), Obstacle> {
        let (unanswered, is_over) = (Unanswered::new(reply), Notify::new());
        let show = async {
            let shown = self.show_for(asker, game, &unanswered).await;
            is_over.notify_one();
            shown
        };
        let answer = async {
            // Either way, an unused response is given now.
            let _ = timeout_at(asker.key.received + AT_ONCE, is_over.notified()).await;
            if let Some(reply) = unanswered.take() {
                reply.say(text).await;
            }
        };
        tokio::join!(show, answer).0
    }

    /// Records the interaction's token for the messages of the game, if they are in its channel.
    pub(crate) fn note_token(&self, asker: &RequestContext, update: &Update) {
        let (game, place) = (update.view.id(), asker.place);
        if update.view.place() == place {
            self.tokens
                .note(game, place.channel, &asker.key, Instant::now());
        }
    }

    /// Records the parent channel of the thread in which somebody acts, because Discord does not
    /// report the deletion of threads with their channel.
    async fn learn_parent(&self, asker: &RequestContext, view: &View) {
        let (game, place) = (view.id(), asker.place);
        let Some(parent) = asker.parent.filter(|_| view.place() == place) else {
            return;
        };
        let noted = self.ask_aside(move |service| service.learn_parent(game, place, parent));
        if let Err(error) = noted.await {
            tracing::warn!(%game, ?error, "the channel of a thread was not noted");
        }
    }

    /// Responds with the result of `work`.
    pub(crate) async fn answer(
        &self,
        asker: &RequestContext,
        mut reply: Reply<'_>,
        game: Option<GameId>,
        work: impl Future<Output = Result<Outgoing, BotError>>,
    ) {
        let message = match reply.wait(work).await {
            Ok(message) => message,
            Err(error) => self.explain(asker.words, game, error).await,
        };
        reply.say(message).await;
    }
}

impl Act {
    /// Returns the text of the response.
    pub(crate) fn text(self, words: Words, update: &Update) -> String {
        match (self.done, &update.view) {
            // A table filled by computers is a game already.
            (
                Some(Done::SetUp {
                    against: Some(level),
                }),
                view,
            ) => words.set_up_with_bot(view.id(), level),
            (Some(Done::SetUp { against: None }), View::Game(game)) => {
                words.done(Done::Started, game.id)
            }
            (Some(Done::TookBack), View::Game(game)) if game.take_back.is_some() => {
                words.done(Done::TakeBackAsked, game.id)
            }
            (Some(done), view) => words.done(done, view.id()),
            (None, View::Game(game)) => {
                let plies = game.game.plies().iter().rev();
                let mut own = plies.filter(|ply| ply.mv != Move::Pass);
                let played = own.nth(usize::from(was_answered(&game.news)));
                words.played(&played.map(|ply| ply.mv.to_string()).unwrap_or_default())
            }
            (None, View::Table(_)) => String::new(),
        }
    }
}

/// Returns whether the newest move is a premove.
fn was_answered(news: &[Event]) -> bool {
    let since = news.iter().rev();
    let mut moves = since.filter(|event| matches!(event, Event::Moved { .. } | Event::Planned(_)));
    matches!(moves.next(), Some(Event::Planned(_)))
}
