//! Shards of one process, of which one is away.

use focusbot::service::{GameId, Place, View};
use focusbot::store::records::AliveRecord;
use focusbot::store::records::record::decode;
use focusbot::store::{Keys, Store, Table};
use serde_json::json;

use crate::bot::connection::servers::{HERE, THERE, begin, runs_out};
use crate::bot::stage::{DAY, LIMITS, Stage, control, guild_count};

const TOTAL: u32 = 2;

/// Returns the shard that serves a game.
fn shard_of(stage: &Stage, game: u32) -> u64 {
    let View::Game(view) = stage.service().view(GameId(game)).expect("a game") else {
        panic!("expected a game");
    };
    let Place { guild, .. } = view.place;
    (guild.expect("a server").0 >> 22) % u64::from(TOTAL)
}

/// Returns the newest sign of life of the bot.
pub(super) fn alive(stage: &Stage) -> AliveRecord {
    let found = stage.store().scan(Table::Alive, &Keys::all());
    let found = found.expect("a readable store");
    let (_, stored) = found.first().expect("a sign of life");
    decode(&stored.bytes).expect("a record")
}

#[tokio::test]
async fn shard_that_is_away_stops_the_clocks_of_its_own_games_alone() {
    let mut stage = Stage::without_bot(LIMITS).await;
    stage.run_bot(stage.settings_of(0..=TOTAL - 1, TOTAL));
    let people = stage.people(["anna", "juergen"]).await;
    people[0].wait_for_bot("focus").await.expect("the bot");
    let has_all = || {
        let health = stage.metrics.health();
        health.is_connected()
            && !health.is_away()
            && guild_count(&stage.metrics) >= stage.sandbox.served_guilds()
    };
    stage.until("both shards", has_all).await;
    begin(HERE, 1, &people, &[("clock", "7d")]).await;
    begin(THERE, 2, &people, &[("clock", "7d")]).await;
    let away = shard_of(&stage, 2);
    assert_ne!(shard_of(&stage, 1), away);
    let before = [1, 2].map(|game| runs_out(&stage, game));

    let out = |on| json!({"action": "shard_out", "shard": away, "on": on});
    control(&people[0], "gateway", out(true)).await;
    let is_gone = || !stage.metrics.health().is_connected();
    stage.until("the end of the connection", is_gone).await;
    let days = DAY * 3;
    stage.pass(days);
    stage
        .until("a note of the absence", || !alive(&stage).away.is_empty())
        .await;
    assert_eq!([1, 2].map(|game| runs_out(&stage, game)), before);
    control(&people[0], "gateway", out(false)).await;
    stage
        .until("the time given back", || {
            runs_out(&stage, 2) >= before[1].after(days)
        })
        .await;
    assert_eq!(
        runs_out(&stage, 1),
        before[0],
        "time goes on where people could move"
    );
    assert_eq!(alive(&stage).away, []);
}
