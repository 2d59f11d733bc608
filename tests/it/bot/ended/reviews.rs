//! Reviews of ended games, and explanations of their moves.

use std::sync::Arc;

use discord_sandbox::{Message, Person};
use focus::notation::Record;
use focus::{Color, Game, Mode};
use focus_engine::{Choice, Info, Limits, Options, Player, Score, Stop};
use focusbot::discord::views::accent;
use serde_json::{Value, json};

use crate::bot::ended::history::{ended_duel, english_duel, file, list};
use crate::bot::ended::replays::{delays, hasty_stage, replay};
use crate::bot::play::computers::stage_of;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    Stage, choose, final_board, id_of, person_of, play_on, play_plies, press, resign, reviewed,
    share, slash, speak_english, three_way,
};
use crate::support::unbroken;

#[tokio::test]
async fn a_game_is_reviewed_only_once_it_is_over() {
    let mut stage = hasty_stage().await;
    let people = english_duel(&stage).await;
    let refusal = slash(&people[0], "focus-info eval", &[("game", "1")]).await;
    says(&refusal, "still going on");
    play_plies(&stage, &people, 4).await;
    resign(stage.to_move(1, &people)).await;
    let shown = replay(&people[0]).await;
    let told = slash(&people[0], "focus-info eval", &[]).await;
    assert!(told.is_ephemeral());
    let told = reviewed(&people[0], &told).await;
    let text = told.all_text();
    assert!(text.contains("How game #1 went"), "{text}");
    let (name, chart) = file(&people[0], &told).await;
    assert_eq!(name, "report-1.png");
    let moments = (1..=3).filter(|number| text.contains(&format!("**{number}.**")));
    let moments = moments.count();
    // The chart is shown, so its button is disabled; the last one shares it.
    assert_eq!(told.labels().len(), moments + 1);
    let shared = share(&people[0], &told).await;
    assert!(!shared.is_ephemeral() && !shared.labels().contains(&"Share"));
    says(&shared, "Shared by Anna");
    assert_eq!(
        file(&people[0], &shared).await,
        (name.clone(), chart.clone())
    );
    stage.restart_bot().await;
    let again = press(&people[1], &shown, "Analysis").await;
    let again = reviewed(&people[1], &again).await;
    assert_eq!(again.all_text(), text);
    assert_eq!(file(&people[1], &again).await.1, chart);
    stage.restart_bot().await;
    // A restart forgets the review, so it is made anew before it can be shared.
    let made = press(&people[1], &again, "Share").await;
    let made = reviewed(&people[1], &made).await;
    assert_eq!(made.id(), again.id());
    let shared = share(&people[1], &made).await;
    assert!(!shared.is_ephemeral());
    if moments > 0 {
        stage.restart_bot().await;
        let moment = press(&people[1], &again, "f1:moment:1:1").await;
        let moment = reviewed(&people[1], &moment).await;
        let (name, board) = file(&people[1], &moment).await;
        assert!(name.starts_with("moment-1-") && board != chart, "{name}");
        let back = press(&people[1], &moment, "f1:chart").await;
        let back = reviewed(&people[1], &back).await;
        assert_eq!(file(&people[1], &back).await.1, chart);
    }
}

#[tokio::test]
async fn a_game_without_moves_is_named_when_there_is_nothing_to_show() {
    let stage = Stage::new().await;
    let people = english_duel(&stage).await;
    resign(stage.to_move(1, &people)).await;
    final_board(&people[0], 1).await;
    for command in ["focus-info eval", "focus-info replay"] {
        let told = slash(&people[0], command, &[]).await;
        says(&told, "No move has been played in game #1.");
    }
}

#[tokio::test]
async fn any_move_is_explained_once_the_game_is_over() {
    let mut stage = hasty_stage().await;
    let people = english_duel(&stage).await;
    play_on(&stage, &people).await;
    let running = slash(&people[0], "focus board", &[]).await;
    let ids = |message: &Message| message.0["components"].to_string();
    assert!(!ids(&running).contains("f1:explain"), "{running:?}");
    play_plies(&stage, &people, 3).await;
    resign(stage.to_move(1, &people)).await;
    let last = final_board(&people[0], 1).await;
    let shown = press(&people[0], &last, "Look").await;
    let back = press(&people[0], &shown, "f1:prev").await;
    stage.restart_bot().await;
    let explained = press(&people[0], &back, "Explain").await;
    assert!(explained.is_ephemeral());
    let played = unbroken(stage.game(1).game.plies()[2].mv);
    let text = explained.content();
    let head = "**Move 3 of game #1:**";
    assert!(
        text.starts_with(head) && text.contains(&format!("played **{played}** – ")),
        "{text}"
    );
    let (name, _) = file(&people[0], &explained).await;
    assert_eq!(name, "moment-1-3.png");
    let first = press(&people[0], &back, "f1:first").await;
    assert!(!ids(&first).contains("f1:explain"), "{first:?}");
}

#[tokio::test]
async fn every_mode_is_reviewed_in_every_language() {
    let stage = hasty_stage().await;
    let anna = stage.person("anna").await;
    let id = id_of(&anna);
    let words = [
        ("de", "Wiederholung"),
        ("nl", "Herhaling"),
        ("pl", "Powtórka"),
        ("fr", "Film"),
    ];
    for ((number, mode), (locale, word)) in (1..).zip(Mode::ALL).zip(words) {
        let choice = (number - 1).to_string();
        slash(&anna, "focus new", &[("mode", &choice), ("computer", "0")]).await;
        let game = format!("#{number}");
        let own_turn = || {
            let view = stage.game(number);
            view.to_move().is_some() && view.to_move() == view.color_of(id)
        };
        stage.until("one's own turn", own_turn).await;
        let mv = stage.a_move(number).to_string();
        slash(&anna, "focus move", &[("move", &mv), ("game", &game)]).await;
        // A move of the computer after the question would make the answer to it stale.
        stage.until("one's own turn", own_turn).await;
        let question = slash(&anna, "focus resign", &[("game", &game)]).await;
        press(&anna, &question, "Resign").await;
        anna.perform("locale", json!({"locale": locale}))
            .await
            .expect("a language");
        let replay = slash(
            &anna,
            "focus-info replay",
            &[("game", &game), ("speed", "2")],
        )
        .await;
        says(&replay, word);
        assert_eq!(stage.game(number).game.rules().mode(), mode);
        let (_, gif) = file(&anna, &replay).await;
        assert_eq!(
            delays(&gif).len(),
            stage.game(number).game.plies().len() + 1
        );
        let record = slash(&anna, "focus-info export", &[("game", &game)]).await;
        let (_, text) = file(&anna, &record).await;
        let text = String::from_utf8(text).expect("text");
        let record: Record = text.parse().expect("a record");
        assert_eq!(record.game.plies(), stage.game(number).game.plies());
        let report = slash(&anna, "focus-info eval", &[("game", &game)]).await;
        reviewed(&anna, &report).await;
        let listed = slash(&anna, "focus-info history", &[]).await;
        assert!(
            list(&listed).contains(&format!("[{game}]")),
            "{}",
            list(&listed)
        );
        speak_english(&anna).await;
    }
}

#[tokio::test]
async fn resigned_player_has_no_part_in_the_draw_of_the_others() {
    let mut stage = Stage::new().await;
    let people = three_way(&stage).await;
    for person in &people {
        speak_english(person).await;
    }
    let leaver = stage.to_move(1, &people);
    resign(leaver).await;
    stage.restart_bot().await;
    let others = people.iter().filter(|person| person.id() != leaver.id());
    for person in others.clone() {
        slash(person, "focus draw", &[]).await;
    }
    let last = final_board(leaver, 1).await;
    let text = last.content();
    assert!(text.starts_with("**Draw between "), "{text}");
    let headline = text.lines().next().expect("a first line");
    let named = |person: &Person| {
        let game = stage.game(1);
        let mut players = game
            .players
            .iter()
            .filter_map(|(_, player)| player.person());
        let player = players.find(|player| player.id.0.to_string() == person.id());
        headline.contains(&player.expect("a player").name)
    };
    assert!(!named(leaver), "{text}");
    let own = slash(leaver, "focus-info history", &[]).await;
    assert!(list(&own).contains("lost"), "{}", list(&own));
    for person in others {
        assert!(named(person), "{text}");
        let own = slash(person, "focus-info history", &[]).await;
        assert!(list(&own).contains("** · draw\n"), "{}", list(&own));
    }
}

/// Flag of a message made of components.
const OF_COMPONENTS: u64 = 1 << 15;

/// Returns the color of the container that a message consists of.
#[track_caller]
fn container_color(message: &Message) -> &Value {
    let flags = message.0["flags"].as_u64();
    assert!(flags.is_some_and(|flags| flags & OF_COMPONENTS != 0));
    assert!(message.content().is_empty());
    assert_eq!(message.0["components"].as_array().map(Vec::len), Some(1));
    &message.0["components"][0]["accent_color"]
}

/// Returns the accent of a color, as Discord numbers it.
fn accent_number(color: Color) -> Value {
    let [red, green, blue] = accent(color);
    json!(u32::from_be_bytes([0, red, green, blue]))
}

#[tokio::test]
async fn help_profiles_leaderboards_and_reviews_are_containers_in_a_color() {
    let stage = hasty_stage().await;
    let [anna, _] = ended_duel(&stage).await;
    for command in [
        "focus-info help",
        "focus-me profile",
        "focus-info leaderboard",
    ] {
        let shown = slash(&anna, command, &[]).await;
        let orange = accent_number(Color::Orange);
        assert_eq!(*container_color(&shown), orange, "{command}");
    }
    let outcome = stage.game(1).game.outcome().expect("a result");
    let winner = outcome.winners.iter().next().expect("a winner");
    let review = slash(&anna, "focus-info eval", &[("game", "1")]).await;
    let review = reviewed(&anna, &review).await;
    assert_eq!(*container_color(&review), accent_number(winner));
}

/// Computer to which every move is a mistake: whoever is to move would win with another one.
struct Regretful;

impl Player for Regretful {
    fn name(&self) -> String {
        "regretful".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Info)) -> Choice {
        let (position, mut chances) = (game.position(), [0.0; 4]);
        chances[position.side().index()] = 1.0;
        Choice::scored(position.legal_moves()[1], Score::Value(0), chances, 1, 1)
    }
}

#[tokio::test]
async fn a_private_moment_has_the_side_of_the_person_and_a_shared_one_the_usual() {
    let players = |_: Options| -> Box<dyn Player> { Box::new(Regretful) };
    let stage = stage_of(Arc::new(players), 1).await;
    let people = english_duel(&stage).await;
    play_plies(&stage, &people, 4).await;
    resign(stage.to_move(1, &people)).await;
    final_board(&people[0], 1).await;
    let blue = stage.game(1).person(Color::Blue).expect("a person").id;
    let blue = person_of(&people, blue);
    let mut pictures = Vec::new();
    for (side, is_shared) in [("fixed", false), ("mine", false), ("mine", true)] {
        choose(blue, "s1:orientation", side).await;
        let report = slash(blue, "focus-info eval", &[]).await;
        let report = reviewed(blue, &report).await;
        let mut moment = press(blue, &report, "f1:moment:1:1").await;
        if is_shared {
            moment = share(blue, &moment).await;
        }
        pictures.push(file(blue, &moment).await);
    }
    assert_ne!(pictures[0], pictures[1]);
    assert_eq!(pictures[0], pictures[2]);
}
