//! Complete program: two people play a game from the first command to the last capture.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;

use focus::{Color, Move};
use serde_json::Value;
use tempfile::TempDir;

use super::browser::{Browser, Window};
use super::tab::{Key, Tab};
use crate::support::{program, short_games};

/// Newest message of the channel, without the one that it may quote.
pub(super) const NEWEST: &str =
    "[...document.querySelectorAll('.message:not(.ephemeral) .body')].at(-1)";

/// Text of the message with the result.
pub(super) const END: &str = "[...document.querySelectorAll('.message:not(.ephemeral) .body')]\
                   .map((body) => body.textContent).find((text) => text.includes('wins!'))";

/// Process of `focusbot sandbox` with its bot and its folder, and the browser that shows its page.
pub(super) struct Place {
    child: Child,
    address: String,
    folder: TempDir,
    browser: Browser,
}

impl Place {
    /// Opens the page as this person.
    pub(super) fn enter(&mut self, who: &str, window: Window) -> Tab {
        let url = format!("{}/sandbox/?as={who}", self.address);
        self.browser.open(&url, window)
    }

    /// Kills the process, as a power cut would, and starts another one in its folder, until the pages
    /// are connected again.
    pub(super) fn lose_power(&mut self, tabs: &mut [&mut Tab]) {
        self.child.kill().expect("a process of this test");
        self.child.wait().expect("a process of this test");
        for tab in &mut *tabs {
            tab.see("#banner", "");
        }
        let (_, port) = self.address.rsplit_once(':').expect("a port");
        let (child, address) = start(self.folder.path(), port);
        self.child = child;
        assert_eq!(address, self.address);
        for tab in tabs {
            tab.wait("document.querySelector('#banner').hidden");
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // It may have been killed already; then nothing is left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the program in an empty folder, if there is a browser.
pub(super) fn place() -> Option<Place> {
    let browser = Browser::launch()?;
    let folder = tempfile::tempdir().expect("a writable temporary folder");
    let (child, address) = start(folder.path(), "0");
    Some(Place {
        child,
        address,
        folder,
        browser,
    })
}

/// Starts `focusbot sandbox` and returns the process with the address at which it listens.
fn start(folder: &Path, port: &str) -> (Child, String) {
    let mut child = program::give_time(&mut program::focusbot())
        .args(["sandbox", "--port", port, "--data"])
        .arg(folder)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program just built");
    let mut lines = BufReader::new(child.stdout.take().expect("piped output")).lines();
    let address = lines
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| {
            let mut words = line.split_whitespace();
            words
                .find(|word| word.starts_with("http://"))
                .map(str::to_owned)
        })
        .expect("a program that says where it listens");
    // It prints more; a pipe that nobody reads would end it.
    thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    (child, address)
}

/// Browser tabs of two people in one game.
struct Players {
    anna: Tab,
    lukasz: Tab,
}

impl Players {
    fn enter(place: &mut Place) -> Self {
        Self {
            anna: place.enter("anna", Window::DESKTOP),
            lukasz: place.enter("lukasz", Window::PHONE),
        }
    }

    /// Lets Anna set up a race by typing and Łukasz join with a click.
    fn begin(&mut self) {
        let Self { anna, lukasz } = self;
        anna.click("document.querySelector('#entry')");
        anna.type_text("/focus new");
        anna.see(".picker li[aria-selected=true]", "/focus new");
        anna.key(Key::Enter);
        anna.click("document.querySelector('.add[data-add=goal]')");
        anna.type_text("race");
        anna.see(".picker li[aria-selected=true]", "race");
        anna.key(Key::Enter);
        anna.key(Key::Enter);
        lukasz.press_on(".button", "Join");
        for tab in [anna, lukasz] {
            decline_practice(tab);
        }
    }

    /// Brings the two to a group, in which the bot is not. Both have installed it for themselves.
    fn meet_in_a_group(&mut self) {
        let Self { anna, lukasz } = self;
        anna.press_on(".channel", "New conversation");
        anna.click("document.querySelector('.choices input[value=lukasz]')");
        anna.click("document.querySelector('.choices input[value=eleonora]')");
        anna.click("document.querySelector('#group-name')");
        anna.type_text("Friends");
        anna.press_on("dialog button", "Open");
        anna.see("#channel-name", "Friends");
        lukasz.click("document.querySelector('#open-channels')");
        lukasz.press_on(".channel", "Friends");
        lukasz.see("#channel-name", "Friends");
        for tab in [anna, lukasz] {
            install(tab);
        }
    }

    /// Returns the player to move after `plies` plies, according to the newest board, which has to
    /// be the same for everybody.
    fn on_turn(&mut self, plies: usize) -> (Color, &mut Tab) {
        let played = if plies == 1 {
            "1 move played".to_owned()
        } else {
            format!("{plies} moves played")
        };
        let caption = format!(
            "(({NEWEST})?.textContent.includes({played:?}) && ({NEWEST}).querySelector('.button')
                && ({NEWEST}).textContent.match(/(Orange|Blue) to move: @(\\S+)/)?.slice(1))"
        );
        let seen = self.anna.wait(&caption);
        assert_eq!(
            self.lukasz.wait(&caption),
            seen,
            "the two see different boards"
        );
        let color = if seen[0] == "Orange" {
            Color::Orange
        } else {
            Color::Blue
        };
        let tab = if seen[1] == "Anna" {
            &mut self.anna
        } else {
            &mut self.lukasz
        };
        (color, tab)
    }

    /// Plays these plies of a game, alternating between typing and menus.
    fn play(&mut self, game: &[Move], plies: std::ops::Range<usize>) {
        for ply in plies {
            let (_, tab) = self.on_turn(ply);
            tab.see(".message.to-me", "to move");
            let text = game[ply].to_string();
            if ply % 4 < 2 {
                choose(tab, &text);
            } else {
                type_move(tab, &text);
            }
        }
    }
}

/// Installs the application to the person, who is where it has no commands yet.
pub(super) fn install(tab: &mut Tab) {
    tab.click("document.querySelector('#entry')");
    tab.type_text("/");
    // There are no commands yet, but the offer to add the application.
    tab.see(".picker-head", "");
    tab.key(Key::Enter);
    let own = "document.querySelector('dialog [data-place=me]')";
    let offer = tab.wait(&format!("{own}?.textContent"));
    tab.click(own);
    tab.wait(&format!("({own}).textContent !== {offer}"));
    tab.key(Key::Escape);
    tab.wait("!document.querySelector('dialog')");
    tab.click("document.querySelector('#entry')");
    tab.key(Key::Backspace);
}

/// Waits until the bot is there, which is shown on its own servers alone.
pub(super) fn see_bot(tab: &mut Tab) {
    tab.press_on(".channel", "lounge");
    tab.wait("document.querySelector('#members button:not(.offline) .presence')");
}

/// Dismisses the practice game, which would stand between a newcomer and the board.
pub(super) fn decline_practice(tab: &mut Tab) {
    let offer = "document.querySelector('.ephemeral [data-custom-id^=\"f1:lesson:\"]')";
    tab.wait(offer);
    // Any later message would move the button away from under the pointer.
    tab.wait("document.querySelector('[data-custom-id^=\"f1:move:\"]')");
    tab.wait("!document.querySelector('[data-custom-id^=\"f1:join:\"]')");
    tab.click(&format!(
        "({offer})?.closest('.message').querySelector('.only-you button')"
    ));
    tab.wait(&format!("!{offer}"));
}

pub(super) fn type_move(tab: &mut Tab, text: &str) {
    tab.click("document.querySelector('#entry')");
    tab.type_text(&format!("/focus move {text}"));
    tab.see(".picker li[aria-selected=true]", text);
    tab.key(Key::Enter);
    tab.key(Key::Enter);
}

/// Makes a move with the menus: a slide, or a drop that the first menu offers.
pub(super) fn choose(tab: &mut Tab, text: &str) {
    let (from, _) = text.split_once('-').unwrap_or((text, ""));
    choose_options(
        tab,
        [from, text].map(|value| format!("[data-value=\"{value}\"]")),
    );
}

/// Makes the first move that the menus offer.
pub(super) fn choose_first(tab: &mut Tab) {
    choose_options(tab, [(); 2].map(|()| "[data-value]".to_owned()));
}

/// Makes a move with the menus, in which these selectors find the stack and the move.
fn choose_options(tab: &mut Tab, [from, to]: [String; 2]) {
    let newest = "[...document.querySelectorAll('.message.ephemeral')].at(-1)";
    tab.click(&format!(
        "({NEWEST}).querySelector('[data-custom-id^=\"f1:move:\"]')"
    ));
    let part = |id: &str| format!("({newest})?.querySelector('[data-custom-id^=\"{id}\"]')");
    let (from_menu, play) = (part("f1:from:"), part("f1:play:"));
    let to_menu = format!("({} ?? {})", part("f1:to:"), part("f1:drop:"));
    let pick = |tab: &mut Tab, menu: &str, option: &str| {
        tab.wait(&format!("{menu} && !{menu}.disabled"));
        tab.click(menu);
        tab.click(&format!("document.querySelector('.options li{option}')"));
    };
    // Where all moves fit into one menu, none asks for the stack.
    let first = tab.wait(&format!("{from_menu} ? 'from' : {to_menu} ? 'to' : null"));
    if first == "from" {
        pick(tab, &from_menu, &from);
    }
    pick(tab, &to_menu, &to);
    tab.wait(&format!("{play} && true"));
    tab.click(&play);
}

fn everybody(players: &mut Players, expression: &str) -> Value {
    let seen = players.anna.wait(expression);
    assert_eq!(players.lukasz.wait(expression), seen);
    seen
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let Some(mut place) = place() else { return };
    let mut players = Players::enter(&mut place);
    players.begin();

    let (first, _) = players.on_turn(0);
    // The table's message links to the board's.
    players
        .lukasz
        .press_on(".message .content button.mention", "#general");
    players
        .lukasz
        .wait("document.activeElement.matches('.message:has(.picture)')");
    let game = short_games::duel(first);
    players.play(&game, 0..game.len());
    // The replay may already be below it.
    everybody(&mut players, &format!("({END}) && true"));
    let end = players.anna.value(END);
    let end = end.as_str().expect("text");
    assert!(
        end.contains("The goal has been reached") && end.contains("11 moves played"),
        "{end}"
    );

    for tab in [&mut players.anna, &mut players.lukasz] {
        // The board before the last loses its buttons, and the replay is posted, a moment later.
        tab.wait(
            "[...document.querySelectorAll('.message:not(.ephemeral) .button')]\
             .map((button) => button.textContent.trim()).join() === \
             'Rematch,Analysis,Replay,Look,Analysis,Record'",
        );
        tab.wait("[...document.querySelectorAll('.picture img')].every((image) => image.naturalWidth > 300)");
        let silent = tab.value("[...document.querySelectorAll('.picture img')].filter((image) => image.alt.length < 20).length");
        assert_eq!(silent, 0, "a board has no description");
        tab.is_clean();
    }
}

#[test]
fn game_goes_on_where_it_was_when_the_power_went() {
    let Some(mut place) = place() else { return };
    let mut players = Players::enter(&mut place);
    players.begin();
    let (first, _) = players.on_turn(0);
    let game = short_games::duel(first);
    players.play(&game, 0..2);
    players.on_turn(2);

    place.lose_power(&mut [&mut players.anna, &mut players.lukasz]);
    for tab in [&mut players.anna, &mut players.lukasz] {
        tab.wait("document.querySelector('#members button:not(.offline) .presence')");
    }
    players.play(&game, 2..4);
    players.on_turn(4);
}

#[test]
fn friends_play_a_game_in_a_group_that_only_they_brought_the_bot_to() {
    let Some(mut place) = place() else { return };
    let mut players = Players::enter(&mut place);
    players.meet_in_a_group();
    players.begin();
    let (first, _) = players.on_turn(0);
    let game = short_games::duel(first);
    players.play(&game, 0..5);
    players.on_turn(5);

    place.lose_power(&mut [&mut players.anna, &mut players.lukasz]);
    see_bot(&mut players.anna);
    players.anna.press_on(".channel", "Friends");
    players.anna.see("#channel-name", "Friends");
    players.play(&game, 5..game.len());
    everybody(&mut players, &format!("({END}) && true"));
    for tab in [&mut players.anna, &mut players.lukasz] {
        tab.is_clean();
    }
}
