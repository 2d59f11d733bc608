//! Actions in a game, and their responses, for commands as well as buttons.

use crate::discord::board::publisher::tell_obstacle;
use crate::discord::bot::Bot;
use crate::discord::features::teaching;
use crate::discord::interaction::context::Asker;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::Trouble;
use crate::i18n::{Done, Words};
use crate::service::{Event, GameId, Update, View};
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
        asker: &Asker,
        mut reply: Reply<'_>,
        act: Act,
        request: impl Future<Output = Result<Update, Trouble>>,
    ) {
        let update = match reply.wait(request).await {
            Ok(update) => update,
            Err(trouble) => {
                return reply
                    .say(self.explain(asker.words, act.game, trouble).await)
                    .await;
            }
        };
        let text = act.text(asker.words, &update);
        let answer = async {
            if act.is_told {
                reply.say(Outgoing::text(text)).await;
            } else {
                reply.acknowledge(|| Outgoing::text(text)).await;
            }
        };
        self.show_update(asker, &update, answer).await;
        if matches!(act.done, Some(Done::SetUp { .. } | Done::Joined)) {
            teaching::offer_practice(self, asker).await;
        }
    }

    /// Responds, and shows everybody what has changed.
    pub(crate) async fn show_update(
        &self,
        asker: &Asker,
        update: &Update,
        answer: impl Future<Output = ()>,
    ) {
        let ((), shown) = tokio::join!(answer, self.show_for(asker, update.view.id()));
        if let Err(obstacle) = shown {
            tell_obstacle(self, asker, obstacle).await;
        }
        self.learn_parent(asker, &update.view).await;
    }

    /// Records the parent channel of the thread in which somebody acts, because Discord does not
    /// report the deletion of threads with their channel.
    async fn learn_parent(&self, asker: &Asker, view: &View) {
        let (game, place) = (view.id(), asker.place);
        let Some(parent) = asker.parent.filter(|_| view.place() == place) else {
            return;
        };
        let noted = self.ask_aside(move |service| service.learn_parent(game, place, parent));
        if let Err(trouble) = noted.await {
            tracing::warn!(%game, ?trouble, "the channel of a thread was not noted");
        }
    }

    /// Responds with the result of `work`.
    pub(crate) async fn answer(
        &self,
        asker: &Asker,
        mut reply: Reply<'_>,
        game: Option<GameId>,
        work: impl Future<Output = Result<Outgoing, Trouble>>,
    ) {
        let message = match reply.wait(work).await {
            Ok(message) => message,
            Err(trouble) => self.explain(asker.words, game, trouble).await,
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
