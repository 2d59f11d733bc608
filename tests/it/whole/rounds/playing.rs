//! One game whose people play on, whatever happens to the bot.

use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::{Message, Person, Response};
use focus::{Color, Game, Move};
use focusbot::service::{GameId, GameView};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::support::players::Dice;

/// Time after which the test fails because a game is stuck; far beyond the needs of any round.
const PATIENCE: Duration = Duration::from_secs(600);
/// Time allowed for an answer after "thinking…".
const THINKING: Duration = Duration::from_secs(20);
/// Time before a move is sent again, or a board is looked for again.
const PAUSE: Duration = Duration::from_millis(50);

/// Two people at a game.
pub(super) struct Playing {
    pub(super) id: GameId,
    /// Channel of the game, by its id.
    pub(super) channel: String,
    /// Position that was acknowledged.
    pub(super) game: Game,
    /// Person who plays each color, by id.
    people: Vec<(Color, String)>,
    dice: Dice,
    /// Moves since the last round began.
    pub(super) made: Vec<Made>,
}

/// Move that was acknowledged.
#[derive(Clone, Copy)]
pub(super) struct Made {
    /// Times at which it was first sent, and last sent without success.
    pub(super) failed: Option<(Instant, Instant)>,
}

impl Playing {
    pub(super) fn new(view: &GameView, channel: String, seed: u64) -> Self {
        let colors = view.game.rules().mode().colors().iter();
        let people = colors.map(|color| {
            let person = view.person(*color).expect("a person");
            (*color, person.id.0.to_string())
        });
        Self {
            id: view.id,
            channel,
            game: view.game.clone(),
            people: people.collect(),
            dice: Dice(seed),
            made: Vec::new(),
        }
    }

    /// Plays until `stop` is true, and counts the moves.
    pub(super) async fn play(
        mut self,
        people: Arc<[Person]>,
        moves: watch::Sender<usize>,
        stop: watch::Receiver<bool>,
    ) -> Self {
        self.made.clear();
        while !*stop.borrow() && self.game.outcome().is_none() {
            let made = self.make_move(&people).await;
            self.made.push(made);
            moves.send_modify(|moves| *moves += 1);
            self.see_board(&people[0]).await;
        }
        self
    }

    /// Returns the person whom the board after so many plies has to mention; `None` if the game was over
    /// then, or somebody had to pass.
    pub(super) fn called_after(&self, plies: usize) -> Option<&str> {
        let game = self.game.after(plies);
        let has_passed = game.last_move().is_some_and(|last| last.mv == Move::Pass);
        if has_passed || game.outcome().is_some() {
            return None;
        }
        Some(self.person(game.position().side()))
    }

    /// Returns the person who plays a color.
    fn person(&self, color: Color) -> &str {
        let mut seats = self.people.iter();
        let (_, id) = seats.find(|(seat, _)| *seat == color).expect("a seat");
        id
    }

    /// Sends a random move until the bot says that it was played, or everybody sees it.
    async fn make_move(&mut self, people: &[Person]) -> Made {
        let legal = self.game.position().legal_moves();
        let mv = legal[self.dice.below(legal.len())];
        let id = self.person(self.game.position().side());
        let mover = people.iter().find(|person| person.id() == id);
        let mover = mover.expect("a person");
        self.game.play(mv).expect("a legal move");
        while self.game.outcome().is_none() && self.game.position().must_pass() {
            self.game.play(Move::Pass).expect("a forced pass");
        }
        let first = Instant::now();
        let mut failed = None;
        loop {
            let sent = Instant::now();
            let answer = self.send(mover, mv).await;
            // A move whose answer was lost may have been played.
            if answer.contains(&format!("**{mv}**")) || self.boards(mover) > 0 {
                break;
            }
            failed = Some((first, sent));
            let game = self.id.0;
            assert!(first.elapsed() < PATIENCE, "game {game}: {mv}: {answer}");
            sleep(PAUSE).await;
        }
        Made { failed }
    }

    /// Sends a move, and returns the answer.
    async fn send(&self, mover: &Person, mv: Move) -> String {
        let (game, mv) = (self.id.0.to_string(), mv.to_string());
        let options = [("game", game.as_str()), ("move", &mv)];
        let asked = mover.slash(&self.channel, "focus move", &options).await;
        let asked = asked.expect("a command of the bot");
        let response = mover.response(&asked).await;
        match response.expect("Discord, which says if there is no answer") {
            Response::Message(message) => message.content().to_owned(),
            Response::Deferred(_) => {
                let answer = async {
                    match timeout(THINKING, mover.answer(&asked)).await {
                        Ok(Ok(message)) => message.content().to_owned(),
                        Ok(Err(_)) | Err(_) => "it goes on thinking".to_owned(),
                    }
                };
                // It may be deleted in favor of the board, or never come: people look at the board.
                tokio::select! {
                    text = answer => text,
                    () = self.see_board(mover) => "it is shown".to_owned(),
                }
            }
            Response::Failed(text) => text,
            other => panic!("expected an answer to a move, got {other:?}"),
        }
    }

    /// Waits until everybody sees the position.
    async fn see_board(&self, person: &Person) {
        let begun = Instant::now();
        while self.boards(person) == 0 {
            let is_late = begun.elapsed() >= PATIENCE;
            assert!(
                !is_late,
                "game {}: no board of {:?}",
                self.id.0,
                self.file()
            );
            sleep(PAUSE).await;
        }
    }

    /// Returns the number of messages that show the position.
    pub(super) fn boards(&self, person: &Person) -> usize {
        let file = self.file();
        let messages = person.view(|view| view.messages(&self.channel));
        let shows = |message: &&Message| {
            let files = message.attachments();
            let has_file = files
                .first()
                .is_some_and(|first| first["filename"] == file.as_str());
            has_file && !message.is_ephemeral()
        };
        messages.iter().filter(shows).count()
    }

    /// Returns the name of the picture of the position.
    fn file(&self) -> String {
        format!("focus-{}-{}.png", self.id.0, self.game.plies().len())
    }
}
