//! Playing, counting and drawing positions and games, without people's data.

pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod replay;

use std::io;

/// Accepts that the reader has closed the output, as `head` and `less` do.
fn allow_gone_reader(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
