//! Presses that no button of the bot could have sent: each is refused in private, and nothing
//! changes.

use discord_sandbox::{Asked, Message, Person, Response};
use focus::{Color, Mode, Move};
use focusbot::discord::features::history::id::HistoryButtonId;
use focusbot::discord::features::import::id::{ImportButton, ImportButtonId};
use focusbot::discord::interaction::custom_id::buttons::{
    LookButton, PlayButton, PremoveButton, RulesButton, TableButton,
};
use focusbot::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use focusbot::discord::interaction::custom_id::move_origin::MoveOrigin;
use focusbot::discord::interaction::custom_id::request_buttons::{
    PlayRequestButton, TableRequestButton,
};
use focusbot::discord::interaction::custom_id::rules_page::RulesPageId;
use focusbot::i18n::Task;
use focusbot::service::game::ended::imports::ImportId;
use focusbot::service::{GameId, GuildId, HistoryFilter, HistoryScope, Team};
use focusbot::store::{Keys, Store, Table};

use crate::bot::stage::{HERE, Stage, all_messages, board, play_on, slash, speak_english, table};

/// Returns all stored data about games and people, once no update is pending.
async fn kept(stage: &Stage) -> Kept {
    // A board is recorded as shown a moment after everybody sees it, and supersedes another.
    let service = stage.service();
    let waits = || {
        !stage.unannounced().is_empty()
            || !service
                .superseded_messages(None)
                .expect("a store")
                .entries
                .is_empty()
    };
    stage.until("everything shown", || !waits()).await;
    let own = [Table::Alive, Table::Meta];
    let tables = Table::ALL
        .iter()
        .copied()
        .filter(|table| !own.contains(table));
    let all = tables.flat_map(|table| {
        let values = stage.store().scan(table, &Keys::all()).expect("a store");
        values
            .into_iter()
            .map(move |(key, stored)| (table, key, stored.bytes))
    });
    all.collect()
}

/// Returns the public messages, and the content of the one that is pressed.
fn public(person: &Person, pressed: &Message) -> (Vec<String>, String) {
    person.view(|view| {
        let public = all_messages(view)
            .into_iter()
            .filter(|message| !message.is_ephemeral());
        let now = view.message(pressed.id());
        (
            public.map(|message| message.id().to_owned()).collect(),
            now.map_or_else(String::new, |message| message.content().to_owned()),
        )
    })
}

/// Returns the stored data and the public messages, once all events have arrived.
async fn settled(stage: &Stage, person: &Person, pressed: &Message) -> Seen {
    let kept = kept(stage).await;
    // Earlier events arrive before this command.
    slash(person, "focus-info help", &[]).await;
    (kept, public(person, pressed))
}

type Kept = Vec<(Table, Vec<u8>, Vec<u8>)>;
type Seen = (Kept, (Vec<String>, String));

/// Sends a press with any custom id, on a message or on another one, and returns its response.
async fn forge(
    person: &Person,
    message: &Message,
    custom_id: &str,
    values: Option<&[&str]>,
) -> Response {
    let asked = person
        .forge(message, custom_id, values)
        .await
        .expect("a forgery");
    response(person, &asked).await
}

/// Returns the response to a press or a form, after any "thinking…".
async fn response(person: &Person, asked: &Asked) -> Response {
    match person.response(asked).await.expect("a response") {
        Response::Deferred(_) => Response::Message(person.answer(asked).await.expect("an answer")),
        response => response,
    }
}

/// Returns the text of a private answer.
#[track_caller]
fn private(response: &Response, custom_id: &str) -> String {
    match response {
        Response::Message(message) => {
            assert!(message.is_ephemeral(), "{custom_id}: {}", message.content());
            message.all_text()
        }
        other => panic!("{custom_id}: {other:?}"),
    }
}

/// Returns every kind of custom id about a game, some with every kind of part.
fn of_game(game: u32, seen: u32, mv: Move) -> Vec<(String, Option<&'static [&'static str]>)> {
    let from = mv.to_string();
    let source: MoveOrigin = from[..2].parse().expect("a square");
    let page = RulesPageId::new(Mode::Duel, 1).expect("a page");
    let with_parts = [
        PlayButton::BackTo(source).into(),
        PlayRequestButton::Play(mv).into(),
        PlayRequestButton::AcceptDrawOf(Color::Blue).into(),
        PlayRequestButton::RefuseDrawOf(Color::Blue).into(),
        PlayRequestButton::AllowTakeBackOf(Color::Blue).into(),
        PlayRequestButton::RefuseTakeBackOf(Color::Blue).into(),
        RulesButton::Rules(page).into(),
        RulesButton::Lesson(Task::ALL[0]).into(),
        TableRequestButton::Team(Team::First).into(),
        TableRequestButton::Color(Color::Orange).into(),
    ];
    let buttons = GameButton::plain().chain(with_parts);
    let ids = buttons.map(|button| {
        let game = GameId(game);
        let id = GameButtonId { button, game, seen };
        let values: Option<&[&str]> = match button {
            GameButton::Play(PlayButton::From) => Some(&["b3"]),
            GameButton::Play(PlayButton::To) | GameButton::Premove(PremoveButton::DropLine) => {
                Some(&["b3-b4"])
            }
            GameButton::Look(LookButton::Choose) | GameButton::Rules(RulesButton::RulesOf) => {
                Some(&["2"])
            }
            GameButton::Table(TableButton::HostMenu) => Some(&["c0.1"]),
            _ => None,
        };
        (id.to_string(), values)
    });
    ids.collect()
}

/// Returns whether a kind of custom id changes a game or a table, or leads to a change.
fn is_an_act(custom_id: &str) -> bool {
    let looks = [
        "board", "flip", "first", "prev", "next", "last", "turn", "rules", "rulesof", "lesson",
        "record", "replay", "review", "noreview", "chart", "moment", "explain", "see", "more",
        "game",
    ];
    let token = custom_id.split(':').nth(1).unwrap_or_default();
    !looks.contains(&token)
}

#[tokio::test]
async fn a_stranger_changes_nothing_whatever_is_pressed() {
    let (stage, people) = Stage::with_duel().await;
    play_on(&stage, &people).await;
    let [sjoerd, lukasz] = stage.people(["sjoerd", "lukasz"]).await;
    // Another game, a private one, and a table for somebody else.
    let in_games = [("opponent1", "eleonora"), ("private", "true")];
    let asked = lukasz
        .slash("games", "focus challenge", &in_games)
        .await
        .expect("a command");
    lukasz.answer(&asked).await.expect("an answer");
    let view = stage.game(1);
    let shown = board(&sjoerd, 1, 1).await;
    let before = settled(&stage, &sjoerd, &shown).await;
    let mv = stage.a_move(1);
    for (game, seen) in [(1, view.steps), (1, 0), (2, 0), (999, 1)] {
        for (custom_id, values) in of_game(game, seen, mv) {
            let looks = !is_an_act(&custom_id);
            if looks && (seen == 0 || game == 999) {
                continue;
            }
            let response = forge(&sjoerd, &shown, &custom_id, values).await;
            let said = private(&response, &custom_id);
            assert!(!said.is_empty() || looks, "{custom_id}");
            assert!(kept(&stage).await == before.0, "{custom_id}: {said}");
        }
    }
    // A choice that no menu offers shows no private board either.
    for custom_id in ["f1:from:2:0", "f1:to:2:0"] {
        let response = forge(&sjoerd, &shown, custom_id, Some(&["nothing"])).await;
        let (Response::Message(answer) | Response::Deferred(answer)) = response else {
            panic!("{custom_id}: {response:?}");
        };
        assert!(answer.attachments().is_empty(), "{custom_id}");
    }
    assert_eq!(public(&sjoerd, &shown), before.1);
}

#[tokio::test]
async fn a_player_acts_at_the_own_turn_and_on_the_newest_board_only() {
    let (stage, people) = Stage::with_duel().await;
    play_on(&stage, &people).await;
    let shown = board(&people[0], 1, 1).await;
    let (mover, waiting) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let steps = stage.game(1).steps;
    let before = kept(&stage).await;
    let mv = stage.a_move(1);
    let moving = [
        "move", "from", "place", "to", "play", "type", "written", "abort!",
    ];
    let asking = [
        "resign", "resign!", "draw", "draw+of", "nodrawof", "claim", "back", "back+of", "nobackof",
    ];
    let token = |id: &str| id.split(':').nth(1).unwrap_or_default().to_owned();
    let forgeries = of_game(1, steps, mv)
        .into_iter()
        .filter(|(id, _)| moving[..7].contains(&&*token(id)))
        .map(|forgery| (waiting, forgery));
    let old = of_game(1, steps - 1, mv)
        .into_iter()
        .filter(|(id, _)| moving.contains(&&*token(id)) || asking.contains(&&*token(id)))
        .map(|forgery| (mover, forgery));
    let ahead = of_game(1, steps + 1, mv)
        .into_iter()
        .filter(|(id, _)| moving.contains(&&*token(id)) || asking.contains(&&*token(id)))
        .map(|forgery| (mover, forgery));
    for (person, (custom_id, values)) in forgeries.chain(old).chain(ahead) {
        let response = forge(person, &shown, &custom_id, values).await;
        let said = private(&response, &custom_id);
        assert!(!said.is_empty(), "{custom_id}");
        assert!(kept(&stage).await == before, "{custom_id}: {said}");
    }
}

#[tokio::test]
async fn imports_histories_and_settings_of_others_are_refused() {
    let (stage, people) = Stage::with_duel().await;
    let [anna, sjoerd] = stage.people(["anna", "sjoerd"]).await;
    slash(
        &anna,
        "focus-info import",
        &[("notation", &stage.game(1).game.position().to_string())],
    )
    .await;
    let imports = stage
        .store()
        .scan(Table::Imports, &Keys::all())
        .expect("a store");
    let number = imports[0]
        .0
        .last_chunk::<8>()
        .expect("a key with a number at its end");
    let import = ImportId(u64::from_be_bytes(*number));
    let shown = board(&people[0], 1, 0).await;
    let before = settled(&stage, &sjoerd, &shown).await;
    let steps = ImportButton::plain().map(|step| {
        ImportButtonId {
            step,
            import,
            cursor: 0,
        }
        .to_string()
    });
    let foreign = HistoryButtonId {
        filter: HistoryFilter::all(HistoryScope::Guild(GuildId(7))),
        page: 0,
    };
    let admin = [
        "a1:language",
        "a1:theme",
        "a1:orientation",
        "a1:threads",
        "a1:nothreads",
        "a1:propose",
        "a1:show",
        "a1:more",
        "a1:channels",
        "a1:roles",
        "a1:moderators",
        "a1:audit:0",
        "a1:abort:1",
    ];
    let rows = steps
        .map(|id| (id, "no longer kept"))
        .chain([(foreign.to_string(), "")])
        .chain(admin.map(|id| (id.to_owned(), "Only")));
    speak_english(&sjoerd).await;
    for (custom_id, reason) in rows {
        let values: Option<&[&str]> = custom_id.starts_with("a1:language").then_some(&["de"]);
        let response = forge(&sjoerd, &shown, &custom_id, values).await;
        let said = private(&response, &custom_id);
        assert!(said.contains(reason), "{custom_id}: {said}");
        assert!(kept(&stage).await == before.0, "{custom_id}: {said}");
    }
    assert_eq!(public(&sjoerd, &shown), before.1);
}

#[tokio::test]
async fn garbage_is_answered_in_private() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    let before = settled(&stage, &people[0], &shown).await;
    let long = "x".repeat(100);
    for custom_id in [
        "x",
        "f1:",
        "f1:resign!:1",
        "f1:resign!:01:0",
        "f1:resign!:1:0:0",
        "f1:play:1:0:b3-b4x",
        "f9:resign!:1:0",
        "f1:resign!:4294967296:0",
        "f1:top:s:2:b.1.s.1",
        "h1:p:1:-:0:-:99999999999",
        "i1:next:-1:0",
        "s1:everything",
        "a1:audit:99999",
        "\u{202e}f1:resign!:1:0",
        // No account has the id 0.
        "p1:s:@0.2.2..",
        "🦀",
        &long,
        // Buttons and a menu of unreleased versions.
        "f1:nocolors:1:0",
        "f1:nodraw:1:0",
        "f1:back+:1:0",
        "p1:on:c.2.2..",
        // The welcome, which has this button, is a direct message.
        "s1:speak:fr",
    ] {
        let values: &[&str] = &["@everyone", ""];
        for values in [None, Some(values)] {
            let response = forge(&people[0], &shown, custom_id, values).await;
            let said = private(&response, custom_id);
            assert!(said.contains("no longer works"), "{custom_id}: {said}");
        }
    }
    assert!(
        settled(&stage, &people[0], &shown).await == before,
        "something changed"
    );
}

#[tokio::test]
async fn a_form_is_for_the_player_to_move() {
    let (stage, people) = Stage::with_duel().await;
    let sjoerd = stage.person("sjoerd").await;
    let shown = board(&sjoerd, 1, 0).await;
    let waiting = stage.waiting(1, &people);
    let mv = stage.a_move(1).to_string();
    let before = kept(&stage).await;
    for (person, custom_id) in [
        (&sjoerd, "f1:written:1:0"),
        (waiting, "f1:written:1:0"),
        (waiting, "f1:written:1:7"),
        (waiting, "f1:resign!:1:0"),
        (waiting, "x"),
    ] {
        let fields = [("move", mv.as_str())];
        let form = person.forge_form(&shown, custom_id, &fields);
        let asked = form.await.expect("a forgery");
        let response = response(person, &asked).await;
        assert!(!private(&response, custom_id).is_empty());
        assert!(kept(&stage).await == before, "{custom_id}");
    }
}

#[tokio::test]
async fn a_form_of_the_panel_leaves_a_public_message_as_it_is() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    let before = settled(&stage, &people[0], &shown).await;
    let custom_id = "p1:f:c.2.2.1d!.";
    let fields = [("clock", "12h"), ("quiet", "200")];
    let form = people[0].forge_form(&shown, custom_id, &fields);
    let asked = form.await.expect("a forgery");
    let panel = response(&people[0], &asked).await;
    assert!(private(&panel, custom_id).contains("12 hours per move"));
    assert!(
        settled(&stage, &people[0], &shown).await == before,
        "something changed"
    );
}

#[tokio::test]
async fn a_table_is_joined_once_and_by_those_it_is_for() {
    let (stage, [anna, juergen, sjoerd]) = Stage::with_people(["anna", "juergen", "sjoerd"]).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&juergen).await;
    let before = kept(&stage).await;
    for action in ["join", "leave", "decline", "start"] {
        let custom_id = format!("f1:{action}:1:0");
        let response = forge(&sjoerd, &shown, &custom_id, None).await;
        assert!(!private(&response, &custom_id).is_empty());
        assert!(kept(&stage).await == before, "{custom_id}");
    }
    // A duel has no teams, and `c0.9` is no valid choice.
    for (custom_id, values) in [
        ("f1:team:1:0:1", None),
        ("f1:placein:1:0", Some(&["c0.1"][..])),
        ("f1:placein:1:0", Some(&["c0.9"][..])),
        // The host lets nobody choose a color.
        ("f1:color:1:0:O", None),
        ("f1:placein:1:0", Some(&["nocolors"][..])),
        ("f1:placein:1:0", Some(&["c0.O"][..])),
    ] {
        let response = forge(&anna, &shown, custom_id, values).await;
        assert!(!private(&response, custom_id).is_empty());
        assert!(kept(&stage).await == before, "{custom_id}");
    }
    assert_eq!(shown.channel(), anna.channel(HERE).expect("a channel"));
}
