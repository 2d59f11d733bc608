//! Complete program where it is not a member: on a server of others, and alone with a person.

use serde_json::Value;

use super::browser::{Browser, Window};
use super::game::{END, NEWEST, Program, choose_first, decline_practice, install, see_bot};
use super::tab::{Key, Tab};

/// Number of moves before the power is lost, and of those after that.
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

/// Returns who is to move after at least this number of moves, and how many moves were made.
fn to_move(tab: &mut Tab, moves: usize) -> (String, usize) {
    let caption = format!(
        "(() => {{
            const board = {NEWEST};
            const moves = Number(board?.textContent.match(/(\\d+) moves? played/)?.[1] ?? -1);
            const mover = board?.textContent.match(/ to move: @(\\S+)/)?.[1];
            return moves >= {moves} && mover && board.querySelector('.button') && [mover, moves];
        }})()"
    );
    let seen = tab.wait(&caption);
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
    fn enter(browser: &mut Browser, address: &str) -> Self {
        let people = [("Anna", "anna"), ("Łukasz", "lukasz"), ("Sjoerd", "sjoerd")];
        let mut guests = people.map(|(name, who)| {
            let url = format!("{address}/sandbox/?as={who}");
            (name, browser.open(&url, Window::DESKTOP))
        });
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

    /// Returns the tab of whoever is to move.
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
    let Some(mut browser) = Browser::launch() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a writable temporary folder");
    let mut program = Program::start(folder.path(), "0");
    let mut guests = Guests::enter(&mut browser, &program.address);
    guests.begin();
    for moves in 0..MOVES {
        choose_first(guests.on_turn(moves));
    }
    guests.on_turn(MOVES);
    let mut everybody = guests.everybody();
    let _again = program.lose_power(folder.path(), &mut everybody);
    see_bot(everybody[0]);
    go_abroad(everybody[0]);
    for moves in MOVES..MOVES * 2 {
        choose_first(guests.on_turn(moves));
    }
    resign(guests.on_turn(MOVES * 2));
    for tab in guests.everybody() {
        tab.wait(&format!("({NEWEST})?.textContent.includes('resigns')"));
    }
    resign(guests.on_turn(MOVES * 2));
    for tab in guests.everybody() {
        tab.wait(&format!("({END}) && true"));
        tab.is_clean();
    }
}

#[test]
fn a_beginner_is_played_in_direct_messages() {
    let Some(mut browser) = Browser::launch() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a writable temporary folder");
    let mut program = Program::start(folder.path(), "0");
    let url = format!("{}/sandbox/?as=anna", program.address);
    let mut anna = browser.open(&url, Window::DESKTOP);
    // What is said before the bot is there never reaches it.
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
            program = program.lose_power(folder.path(), &mut [&mut anna]);
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
    let pictures = "[...document.querySelectorAll('.picture img')]";
    let silent = anna.value(&format!(
        "{pictures}.filter((image) => image.alt.length < 20).length"
    ));
    assert_eq!(silent, Value::from(0), "a board has no description");
    anna.is_clean();
}
