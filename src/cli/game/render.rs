//! `focusbot render`: draws a position.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;

use crate::cli::usage::Usage;
use focus::notation::MoveText;
use focus::{Color, Mode, Move, Position};
use focus_engine::protocol;
use focus_render::Layout;
use focus_render::{LastMove, Name, Renderer, Scene, Theme, side_of};

/// Arguments of `focusbot render`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Position, eight fields in quotes
    fps: String,
    /// File to write the picture to, a PNG
    #[arg(short, long)]
    output: PathBuf,
    /// Options of the rules in quotes, such as "goal=race quiet=off"
    #[arg(long, default_value = "")]
    rules: String,
    /// Name of a player, such as orange=Anna; once for each
    #[arg(long = "name", value_name = "COLOR=NAME", value_parser = name)]
    names: Vec<(Color, String)>,
    /// Move that led to the position, such as b7-c7
    #[arg(long, value_name = "MOVE")]
    last: Option<MoveText>,
    /// Width and height in pixels
    #[arg(
        long,
        default_value_t = Renderer::SIZE_PX,
        value_parser = clap::value_parser!(u32).range(SIZES_PX),
    )]
    size: u32,
    /// Draw the board as this color sees it
    #[arg(long, value_name = "COLOR")]
    side: Option<Color>,
    /// Theme: tower, contrast (for every color vision) or flat (for print)
    #[arg(long, default_value = "tower", value_parser = theme)]
    theme: Theme,
}

fn theme(name: &str) -> Result<Theme, String> {
    let found = Theme::ALL.into_iter().find(|(known, _)| *known == name);
    let (_, theme) = found.ok_or("expected `tower`, `contrast` or `flat`")?;
    Ok(theme)
}

/// Range of picture sizes.
pub(super) const SIZES_PX: std::ops::RangeInclusive<i64> =
    Layout::MIN_SIZE_PX as i64..=Layout::MAX_SIZE_PX as i64;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let scene = scene(args).map_err(Usage::new)?;
    let png = Renderer::with_theme(args.size, &args.theme).board_png(&scene);
    let output = args.output.display();
    fs::write(&args.output, png).with_context(|| format!("could not write `{output}`"))
}

fn scene(args: &Args) -> Result<Scene, String> {
    let words: Vec<&str> = args.rules.split_whitespace().collect();
    let mut scene = Scene::new(protocol::position(&args.fps, &words)?);
    let mode = scene.position.rules().mode();
    scene.outcome = scene.position.outcome();
    for (color, wanted) in &args.names {
        scene.names[playing(mode, *color)?.index()] = Name {
            wanted: wanted.clone(),
            plain: String::new(),
        };
    }
    if let Some(text) = &args.last {
        scene.recent = vec![last(&scene.position, text.mv())?];
    }
    if let Some(color) = args.side {
        scene.down = side_of(mode, playing(mode, color)?);
    }
    Ok(scene)
}

/// Returns a color that plays in a mode, or an error.
pub(super) fn playing(mode: Mode, color: Color) -> Result<Color, String> {
    let is_playing = mode.has(color).then_some(color);
    is_playing.ok_or_else(|| format!("expected a color that plays in mode {mode}, got {color}"))
}

/// Parses a color and a name.
fn name(text: &str) -> Result<(Color, String), String> {
    let (color, name) = text.split_once('=').ok_or_else(|| {
        format!("expected a color and a name such as `orange=Anna`, got `{text}`")
    })?;
    let color = color.parse().map_err(|error| format!("{error}"))?;
    Ok((color, name.to_owned()))
}

/// Returns the move that led to a position, with the color whose piece it left on top.
fn last(position: &Position, mv: Move) -> Result<LastMove, String> {
    let landing = match mv {
        Move::Slide { to, .. } | Move::Drop(to) => to,
        Move::Swap { enemy, .. } => enemy,
        Move::Pass => {
            let colors = position.rules().mode().colors();
            let before = |color: &&Color| position.rules().mode().next(**color) == position.side();
            let color = *colors.iter().find(before).expect("color before another");
            return Ok(LastMove { color, mv });
        }
    };
    let stack = position.board().get(landing);
    let stack = stack
        .ok_or_else(|| format!("expected a last move to a square with a stack, got `{mv}`"))?;
    let color = stack.top();
    Ok(LastMove { color, mv })
}
