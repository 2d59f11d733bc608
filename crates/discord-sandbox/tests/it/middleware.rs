//! Origin checks: only programs on this machine and the sandbox's page get in.

use std::fs;
use std::path::Path;

use discord_sandbox::{Sandbox, SandboxOptions};
use reqwest::Response;

use crate::bot::{AGENT, client};

async fn get(sandbox: &Sandbox, path: &str, headers: &[(&str, &str)]) -> Response {
    let http = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .expect("plain client");
    let mut request = http.get(format!("{}{path}", sandbox.base_url()));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.expect("answer")
}

async fn status(sandbox: &Sandbox, path: &str, headers: &[(&str, &str)]) -> u16 {
    get(sandbox, path, headers).await.status().as_u16()
}

#[tokio::test]
async fn foreign_pages_are_kept_out() {
    let sandbox = Sandbox::start(SandboxOptions {
        hosts: vec!["box.example".to_owned()],
        ..SandboxOptions::default()
    })
    .await
    .expect("free port");
    let own = sandbox.base_url().to_owned();
    for (headers, expected) in [
        (&[][..], 200),
        (&[("origin", own.as_str())], 200),
        (&[("origin", "http://evil.example")], 403),
        (&[("origin", "null")], 403),
        (&[("host", "evil.example")], 403),
        (
            &[("host", "evil.example"), ("origin", "http://evil.example")],
            403,
        ),
        (&[("host", "localhost:1234")], 200),
        (&[("host", "box.example")], 200),
        (&[("sec-fetch-site", "cross-site")], 403),
        (&[("sec-fetch-site", "same-origin")], 200),
        (
            &[
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "document"),
            ],
            200,
        ),
    ] {
        assert_eq!(
            status(&sandbox, "/sandbox/people", headers).await,
            expected,
            "{headers:?}"
        );
    }
}

#[tokio::test]
async fn acts_need_a_content_type_that_foreign_pages_cannot_send() {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("free port");
    let request = client().post(format!("{}/sandbox/action", sandbox.base_url()));
    let body = r#"{"as":"anna","action":"open_dm"}"#;
    let answer = request
        .header("content-type", "text/plain")
        .body(body)
        .send()
        .await;
    assert_eq!(answer.expect("answer").status(), 400);
}

#[tokio::test]
async fn every_file_of_the_page_is_served() {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("free port");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let mut folders = vec![page.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("assets of the page") {
            let file = entry.expect("file").path();
            if file.is_dir() {
                folders.push(file);
                continue;
            }
            let name = file.strip_prefix(&page).expect("path below the page");
            let path = format!("/sandbox/{}", name.to_str().expect("plain name"));
            assert_eq!(status(&sandbox, &path, &[]).await, 200, "{path}");
        }
    }
    assert_eq!(status(&sandbox, "/sandbox/", &[]).await, 200);
    assert_eq!(status(&sandbox, "/", &[]).await, 307);
    assert_eq!(status(&sandbox, "/sandbox/nonsense.js", &[]).await, 404);
}

#[tokio::test]
async fn redirect_to_the_page_keeps_the_query() {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("free port");
    for (path, expected) in [
        ("/", "/sandbox/"),
        ("/?as=anna", "/sandbox/?as=anna"),
        ("/sandbox?as=%C5%81&x=1", "/sandbox/?as=%C5%81&x=1"),
    ] {
        let answer = get(&sandbox, path, &[]).await;
        assert_eq!(answer.headers()["location"], expected, "{path}");
    }
}

#[tokio::test]
async fn clients_that_do_not_say_what_they_are_are_refused() {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("free port");
    for (agent, expected) in [
        ("", 403),
        ("python-requests/2.32", 403),
        (AGENT, 200),
        (
            "DiscordBot (https://discord.js.org, 14.26.0) Node.js/22",
            200,
        ),
    ] {
        let headers = [("user-agent", agent)];
        let status = status(&sandbox, "/api/v10/gateway", &headers).await;
        assert_eq!(status, expected, "{agent}");
    }
    assert_eq!(status(&sandbox, "/api/v10/gateway", &[]).await, 403);
}
