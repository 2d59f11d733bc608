//! Premoves, as people see them.

use discord_sandbox::Person;
use focus::notation::MoveText;
use focus::{Color, Direction, Game, Move};
use focusbot::i18n::{Language, Words};

use crate::bot::play::stepwise::ONLY_RESERVES;
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::suggestions::suggestions;
use crate::bot::stage::{
    HERE, Stage, begin, board, choose, choose_move, id_of, messages_in, offered, person_of, pick,
    play_plies, press, press_more, slash, speak_english, three_way,
};
use crate::support::unbroken;

/// Pink has neither a stack nor a reserve.
const WITHOUT_PINK: &str = "4t x4/x6/x5,B,x2/x3,G,x4/x3,O,x4/x8/x6/x4 O - \
                            O:G12P13,G:O12B12 - 0 100";

/// Returns two consecutive legal moves from the current position.
fn two(stage: &Stage) -> (String, String) {
    let mut game = stage.game(1).game;
    let when = game.position().legal_moves()[0];
    game.play(when).expect("a legal move");
    (
        when.to_string(),
        game.position().legal_moves()[0].to_string(),
    )
}

/// Returns whether any message that somebody sees contains a text.
fn sees(person: &Person, text: &str) -> bool {
    let mut messages = messages_in(person, HERE).into_iter();
    messages.any(|message| message.content().contains(text))
}

#[tokio::test]
async fn prepared_answer_stays_secret_and_is_played_at_once_after_a_restart() {
    let (mut stage, people) = Stage::with_duel().await;
    let (first, second) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let (when, answer) = two(&stage);
    let options = [("move", answer.as_str()), ("if", when.as_str())];
    let set = slash(second, "focus move", &options).await;
    let listed = unbroken(&answer);
    says_privately(&set, &format!("**{listed}**"));
    let own = slash(second, "focus board", &[]).await;
    says(&own, &format!("**{listed}**"));
    let others = slash(first, "focus board", &[]).await;
    assert!(!others.content().contains(&listed), "{}", others.content());
    assert!(!sees(first, &format!("**{listed}**")));

    stage.restart_bot().await;
    slash(first, "focus move", &[("move", &when)]).await;
    let shown = board(first, 1, 2).await;
    assert_eq!(shown.pings(), [first.id()]);
    for text in [&when, &answer] {
        says(&shown, &format!("**{text}**"));
    }
    says(&shown, "had prepared this reply");
}

#[tokio::test]
async fn an_answer_is_dropped_by_its_button_after_a_restart() {
    let (mut stage, people) = Stage::with_duel().await;
    let (first, second) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let (when, answer) = two(&stage);
    let options = [("move", answer.as_str()), ("if", when.as_str())];
    let set = slash(second, "focus move", &options).await;
    stage.restart_bot().await;
    let dropped = press(second, &set, "f1:noplan").await;
    assert_eq!(dropped.id(), set.id());
    slash(first, "focus move", &[("move", &when)]).await;
    board(first, 1, 1).await;
    assert_eq!(stage.game(1).plies(), 1);
}

#[tokio::test]
async fn moves_to_expect_and_answers_to_them_are_offered() {
    let (stage, people) = Stage::with_duel().await;
    let second = stage.waiting(1, &people);
    let (when, answer) = two(&stage);
    let offered = async |options: &[(&str, &str)], focused| {
        suggestions(second, HERE, "focus move", options, focused).await
    };
    let expected = offered(&[("if", &when[..2])], "if").await;
    assert!(expected.iter().any(|(_, value)| *value == when.as_str()));
    let answers = offered(&[("if", when.as_str()), ("move", &answer[..2])], "move").await;
    assert!(answers.iter().any(|(_, value)| *value == answer.as_str()));
    let first = stage.to_move(1, &people);
    let own = suggestions(first, HERE, "focus move", &[("if", "")], "if").await;
    assert!(own.is_empty(), "nothing to reply to: {own:?}");
}

#[tokio::test]
async fn an_answer_on_the_own_turn_is_refused() {
    let (stage, people) = Stage::with_duel().await;
    let first = stage.to_move(1, &people);
    let (when, answer) = two(&stage);
    let options = [("move", answer.as_str()), ("if", when.as_str())];
    let refusal = slash(first, "focus move", &options).await;
    assert!(refusal.is_ephemeral());
    assert_eq!(stage.game(1).plies(), 0);
    let person = id_of(first);
    let game = stage.game(1);
    let personal = stage.service().visible_game(person, game.place, game.id);
    let premoves = personal.expect("a readable game").premoves;
    assert!(premoves.lines.is_empty());
}

#[tokio::test]
async fn replies_are_prepared_with_buttons_shown_and_canceled() {
    let (mut stage, people) = Stage::with_duel().await;
    let (first, second) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let (when, answer) = two(&stage);
    let shown = board(second, 1, 0).await;
    let none = press_more(second, &shown, "f1:plans:").await;
    assert!(none.is_ephemeral() && none.component("f1:noplan:").is_none());
    let ask = press(second, &none, "f1:plan:").await;
    let (ask, _) = choose_move(second, ask, &when).await;
    says(&ask, &unbroken(&when));
    stage.restart_bot().await;
    let (set, _) = choose_move(second, ask, &answer).await;
    let listed = format!("{} → **{}**", unbroken(&when), unbroken(&answer));
    says(&set, &listed);
    let ask = press(second, &set, "f1:plan:1:0:-").await;
    let other = stage.game(1).game.position().legal_moves()[1].to_string();
    let (ask, _) = choose_move(second, ask, &other).await;
    let reply = second_move(&stage, &other);
    let (both, _) = choose_move(second, ask, &reply).await;
    says(&both, &listed);
    says(&both, &format!("{} → **", unbroken(&other)));
    let line = format!("{when}.{answer}");
    let left = pick(second, &both, "f1:noline:", &[&line]).await;
    assert!(!left.content().contains(&listed), "{}", left.content());
    slash(first, "focus move", &[("move", &other)]).await;
    board(first, 1, 2).await;
    assert!(!sees(first, "prepared replies"));
}

/// Returns a legal move after this one.
fn second_move(stage: &Stage, first: &str) -> String {
    let mut game = stage.game(1).game;
    let first = first.parse::<MoveText>().expect("a move").mv();
    game.play(first).expect("a legal move");
    game.position().legal_moves()[0].to_string()
}

/// Returns legal moves of pieces that stand alone: after them, nobody can move from there.
fn of_single_pieces(game: &Game) -> Vec<Move> {
    let board = game.position().board();
    let is_single = |mv: &Move| matches!(mv, Move::Slide { from, .. } if board.height(*from) == 1);
    let moves = game.position().legal_moves().into_iter();
    moves.filter(is_single).collect()
}

#[tokio::test]
async fn a_prepared_reply_is_followed_by_several_with_buttons_alone() {
    let (stage, people) = Stage::with_duel().await;
    let second = stage.waiting(1, &people);
    let mut game = stage.game(1).game;
    let begin = [(); 2].map(|()| {
        let mv = of_single_pieces(&game)[0];
        game.play(mv).expect("a legal move");
        mv.to_string()
    });
    let branches = [0, 1].map(|number| {
        let mut game = game.clone();
        let expected = of_single_pieces(&game)[number];
        game.play(expected).expect("a legal move");
        [expected, of_single_pieces(&game)[0]].map(|mv| mv.to_string())
    });
    let on = format!("f1:plan:1:0:{}", begin.join("."));
    let shown = board(second, 1, 0).await;
    let mut list = press_more(second, &shown, "f1:plans:").await;
    for [expected, answer] in &branches {
        let ask = press(second, &list, "f1:plan:1:0:-").await;
        let (ask, _) = choose_move(second, ask, &begin[0]).await;
        let (set, _) = choose_move(second, ask, &begin[1]).await;
        let ask = press(second, &set, &on).await;
        let (ask, _) = choose_move(second, ask, expected).await;
        (list, _) = choose_move(second, ask, answer).await;
    }
    let [when, reply] = begin.map(unbroken);
    for [expected, answer] in branches.map(|branch| branch.map(unbroken)) {
        let line = format!("{when} → **{reply}** → {expected} → **{answer}**");
        says(&list, &line);
    }
}

#[tokio::test]
async fn arrows_of_a_prepared_reply_point_as_on_the_board_of_the_person() {
    let (stage, people) = Stage::with_duel().await;
    let plies = u32::from(stage.game(1).to_move() == Some(Color::Blue));
    play_plies(&stage, &people, plies).await;
    let blue = stage.waiting(1, &people);
    choose(blue, "s1:orientation", "mine").await;
    let shown = board(blue, 1, plies).await;
    let list = press_more(blue, &shown, "f1:plans:").await;
    let ask = press(blue, &list, "f1:plan:").await;
    let source = offered(&ask, "f1:planfrom:")[0];
    let ask = pick(blue, &ask, "f1:planfrom:", &[source]).await;
    let menu = ask.component("f1:planto:").expect("a menu");
    for option in menu["options"].as_array().expect("options") {
        let [label, mv] = ["label", "value"].map(|key| option[key].as_str().expect("a text"));
        let mv = mv.parse::<MoveText>().expect("a move").mv();
        let wanted = Words::new(Language::English).target_choice(mv, Direction::North);
        assert_eq!(label.chars().next(), wanted.chars().next(), "{label}");
    }
}

#[tokio::test]
async fn no_squares_are_framed_for_a_reserve_that_can_go_everywhere() {
    let (stage, people) = Stage::with_people(["anna", "juergen", "lukasz", "sjoerd"]).await;
    begin(&people, &[("position", ONLY_RESERVES)]).await;
    let second = stage.waiting(1, &people);
    speak_english(second).await;
    let shown = board(second, 1, 0).await;
    let list = press_more(second, &shown, "f1:plans:").await;
    let ask = press(second, &list, "f1:plan:").await;
    let ask = pick(second, &ask, "f1:planfrom:", &["+"]).await;
    let alt = Words::new(Language::English).alt_text(&stage.game(1));
    assert_eq!(ask.descriptions()[0], alt);
}

#[tokio::test]
async fn a_reply_is_continued_only_if_its_line_has_room_for_another() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let view = stage.game(1);
    let mut game = view.game.clone();
    let line = [(); 6].map(|()| {
        let (side, mv) = (game.position().side(), game.position().legal_moves()[0]);
        game.play(mv).expect("a legal move");
        (side, mv.to_string())
    });
    let third = view.person(line[2].0).expect("a person").id;
    let third = person_of(&people, third);
    for (length, is_continued) in [(3, true), (6, false)] {
        let moves: Vec<_> = line[..length].iter().map(|(_, mv)| mv.as_str()).collect();
        let (answer, when) = moves.split_last().expect("a line");
        let when = when.join(", ");
        let set = slash(third, "focus move", &[("move", answer), ("if", &when)]).await;
        let on = format!("f1:plan:1:0:{}", moves.join("."));
        assert_eq!(set.component(&on).is_some(), is_continued, "{moves:?}");
    }
}

#[tokio::test]
async fn a_reply_is_continued_past_a_partner_who_has_to_pass() {
    let (stage, people) = Stage::with_people(["anna", "juergen", "lukasz", "sjoerd"]).await;
    begin(&people, &[("position", WITHOUT_PINK)]).await;
    let view = stage.game(1);
    let green = view.person(Color::Green).expect("a person").id;
    let green = person_of(&people, green);
    let when = "d4-c4, d5-c5, f6-f7, c4-d4";
    let set = slash(green, "focus move", &[("move", "c5-d5"), ("if", when)]).await;
    let on = "f1:plan:1:0:d4-c4.d5-c5.f6-f7.c4-d4.c5-d5";
    assert!(set.component(on).is_some(), "{:?}", set.labels());
}
