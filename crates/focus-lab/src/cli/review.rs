//! `focus-lab review`: compares the moments that reviews name with a deeper search.

use std::io::{self, Write};

use crate::cli::contest;
use crate::cli::usage::Usage;
use focus::{Game, Rules};
use focus_engine::analysis::{Moment, Review, around};
use focus_engine::{Choice, Engine, Limits, Options, Player, Stop};
use focus_lab::arena::{Bout, Contest, Openings, Played, Spec};

/// Number of plies after which a game is adjudicated as a draw, as in `match`.
const LONGEST: usize = 800;

/// Compare the moments that the review of a game names with a deeper search.
///
/// Two levels play games, and each game gets the review that people see. A moment is confirmed if
/// the deeper search of the positions before and after it still finds a move that was clearly
/// better.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rules in quotes, such as "mode=4s goal=last"
    #[arg(long, default_value = "mode=2")]
    rules: Rules,
    /// The two levels that play
    #[arg(long, num_args = 2, default_values = ["casual", "skilled"])]
    levels: Vec<String>,
    /// Number of games
    #[arg(long, default_value_t = 30)]
    games: u64,
    /// Positions visited by the deeper search; a review visits 1,000,000 around a moment
    #[arg(long, default_value_t = 10_000_000)]
    nodes: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let kind = |level: &String| format!("level:{level}").parse::<Spec>();
    let kinds: Result<Vec<_>, _> = args.levels.iter().map(kind).collect();
    let kinds = kinds.map_err(Usage::new)?.try_into();
    let contest = Contest {
        rules: args.rules,
        kinds: kinds.map_err(|_| Usage::new("expected two levels"))?,
        limits: Limits::nodes(1_000_000),
        openings: Openings::Random,
        seed: args.seed,
        longest: LONGEST,
    };
    let bouts = contest::bouts(args.games);
    let games = usize::try_from(args.games).unwrap_or(usize::MAX);
    let bouts: Vec<Bout> = bouts.take(games).collect();
    let mut out = io::stdout().lock();
    let (mut named, mut confirmed) = (0_u32, 0_u32);
    contest::play(&contest, &bouts, 1, |bout, played| {
        let game = replayed(args.rules, played);
        for moment in moments(&game) {
            let deeper = deeper(&game, &moment, args.nodes);
            named += 1;
            confirmed += u32::from(deeper.is_mistake());
            writeln!(
                out,
                "{} {} move {} {} {:.2} {:.2}, deeper {} {:.2} {:.2}{}",
                bout.pair,
                u8::from(bout.is_second),
                moment.plies + 1,
                moment.played,
                moment.before,
                moment.after,
                deeper.better,
                deeper.before,
                deeper.after,
                if deeper.is_mistake() {
                    ""
                } else {
                    " not confirmed"
                }
            )?;
            out.flush()?;
        }
        Ok(true)
    })?;
    let percent = 100.0 * f64::from(confirmed) / f64::from(named.max(1));
    writeln!(
        out,
        "{} games, {named} moments, {confirmed} confirmed ({percent:.0} percent)",
        bouts.len()
    )?;
    Ok(())
}

/// Returns a game as it was played.
fn replayed(rules: Rules, played: &Played) -> Game {
    let mut game = Game::new(rules, played.starter);
    for mv in &played.moves {
        game.play(*mv).expect("a move that was played");
    }
    game
}

/// Returns the moments that the review of a game names.
fn moments(game: &Game) -> Vec<Moment> {
    let mut review = Review::new(game, game.outcome());
    loop {
        let (wanted, nodes) = review.wanted();
        let choices = wanted.into_iter().map(|position| search(position, nodes));
        let choices = choices.collect();
        if let Some(report) = review.take(choices) {
            return report.moments;
        }
    }
}

/// Compares a moment again, by deeper searches.
fn deeper(game: &Game, moment: &Moment, nodes: u64) -> Moment {
    let [before, after] = around(game, moment.plies);
    let reply = after.outcome().is_none().then(|| search(&after, nodes));
    Moment::new(&after, &search(&before, nodes), reply.as_ref())
}

/// Searches a position as reviews do.
fn search(position: &Game, nodes: u64) -> Choice {
    let mut engine = Engine::new(Options {
        seed: position.position().key(),
        ..Options::default()
    });
    engine.choose(position, &Limits::nodes(nodes), &Stop::new(), &mut |_| {})
}
