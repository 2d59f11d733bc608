//! Computers play on after their process is killed.

use discord_sandbox::Person;
use focusbot::service::GameId;

use crate::whole::harness::{CHANNEL, Shown, Whole, done};

const GAME: GameId = GameId(1);

/// Returns the latest board, once it shows more plies.
async fn board_after(person: &Person, plies: usize) -> Shown {
    let what = format!("a board after more than {plies} plies");
    let shown = person.wait_until(&what, |view| {
        let messages = view.messages(&view.channel(CHANNEL)?);
        let boards = messages.iter().filter_map(Shown::read);
        boards
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
    let options = [("people", "0"), ("computer", "0")];
    let asked = people[0].slash(CHANNEL, "focus new", &options).await;
    done(&people[0], &asked.expect("the command")).await;
    let mut plies = 0;
    for _ in 0..4 {
        let shown = board_after(&people[0], plies).await;
        drop(bot);
        let gone = people[0].wait_until("the end of the bot", |view| {
            (!view.is_bot_online()).then_some(())
        });
        gone.await.expect("the bot is gone");
        plies = whole.look(GAME).game.plies().len();
        assert!(plies >= shown.plies, "what was shown is on disk");
        bot = whole.bot();
    }
    board_after(&people[0], plies).await;
}
