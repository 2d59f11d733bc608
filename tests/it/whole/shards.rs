//! Two processes that share the servers of one bot.

use std::fs::{self, File};
use std::process::Stdio;
use std::sync::Arc;

use discord_sandbox::Person;
use focus::{Game, Mode, Rules};
use focusbot::service::{GameId, PersonId, Service};
use focusbot::store::records::KINDS;
use focusbot::store::{Folder, Options, SledStore};

use crate::support::{game_of, until};
use crate::whole::harness::{Bot, LIMITS, Shown, Whole, done, send_move};

/// Starts a process for one of two shards, with a separate folder and log.
fn start(whole: &Whole, shard: u64) -> Bot {
    let log = File::create(log(whole, shard)).expect("a file for the log");
    let mut command = whole.command("run");
    command
        .env("FOCUSBOT_DISCORD_SHARDS", format!("{shard} of 2"))
        .env("FOCUSBOT_DATA_DIR", folder(whole, shard))
        .stdin(Stdio::null())
        .stderr(log);
    Bot(command.spawn().expect("the binary of this package"))
}

fn folder(whole: &Whole, shard: u64) -> std::path::PathBuf {
    whole.data().with_extension(shard.to_string())
}

fn log(whole: &Whole, shard: u64) -> std::path::PathBuf {
    whole.data().with_extension(format!("{shard}.log"))
}

/// Returns the server of a channel.
fn server(person: &Person, channel: &str) -> u64 {
    let id = person.channel(channel).expect("a channel");
    let guild = person.view(|view| {
        let mut channels = view.channels();
        let found = channels.find(|channel| channel["id"] == id.as_str())?;
        found["guild_id"].as_str()?.parse().ok()
    });
    guild.expect("a server")
}

/// Begins a game in a channel and makes a move in it.
async fn play(people: &[Person], channel: &str) -> GameId {
    let place = people[0].channel(channel).expect("a channel");
    people[0].look_past();
    let asked = people[0].slash(channel, "focus new", &[]).await;
    done(&people[0], &asked.expect("the command")).await;
    let asked = people[1].slash(channel, "focus join", &[]).await;
    done(&people[1], &asked.expect("the command")).await;
    let shown = people[0].wait_for_message("a board", |message| {
        message.channel() == place && Shown::read(message).is_some() && !message.pings().is_empty()
    });
    let shown = Shown::read(&shown.await.expect("a board")).expect("a board");
    let mover = shown.mover(people).expect("somebody is called to move");
    let begun = Game::new(Rules::new(Mode::Duel), shown.color().expect("a color"));
    let asked = send_move(mover, channel, begun.position().legal_moves()[0]).await;
    done(mover, &asked).await;
    let played = people[0].wait_for_message("the move", |message| {
        message.channel() == place && Shown::read(message).is_some_and(|now| now.plies == 1)
    });
    played.await.expect("a board");
    shown.id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_served_by_the_process_that_has_its_shard() {
    let whole = Whole::start().await;
    let people = whole.people(2).await;
    let channels = ["games", "lounge"];
    let shards = channels.map(|channel| (server(&people[0], channel) >> 22) % 2);
    assert_ne!(shards[0], shards[1], "one server for each process");
    let bots = [start(&whole, 0), start(&whole, 1)];
    for shard in shards {
        let log = log(&whole, shard);
        let is_connected = |log: String| log.contains("gateway connected");
        until("a connected shard", || {
            fs::read_to_string(&log).is_ok_and(is_connected)
        });
    }
    people[0].wait_for_bot("focus").await.expect("the bot");

    let mut played = Vec::new();
    for channel in channels {
        played.push(play(&people, channel).await);
    }
    drop(bots);

    for ((channel, shard), id) in channels.into_iter().zip(shards).zip(played) {
        let options = Options {
            kinds: KINDS,
            ..Options::default()
        };
        let folder = Folder::new(folder(&whole, shard));
        let store = SledStore::open(&folder, options)
            .expect("a sound store")
            .store;
        let service = Service::new(Arc::new(store), LIMITS);
        let person: u64 = people[0].id().parse().expect("a number");
        let games = service.games_of(PersonId(person)).expect("a list");
        let ids: Vec<_> = games.iter().map(|game| game.id).collect();
        assert_eq!(ids, [id], "it heard of its own server alone");
        let found = game_of(&service, id);
        let own = server(&people[0], channel);
        assert_eq!(found.place.guild.map(|guild| guild.0), Some(own));
        assert_eq!(found.plies(), 1);
    }
}
