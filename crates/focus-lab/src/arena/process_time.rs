//! Processor time of another process.

use std::time::Duration;
use std::{fs, io};

/// Unit of the process times that Linux reports.
const TICK: Duration = Duration::from_millis(10);

/// Returns the processor time that a process has used so far, without the processes it started.
///
/// # Errors
///
/// The process is gone, or the system is not Linux.
pub(super) fn process_time(process: u32) -> io::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let ticks = ticks(&stat).ok_or(io::ErrorKind::InvalidData)?;
    Ok(TICK * ticks)
}

/// Returns the time that a process has spent in its own code and in system code on its behalf.
///
/// Source: `proc_pid_stat(5)`, fields 14 and 15.
fn ticks(stat: &str) -> Option<u32> {
    // The second field is the name in parentheses, which may itself contain any of these
    // characters.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let own: u32 = times.next()?.parse().ok()?;
    let of_system: u32 = times.next()?.parse().ok()?;
    Some(own + of_system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_a_program_may_look_like_other_fields() {
        let stat = "7 (an engine) R 1) S 1 7 7 0 -1 4194560 90 0 0 0 250 30 4 5 20 0 1 0 12 34\n";
        assert_eq!(ticks(stat), Some(280));
        assert_eq!(ticks("7 (engine) S 1 7"), None);
    }
}
