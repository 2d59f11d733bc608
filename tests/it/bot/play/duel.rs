//! A duel from the first command to the winner.

use discord_sandbox::{Message, Person, Response};

use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, choose_move, final_board, is_final, press, slash, table,
};
use crate::support::players::{Dice, choose};

#[tokio::test]
async fn from_a_table_to_the_winner_by_every_way_to_move() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let [anna, juergen] = &people;

    let set_up = slash(anna, "focus new", &[("goal", "1")]).await;
    assert!(set_up.is_ephemeral());
    assert_eq!(set_up.content(), "Table #1 is set up.");
    let table = table(juergen).await;
    says(&table, "Duel");
    assert!(table.pings().is_empty());
    let joined = juergen.press(&table, "Join").await.expect("a button");
    assert!(matches!(
        juergen.response(&joined).await,
        Ok(Response::DeferredUpdate)
    ));

    let mut dice = Dice(1);
    let mut plies = 0;
    loop {
        let view = stage.game(1);
        let Some(color) = view.to_move() else { break };
        let mover = stage.to_move(1, &people);
        let shown = board(mover, 1, plies).await;
        let player = view.person(color).expect("a person");
        assert_eq!(
            shown.pings(),
            [player.id.0.to_string()],
            "{}",
            shown.content()
        );
        let mv = choose(view.game.position(), &mut dice, 9).to_string();
        // A reply to a board that an interaction has made, as at Discord's limit of requests, is
        // hidden from the bot.
        let is_readable = shown.0["interaction_metadata"].is_null();
        match plies % 4 {
            0 => drop(slash(mover, "focus move", &[("move", &mv)]).await),
            1 if is_readable => drop(mover.reply(&shown, &mv).await.expect("a reply")),
            1 | 2 => {
                let bot = mover.view(|view| view.bot().to_owned());
                mover
                    .say(HERE, &format!("<@{bot}> {mv}"))
                    .await
                    .expect("a message");
            }
            _ => by_button(mover, &shown, &mv).await,
        }
        let is_played = || stage.game(1).plies() > plies;
        stage.until("the move", is_played).await;
        plies = stage.game(1).plies();
    }
    let last = final_board(anna, 1).await;
    says(&last, "wins!");
    assert!(last.pings().is_empty());
    let without_buttons = anna.wait_until("no button left", |view| {
        let channel = view.channel(HERE)?;
        view.messages(&channel)
            .iter()
            .filter(|message| !message.is_ephemeral() && !message.content().contains("**Replay**"))
            .all(|message| message.labels().is_empty() || is_final(message))
            .then_some(())
    });
    without_buttons.await.expect("old boards without buttons");
}

/// Makes a move with the button below the board.
async fn by_button(person: &Person, board: &Message, mv: &str) {
    let first = press(person, board, "f1:move:").await;
    let (question, choices) = choose_move(person, first, mv).await;
    assert!((1..=2).contains(&choices), "{choices} choices for {mv}");
    let done = press(person, &question, "f1:play:").await;
    assert!(
        done.content().contains(mv) && done.labels().is_empty(),
        "{}",
        done.content()
    );
}

#[tokio::test]
async fn a_duel_begins_with_one_mention() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    assert_eq!(shown.pings(), [mover.id()]);
    let file = &shown.attachments()[0];
    assert!(
        file["description"]
            .as_str()
            .is_some_and(|alt| alt.contains("to move")),
        "{file}"
    );
    let png = mover.fetch(shown.pictures()[0]).await.expect("the picture");
    assert_eq!(&png[1..4], b"PNG");
}
