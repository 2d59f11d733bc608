//! Games of computers whose process is killed.

use discord_sandbox::Person;
use focusbot::service::GameId;

use crate::whole::harness::{CHANNEL, Shown, Whole, bot_is_gone, done};

/// Sets up a game that computers play.
async fn begin(person: &Person) {
    let options = [("people", "0"), ("computer", "0")];
    let asked = person.slash(CHANNEL, "focus new", &options).await;
    done(person, &asked.expect("the command")).await;
}

/// Returns the latest board of a game, once it shows more plies.
async fn board_after(person: &Person, id: GameId, plies: usize) -> Shown {
    let what = format!("a board of game {id} after more than {plies} plies");
    let shown = person.wait_until(&what, |view| {
        let messages = view.messages(&view.channel(CHANNEL)?);
        let boards = messages.iter().filter_map(Shown::read);
        boards
            .filter(|shown| shown.id == id)
            .max_by_key(|shown| shown.plies)
            .filter(|shown| shown.plies > plies)
    });
    shown.await.expect("a board")
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_play_on_after_every_kill() {
    let whole = Whole::start().await;
    let mut bot = whole.bot();
    let people = whole.people(1).await;
    people[0].wait_for_bot("focus").await.expect("the bot");
    begin(&people[0]).await;
    let (mut id, mut plies) = (GameId(1), 0);
    for _ in 0..4 {
        let shown = board_after(&people[0], id, plies).await;
        drop(bot);
        bot_is_gone(&people[0]).await;
        let stored = whole.look(id);
        plies = stored.game.plies().len();
        assert!(plies >= shown.plies, "what was shown is on disk");
        bot = whole.bot();
        // On a busy machine, computers may have played to the end before the kill.
        if stored.ending.is_some() {
            people[0].wait_for_bot("focus").await.expect("the bot");
            begin(&people[0]).await;
            (id, plies) = (GameId(id.0 + 1), 0);
        }
    }
    board_after(&people[0], id, plies).await;
}
