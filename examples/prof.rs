use focusbot::render::*;
use std::time::Instant;
fn main() {
    for _ in 0..5 {
        let t = Instant::now();
        let p = palette::Palette::new();
        println!("palette {:?} {}", t.elapsed(), p.colors().len());
        let t = Instant::now();
        let r = Renderer::new();
        println!("new {:?}", t.elapsed());
        std::hint::black_box(&r);
    }
}
