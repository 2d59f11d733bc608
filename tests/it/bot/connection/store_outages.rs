//! Outages of the store, which several processes may share.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::{Message, Person, Response};
use focus::{Color, Mode, Position, Rules};
use focusbot::service::Timestamp;
use focusbot::store::records::LeaseRecord;
use focusbot::store::records::record::decode;
use focusbot::store::{Keys, Store, Table};

use crate::bot::connection::gated_store::GatedStore;
use crate::bot::connection::servers::{THERE, begin, runs_out};
use crate::bot::connection::shards::alive;
use crate::bot::stage::{
    HERE, LIMITS, Process, Stage, board, followers_noted, guild_count, pick, press, reads, slash,
    slash_in,
};

const OUTAGE: Duration = Duration::from_secs(60);
/// Time for which a request waits for the store.
const WAIT: Duration = Duration::from_secs(10);
/// Interval at which a process notes that people can move.
const SIGN: Duration = Duration::from_secs(20);

/// Starts a process that has the only shard, on a store as shared ones are.
async fn sharing() -> (Stage, Arc<GatedStore>, Process) {
    sharing_on(Stage::without_bot(LIMITS).await).await
}

/// Starts such a process, which soon defers responses.
async fn deferring() -> (Stage, Arc<GatedStore>, Process) {
    let mut stage = Stage::without_bot(LIMITS).await;
    stage.defer_soon();
    sharing_on(stage).await
}

async fn sharing_on(stage: Stage) -> (Stage, Arc<GatedStore>, Process) {
    let gate = Arc::new(GatedStore::new(stage.shared_store()));
    let process = stage.run_on(Arc::clone(&gate) as _);
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let is_there = || {
        let health = process.metrics.health();
        health.is_connected() && !health.is_away() && !has_away(&*gate)
    };
    stage.until("a process that serves people", is_there).await;
    (stage, gate, process)
}

/// Returns whether a process has noted that people cannot reach a shard of its.
fn has_away(store: &dyn Store) -> bool {
    let leases = store.scan(Table::Leases, &Keys::all()).expect("a store");
    leases.iter().any(|(_, stored)| {
        let record = decode(&stored.bytes).expect("a record");
        matches!(record, LeaseRecord::Process { away, .. } if !away.is_empty())
    })
}

#[tokio::test]
async fn people_are_answered_while_the_store_hangs() {
    let (stage, gate, process) = deferring().await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    gate.set_closed(true);
    // The process could not check whether people can reach the bot.
    stage.jumped.send_replace(90_000);
    let mut asked = Vec::new();
    for person in [&anna, &juergen, &anna] {
        asked.push((person, person.slash(HERE, "focus new", &[]).await));
    }
    let are_answered = || {
        let paths = stage.sandbox.requests(0).into_iter();
        let paths = paths.map(|request| request.path);
        let callbacks: BTreeSet<_> = paths.filter(|path| path.contains("/callback")).collect();
        callbacks.len() == asked.len()
    };
    stage.until("answers to all", are_answered).await;
    gate.set_closed(false);
    for (person, asked) in asked {
        let asked = asked.expect("a command");
        let response = person.response(&asked).await.expect("a response");
        assert!(!matches!(response, Response::Failed(_)), "{response:?}");
    }
    process.stop().await;
}

#[tokio::test]
async fn a_late_refusal_leaves_the_panel_as_it_is() {
    let (stage, gate, process) = deferring().await;
    let anna = stage.person("anna").await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let panel = pick(&anna, &panel, "p1:x:", &["rated"]).await;
    gate.set_closed(true);
    let asked = anna.press(&panel, "Start").await.expect("a button");
    let response = anna.response(&asked).await.expect("a response");
    assert!(matches!(response, Response::DeferredUpdate), "{response:?}");
    gate.set_closed(false);
    // The panel says so, too.
    let refusal = anna.wait_for_message("a refusal", |message| {
        message.id() != panel.id() && message.content().contains("Play it unrated")
    });
    assert!(refusal.await.expect("a refusal").is_ephemeral());
    let kept = anna.view(|view| view.message(panel.id()));
    let kept = kept.expect("the panel");
    assert!(kept.component("p1:s:").is_some(), "{kept:?}");
    process.stop().await;
}

#[tokio::test]
async fn a_late_end_of_a_watch_is_seen_by_everybody() {
    let (stage, gate, process) = deferring().await;
    let people = stage.people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[]).await;
    let anna = &people[0];
    slash_in(anna, "games", "focus-info watch", &[("game", "1")]).await;
    let shown = anna.wait_until("a followed game", |view| {
        let mut messages = view.messages(&view.channel("games")?).into_iter();
        messages.find(|message| message.component("f1:unwatch:").is_some())
    });
    let shown = shown.await.expect("a message that follows");
    followers_noted(&stage).await;
    gate.set_closed(true);
    let asked = anna.press(&shown, "f1:unwatch").await.expect("a button");
    let response = anna.response(&asked).await.expect("a response");
    assert!(matches!(response, Response::Deferred(_)), "{response:?}");
    gate.set_closed(false);
    let line = reads(&people[1], &shown, "no longer shown").await;
    assert!(line.labels().is_empty());
    process.stop().await;
}

#[tokio::test]
async fn time_in_which_the_store_was_away_is_given_back() {
    let (stage, gate, process) = sharing().await;
    let people = stage.people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[("clock", "1h")]).await;
    let before = runs_out(&stage, 1);
    let health = process.metrics.health();
    // Requests have waited for it until they failed.
    stage.sandbox.clock().advance(WAIT * 2);
    let answered = Instant::now().checked_sub(WAIT);
    health.note_store_read(answered.expect("a clock that has run for a while"));
    health.note_store_away(Some("the database cannot be reached"));
    stage.until("a note of it", || has_away(&*gate)).await;
    stage.pass(OUTAGE);
    health.note_store_away(None);
    let is_given_back = || runs_out(&stage, 1) >= Timestamp::after(before, OUTAGE + WAIT);
    stage.until("the time given back", is_given_back).await;
    process.stop().await;
}

#[tokio::test]
async fn what_waits_is_shown_as_soon_as_the_store_is_back() {
    let stage = Stage::without_bot(LIMITS).await;
    let gate = Arc::new(GatedStore::of_one_process(stage.shared_store()));
    let process = stage.run_on(Arc::clone(&gate) as _);
    // Until its first check, it would count as there.
    process.metrics.health().note_away(true);
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let serves = || {
        let has_all = guild_count(&process.metrics) >= stage.sandbox.served_guilds();
        has_all && !process.metrics.health().is_away()
    };
    stage.until("a process that serves people", serves).await;
    gate.set_cut_off(true);
    let has_failed = || gate.failures(Table::Alive) > 0;
    stage.until("a check that fails", has_failed).await;
    let looks = || gate.looks(Table::Unannounced);
    let before = looks();
    gate.set_cut_off(false);
    let mut checks = 0;
    while looks() == before {
        // Far more than it takes, and fewer than there are before the next regular look.
        assert!(checks < 20, "nothing is looked for in {checks} checks");
        let last = alive(&stage).at;
        stage.pass(SIGN);
        let has_checked = || alive(&stage).at > last;
        stage.until("a check that succeeds", has_checked).await;
        checks += 1;
    }
    process.stop().await;
}

/// Starts a process with one of two shards, on a store as shared ones are.
async fn with_shard(stage: &Stage, number: u32, store: &Arc<GatedStore>) -> Process {
    let settings = stage.settings_of(number..=number, 2);
    let process = stage.run_with(settings, Arc::clone(store) as _);
    // Until its first check, it would count as there.
    process.metrics.health().note_away(true);
    let serves = || {
        let is_there = process.shards() == [number] && guild_count(&process.metrics) == 1;
        is_there && !process.metrics.health().is_away()
    };
    stage.until("a process that serves people", serves).await;
    process
}

#[tokio::test]
async fn time_in_which_the_store_was_away_is_given_back_where_another_process_serves_people() {
    let stage = Stage::without_bot(LIMITS).await;
    let store = Arc::new(GatedStore::new(stage.shared_store()));
    let process = with_shard(&stage, 0, &store).await;
    let serving = with_shard(&stage, 1, &store).await;
    let people = stage.people(["anna", "juergen"]).await;
    people[0].wait_for_bot("focus").await.expect("the bot");
    stage.until("both shards", || !has_away(&*store)).await;
    begin(HERE, 1, &people, &[("clock", "1d")]).await;
    begin(THERE, 2, &people, &[("clock", "1d")]).await;
    let is_far = |game| {
        let server = stage.game(game).place.guild.expect("a server");
        (server.0 >> 22) % 2 == 1
    };
    let game = if is_far(1) { 1 } else { 2 };
    let before = runs_out(&stage, game);
    let health = process.metrics.health();
    health.note_store_away(Some("the database cannot be reached"));
    stage.until("a note of it", || has_away(&*store)).await;
    stage.pass(OUTAGE);
    // Private messages arrive through the first shard.
    let direct = people[0].open_dm().await.expect("a conversation");
    let number = game.to_string();
    slash_in(&people[0], &direct, "focus draw", &[("game", &number)]).await;
    let after = runs_out(&stage, game);
    assert!(after >= Timestamp::after(before, OUTAGE), "{after:?}");
    process.stop().await;
    serving.stop().await;
}

/// Returns how many events have arrived at a process.
fn arrivals(process: &Process) -> u64 {
    let text = process.metrics.to_text();
    let mut lines = text.lines();
    let line = lines.find(|line| line.contains("stage_seconds_count{stage=\"arrive\"}"));
    let count = line.and_then(|line| line.rsplit_once(' ')?.1.parse().ok());
    count.expect("a count of events")
}

/// Has somebody who is new play on from a position that they post; returns the offer to practice,
/// which is the last state of the answer.
async fn played_on(newcomer: &Person) -> Message {
    let position = Position::start(Rules::new(Mode::Duel), Color::Orange).to_string();
    let posted = newcomer.say(HERE, &position).await.expect("a message");
    let used = newcomer.context(HERE, "Play on from here", posted.id());
    used.await.expect("a command in the menu");
    let offer = newcomer.wait_for_message("an offer to practice", |message| {
        message.is_ephemeral() && message.component("f1:lesson:").is_some()
    });
    offer.await.expect("an offer")
}

/// Two processes that have received the same moves in messages and the same commands: one waits for
/// the store, and does not know that the other has taken the shard and carried them out.
struct Split {
    stage: Stage,
    gate: Arc<GatedStore>,
    waiting: Process,
    acting: Process,
    people: [Person; 2],
    moves: Vec<Message>,
    newcomer: Person,
    /// Answers to the second command and to the newcomer's; this one and the first have each set up
    /// a table.
    answers: [Message; 2],
}

impl Split {
    async fn new() -> Self {
        let (stage, gate, waiting) = sharing().await;
        let people = stage.people(["anna", "juergen"]).await;
        begin(HERE, 1, &people, &[]).await;
        let shown = board(&people[0], 1, 0).await;
        stage.noted(1, &shown).await;
        gate.set_closed(true);
        let acting = stage.run_on(Arc::new(GatedStore::new(stage.shared_store())));
        let serves = || {
            let has_servers = guild_count(&acting.metrics) == stage.sandbox.served_guilds();
            acting.shards() == [0] && has_servers && !acting.metrics.health().is_away()
        };
        stage.until("the shard", serves).await;
        assert_eq!(waiting.shards(), [0], "both are connected");
        let before = arrivals(&waiting);
        let bot = people[0].view(|view| view.bot().to_owned());
        let mut moves = Vec::new();
        for plies in 1..=2 {
            let (writer, mv) = (stage.to_move(1, &people), stage.a_move(1));
            let written = if plies == 1 {
                writer.reply(&shown, &mv.to_string()).await
            } else {
                writer.say(HERE, &format!("<@{bot}> {mv}")).await
            };
            moves.push(written.expect("a message"));
            let played = board(writer, 1, plies).await;
            stage.noted(1, &played).await;
        }
        slash_in(&people[0], HERE, "focus new", &[]).await;
        let settings = slash_in(&people[0], HERE, "focus-me settings", &[]).await;
        let newcomer = stage.person("lukasz").await;
        let offer = played_on(&newcomer).await;
        // The messages, their boards, the commands, the tables, the position, and one more message,
        // before which the others have been looked at.
        people[0].say(HERE, "hm").await.expect("a message");
        let have_arrived = || arrivals(&waiting) >= before + 11;
        stage.until("the messages", have_arrived).await;
        Self {
            stage,
            gate,
            waiting,
            acting,
            people,
            moves,
            newcomer,
            answers: [settings, offer],
        }
    }

    /// Ends both processes, and checks that the first has answered nothing and repeated nothing.
    async fn check_silence(self) {
        self.waiting.stop().await;
        let last = self.newcomer.say(HERE, "well").await.expect("a message");
        let mut messages = Vec::new();
        let [settings, offer] = &self.answers;
        for (person, answer) in [(&self.newcomer, offer), (&self.people[0], settings)] {
            let seen = person.wait_until("the last message", |view| {
                view.message(last.id())?;
                Some(view.messages(&view.channel(HERE)?))
            });
            messages = seen.await.expect("the channel");
            let left = messages.iter().find(|left| left.id() == answer.id());
            assert_eq!(left.expect("the answer").content(), answer.content());
        }
        let is_new = |message: &&Message| {
            message.component("f1:join").is_some() && message.component("f1:join:1:").is_none()
        };
        assert_eq!(messages.iter().filter(is_new).count(), 2, "two more tables");
        for message in messages {
            let answered = &message.0["message_reference"]["message_id"];
            let is_answer = self.moves.iter().any(|mv| *answered == mv.id());
            assert!(!is_answer, "{}", message.content());
        }
        assert_eq!(self.stage.game(1).plies(), 2);
        self.acting.stop().await;
    }
}

#[tokio::test]
async fn what_another_process_has_carried_out_is_neither_repeated_nor_refused() {
    let split = Split::new().await;
    split.gate.set_closed(false);
    split.check_silence().await;
}

#[tokio::test]
async fn what_another_process_has_carried_out_is_not_called_lost() {
    let split = Split::new().await;
    split.gate.set_cut_off(true);
    split.check_silence().await;
}
