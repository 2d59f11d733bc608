//! Disk that becomes full while the bot runs.

use crate::whole::harness::{CHANNEL, Whole, board, bot_is_gone, done, send_move};

#[tokio::test(flavor = "multi_thread")]
async fn bot_that_cannot_write_ends_and_the_next_one_goes_on() {
    let whole = Whole::start().await;
    let bot = whole.bot_whose_disk_may_fill();
    let (people, shown, game) = whole.duel().await;
    let mv = game.position().legal_moves()[0];
    let mover = shown.mover(&people).expect("somebody is called to move");
    bot.fill_disk();
    // It may end before it has responded.
    send_move(mover, CHANNEL, mv).await;
    let ended = tokio::task::spawn_blocking(|| bot.ended()).await;
    let ended = ended.expect("an end");
    assert_eq!(ended.code(), Some(1), "a supervisor starts it again");
    bot_is_gone(&people[0]).await;

    let _bot = whole.bot();
    let back = people[0].wait_until("the bot", |view| view.is_bot_online().then_some(()));
    back.await.expect("the bot is back");
    done(mover, &send_move(mover, CHANNEL, mv).await).await;
    board(&people[0], shown.id, 1).await;
}
