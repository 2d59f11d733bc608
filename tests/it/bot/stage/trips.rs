//! Trips of requests: how often the bot asks the game service on behalf of each.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::thread;

use parking_lot::Mutex;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::subscriber::set_global_default;
use tracing::{Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

/// Number of trips of each request that has been handled since the count began, by the id of its
/// interaction or message.
static HANDLED: Mutex<BTreeMap<u64, u32>> = Mutex::new(BTreeMap::new());

/// Begins to count, for all bots of this process: a test needs ids that no other test has.
pub(crate) fn count_trips() {
    let counted = tracing_subscriber::registry().with(Count);
    set_global_default(counted).expect("no other count");
}

/// Returns the number of trips of a request, once it has been handled.
pub(crate) fn trips(request: &str) -> Option<u32> {
    let id: u64 = request.parse().expect("an id");
    HANDLED.lock().get(&id).copied()
}

/// Request that is being handled.
#[derive(Default)]
struct Request {
    id: u64,
    trips: u32,
}

impl Visit for Request {
    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "id" {
            self.id = value;
        }
    }

    fn record_debug(&mut self, _field: &Field, _value: &dyn Debug) {}
}

/// Count of the entries of threads of the game service into spans of requests: each of their jobs
/// enters that of its request once.
struct Count;

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Count {
    fn enabled(&self, metadata: &Metadata<'_>, _context: Context<'_, S>) -> bool {
        metadata.is_span()
            && metadata.name() == "request"
            && metadata.target().starts_with("focusbot::")
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut request = Request::default();
        attributes.record(&mut request);
        let span = context.span(id).expect("a span that begins");
        span.extensions_mut().insert(request);
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        let is_trip = matches!(thread::current().name(), Some("requests" | "records"));
        let span = context.span(id).expect("a span that has begun");
        if let Some(request) = span.extensions_mut().get_mut::<Request>() {
            request.trips += u32::from(is_trip);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let span = context.span(&id).expect("a span that ends");
        if let Some(request) = span.extensions_mut().remove::<Request>() {
            let mut handled = HANDLED.lock();
            handled.insert(request.id, request.trips);
        }
    }
}
