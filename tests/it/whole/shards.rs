//! Two processes share the servers of one bot.

use std::process::Stdio;
use std::time::Duration;

use focusbot::rules::{Game, Mode, Rules};
use focusbot::sandbox::LoggedRequest;
use focusbot::session::pace::PaceLimits;
use focusbot::session::{GameId, Limits, PersonId, Service};
use focusbot::store::records::KINDS;
use focusbot::store::{Folder, Options, SledStore};
use std::sync::Arc;

use crate::whole::harness::{Bot, CHANNEL, Whole, begin, board, done};

const LIMITS: Limits = Limits {
    games_per_person: 9,
    games_per_channel: 9,
    games_per_guild: 9,
    watches_per_channel: 9,
    watches_per_person: 9,
    watches_per_guild: 9,
    pace: PaceLimits::WIDE,
    imports_per_person: 9,
    table_open_for: Duration::ZERO,
    take_back_grace: Duration::ZERO,
};

/// A process for one of two shards, with a folder of its own.
fn start(whole: &Whole, shard: u64) -> Bot {
    let mut command = whole.command("run");
    command
        .env("FOCUSBOT_DISCORD_SHARDS", format!("{shard} of 2"))
        .env("FOCUSBOT_DATA_DIR", folder(whole, shard))
        .stdin(Stdio::null());
    Bot(command.spawn().expect("the binary of this package"))
}

fn folder(whole: &Whole, shard: u64) -> std::path::PathBuf {
    whole.data().with_extension(shard.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_served_by_the_process_that_has_its_shard() {
    let whole = Whole::start().await;
    let people = whole.people(2).await;
    let guild: u64 = people[0].view(|view| {
        let mut guilds = view
            .channels()
            .filter_map(|channel| channel["guild_id"].as_str());
        guilds
            .next()
            .and_then(|id| id.parse().ok())
            .expect("a server")
    });
    let (own, other) = ((guild >> 22) % 2, 1 - (guild >> 22) % 2);
    let bots = [start(&whole, other), start(&whole, own)];
    // Each asks for the commands there are once it is connected.
    let asks =
        |request: &LoggedRequest| request.method == "GET" && request.path.contains("/commands");
    while whole
        .sandbox
        .requests(0)
        .iter()
        .filter(|request| asks(request))
        .count()
        < 2
    {
        tokio::task::yield_now().await;
    }
    people[0].wait_for_bot("focus").await.expect("the bot");

    let shown = begin(&people, "0").await;
    let mover = shown.mover(&people).expect("somebody is called to move");
    let game = Game::new(Rules::new(Mode::Duel), shown.color().expect("a color"));
    let mv = game.position().legal_moves()[0].to_string();
    let asked = mover.slash(CHANNEL, "focus move", &[("move", &mv)]).await;
    done(mover, &asked.expect("the command")).await;
    board(&people[0], shown.id, 1).await;
    drop(bots);

    let games = |shard| {
        let options = Options {
            kinds: KINDS,
            ..Options::default()
        };
        let folder = Folder::new(folder(&whole, shard));
        let store = SledStore::open(&folder, options)
            .expect("a sound store")
            .store;
        let person: u64 = people[0].id().parse().expect("a number");
        let service = Service::new(Arc::new(store), LIMITS);
        let games = service.games_of(PersonId(person)).expect("a list");
        games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(games(own), [shown.id]);
    assert_eq!(games(other), [] as [GameId; 0], "the other heard nothing");
}
