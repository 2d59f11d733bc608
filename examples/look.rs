use focusbot::render::*;
use focusbot::rules::*;
use std::time::Instant;
fn names() -> [Name; 4] {
    [
        ("Anna", "a"),
        ("Łukasz Żółć", "l"),
        ("François-Xavier de la Tour", "f"),
        ("Eleonora Großmann", "e"),
    ]
    .map(|(w, p)| Name {
        wanted: w.into(),
        plain: p.into(),
    })
}
struct R(u64);
impl R {
    fn n(&mut self, k: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % (k as u64)) as usize
    }
}
fn main() {
    let size: u32 = std::env::args().nth(1).map_or(1024, |s| s.parse().unwrap());
    let t = Instant::now();
    let r = Renderer::with_size(size);
    println!("new {:?} memory {}", t.elapsed(), r.memory_bytes());
    let dir = std::env::args().nth(2).unwrap_or("/tmp/r/out".into());
    std::fs::create_dir_all(&dir).unwrap();
    for mode in Mode::ALL {
        let mut rng = R(88172645463325252 + mode as u64);
        let mut rules = Rules::new(mode);
        let _ = &mut rules;
        let mut pos = Position::start(rules, Color::Orange);
        let mut last = None;
        let mut total = std::time::Duration::ZERO;
        let mut n = 0u32;
        let mut bytes = 0;
        let mut maxb = 0;
        for ply in 0..140 {
            let outcome = pos.outcome();
            let scene = Scene {
                position: pos.clone(),
                names: names(),
                outcome,
                last,
                down: Direction::South,
            };
            let t = Instant::now();
            let png = r.board_png(&scene);
            total += t.elapsed();
            n += 1;
            bytes += png.len();
            maxb = maxb.max(png.len());
            if [0, 1, 2, 25, 60, 90].contains(&ply) || outcome.is_some() {
                std::fs::write(format!("{dir}/{}-{ply}.png", mode.token()), &png).unwrap();
            }
            if outcome.is_some() {
                break;
            }
            let moves = pos.legal_moves();
            // prefer captures and tall
            let mut best = None;
            let mut bs = -1i32;
            for _ in 0..8 {
                let mv = moves[rng.n(moves.len())];
                let e = pos.effect(mv);
                let h = match mv {
                    Move::Slide { from, to } => {
                        (pos.board().get(to).map_or(0, |s| s.height())
                            + from.distance(to).unwrap_or(0) as usize)
                            as i32
                    }
                    _ => 0,
                };
                let s = e.captured().count() as i32 * 20 + h.min(5);
                if s > bs {
                    bs = s;
                    best = Some(mv)
                }
            }
            let mv = best.unwrap();
            last = Some(LastMove {
                color: pos.side(),
                mv,
            });
            pos.play(mv).unwrap();
        }
        println!(
            "{} n {n} avg {:?} bytes {} max {maxb}",
            mode.token(),
            total / n,
            bytes / n as usize
        );
    }
}
