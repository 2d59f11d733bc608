//! Process that is killed while people play in groups, on servers of others and in direct messages.

use std::collections::HashSet;
use std::time::Instant;

use discord_sandbox::{Asked, Person};
use focus::{Color, Game, Goal, Mode, Move, Rules};
use focusbot::discord::rest::interactions::response_times::ResponseTimes;
use focusbot::service::{Ending, GameView, PersonId};
use serde_json::json;

use crate::support::{RESPONSE_LIMIT, kills, players, short_games, until};
use crate::whole::harness::{
    Bot, Shown, Whole, begin_in, board_in, boards, bot_is_gone, done, last_move, send_move,
};

/// Number of times the process is killed before the last move; `FOCUSBOT_KILLS` overrides it.
const KILLS: usize = 6;

/// Moment at which the process is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// The move was sent, and may or may not have been kept.
    Sent,
    /// The move is kept, but its player has not been told.
    Kept,
    /// The player has been told; a computer that is to move is still searching.
    Told,
}

const MOMENTS: [Moment; 3] = [Moment::Sent, Moment::Kept, Moment::Told];

/// Game at a place, and the process that serves it.
struct GameAtPlace {
    bot: Option<Bot>,
    whole: Whole,
    people: Vec<Person>,
    /// Channel, by its id.
    channel: String,
    /// Color of the computer, if the bot is alone with a person; elsewhere it can only answer.
    computer: Option<Color>,
    shown: Shown,
    /// Numbers of plies of the positions that somebody asked for without having seen their boards.
    asked_for: HashSet<usize>,
    game: Game,
}

#[tokio::test(flavor = "multi_thread")]
async fn game_of_two_in_a_group_outlives_every_kill() {
    let (whole, bot, people) = start(2).await;
    let channel = people[0].create_group("friends", &["lukasz"]).await;
    let options = [("goal", "1")];
    let game = begin((whole, bot, people), channel.expect("a group"), &options).await;
    let moves = short_games::duel(game.game.position().side());
    game.play(|game| moves[game.plies().len()]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_of_three_on_a_server_of_others_outlives_every_kill() {
    let (whole, bot, people) = start(3).await;
    let made = people[0].create_server("Abroad", &["abroad"]).await;
    made.expect("a server");
    let channel = people[0].channel("abroad").expect("a channel");
    let options = [("mode", "1")];
    let game = begin((whole, bot, people), channel, &options).await;
    let moves = short_games::three_way(game.game.position().side());
    game.play(|game| moves[game.plies().len()]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_with_a_computer_in_direct_messages_outlives_every_kill() {
    let (whole, bot, people) = start(1).await;
    let channel = people[0].open_dm().await.expect("a conversation");
    let options = [("computer", "0"), ("goal", "1")];
    let game = begin((whole, bot, people), channel, &options).await;
    game.play(players::expert()).await;
}

/// Starts the bot, which this number of people install for themselves.
async fn start(people: usize) -> (Whole, Bot, Vec<Person>) {
    let whole = Whole::start().await;
    let bot = whole.bot();
    let people = whole.people(people).await;
    people[0].wait_for_bot("focus").await.expect("the bot");
    for person in &people {
        person.install().await.expect("an installation");
    }
    (whole, bot, people)
}

/// Begins a race in a channel, among people or with a computer.
async fn begin(
    (whole, bot, people): (Whole, Bot, Vec<Person>),
    channel: String,
    options: &[(&str, &str)],
) -> GameAtPlace {
    for person in &people {
        let seen = person.wait_for_channel(&channel).await;
        seen.expect("the channel");
    }
    let shown = begin_in(&people, &channel, options).await;
    let color = shown.color().expect("a color");
    let mode = if people.len() == 3 {
        Mode::ThreeWay
    } else {
        Mode::Duel
    };
    let rules = Rules::new(mode).with_goal(Goal::Race);
    let rules = rules.expect("a goal of the mode");
    let is_first = shown.plies == 0;
    let first = if is_first { color } else { color.opposite() };
    let mut game = Game::new(rules, first);
    if !is_first {
        let mv = last_move(shown.message.descriptions()[0], game.position());
        game.play(mv).expect("a legal move");
    }
    GameAtPlace {
        bot: Some(bot),
        whole,
        computer: (people.len() == 1).then(|| color.opposite()),
        people,
        channel,
        shown,
        asked_for: HashSet::new(),
        game,
    }
}

impl GameAtPlace {
    /// Plays to the end, where the process is killed once more, and checks what is left.
    async fn play(mut self, mut choose: impl FnMut(&Game) -> Move) {
        let kills = kills::count(KILLS);
        for number in 0.. {
            let mv = choose(&self.game);
            let (_, outcome) = self.game.preview(mv).expect("a legal move");
            if outcome.is_some() {
                self.move_and_kill(mv, Moment::Kept).await;
            } else if number % 2 == 1 && number / 2 < kills {
                let moment = MOMENTS[number / 2 % MOMENTS.len()];
                self.move_and_kill(mv, moment).await;
            } else {
                let (mover, asked) = self.send(mv).await;
                done(mover, &asked).await;
                self.game.play(mv).expect("a legal move");
            }
            self.see_board().await;
            if self.game.outcome().is_some() {
                break;
            }
        }
        self.check_boards().await;
        self.check_requests();
        self.check_end().await;
    }

    /// Sends a move of the person who is called.
    async fn send(&self, mv: Move) -> (&Person, Asked) {
        let board = self.shown.message.content();
        let is_called = |person: &&Person| board.contains(&format!("<@{}>", person.id()));
        let mover = self.people.iter().find(is_called);
        let mover = mover.expect("somebody who is called");
        (mover, send_move(mover, &self.channel, mv).await)
    }

    /// Waits for the board on which a person is to move, or the last one.
    async fn see_board(&mut self) {
        let is_over = self.game.outcome().is_some();
        let is_answered = !is_over && self.computer == Some(self.game.position().side());
        let plies = self.game.plies().len() + usize::from(is_answered);
        self.shown = board_in(&self.people[0], &self.channel, self.shown.id, plies).await;
        if is_answered {
            let description = self.shown.message.descriptions()[0];
            let mv = last_move(description, self.game.position());
            self.game.play(mv).expect("a legal move");
        }
    }

    /// Sends a move, kills the process at this moment, and goes on with the next one from what is
    /// kept.
    async fn move_and_kill(&mut self, mv: Move, moment: Moment) {
        if moment == Moment::Told {
            // A kill between two moves loses nothing either. Computers of the next process search
            // for an hour.
            let stored = self.kill().await;
            assert_eq!(stored.game.plies(), self.game.plies());
            self.start_again("3600000").await;
        }
        if moment == Moment::Kept {
            let cut = json!({"fault": {"cut": true}, "count": 999, "method": "POST",
                "path": "/callback"});
            self.people[0].control("fault", cut).await.expect("a fault");
        }
        let past = self.whole.sandbox.requests(0);
        let past = past.last().map_or(0, |made| made.n);
        let begun = Instant::now();
        let (mover, asked) = self.send(mv).await;
        match moment {
            Moment::Sent => {}
            Moment::Kept => until("a response that is cut off", || {
                let made = self.whole.sandbox.requests(past);
                made.iter()
                    .any(|made| made.path.ends_with("/callback") && made.status == 0)
            }),
            Moment::Told => {
                done(mover, &asked).await;
            }
        }
        // A slow process responds before it keeps the move.
        let is_in_time = begun.elapsed() < ResponseTimes::within(RESPONSE_LIMIT).defers_after;
        let stored = self.kill().await.game;
        let known = self.game.plies();
        assert!(stored.plies().starts_with(known), "{stored:?}");
        let new = &stored.plies()[known.len()..];
        assert!(new.iter().take(1).all(|ply| ply.mv == mv), "{new:?}");
        let answers = usize::from(self.computer.is_some() && moment != Moment::Told);
        let expected = usize::from(moment != Moment::Sent && is_in_time)..=1 + answers;
        assert!(expected.contains(&new.len()), "{moment:?}: {new:?}");
        self.game = stored;
        self.start_again("0").await;
        if self.computer.is_none() {
            self.ask_for_board().await;
        }
    }

    /// Kills the process, and returns what it has kept.
    async fn kill(&mut self) -> GameView {
        self.bot = None;
        let person = &self.people[0];
        bot_is_gone(person).await;
        let mended = person.control("clear_faults", json!({})).await;
        mended.expect("a control");
        self.whole.look(self.shown.id)
    }

    /// Starts a process whose computers take this number of milliseconds for a move, or more.
    async fn start_again(&mut self, pace: &str) {
        let pace = [("FOCUSBOT_ENGINE_PACE_MILLISECONDS", pace)];
        self.bot = Some(self.whole.bot_with(&pace));
        let back = self.people[0].wait_for_bot("focus").await;
        back.expect("the bot");
    }

    /// Gives a process without tokens a new one: by a press on the newest board or, if that does not
    /// show the kept position, by a command, which cannot show the end of a game.
    async fn ask_for_board(&mut self) {
        let person = &self.people[0];
        let newest = person.view(|view| boards(view, &self.channel));
        let newest = newest.first().expect("a board");
        let plies = self.game.plies().len();
        if newest.plies != plies {
            self.asked_for.insert(plies);
        }
        let asked = if newest.plies == plies || self.game.outcome().is_some() {
            person.press(&newest.message, "f1:board:").await
        } else {
            person.slash(&self.channel, "focus board", &[]).await
        };
        done(person, &asked.expect("a button or a command")).await;
    }

    /// Checks that no position was posted twice, unless a person asked for it while the board that
    /// the killed process had sent was still on its way.
    async fn check_boards(&mut self) {
        let mut posted = HashSet::new();
        loop {
            let board = self.people[0].wait_for("a board", |event| {
                let message = event.message().filter(|_| event.kind == "message_create")?;
                let is_here = message.channel() == self.channel && !message.is_ephemeral();
                is_here.then(|| Shown::read(&message)).flatten()
            });
            let board = board.await.expect("a board");
            let plies = board.plies;
            let is_expected = posted.insert(plies) || self.asked_for.remove(&plies);
            assert!(is_expected, "{plies} plies twice");
            if board.message.id() == self.shown.message.id() {
                return;
            }
        }
    }

    /// Checks that Discord has refused no followup, as it does with the sixth to an interaction where
    /// the bot can only answer, and that the bot has not tried the routes of a channel there.
    fn check_requests(&self) {
        let route = format!("/channels/{}", self.channel);
        let mut requests = self.whole.sandbox.requests(0);
        requests.retain(|made| {
            let is_followup = made.method == "POST" && made.path.contains("/webhooks/");
            let is_tried = self.computer.is_none() && made.path.contains(&route);
            is_tried || (is_followup && made.status == 400)
        });
        assert!(requests.is_empty(), "{requests:?}");
    }

    /// Checks that the game is kept as it was played, and counts once for each of its people.
    async fn check_end(mut self) {
        let stored = self.kill().await;
        assert_eq!(stored.game.plies(), self.game.plies());
        assert_eq!(stored.ending, self.game.outcome().map(Ending::Decided));
        let service = self.whole.open();
        for person in &self.people {
            let id = PersonId(person.id().parse().expect("a number"));
            let profile = service
                .profile(id, None, stored.acted)
                .expect("a readable store");
            let of_people = profile.modes.iter().map(|mode| mode.record);
            let of_computers = profile.computers.iter().map(|level| level.record);
            let games: u32 = of_people.chain(of_computers).flatten().sum();
            assert_eq!(games, 1, "{profile:?}");
        }
    }
}
