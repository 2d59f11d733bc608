//! Writes the inputs that each target begins with to `corpus`.

use std::fs;
use std::io;
use std::path::Path;

use focusbot_fuzz::targets::ALL;

fn main() -> io::Result<()> {
    for target in &ALL {
        let folder = Path::new("corpus").join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in (target.seeds)().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
