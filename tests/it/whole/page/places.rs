//! Complete program in direct messages with it, and on a server of which it is not a member.

use focus::{Color, Game, Goal, Mode, Rules};
use serde_json::Value;

use super::browser::Window;
use super::game::{
    END, NEWEST, Place, choose, choose_first, decline_practice, install, place, see_bot, type_move,
};
use super::tab::{Key, Tab};
use crate::support::{players, short_games};
use crate::whole::harness::last_move;

/// Number of moves before the power is lost.
const MOVES: usize = 3;

/// Sends a command with these options, chosen by their names.
fn command(tab: &mut Tab, name: &str, options: &[[&str; 2]]) {
    tab.click("document.querySelector('#entry')");
    tab.type_text(name);
    tab.see(".picker li[aria-selected=true]", name);
    tab.key(Key::Enter);
    for [option, value] in options {
        tab.click(&format!(
            "document.querySelector('.add[data-add={option}]')"
        ));
        tab.type_text(value);
        tab.see(".picker li[aria-selected=true]", value);
        tab.key(Key::Enter);
    }
    tab.key(Key::Enter);
}

/// Gives a game up, in two presses.
fn resign(tab: &mut Tab) {
    tab.click(&format!(
        "({NEWEST}).querySelector('[data-custom-id^=\"f1:more:\"]')"
    ));
    for button in ["f1:resign:", "f1:resign!:"] {
        let last = format!(
            "[...document.querySelectorAll('.message.ephemeral [data-custom-id^=\"{button}\"]')].at(-1)"
        );
        tab.wait(&format!("{last} && true"));
        tab.click(&last);
    }
}

/// Returns the color to move on the newest board.
fn color_to_move(tab: &mut Tab) -> Color {
    let text = tab.value(&format!("({NEWEST}).textContent"));
    let text = text.as_str().expect("text");
    let mut colors = Color::ALL.iter();
    let color = colors.find(|color| text.contains(&format!("{color:?} to move")));
    *color.expect("a color to move")
}

/// Returns an expression for who is to move after at least this number of moves, and how many moves
/// were made.
fn turn(moves: usize) -> String {
    format!(
        "(() => {{
            const board = {NEWEST};
            const moves = Number(board?.textContent.match(/(\\d+) moves? played/)?.[1] ?? -1);
            const mover = board?.textContent.match(/ to move: @(\\S+)/)?.[1];
            return moves >= {moves} && mover && board.querySelector('.button') && [mover, moves];
        }})()"
    )
}

/// Returns who is to move after at least this number of moves, and how many moves were made.
fn to_move(tab: &mut Tab, moves: usize) -> (String, usize) {
    let seen = tab.wait(&turn(moves));
    let moves = seen[1].as_u64().and_then(|moves| moves.try_into().ok());
    let who = seen[0].as_str().expect("a name").to_owned();
    (who, moves.expect("a number of moves"))
}

/// Opens the server that the bot is not on.
fn go_abroad(tab: &mut Tab) {
    let server = "[...document.querySelectorAll('.server')]\
                  .find((server) => server.querySelector('h2').textContent === 'Abroad')";
    tab.click(&format!("({server})?.querySelector('.channel')"));
    tab.see(".server.open h2", "Abroad");
}

/// People on the server of one of them, to which only that one has brought the bot.
struct Guests([(&'static str, Tab); 3]);

impl Guests {
    fn enter(place: &mut Place) -> Self {
        let people = [("Anna", "anna"), ("Łukasz", "lukasz"), ("Sjoerd", "sjoerd")];
        let mut guests = people.map(|(name, who)| (name, place.enter(who, Window::DESKTOP)));
        let [(_, anna), others @ ..] = &mut guests;
        anna.press_on(".channel", "New server");
        anna.type_text("Abroad");
        anna.key(Key::Enter);
        anna.see(".server.open h2", "Abroad");
        install(anna);
        for (_, tab) in others {
            go_abroad(tab);
        }
        Self(guests)
    }

    fn begin(&mut self) {
        let [(_, anna), others @ ..] = &mut self.0;
        command(
            anna,
            "/focus new",
            &[["mode", "Three-way"], ["goal", "race"]],
        );
        for (_, tab) in others {
            tab.press_on(".button", "Join");
        }
        for (_, tab) in &mut self.0 {
            decline_practice(tab);
        }
    }

    /// Returns the tab of the person to move.
    fn on_turn(&mut self, moves: usize) -> &mut Tab {
        let [(_, anna), ..] = &mut self.0;
        let (who, _) = to_move(anna, moves);
        let mut guests = self.0.iter_mut();
        let (_, tab) = guests.find(|(name, _)| *name == who).expect("a guest");
        to_move(tab, moves);
        tab
    }

    fn everybody(&mut self) -> [&mut Tab; 3] {
        self.0.each_mut().map(|(_, tab)| tab)
    }
}

#[test]
fn three_people_play_on_a_server_that_the_bot_is_not_on() {
    let Some(mut place) = place() else { return };
    let mut guests = Guests::enter(&mut place);
    guests.begin();
    let first = color_to_move(guests.on_turn(0));
    let game = short_games::three_way(first);
    for (moves, mv) in game.iter().enumerate() {
        let tab = guests.on_turn(moves);
        choose(tab, &mv.to_string());
        if moves == MOVES {
            guests.on_turn(moves + 1);
            let mut everybody = guests.everybody();
            place.lose_power(&mut everybody);
            see_bot(everybody[0]);
            go_abroad(everybody[0]);
        }
    }
    for tab in guests.everybody() {
        let end = tab.wait(END);
        let end = end.as_str().expect("text");
        assert!(end.contains("The goal has been reached"), "{end}");
        tab.is_clean();
    }
}

/// Plays a race against a beginner to its end, in a channel where one game has ended.
fn race_against_beginner(tab: &mut Tab) {
    command(
        tab,
        "/focus new",
        &[["computer", "Beginner"], ["goal", "race"]],
    );
    let (_, made) = to_move(tab, 0);
    let own = color_to_move(tab);
    let first = if made == 0 { own } else { own.opposite() };
    let rules = Rules::new(Mode::Duel).with_goal(Goal::Race);
    let mut game = Game::new(rules.expect("a goal of duels"), first);
    let mut expert = players::expert();
    let ended = "[...document.querySelectorAll('.message:not(.ephemeral) .body')]\
                 .filter((body) => body.textContent.includes('wins!')).length === 2";
    for moves in (made..).step_by(2) {
        if moves > 0 {
            if tab.wait(&format!("({ended}) || {}", turn(moves))) == true {
                return;
            }
            let alt = tab.value(&format!("({NEWEST}).querySelector('.picture img').alt"));
            let answer = last_move(alt.as_str().expect("a description"), game.position());
            game.play(answer).expect("a legal move");
        }
        let mv = expert(&game);
        type_move(tab, &mv.to_string());
        game.play(mv).expect("a legal move");
        if game.outcome().is_some() {
            tab.wait(ended);
            return;
        }
    }
}

#[test]
fn a_beginner_is_played_in_direct_messages() {
    let Some(mut place) = place() else { return };
    let mut anna = place.enter("anna", Window::DESKTOP);
    // Words said before the bot is there never reach it.
    see_bot(&mut anna);
    anna.press_on(".channel", "Message");
    anna.see("#channel-name", "FocusBot");
    anna.say("hello");
    anna.press_on(".button", "Play a beginner");
    decline_practice(&mut anna);
    let mut moves = 0;
    for turn in 0..MOVES * 2 {
        let (who, made) = to_move(&mut anna, moves);
        assert_eq!(who, "Anna");
        if turn == MOVES {
            place.lose_power(&mut [&mut anna]);
            see_bot(&mut anna);
            anna.press_on(".channel", "FocusBot");
        }
        choose_first(&mut anna);
        // The computer answers.
        moves = made + 2;
    }
    to_move(&mut anna, moves);
    resign(&mut anna);
    anna.wait(&format!("({END}) && true"));
    // The replay comes later, and would be taken for the board of the next game.
    anna.wait(
        "[...document.querySelectorAll('.message:not(.ephemeral) .button')]\
         .filter((button) => button.textContent.trim() === 'Analysis').length === 2",
    );
    race_against_beginner(&mut anna);
    let pictures = "[...document.querySelectorAll('.picture img')]";
    let silent = anna.value(&format!(
        "{pictures}.filter((image) => image.alt.length < 20).length"
    ));
    assert_eq!(silent, Value::from(0), "a board has no description");
    anna.is_clean();
}
