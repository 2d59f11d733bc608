//! Process that is killed at random moments: nothing that was acknowledged is lost.

use std::time::Duration;

use discord_sandbox::{Person, Response};
use focus::{Color, Game, Mode, Move, Rules};
use focusbot::service::{GameId, GameView};

use crate::support::players::Dice;
use crate::support::{game_of, kills};
use crate::whole::harness::{
    Bot, CHANNEL, Shown, Whole, begin, board, boards, bot_is_gone, done, send_move,
};

/// Number of times the process is killed; `FOCUSBOT_KILLS` overrides it.
const KILLS: usize = 10;

/// Number of kills of which at least one must occur between a commit and its acknowledgement.
const MANY: usize = 50;

/// Channel of computers, whose games cause writes all the time.
const LOAD: &str = "general";

/// Longest time from the first move after a start to the kill, in milliseconds.
const LATEST_MS: usize = 120;

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_moves_outlive_every_kill() {
    let whole = Whole::start().await;
    let mut bot = whole.bot();
    let mut dice = Dice(20);
    let (people, mut shown, mut game) = whole.duel().await;
    let (kills, mut cut_short, mut is_idle) = (kills::count(KILLS), 0, true);
    for _ in 0..kills {
        if is_idle {
            let options = [("people", "0"), ("computer", "0"), ("mode", "3")];
            let asked = people[1].slash(LOAD, "focus new", &options).await;
            done(&people[1], &asked.expect("the command")).await;
        }
        if game.outcome().is_some() {
            shown = begin(&people, "0").await;
            game = Game::new(Rules::new(Mode::Duel), shown.color().expect("a color"));
        }
        let (after, acknowledged) = play_until_killed(bot, &people, &shown, game, &mut dice).await;
        bot_is_gone(&people[0]).await;
        let service = whole.open();
        is_idle = service
            .thinking(None)
            .expect("a readable store")
            .entries
            .is_empty();
        let stored = game_of(&service, shown.id);
        drop(service);
        cut_short += usize::from(stored.game.plies().len() > acknowledged);
        game = check(&after, acknowledged, &stored);

        bot = whole.bot();
        shown = shown_after_restart(&people, shown.id, &game).await;
    }
    assert!(
        cut_short > 0 || kills < MANY,
        "no kill fell between a commit and its acknowledgement"
    );
    let boards = people[0].view(|view| boards(view, CHANNEL));
    let mut boards: Vec<_> = boards.iter().map(|board| (board.id, board.plies)).collect();
    let shown_in_all = boards.len();
    boards.dedup();
    assert_eq!(boards.len(), shown_in_all, "no position is shown twice");
}

/// Plays on until a random time; returns the game with the move in flight, if any, and the number
/// of plies acknowledged.
async fn play_until_killed(
    bot: Bot,
    people: &[Person],
    shown: &Shown,
    mut game: Game,
    dice: &mut Dice,
) -> (Game, usize) {
    let delay = Duration::from_millis(dice.below(LATEST_MS) as u64);
    let kill = async {
        tokio::time::sleep(delay).await;
        drop(bot);
    };
    tokio::pin!(kill);
    let mut acknowledged = game.plies().len();
    let mut shown = shown.clone();
    while game.outcome().is_none() {
        let legal = game.position().legal_moves();
        let mv = legal[dice.below(legal.len())];
        game.play(mv).expect("a legal move");
        let next = async {
            let mover = shown.mover(people).expect("somebody is called to move");
            let asked = send_move(mover, CHANNEL, mv).await;
            mover.response(&asked).await.expect("an answer")
        };
        tokio::select! {
            () = &mut kill => return (game, acknowledged),
            response = next => match response {
                Response::Failed(words) => panic!("no answer from a bot that lives: {words}"),
                _ => acknowledged = game.plies().len(),
            },
        }
        while game.outcome().is_none() && game.position().must_pass() {
            game.play(Move::Pass).expect("a forced pass");
            acknowledged += 1;
        }
        tokio::select! {
            () = &mut kill => return (game, acknowledged),
            next = board(&people[0], shown.id, game.plies().len()) => shown = next,
        }
    }
    kill.await;
    (game, acknowledged)
}

/// Compares the stored game with the acknowledged one; returns the game as it continues.
fn check(attempted: &Game, acknowledged: usize, stored: &GameView) -> Game {
    let plies = stored.game.plies();
    assert!(
        plies.len() >= acknowledged,
        "{acknowledged} acknowledged, {} stored",
        plies.len()
    );
    assert!(
        plies.len() <= attempted.plies().len(),
        "nothing was played that nobody asked for"
    );
    assert_eq!(
        plies,
        &attempted.plies()[..plies.len()],
        "what is stored is what was played"
    );
    stored.game.clone()
}

/// Waits until the bot shows the stored position, with the buttons of a running game.
async fn shown_after_restart(people: &[Person], id: GameId, game: &Game) -> Shown {
    people[0].wait_for_bot("focus").await.expect("the bot");
    let shown = board(&people[0], id, game.plies().len()).await;
    let side: Option<Color> = game.outcome().is_none().then(|| game.position().side());
    assert_eq!(shown.color(), side);
    shown
}
