//! `focusbot health`: asks a running bot for its state, for supervisors without a web client.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, bail};

use crate::cli::usage::Usage;
use crate::config::Config;

/// Longest time that a healthy bot takes to answer.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Args {
    /// Ask whether people are served right now, which also requires Discord
    #[arg(long)]
    ready: bool,
}

/// Prints the bot's answer, and fails unless the bot is healthy.
pub(crate) fn run(config: &Config, args: Args) -> anyhow::Result<()> {
    let Some(address) = config.monitor.listen.filter(|address| address.port() != 0) else {
        let wanted = "expected an address and a port in `listen` of `[monitor]`, such as \
                      `127.0.0.1:9464`, the same as for the bot";
        return Err(Usage::new(wanted).into());
    };
    let path = if args.ready { "/readyz" } else { "/healthz" };
    let answer = ask(address, path).map_err(explained);
    let answer = answer.with_context(|| format!("the bot does not answer at {address}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    if head.split(' ').nth(1) != Some("200") {
        bail!("{}", body.trim_end().replace('\n', "; "));
    }
    write!(io::stdout(), "{body}")?;
    Ok(())
}

fn ask(mut address: SocketAddr, path: &str) -> io::Result<String> {
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Rewords the end of the wait, which some systems call a lack of resources.
fn explained(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => {
            let text = format!("no answer within {} s", PATIENCE.as_secs());
            io::Error::new(ErrorKind::TimedOut, text)
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_of_the_wait_is_not_called_a_lack_of_resources() {
        for kind in [ErrorKind::WouldBlock, ErrorKind::TimedOut] {
            assert_eq!(explained(kind.into()).to_string(), "no answer within 5 s");
        }
    }
}
