//! Complete game of every mode, from the first command to the winner.
//!
//! The games are in `tests/data/games`; `UPDATE_GAMES=1` replaces them by games of players who
//! search two plies.

use std::env;
use std::fs;
use std::path::PathBuf;

use discord_sandbox::Person;
use focus::notation::{Record, tokens};
use focus::{Color, Game, Mode, Move, Rules};
use focusbot::service::{Ending, GameView};

use crate::support::players::{Dice, choose};
use crate::whole::harness::{CHANNEL, Shown, Whole, begin, board, done, send_move};

#[tokio::test(flavor = "multi_thread")]
async fn duel_is_played_from_the_first_command_to_the_winner() {
    play(Mode::Duel).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_way_is_played_from_the_first_command_to_the_winner() {
    play(Mode::ThreeWay).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn partners_are_played_from_the_first_command_to_the_winners() {
    play(Mode::Partners).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn free_for_all_is_played_from_the_first_command_to_the_winner() {
    play(Mode::FreeForAll).await;
}

async fn play(mode: Mode) {
    let recorded = recorded(mode);
    let whole = Whole::start().await;
    let bot = whole.bot();
    let people = whole.people(mode.seats()).await;
    people[0].wait_for_bot("focus").await.expect("the bot");

    let mut shown = begin_with_orange(&people, mode).await;
    let mut game = Game::new(Rules::new(mode), Color::Orange);
    let mut dice = Dice(1);
    while game.outcome().is_none() {
        let mv = match &recorded {
            Some(record) => record.game.plies()[game.plies().len()].mv,
            None => choose(game.position(), &mut dice, slips(game.position().side())),
        };
        game.play(mv).expect("a legal move");
        let mover = shown.mover(&people).expect("somebody is called to move");
        let asked = send_move(mover, CHANNEL, mv).await;
        done(mover, &asked).await;
        while game.outcome().is_none() && game.position().must_pass() {
            game.play(Move::Pass).expect("a forced pass");
        }
        shown = board(&people[0], shown.id, game.plies().len()).await;
    }

    assert_eq!(shown.message.pings(), [""; 0], "nobody is to move");
    assert!(
        shown.message.content().contains("win"),
        "{}",
        shown.message.content()
    );
    drop(bot);
    let view = whole.look(shown.id);
    assert_eq!(view.ending, game.outcome().map(Ending::Decided));
    check(mode, &view, recorded.as_ref());
}

/// Returns the rate of random moves of a color, chosen so that the game ends.
fn slips(color: Color) -> usize {
    match color {
        Color::Orange | Color::Blue => 100,
        Color::Green | Color::Pink => 3,
    }
}

/// Calls games off until the lot lets Orange begin, as in the recorded games.
async fn begin_with_orange(people: &[Person], mode: Mode) -> Shown {
    let choice = Mode::ALL
        .iter()
        .position(|other| *other == mode)
        .expect("one of all");
    loop {
        let shown = begin(people, &choice.to_string()).await;
        if shown.color() == Some(Color::Orange) {
            return shown;
        }
        let seen = board(&people[1], shown.id, 0).await;
        let pressed = people[1].press(&seen.message, "More").await;
        let menu = people[1].answer(&pressed.expect("a button")).await;
        let asked = people[1]
            .press(&menu.expect("a menu"), "f1:abort:")
            .await
            .expect("a button");
        let question = people[1].answer(&asked).await.expect("a question");
        let asked = people[1]
            .press(&question, "f1:abort!")
            .await
            .expect("a button");
        done(&people[1], &asked).await;
        let over = people[0].wait_for_message("the end", |message| {
            message.content().contains("Called off")
        });
        over.await.expect("the end");
    }
}

fn check(mode: Mode, view: &GameView, recorded: Option<&Record>) {
    let played: Vec<_> = tokens(&view.game).collect();
    if let Some(record) = recorded {
        assert_eq!(played, tokens(&record.game).collect::<Vec<_>>());
        assert_eq!(view.game.outcome(), record.game.outcome());
        return;
    }
    let mut record = Record::new(view.game.clone());
    record.site = String::from("Sandbox");
    for (color, player) in &view.players {
        let person = player.person().expect("a person");
        record.names[color.index()].clone_from(&person.name);
    }
    fs::create_dir_all(folder()).expect("a writable folder");
    fs::write(path(mode), record.to_string()).expect("a writable folder");
}

fn recorded(mode: Mode) -> Option<Record> {
    if env::var_os("UPDATE_GAMES").is_some() {
        return None;
    }
    let text = fs::read_to_string(path(mode)).expect("a recorded game; see UPDATE_GAMES");
    Some(text.parse().expect("a legal game"))
}

fn path(mode: Mode) -> PathBuf {
    folder().join(format!("{}.fgn", mode.token()))
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games")
}
