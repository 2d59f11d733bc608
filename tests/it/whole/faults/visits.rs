//! The process is killed while people play where the bot can only answer.

use discord_sandbox::Person;
use focus::{Game, Mode, Rules};

use crate::whole::harness::{Shown, Whole, done};

/// Group of the people, in which the bot is not.
const GROUP: &str = "friends";

/// Number of times the process is killed.
const KILLS: usize = 6;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_a_group_goes_on_with_the_next_press_after_every_kill() {
    let whole = Whole::start().await;
    let mut bot = whole.bot();
    let people = whole.people(2).await;
    people[0].wait_for_bot("focus").await.expect("the bot");
    let mut shown = begin(&people).await;
    let mut game = Game::new(Rules::new(Mode::Duel), shown.color().expect("a color"));
    for round in 0..KILLS {
        let called = shown.message.0["mentions"][0]["id"].as_str();
        let mover = people.iter().find(|person| called == Some(&person.id()));
        let mover = mover.expect("somebody who is called");
        let mv = game.position().legal_moves()[0].to_string();
        let asked = mover.slash(GROUP, "focus move", &[("move", &mv)]).await;
        let asked = asked.expect("the command");
        // Every second time it is killed before anybody knows what has become of the move.
        let is_answered = round % 2 == 0;
        if is_answered {
            done(mover, &asked).await;
        }
        drop(bot);
        let gone = people[0].wait_until("the end of the bot", |view| {
            (!view.is_bot_online()).then_some(())
        });
        gone.await.expect("the bot is gone");
        let stored = whole.look(shown.id).game;
        let played = stored.plies().len() - game.plies().len();
        assert!(played == 1 || (played == 0 && !is_answered), "{played}");
        bot = whole.bot();
        people[0].wait_for_bot("focus").await.expect("the bot");
        // The process knows no token; a press brings one, unless the board is there already.
        if let Ok(asked) = people[1].press(&shown.message, "f1:board:").await {
            done(&people[1], &asked).await;
        }
        shown = board(&people[1], stored.plies().len()).await;
        game = stored;
    }
}

/// Begins a game in a group, to which one person has brought the bot.
async fn begin(people: &[Person]) -> Shown {
    people[0].install().await.expect("an installation");
    people[1].install().await.expect("an installation");
    let made = people[0].create_group(GROUP, &["lukasz"]).await;
    made.expect("a group");
    people[1].wait_for_channel(GROUP).await.expect("the group");
    let asked = people[0].slash(GROUP, "focus new", &[]).await;
    done(&people[0], &asked.expect("the command")).await;
    let table = people[1].wait_until("a table", |view| {
        let messages = view.messages(&view.channel(GROUP)?);
        let mut messages = messages.into_iter();
        messages.find(|message| message.component("f1:join").is_some())
    });
    let table = table.await.expect("a table");
    let asked = people[1].press(&table, "f1:join").await;
    done(&people[1], &asked.expect("a button")).await;
    board(&people[1], 0).await
}

/// Waits for the board in the group after so many plies.
async fn board(person: &Person, plies: usize) -> Shown {
    let what = format!("the board after {plies} plies");
    let shown = person.wait_until(&what, |view| {
        let messages = view.messages(&view.channel(GROUP)?);
        let public = messages.iter().rev().filter(|seen| !seen.is_ephemeral());
        let mut boards = public.filter_map(Shown::read);
        boards.find(|shown| shown.plies == plies)
    });
    shown.await.expect("a board")
}
