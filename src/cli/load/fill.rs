//! Games that are there before the bot starts, made by the game service itself.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::rules::{Mode, Rules};
use crate::search::dice::Dice;
use crate::session::pace::PaceLimits;
use crate::session::{
    Actor, ChannelId, GameId, GuildId, Limits, MessageId, NewTable, PersonId, Place, Request,
    Service, TableKind, Timestamp, View,
};
use crate::store::records::KINDS;
use crate::store::{Batch, CommitError, Expected, Folder, MemoryStore, Options, SledStore, Store};

/// Plies of a game that goes on.
const RUNNING_PLIES: usize = 20;
/// Plies of a game that has ended, by somebody's giving up.
const ENDED_PLIES: usize = 60;
/// Games that one pair of people plays.
const GAMES_OF_A_PAIR: u32 = 10;
/// Values that are written together.
const GROUP: usize = 10_000;
/// When all of it happens, in milliseconds since 1970.
const MOMENT: u64 = 1_760_000_000_000;

const NO_LIMITS: Limits = Limits {
    games_per_person: usize::MAX,
    games_per_channel: usize::MAX,
    games_per_guild: usize::MAX,
    watches_per_channel: usize::MAX,
    watches_per_person: usize::MAX,
    watches_per_guild: usize::MAX,
    pace: PaceLimits::WIDE,
    imports_per_person: usize::MAX,
    table_open_for: Duration::from_secs(3_600),
    take_back_grace: Duration::ZERO,
};

/// Puts running and ended duels into a data folder.
pub(super) fn fill(path: &Path, running: u32, ended: u32) -> anyhow::Result<()> {
    if running + ended == 0 {
        return Ok(());
    }
    let memory = Arc::new(MemoryStore::new());
    let service = Service::new(Arc::clone(&memory) as _, NO_LIMITS);
    let bar = ProgressBar::new(u64::from(running + ended));
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} games")?);
    for number in 0..running + ended {
        play(&service, number, number >= running)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    write(&memory, path)
}

fn play(service: &Service, number: u32, ends: bool) -> anyhow::Result<()> {
    let pair = u64::from(number / GAMES_OF_A_PAIR);
    let actors = [2 * pair + 1, 2 * pair + 2].map(|person| Actor {
        person: PersonId((1 << 40) + person),
        name: format!("Person {person}"),
    });
    let now = Timestamp(MOMENT);
    let asked = service.handle(now, &actors[0], Request::Create(table(pair)), 1)?;
    let id = asked.view.id();
    let begun = service.handle(now, &actors[1], Request::Join(id), 1)?;
    let mut view = begun.view;
    let mut dice = Dice::of(2, u64::from(number));
    let plies = if ends { ENDED_PLIES } else { RUNNING_PLIES };
    for _ in 0..plies {
        show(service, &view, &mut dice)?;
        let (game, Some(side)) = (game_of(&view)?, game_of(&view)?.to_move()) else {
            return Ok(());
        };
        let legal = game.game.position().legal_moves();
        let text = legal[dice.below(legal.len())].to_string();
        let person = game.person(side).context("a person to move")?.id;
        let actor = actors.iter().find(|actor| actor.person == person);
        let request = Request::Move {
            game: id,
            seen: None,
            text,
        };
        view = service
            .handle(now, actor.context("a player")?, request, 1)?
            .view;
    }
    if ends && game_of(&view)?.ending.is_none() {
        view = give_up(service, id, &actors[0], now)?;
    }
    show(service, &view, &mut dice)?;
    if ends {
        service.replay_posted(id)?;
    }
    Ok(())
}

fn give_up(service: &Service, game: GameId, who: &Actor, now: Timestamp) -> anyhow::Result<View> {
    let request = Request::Resign { game, seen: None };
    Ok(service.handle(now, who, request, 1)?.view)
}

fn table(pair: u64) -> NewTable {
    NewTable {
        place: Place {
            guild: Some(GuildId((1 << 41) + pair / 100)),
            channel: ChannelId((1 << 42) + pair / 4),
        },
        kind: TableKind::Open,
        rules: Rules::new(Mode::Duel),
        computers: Vec::new(),
        is_watched: false,
        in_thread: false,
        time: None,
        is_private: false,
        start: None,
        rated: false,
    }
}

/// Notes a message that shows the game.
fn show(service: &Service, view: &View, dice: &mut Dice) -> anyhow::Result<()> {
    Ok(service.announced(view, MessageId(dice.bits()))?)
}

fn game_of(view: &View) -> anyhow::Result<&crate::session::GameView> {
    match view {
        View::Game(game) => Ok(game),
        View::Table(_) => bail!("expected a game that has begun"),
    }
}

/// Writes everything to disk, many values at once.
fn write(memory: &MemoryStore, path: &Path) -> anyhow::Result<()> {
    let options = Options {
        kinds: KINDS,
        ..Options::default()
    };
    let store = SledStore::open(&Folder::new(path), options)?.store;
    let (mut batch, mut count, mut result) = (Batch::new(), 0, Ok::<_, CommitError>(()));
    memory.visit(&mut |table, key, stored| {
        batch.put(table, key, stored.bytes, Expected::Any);
        count += 1;
        if count % GROUP == 0 && result.is_ok() {
            result = store.commit(std::mem::take(&mut batch));
        }
    })?;
    result?;
    store.commit(batch)?;
    store.close();
    Ok(())
}
