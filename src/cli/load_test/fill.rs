//! Games that exist before the bot starts, made directly with the game service.

use std::io::Write;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;

use crate::discord::Clock;
use crate::service::api::rate_limit::RateLimits;
use crate::service::upkeep::consistency::{RawGame, following};
use crate::service::{
    Access, Actor, ChannelId, GameId, GameRequest, GuildId, HistoryFilter, HistoryScope, Limits,
    MessageId, NewTable, Overtime, PersonId, Place, Request, RetentionPeriods, Service,
    TimeControl, TimeRule, Timestamp, View,
};
use crate::store::records::{ActionsRecord, GameRecord, KINDS, MessageRecord, UnannouncedRecord};
use crate::store::{
    Archive, Batch, Entries, Expected, Folder, Key, Keys, MemoryStore, Options, SledStore, Store,
    Stored, Table,
};
use focus::{Mode, Rules};
use focus_engine::Rng;

/// Plies of a running game.
const RUNNING_PLIES: usize = 20;
/// Plies of an ended game, which ends by resignation.
const ENDED_PLIES: usize = 60;
/// Number of games per pair of people.
const GAMES_OF_A_PAIR: u32 = 10;
/// Number of games that are actually played; the others are copies of them.
const PATTERNS: u32 = 100;
/// Number of games played at once with the game service.
const TOGETHER: usize = 32;
/// Lock for creating tables: without it, concurrent creators would find each other's number taken
/// too often.
static MAKING: Mutex<()> = Mutex::new(());
/// Number of values written together.
const GROUP: usize = 10_000;
/// Age of all generated actions; the bot counts as having been down since then.
const AGO: Duration = Duration::from_secs(3_600);
/// Time for a move in games with clocks.
const A_MOVE: Duration = Duration::from_secs(24 * 3_600);

const NO_LIMITS: Limits = Limits {
    games_per_person: usize::MAX,
    games_per_channel: usize::MAX,
    games_per_guild: usize::MAX,
    watches_per_channel: usize::MAX,
    watches_per_person: usize::MAX,
    watches_per_guild: usize::MAX,
    rates: RateLimits::WIDE,
    imports_per_person: usize::MAX,
    table_open_for: Duration::from_secs(3_600),
    take_back_grace: Duration::ZERO,
    retention: RetentionPeriods::NEVER,
};

/// Games to create before the bot starts.
pub(super) struct Filling {
    /// Number of running games whose boards have been posted.
    pub(super) running: u32,
    /// Number of running games whose boards are still to be posted.
    pub(super) unshown: u32,
    pub(super) ended: u32,
    /// True if the running games have clocks.
    pub(super) has_clocks: bool,
    /// Places of the games whose boards are still to be posted, used in turn.
    pub(super) places: Vec<Place>,
}

impl Filling {
    /// Number of games.
    pub(super) fn total(&self) -> u32 {
        self.running + self.unshown + self.ended
    }
}

/// Length and other properties of a game.
#[derive(Clone, Copy)]
struct Script {
    plies: usize,
    has_clock: bool,
    /// Time of every action.
    now: Timestamp,
}

impl Script {
    /// Returns the script of a game that is played to its end.
    fn to_the_end(now: Timestamp) -> Self {
        Self {
            plies: ENDED_PLIES,
            has_clock: false,
            now,
        }
    }
}

/// Game that others are copied from.
struct Pattern {
    record: GameRecord,
    /// Actions, with the number of the first one in each record.
    actions: Vec<(u32, ActionsRecord)>,
}

/// Puts running and ended duels into a data folder.
///
/// Some are played; the others are copies with other people.
pub(super) fn fill(path: &Path, filling: &Filling) -> anyhow::Result<()> {
    let (total, ended) = (filling.total(), filling.ended);
    if total == 0 {
        return Ok(());
    }
    let now = Clock::system().now().before(AGO);
    let script = Script {
        plies: RUNNING_PLIES,
        has_clock: filling.has_clocks,
        now,
    };
    let running = total - ended;
    let (running_patterns, _) = patterns(running.min(PATTERNS), script)?;
    let (ended_patterns, facts) = patterns(ended.min(PATTERNS), Script::to_the_end(now))?;
    let store = Arc::new(open(path)?);
    let bar = ProgressBar::new(u64::from(total));
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} games")?);
    let mut batch = Batch::new();
    // Running games are the newest.
    let patterns = ended_patterns.iter().cycle().zip(0..ended);
    let patterns = patterns.chain(running_patterns.iter().cycle().zip(0..running));
    for (number, (pattern, _)) in (0..).zip(patterns) {
        let unshown = (number + filling.unshown).checked_sub(total);
        let unshown = unshown.map(|number| filling.places[number as usize % filling.places.len()]);
        copy(&mut batch, pattern, number, unshown, now);
        if batch.changes().len() >= GROUP {
            store.commit(std::mem::take(&mut batch))?;
        }
        bar.inc(1);
    }
    for (key, stored) in facts {
        batch.put(Table::Meta, key, stored.bytes, Expected::Any);
    }
    store.commit(batch)?;
    Service::new(Arc::clone(&store) as _, NO_LIMITS).note_online(now)?;
    bar.finish_and_clear();
    store.close();
    Ok(())
}

/// Adds a copy of a game with another pair of people; `unshown` is the place where its board is
/// still to be posted.
fn copy(batch: &mut Batch, pattern: &Pattern, number: u32, unshown: Option<Place>, now: Timestamp) {
    let (id, pair) = (GameId(number + 1), u64::from(number / GAMES_OF_A_PAIR));
    let place = unshown.unwrap_or_else(|| place(pair));
    let mut record = pattern.record.clone();
    record.guild = place.guild.map(|guild| guild.0);
    record.channel = place.channel.0;
    for (seat, actor) in record.people.iter_mut().zip(actors(pair)) {
        (seat.person, seat.name) = (actor.person.0, actor.name);
    }
    let message = (now.0 << 20) + u64::from(number);
    let key = Key::new().u32(id.0);
    if unshown.is_some() {
        let unannounced = UnannouncedRecord {
            post: true,
            server: record.guild,
        };
        record.message = None;
        batch.put_record(key.clone(), &unannounced, Expected::Any);
    } else {
        let shown = MessageRecord {
            game: id.0,
            step: record.actions,
        };
        record.message = Some(message);
        batch.put_record(Key::new().u64(message), &shown, Expected::Any);
    }
    batch.put_record(key.clone(), &record, Expected::Any);
    for (first, actions) in &pattern.actions {
        batch.put_record(key.clone().u32(*first), actions, Expected::Any);
    }
    for (table, key, bytes) in following(id, &RawGame::from(record), now.0) {
        batch.put(table, key, bytes, Expected::Any);
    }
}

/// Plays `games` games. Also returns the metadata of their store, which shows that no migration is
/// needed.
fn patterns(games: u32, script: Script) -> anyhow::Result<(Vec<Pattern>, Entries<Stored>)> {
    let memory = Arc::new(MemoryStore::new());
    let service = Service::new(Arc::clone(&memory) as _, NO_LIMITS);
    for number in 0..games {
        play(&service, number, script)?;
    }
    let mut step = None;
    while let Some(done) = service.clean_up(step, script.now)? {
        step = Some(done);
    }
    let anybody = actors(0)[0].person;
    service.history(
        anybody,
        place(0),
        HistoryFilter::all(HistoryScope::Person(anybody)),
        0,
        1,
    )?;
    service.watchable(place(0))?;
    let archive = Archive::new(memory);
    let facts = archive.store().scan(Table::Meta, &Keys::all())?;
    let mut patterns = Vec::new();
    for (key, held) in archive.scan::<GameRecord>(&Keys::all())? {
        let records = archive.scan::<ActionsRecord>(&Keys::prefix(&key))?;
        let actions = records.into_iter().filter_map(|(key, held)| {
            let (_, first) = key.split_last_chunk()?;
            Some((u32::from_be_bytes(*first), held.record))
        });
        patterns.push(Pattern {
            record: held.record,
            actions: actions.collect(),
        });
    }
    Ok((patterns, facts))
}

/// Plays `games` duels of [`ENDED_PLIES`] plies with the game service, [`TOGETHER`] at once, with
/// each move committed and flushed. Prints the size of the database after each tenth.
pub(super) fn wear(path: &Path, games: u32, out: &mut impl Write) -> anyhow::Result<()> {
    if games == 0 {
        return Ok(());
    }
    let store = Arc::new(open(path)?);
    let service = Service::new(Arc::clone(&store) as _, NO_LIMITS);
    let script = Script::to_the_end(Clock::system().now());
    let (began, mut from, mut moves) = (Instant::now(), 0, 0);
    for tenth in 1..=10 {
        let until = u32::try_from(u64::from(games) * tenth / 10)?;
        let next = AtomicU32::new(from);
        let play_some = || {
            let mut made = 0;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= until {
                    return Ok::<_, anyhow::Error>(made);
                }
                made += play(&service, number, script)?;
            }
        };
        moves += thread::scope(|scope| {
            let players: Vec<_> = (0..TOGETHER).map(|_| scope.spawn(play_some)).collect();
            let made = players.into_iter().map(ScopedJoinHandle::join);
            made.map(|made| made.unwrap_or_else(|panic| resume_unwind(panic)))
                .sum::<anyhow::Result<usize>>()
        })?;
        from = until;
        writeln!(
            out,
            "{moves} moves of {until} games in {:.0} s: store {} MiB",
            began.elapsed().as_secs_f64(),
            store.bytes()? >> 20,
        )?;
    }
    Ok(())
}

fn open(path: &Path) -> anyhow::Result<SledStore> {
    let options = Options {
        kinds: KINDS,
        ..Options::default()
    };
    Ok(SledStore::open(&Folder::new(path), options)?.store)
}

fn actors(pair: u64) -> [Actor; 2] {
    [2 * pair + 1, 2 * pair + 2].map(|person| Actor {
        person: PersonId((1 << 40) + person),
        name: format!("Person {person}"),
        language: None,
    })
}

fn place(pair: u64) -> Place {
    Place {
        guild: Some(GuildId((1 << 41) + pair / 100)),
        channel: ChannelId((1 << 42) + pair / 4),
        access: Access::Member,
    }
}

/// Plays a game and returns the number of moves.
fn play(service: &Service, number: u32, script: Script) -> anyhow::Result<usize> {
    let Script { plies, now, .. } = script;
    let pair = u64::from(number / GAMES_OF_A_PAIR);
    let (actors, ends) = (actors(pair), plies == ENDED_PLIES);
    let table = table(pair, script.has_clock);
    let asked = {
        let _turn = MAKING.lock();
        service.handle(now, &actors[0], Request::Create(table), 1)?
    };
    let id = asked.view.id();
    let begun = service.handle(now, &actors[1], Request::Join(id), 1)?;
    let mut view = begun.view;
    let mut dice = Rng::of(2, u64::from(number));
    let message = MessageId(dice.bits());
    let mut moves = 0;
    while moves < plies {
        service.announced(&view, message)?;
        let (game, Some(side)) = (game_of(&view)?, game_of(&view)?.to_move()) else {
            break;
        };
        let legal = game.game.position().legal_moves();
        let text = legal[dice.below(legal.len())].to_string();
        let person = game.person(side).context("a person to move")?.id;
        let actor = actors.iter().find(|actor| actor.person == person);
        let request = Request::Move {
            game: id,
            seen: None,
            asked: None,
            text,
        };
        view = service
            .handle(now, actor.context("a player")?, request, 1)?
            .view;
        moves += 1;
    }
    if ends && game_of(&view)?.ending.is_none() {
        let request = GameRequest::Resign.in_game(id, None);
        view = service.handle(now, &actors[0], request, 1)?.view;
    }
    service.announced(&view, message)?;
    if ends {
        service.replay_posted(id)?;
    }
    Ok(moves)
}

fn table(pair: u64, has_clock: bool) -> NewTable {
    let time = TimeRule {
        control: TimeControl::PerMove(A_MOVE),
        overtime: Overtime::default(),
    };
    NewTable {
        time: has_clock.then_some(time),
        ..NewTable::open(place(pair), Rules::new(Mode::Duel))
    }
}

fn game_of(view: &View) -> anyhow::Result<&crate::service::GameView> {
    match view {
        View::Game(game) => Ok(game),
        View::Table(_) => bail!("expected a game that has begun"),
    }
}
