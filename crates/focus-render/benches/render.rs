//! Cost of a picture, over every ply of the recorded games: `cargo bench --bench render`.
//!
//! Processor time is measured instead of elapsed time, so that other work on the machine has little
//! effect.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::hint::black_box;
use std::time::Duration;

use focus::Mode;
use focus_render::{Animation, Renderer, Scene, Speed};
use rustix::time::{ClockId, clock_gettime};

#[path = "../tests/it/recorded.rs"]
mod recorded;

use recorded::Recorded;

/// Recorded games, two of each mode.
const GAMES: [&str; 8] = [
    "duel-race-1",
    "duel-last-1",
    "three-way-race-1",
    "three-way-race-2",
    "partners-last-1",
    "partners-last-2",
    "free-for-all-race-2",
    "free-for-all-last-2",
];

/// Number of plies in each replay.
const PLIES: usize = 60;

/// Number of runs; the median is reported.
const STARTS: usize = 9;

/// Cost of one picture.
struct Cost {
    time: Duration,
    bytes: usize,
}

fn main() {
    let mut starts: Vec<_> = (0..STARTS).map(|_| timed(Renderer::new).0).collect();
    starts.sort_unstable();
    let renderer = Renderer::new();
    let side = f64::from(renderer.layout().size_px());
    println!("start      {:7.1} ms", milliseconds(starts[STARTS / 2]));
    println!("art        {:7.1} MB", megabytes(renderer.memory_bytes()));
    println!("mode       pictures   median    per MP   median   largest");
    let mut all = Vec::new();
    for mode in Mode::ALL {
        let games = GAMES.map(|game| Recorded::read(game).scenes());
        let scenes = games.iter().flatten();
        let scenes = scenes.filter(|scene| scene.position.rules().mode() == mode);
        let costs: Vec<Cost> = scenes.map(|scene| draw(&renderer, scene)).collect();
        print(mode.token(), &costs, side);
        all.extend(costs);
    }
    print("all", &all, side);
    println!("replay     pictures   median               median   largest");
    for size in [512, 720] {
        let renderer = Renderer::with_size(size);
        let animations = GAMES.map(|game| Recorded::read(game).game(PLIES));
        let animations = animations.map(|game| Animation::new(game).with_names(recorded::names()));
        let costs: Vec<Cost> = animations
            .iter()
            .map(|animation| encode(&renderer, animation))
            .collect();
        print(&format!("{size} px"), &costs, f64::from(size));
    }
}

fn draw(renderer: &Renderer, scene: &Scene) -> Cost {
    let (time, png) = timed(|| renderer.board_png(black_box(scene)));
    Cost {
        time,
        bytes: png.len(),
    }
}

fn encode(renderer: &Renderer, animation: &Animation) -> Cost {
    let encode =
        || renderer.animation_gif(black_box(animation), Speed::Normal, usize::MAX, &mut |_| {});
    let (time, gif) = timed(encode);
    Cost {
        time,
        bytes: gif.expect("an animation without limit").len(),
    }
}

fn print(name: &str, costs: &[Cost], side: f64) {
    let mut times: Vec<_> = costs.iter().map(|cost| cost.time).collect();
    let mut bytes: Vec<_> = costs.iter().map(|cost| cost.bytes).collect();
    times.sort_unstable();
    bytes.sort_unstable();
    let time = milliseconds(times[times.len() / 2]);
    let (middle, largest) = (bytes[bytes.len() / 2], bytes[bytes.len() - 1]);
    println!(
        "{name:10} {:8} {time:6.2} ms {:6.2} ms {middle:6} B {largest:7} B",
        costs.len(),
        time / (side * side / 1e6)
    );
}

/// Returns the processor time of this process that some work takes, and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let now = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).expect("clock");
    let start = now();
    let done = work();
    (now().saturating_sub(start), done)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[expect(clippy::cast_precision_loss, reason = "a few megabytes")]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}
