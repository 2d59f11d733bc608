//! `focusbot replay`: shows a recorded game as an animated picture.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::game::render::{SIZES_PX, playing};
use crate::cli::usage::Usage;
use focus::Color;
use focus::notation::Record;
use focus_render::{Animation, Name, Renderer, Speed, Theme, side_of};

/// Arguments of `focusbot replay`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Record of the game, a file that ends in .fgn
    record: PathBuf,
    /// File to write the replay to, a GIF
    #[arg(short, long)]
    output: PathBuf,
    /// Speed: slow, normal or fast
    #[arg(long, default_value_t)]
    speed: Speed,
    /// Number of the first move shown
    #[arg(long, value_name = "PLY", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    from: u32,
    /// Number of the last move shown
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..))]
    to: Option<u32>,
    /// Width and height in pixels
    #[arg(
        long,
        default_value_t = 720,
        value_parser = clap::value_parser!(u32).range(SIZES_PX),
    )]
    size: u32,
    /// Draw the board as this color sees it
    #[arg(long, value_name = "COLOR")]
    side: Option<Color>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let path = args.record.display();
    let text =
        fs::read_to_string(&args.record).with_context(|| format!("could not read `{path}`"))?;
    let record = Record::read(&text).map_err(|error| Usage::new(format!("`{path}`: {error}")))?;
    let animation = animation(record, args).map_err(Usage::new)?;
    let bar = ProgressBar::new(animation.len() as u64);
    let template = "{bar:30} {pos}/{len} pictures";
    bar.set_style(ProgressStyle::with_template(template).context("a template")?);
    let renderer = Renderer::for_replays(args.size, &Theme::TOWER);
    let gif = renderer.animation_gif(&animation, args.speed, usize::MAX, &mut |done| {
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let output = args.output.display();
    fs::write(&args.output, gif.context("an animation has pictures")?)
        .with_context(|| format!("could not write `{output}`"))
}

fn animation(record: Record, args: &Args) -> Result<Animation, String> {
    let (mode, plies) = (record.game.rules().mode(), record.game.plies().len());
    if plies == 0 {
        return Err("expected a record with moves, got one without".to_owned());
    }
    let index = |ply: u32| usize::try_from(ply).unwrap_or(usize::MAX);
    let (from, to) = (index(args.from), args.to.map_or(plies, index));
    if from > to || (to > plies && args.to.is_some()) {
        return Err(format!(
            "expected moves of the {plies} recorded, the first before the last, got {from} to {to}"
        ));
    }
    let names = record.names.map(|wanted| Name {
        wanted,
        plain: String::new(),
    });
    let animation = Animation::new(record.game)
        .with_names(names)
        .with_plies(from..=to);
    let Some(color) = args.side else {
        return Ok(animation);
    };
    Ok(animation.with_down(side_of(mode, playing(mode, color)?)))
}
