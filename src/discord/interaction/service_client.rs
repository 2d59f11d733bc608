//! Access to the game service for everything asynchronous.

use std::sync::Arc;

use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::game::GameButton;
use crate::discord::interaction::error::BotError;
use crate::discord::runtime::clock::Clock;
use crate::discord::runtime::service_queue::ServiceQueue;
use crate::discord::runtime::subject_queues::Subject;
use crate::metrics::FaultKind;
use crate::service::api::rate_limit::{RateLimiter, RequestKind};
use crate::service::game::running_clock::short_outages::ShortOutages;
use crate::service::{
    Actor, Fault, GameId, GameView, PersonId, Refusal, Request, Service, ServiceError, Timestamp,
    Update, View,
};

/// Queues of the game service, and the clock of the requests in them.
#[derive(Debug)]
pub(crate) struct ServiceClient {
    /// Queue for people's requests and for background work.
    requests: ServiceQueue,
    /// Queue for records of shown messages, and for other work that may take long.
    records: ServiceQueue,
    /// Rate limits of people's requests, which do not wait in a queue.
    pub(crate) rate_limiter: Arc<RateLimiter>,
    /// Record of short outages, which is kept in memory and does not wait in a queue.
    pub(crate) short_outages: Arc<ShortOutages>,
    clock: Clock,
}

impl ServiceClient {
    /// Creates a client of two queues of a service: for requests, and for records of shown messages.
    pub(crate) fn new(
        [requests, records]: [ServiceQueue; 2],
        service: &Service,
        clock: Clock,
    ) -> Self {
        Self {
            requests,
            records,
            rate_limiter: Arc::clone(service.rate_limiter()),
            short_outages: Arc::clone(&service.short_outages),
            clock,
        }
    }

    /// Spends from the budgets for a request, before anything is done for it.
    pub(crate) fn spend(
        &self,
        context: &RequestContext,
        asking: RequestKind,
    ) -> Result<(), BotError> {
        let (now, person) = (self.clock.now(), context.actor.person);
        let spent = self.rate_limiter.spend(now, asking, person, context.place);
        spent.map_err(BotError::Refused)
    }

    /// Runs `work` on the game service, in parallel with all other work; the usual way to read.
    pub(crate) fn ask<T, E, W>(
        &self,
        work: W,
    ) -> impl Future<Output = Result<T, BotError>> + Send + use<T, E, W>
    where
        W: FnOnce(&Service) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        self.ask_in_turn(&[], work)
    }

    /// Runs `work` about some subjects on the game service, after all earlier work about one of
    /// them; the usual way to change something.
    pub(crate) fn ask_in_turn<T, E, W>(
        &self,
        subjects: &[Subject],
        work: W,
    ) -> impl Future<Output = Result<T, BotError>> + Send + use<T, E, W>
    where
        W: FnOnce(&Service) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        let answer = self.requests.ask(subjects, work);
        async move { answer.await?.map_err(Into::into) }
    }

    /// Runs work that nobody is waiting for on the game service, after people's requests.
    pub(crate) async fn ask_later<T, E, W>(&self, work: W) -> Result<T, BotError>
    where
        W: FnOnce(&Service) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        self.requests.ask_later(work).await?.map_err(Into::into)
    }

    /// Runs work on the game service that may take long, in parallel with other work.
    pub(crate) async fn ask_in_parallel<T, E, W>(&self, work: W) -> Result<T, BotError>
    where
        W: FnOnce(&Service) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        self.records.ask(&[], work).await?.map_err(Into::into)
    }

    /// Runs work that may take long at a person's request, after all earlier such work for the
    /// person and in parallel with that for others: nobody keeps all threads busy.
    pub(crate) fn ask_one_by_one<T, E, W>(
        &self,
        person: PersonId,
        work: W,
    ) -> impl Future<Output = Result<T, BotError>> + Send + use<T, E, W>
    where
        W: FnOnce(&Service) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        let answer = self.records.ask(&[Subject::Person(person)], work);
        async move { answer.await?.map_err(Into::into) }
    }

    /// Returns whether other processes may use the same store.
    pub(crate) async fn is_shared(&self) -> bool {
        let is_shared = self.ask(|service| Ok::<_, Fault>(service.is_shared()));
        is_shared.await.unwrap_or(true)
    }

    /// Sends a request to the game service, in turn for its game and its person.
    pub(crate) fn request(
        &self,
        context: &RequestContext,
        request: Request,
    ) -> impl Future<Output = Result<Update, BotError>> + Send + use<> {
        let (actor, now) = (context.actor.clone(), self.clock.now());
        let subjects = context.subjects_of(&request);
        self.ask_in_turn(&subjects, move |service| {
            handle(service, now, &actor, request)
        })
    }

    /// Asks about the game with this number, or else about the one that the request can refer to;
    /// if there are several, offers `button` for each of them.
    pub(crate) fn ask_of<T, E, W>(
        &self,
        context: &RequestContext,
        number: Option<&str>,
        button: Option<GameButton>,
        work: W,
    ) -> impl Future<Output = Result<T, BotError>> + Send + use<T, E, W>
    where
        W: FnOnce(&Service, GameId) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        let game = named(context, number);
        let subjects = context.subjects(game.as_ref().ok().copied().flatten());
        let (person, channel) = (context.actor.person, context.place.channel);
        self.ask_in_turn(&subjects, move |service| {
            let game = match game? {
                Some(game) => game,
                None => service
                    .find(person, channel)
                    .map_err(|error| BotError::from(error).offering(button))?,
            };
            work(service, game).map_err(Into::into)
        })
    }

    /// Returns a game that has begun.
    pub(crate) fn game(
        &self,
        game: GameId,
    ) -> impl Future<Output = Result<GameView, BotError>> + Send + use<> {
        self.ask(move |service| match service.view(game)? {
            View::Game(view) => Ok(*view),
            View::Table(_) => Err(ServiceError::from(Refusal::NotBegun)),
        })
    }
}

/// Checks that a person may enter a game by a request, or call others to it, if it does that.
pub(crate) fn check_entry(
    service: &Service,
    who: &RequestContext,
    request: &Request,
) -> Result<(), ServiceError> {
    let Some(entry) = request.entry() else {
        return Ok(());
    };
    let person = who.actor.person;
    service.check_entry(entry, person, who.place, who.parent, &who.permissions)
}

/// Handles a request, with a seed from the system.
pub(crate) fn handle(
    service: &Service,
    now: Timestamp,
    actor: &Actor,
    request: Request,
) -> Result<Update, BotError> {
    Ok(service.handle(now, actor, request, seed()?)?)
}

/// Returns a seed from the system.
pub(crate) fn seed() -> Result<u64, BotError> {
    let seed = getrandom::u64();
    seed.map_err(|error| BotError::Broken(FaultKind::System, error.to_string()))
}

/// Returns the number of a game as typed or chosen from a list.
pub(crate) fn named(
    context: &RequestContext,
    number: Option<&str>,
) -> Result<Option<GameId>, BotError> {
    let Some(number) = number else {
        return Ok(None);
    };
    let text = number.split('·').next().unwrap_or(number);
    let unreadable = |_| BotError::Said(context.words.quoting("not-a-game", number));
    text.parse().map(Some).map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::metrics::Metrics;
    use crate::service::api::rate_limit::RateLimits;
    use crate::service::{Limits, RetentionPeriods};
    use crate::store::MemoryStore;

    const LIMITS: Limits = Limits {
        games_per_person: 1,
        games_per_channel: 1,
        games_per_guild: 1,
        watches_per_channel: 1,
        watches_per_person: 1,
        watches_per_guild: 1,
        imports_per_person: 1,
        table_open_for: Duration::ZERO,
        take_back_grace: Duration::ZERO,
        rates: RateLimits::WIDE,
        retention: RetentionPeriods::NEVER,
    };

    #[tokio::test]
    async fn long_work_of_one_person_leaves_a_thread_to_others() {
        let service = Arc::new(Service::new(Arc::new(MemoryStore::new()), LIMITS));
        let queue = || ServiceQueue::open(("work", 2), &service, &Metrics::default()).0;
        let client = ServiceClient::new([queue(), queue()], &service, Clock::system());
        let (finish, finished) = mpsc::channel::<()>();
        let (tell, order) = mpsc::channel();
        let say = |what: &'static str| {
            let tell = tell.clone();
            move |_: &Service| {
                tell.send(what).expect("a test that listens");
                Ok::<_, Fault>(())
            }
        };
        let (anna, ben) = (PersonId(1), PersonId(2));
        let first = client.ask_one_by_one(anna, move |_| {
            finished.recv().expect("the end of the work");
            Ok::<_, Fault>(())
        });
        let second = client.ask_one_by_one(anna, say("the same person"));
        let other = client.ask_one_by_one(ben, say("another person"));
        other.await.expect("work");
        finish.send(()).expect("somebody at work");
        first.await.expect("work");
        second.await.expect("work");
        let order: Vec<_> = order.try_iter().collect();
        assert_eq!(order, ["another person", "the same person"]);
    }
}
