//! Rated games: agreement at the table, board, and effect of their end.

use discord_sandbox::{Message, Person};
use focus::{Color, Mode, Rules};
use focusbot::service::{
    Access, Actor, ChannelId, GameRequest, NewTable, Overtime, PersonId, Place, Request, TimeRule,
};
use serde_json::json;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, begun, board, final_board, hinder, person_of, press, press_more,
    resign_to_computer, share, slash, slash_in, table,
};
use crate::bot::user_install::{GROUP, group};

/// Sets up a rated table, fills it, and makes everybody move often enough for the game to count.
async fn begin(stage: &Stage, game: u32, mode: Mode, choice: &str, people: &[Person]) {
    let options = [("mode", choice), ("rated", "true"), ("clock", "1d")];
    slash(&people[0], "focus new", &options).await;
    let shown = table(&people[1]).await;
    says(&shown, "by joining you agree");
    for person in &people[1..mode.seats()] {
        slash(person, "focus join", &[]).await;
    }
    let shown = board(&people[0], game, 0).await;
    says(&shown, "· rated");
    assert!(stage.game(game).rated);
    let number = game.to_string();
    for _ in 0..2 * mode.seats() {
        let mover = stage.to_move(game, people);
        let mv = stage.a_move(game).to_string();
        slash(mover, "focus move", &[("move", &mv), ("game", &number)]).await;
    }
}

/// Resigns with the button and its confirmation.
async fn resign(stage: &Stage, game: u32, color: Color, people: &[Person]) {
    let view = stage.game(game);
    let person = person_of(people, view.person(color).expect("a person").id);
    let shown = board(person, game, view.steps).await;
    let question = press_more(person, &shown, "f1:resign:").await;
    press(person, &question, "f1:resign!:").await;
}

#[tokio::test]
async fn rated_games_of_every_mode_say_what_they_change_even_after_a_restart() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen", "lukasz", "sjoerd"]).await;
    let modes = [
        (Mode::Duel, "0", &[Color::Blue][..]),
        (Mode::ThreeWay, "1", &[Color::Green, Color::Blue]),
        (Mode::Partners, "2", &[Color::Green, Color::Pink]),
        (
            Mode::FreeForAll,
            "3",
            &[Color::Green, Color::Blue, Color::Pink],
        ),
    ];
    for (game, (mode, choice, losers)) in (1..).zip(modes) {
        begin(&stage, game, mode, choice, &people).await;
        stage.restart_bot().await;
        for color in losers {
            resign(&stage, game, *color, &people).await;
        }
        let last = final_board(&people[0], game).await;
        says(&last, "**Ratings:**");
        says(&last, " 1500 → ");
        assert_eq!(last.content().matches('?').count(), mode.seats());
    }
}

#[tokio::test]
async fn a_rated_table_with_computers_is_refused() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let options = [("computer", "2"), ("rated", "true")];
    let refusal = slash(&anna, "focus new", &options).await;
    says_privately(&refusal, "cannot be rated");
    let refusal = slash(&anna, "focus new", &[("rated", "true")]).await;
    says_privately(&refusal, "A rated game needs a clock. Choose one");
}

#[tokio::test]
async fn a_rated_game_that_is_over_too_soon_says_that_it_does_not_count() {
    let stage = Stage::new().await;
    let options = [("rated", "true"), ("clock", "1d")];
    let people = begun(&stage, ["anna", "juergen"], &options).await;
    resign(&stage, 1, Color::Blue, &people).await;
    let last = final_board(&people[0], 1).await;
    says(&last, "too few players had moved twice");
}

/// Returns the description of a message's only picture.
async fn alt(person: &Person, message: &Message) -> String {
    let png = person.fetch(message.pictures()[0]).await;
    assert_eq!(&png.expect("the picture")[1..4], b"PNG");
    message.descriptions()[0].to_owned()
}

/// Plays enough rated duels between strangers on the server of game 1 to fill more than a page.
fn strangers_play(stage: &Stage) {
    let (guild, began) = (stage.game(1).place.guild, stage.game(1).started);
    let service = stage.service();
    for pair in 0..6 {
        let actor = |number: u64| Actor {
            person: PersonId(5_000 + number),
            name: format!("Stranger {number}"),
            language: None,
        };
        let place = Place {
            guild,
            channel: ChannelId(9_000 + pair),
            access: Access::Member,
        };
        let new = NewTable {
            time: Some(TimeRule {
                control: "1d".parse().expect("a time control"),
                overtime: Overtime::Out,
            }),
            rated: true,
            ..NewTable::open(place, Rules::new(Mode::Duel))
        };
        let ask = |who: u64, request| {
            let done = service.handle(began, &actor(who), request, pair);
            done.expect("an accepted request").view.id()
        };
        let game = ask(2 * pair, Request::Create(new));
        ask(2 * pair + 1, Request::Join(game));
        for _ in 0..4 {
            let view = stage.game(game.0);
            let mover = view.to_move().and_then(|color| view.person(color));
            let mover = mover.expect("a person").id.0 - 5_000;
            let (seen, text) = (None, stage.a_move(game.0).to_string());
            ask(
                mover,
                Request::Move {
                    game,
                    seen,
                    asked: None,
                    text,
                },
            );
        }
        ask(2 * pair, GameRequest::Resign.in_game(game, None));
    }
}

#[tokio::test]
async fn leaderboard_pages_after_a_restart_in_the_language_of_the_reader() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let [anna, juergen] = &people;
    let empty = slash(anna, "focus-info leaderboard", &[]).await;
    assert!(
        empty.attachments().is_empty() && empty.all_text().contains("Nobody has finished a rated"),
        "{}",
        empty.all_text()
    );
    let panel = press(anna, &empty, "Set up a game").await;
    assert_eq!(panel.id(), empty.id());
    let id = panel.component("Start").expect("a button")["custom_id"].clone();
    assert_eq!(id, "p1:s:o.2.2.1d.r");
    begin(&stage, 1, Mode::Duel, "0", &people).await;
    resign(&stage, 1, Color::Blue, &people).await;
    final_board(anna, 1).await;
    strangers_play(&stage);
    // Only Anna and Jürgen are on the server.
    stage.restart_bot().await;

    let first = slash(anna, "focus-info leaderboard", &[]).await;
    says(&first, "Duel – highest rated here");
    let text = alt(anna, &first).await;
    assert!(text.starts_with("1. ") && text.contains("10. "), "{text}");
    assert!(
        text.contains("Stranger") && !text.contains("11. "),
        "{text}"
    );
    stage.restart_bot().await;
    let second = press(anna, &first, "Weaker").await;
    assert_eq!(second.id(), first.id());
    let below = alt(anna, &second).await;
    assert!(
        below.starts_with("11. ") && below.contains("14. "),
        "{below}"
    );
    let again = press(anna, &second, "Stronger").await;
    assert_eq!(alt(anna, &again).await, text);
    let shared = share(anna, &again).await;
    assert!(!shared.is_ephemeral());
    says(&shared, "Shared by Anna");
    assert_eq!(alt(anna, &shared).await, text);
    assert!(!shared.labels().contains(&"Share"), "{:?}", shared.labels());
    let own = press(juergen, &shared, "f1:top:s:2:b").await;
    says_privately(&own, "die Stärksten hier");
    let all = press(anna, &again, "All servers").await;
    says(&all, "has joined the list");
    let listed = press(anna, &all, "List me here").await;
    let text = alt(anna, &listed).await;
    assert!(
        text.starts_with("1. Anna: ") && !text.contains("2. "),
        "{text}"
    );
    let all = press(anna, &listed, "Take me off").await;
    assert!(all.labels().contains(&"List me here"));
    let other = press(anna, &all, "Partners").await;
    says(&other, "Partners – highest rated everywhere");
    let rules = press(anna, &other, "How ratings work").await;
    assert!(rules.is_ephemeral() && rules.id() != other.id());

    let german = slash(juergen, "focus-info leaderboard", &[("mode", "2")]).await;
    says(&german, "Partner");
    says(&german, "die Stärksten hier");
}

#[tokio::test]
async fn a_profile_shows_ratings_results_and_common_games() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let [anna, juergen] = &people;
    let none = slash(anna, "focus-me profile", &[]).await;
    says_privately(&none, "You have not finished a game");
    let ways = ["Play a beginner", "Set up a game", "Practice"];
    assert_eq!(none.labels(), ways);
    begin(&stage, 1, Mode::Duel, "0", &people).await;
    resign(&stage, 1, Color::Blue, &people).await;
    final_board(anna, 1).await;
    stage.restart_bot().await;
    let view = stage.game(1);
    let winner = person_of(&people, view.person(Color::Orange).expect("a person").id);
    let options = if winner.id() == anna.id() {
        [("person", "anna"), ("with", "juergen")]
    } else {
        [("person", "juergen"), ("with", "anna")]
    };
    let shown = slash(anna, "focus-me profile", &options).await;
    says(&shown, ": +1 =0 −0");
    let text = alt(anna, &shown).await;
    assert!(text.contains("Duel: 16") && text.contains("? ±"), "{text}");
    assert!(text.ends_with("the newest last: +"), "{text}");
    let shared = share(anna, &shown).await;
    assert!(!shared.is_ephemeral());
    says(&shared, "Shared by Anna");
    says(&shared, "+1 =0 −0");
    assert_eq!(alt(anna, &shared).await, text);
    let german = slash(juergen, "focus-me profile", &[]).await;
    let text = alt(juergen, &german).await;
    assert!(text.contains("Letzte Partien"), "{text}");
}

#[tokio::test]
async fn a_profile_of_games_with_computers_alone_is_shared() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let options = [("people", "1"), ("computer", "0"), ("mode", "0")];
    slash(&anna, "focus new", &options).await;
    resign_to_computer(&stage, &anna, HERE).await;
    final_board(&anna, 1).await;
    let profile = slash(&anna, "focus-me profile", &[]).await;
    let refusal = json!({"status": 400, "code": 50_035});
    hinder(&anna, "/callback", 1, refusal).await;
    let refused = press(&anna, &profile, "Share").await;
    says_privately(&refused, "Something went wrong");
    // It is tried again at once.
    let shared = share(&anna, &profile).await;
    says(&shared, "Shared by Anna");
}

#[tokio::test]
async fn a_bot_is_neither_invited_from_its_profile_nor_compared() {
    let stage = Stage::new().await;
    let people = stage.people(["anna", "juergen"]).await;
    begin(&stage, 1, Mode::Duel, "0", &people).await;
    resign(&stage, 1, Color::Blue, &people).await;
    final_board(&people[0], 1).await;
    let bot = people[0].view(|view| view.bot().to_owned());
    let profile = slash(&people[0], "focus-me profile", &[("person", &bot)]).await;
    says(&profile, "has not finished a game");
    assert!(profile.labels().is_empty(), "{:?}", profile.labels());
    let own = slash(&people[0], "focus-me profile", &[("with", &bot)]).await;
    let text = own.all_text();
    assert!(!text.contains("There are no games with"), "{text}");
}

#[tokio::test]
async fn a_profile_is_shared_with_names_where_its_people_have_not_played() {
    let stage = Stage::new().await;
    let [anna, lukasz] = group(&stage, ["anna", "lukasz"]).await;
    let players = [stage.person("juergen").await, lukasz];
    begin(&stage, 1, Mode::Duel, "0", &players).await;
    resign(&stage, 1, Color::Blue, &players).await;
    final_board(&anna, 1).await;
    let options = [("person", "juergen"), ("with", "lukasz")];
    let profile = slash_in(&anna, GROUP, "focus-me profile", &options).await;
    let shared = share(&anna, &profile).await;
    says(&shared, "Jürgen");
    says(&shared, "Łukasz");
    let text = alt(&anna, &shared).await;
    assert!(text.starts_with("Jürgen\n"), "{text}");
    assert_eq!(alt(&anna, &profile).await, text);
}

#[tokio::test]
async fn a_shared_profile_names_a_person_who_has_only_played_in_direct_messages() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let direct = juergen.open_dm().await.expect("a conversation");
    let bot = juergen.view(|view| view.bot().to_owned());
    let options = [("opponent1", bot.as_str())];
    slash_in(&juergen, &direct, "focus challenge", &options).await;
    resign_to_computer(&stage, &juergen, &direct).await;
    let id = juergen.id();
    let end = format!("…{}", &id[id.len() - 4..]);
    let options = [("person", "juergen")];
    for name in ["Jürgen", end.as_str()] {
        let profile = slash(&anna, "focus-me profile", &options).await;
        let shared = share(&anna, &profile).await;
        says(&shared, &format!("{name} has not finished a game"));
        // The next time, Discord does not tell the name.
        let unknown = json!({"status": 404, "code": 10_013});
        hinder(&anna, &format!("GET /users/{id}"), 1, unknown).await;
    }
}
