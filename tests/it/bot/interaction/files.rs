//! Attachments read from a hostile server.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use focusbot::discord::rest::file::{FileError, FileLimits, Files};

const LIMITS: FileLimits = FileLimits {
    bytes: 1_000,
    time: Duration::from_secs(60),
};

/// Returns a server that answers one request with `answer`, followed by `repeated` again and again
/// if it is not empty, until the client disconnects; with an empty `answer`, it never answers.
fn server(answer: &'static [u8], repeated: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut request = [0; 4_096];
        let read = stream.read(&mut request).unwrap_or_default();
        let request = String::from_utf8_lossy(&request[..read]).to_lowercase();
        assert!(!request.contains("authorization"), "{request}");
        let mut is_open = stream.write_all(answer).is_ok();
        while is_open && !repeated.is_empty() {
            is_open = stream.write_all(repeated).is_ok();
        }
        // Until the client gives up.
        let _ = stream.read(&mut [0; 1]);
    });
    base
}

async fn read(base: &str, url: &str, limits: FileLimits) -> Result<Vec<u8>, FileError> {
    let files = Files::new(Some(base)).expect("a client");
    files.read(url, limits).await
}

#[tokio::test]
async fn a_file_is_read_as_it_is() {
    let base = server(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello", b"");
    let file = read(&base, &format!("{base}/attachments/1"), LIMITS).await;
    assert_eq!(file.as_deref(), Ok(&b"hello"[..]));
}

#[tokio::test]
async fn a_file_without_end_is_not_read_to_it() {
    let base = server(
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
        b"4\r\nmore\r\n",
    );
    let file = read(&base, &format!("{base}/x"), LIMITS).await;
    assert_eq!(file, Err(FileError::TooLarge));
}

#[tokio::test]
async fn a_file_that_does_not_come_is_not_waited_for() {
    let base = server(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhe", b"");
    let limits = FileLimits {
        time: Duration::from_millis(20),
        ..LIMITS
    };
    let file = read(&base, &format!("{base}/x"), limits).await;
    assert!(matches!(file, Err(FileError::Unreachable(_))), "{file:?}");
}

#[tokio::test]
async fn a_redirection_is_not_followed() {
    let base = server(
        b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
        b"",
    );
    let file = read(&base, &format!("{base}/x"), LIMITS).await;
    assert_eq!(file, Err(FileError::Unreachable("status 302".to_owned())));
}

#[tokio::test]
async fn only_discord_is_asked_for_files() {
    let discord = Files::new(None).expect("a client");
    let sandbox = Files::new(Some("http://127.0.0.1:1")).expect("a client");
    for url in [
        "",
        "file:///etc/passwd",
        "http://127.0.0.1:2/x",
        "https://127.0.0.1:1/x",
        "http://localhost:1/x",
        "https://example.com/cdn.discordapp.com",
        "https://cdn.discordapp.com.example.com/x",
        "https://cdn.discordapp.com@example.com/x",
        "http://cdn.discordapp.com/x",
        "https://cdn.discordapp.com:8443/x",
        "http://169.254.169.254/latest",
    ] {
        for files in [&discord, &sandbox] {
            let file = files.read(url, LIMITS).await;
            assert_eq!(file, Err(FileError::Foreign), "{url}");
        }
    }
}
