//! Rate limits, and faults that tests inject.

use std::time::Duration;

use discord_sandbox::Fault;
use reqwest::Method;
use serde_json::{Value, json};

use crate::bot::{Scene, client};

/// Applies a fault to the next `count` requests whose path contains `path`.
async fn fault(scene: &Scene, fields: Value, count: u32, path: &str) {
    let fault: Fault = serde_json::from_value(fields).expect("fault");
    let set = scene.anna.fault(fault, count, path).await;
    set.expect("control");
}

/// Posts a message and returns once the connection breaks.
async fn post_in_vain(scene: &Scene, path: &str, body: &Value) {
    let address = format!("{}/api/v10{path}", scene.sandbox.base_url());
    let request = client().post(address).json(body);
    let request = request.header("authorization", format!("Bot {}", scene.sandbox.token()));
    request.send().await.expect_err("broken connection");
}

#[tokio::test]
async fn sixth_message_in_five_seconds_is_too_many() {
    let scene = Scene::limited().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let other = format!("/channels/{}/messages", scene.channel("general"));
    let body = json!({"content": "x"});
    for left in (0..5).rev() {
        let reply = scene.rest.post(&path, &body).await;
        assert_eq!(
            reply.headers["x-ratelimit-remaining"],
            left.to_string().as_str()
        );
        reply.fine();
    }
    let refused = scene.rest.post(&path, &body).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.body["retry_after"], json!(5.0));
    assert_eq!(refused.body["global"], false);
    assert_eq!(refused.headers["retry-after"], "5");
    assert_eq!(refused.headers["via"], "1.1 google");
    scene.rest.post(&other, &body).await.fine();
    scene.sandbox.clock().advance(Duration::from_secs(5));
    scene.rest.post(&path, &body).await.fine();
}

#[tokio::test]
async fn each_interaction_has_a_bucket_of_its_own() {
    let mut scene = Scene::limited().await;
    scene.register_play().await;
    for _ in 0..2 {
        let (_, event) = scene.used("play", &[]).await;
        scene
            .rest
            .callback(&event, &json!({"type": 5}))
            .await
            .fine();
        let path = format!("{}/messages/@original", scene.rest.webhook(&event));
        for _ in 0..5 {
            scene
                .rest
                .patch(&path, &json!({"content": "x"}))
                .await
                .fine();
        }
        assert_eq!(
            scene
                .rest
                .patch(&path, &json!({"content": "x"}))
                .await
                .status,
            429
        );
    }
}

#[tokio::test]
async fn faults_meet_the_requests_they_are_for() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let body = json!({"content": "x"});
    fault(&scene, json!({"status": 500}), 2, "/messages").await;
    scene.rest.get("/users/@me").await.fine();
    assert_eq!(scene.rest.post(&path, &body).await.status, 500);
    assert_eq!(scene.rest.post(&path, &body).await.status, 500);
    scene.rest.post(&path, &body).await.fine();
    let limited = json!({"status": 429, "retry_after": 0.5, "global": true});
    fault(&scene, limited, 1, "/messages").await;
    let reply = scene.rest.post(&path, &body).await;
    assert_eq!(
        (reply.status, &reply.body["retry_after"]),
        (429, &json!(0.5))
    );
    assert_eq!(reply.headers["x-ratelimit-global"], "true");
}

#[tokio::test]
async fn lost_answer_was_carried_out() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let body = json!({"content": "x", "nonce": "once", "enforce_nonce": true});
    fault(&scene, json!({"lost": true}), 1, "/messages").await;
    post_in_vain(&scene, &path, &body).await;
    scene.rest.post(&path, &body).await.fine();
    let posted = scene.rest.get(&path).await.fine();
    assert_eq!(posted.as_array().map(Vec::len), Some(1));
    let requests = scene.sandbox.requests(0);
    let posts = requests
        .iter()
        .filter(|request| request.method == "POST")
        .count();
    assert_eq!(posts, 2);
}

#[tokio::test]
async fn requests_are_logged_with_their_json() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let body = json!({"content": "x", "unknown": [1]});
    scene.rest.post(&path, &body).await.fine();
    let files: [(&str, &[u8]); 1] = [("a.txt", b"a")];
    let uploaded = scene.rest.upload(Method::POST, &path, &body, &files).await;
    uploaded.fine();
    scene.rest.send(Method::POST, &path, None).await;
    scene.rest.get(&path).await.fine();
    let requests = scene.sandbox.requests(0);
    let logged = requests
        .iter()
        .filter(|request| request.path.ends_with(&path));
    let logged: Vec<_> = logged.map(|request| request.json.as_deref()).collect();
    let text = body.to_string();
    let text = Some(text.as_str());
    assert_eq!(logged, [text, text, Some(""), None]);
}

#[tokio::test]
async fn cut_request_is_not_carried_out() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let body = json!({"content": "x"});
    fault(&scene, json!({"cut": true}), 1, "/messages").await;
    post_in_vain(&scene, &path, &body).await;
    let posted = scene.rest.get(&path).await.fine();
    assert_eq!(posted.as_array().map(Vec::len), Some(0));
}

#[tokio::test]
async fn slow_answer_arrives_whole() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    fault(&scene, json!({"slow_ms": 50}), 1, "/messages").await;
    let reply = scene.rest.post(&path, &json!({"content": "x"})).await;
    assert_eq!(reply.fine()["content"], "x");
}

#[tokio::test]
async fn fault_waits_for_its_turn_and_has_its_code() {
    let scene = Scene::new().await;
    let gone = json!({"fault": {"status": 404, "code": 10_008}, "after": 1, "path": "/users"});
    scene.control("fault", gone).await;
    scene.rest.get("/users/@me").await.fine();
    let reply = scene.rest.get("/users/@me").await;
    assert_eq!((reply.status, &reply.body["code"]), (404, &json!(10_008)));
    scene.rest.get("/users/@me").await.fine();
}

#[tokio::test]
async fn who_leaves_the_guild_sees_nothing_of_it() {
    let scene = Scene::new().await;
    let member = |present| json!({"who": "anna", "present": present});
    scene.control("member", member(false)).await;
    let gone = scene.anna.wait_until("no channel", |view| {
        view.channel("games").is_none().then_some(())
    });
    gone.await.expect("no channel");
    scene.anna.say("games", "x").await.expect_err("not there");
    scene.control("member", member(true)).await;
    let back = scene
        .anna
        .wait_until("a channel", |view| view.channel("games"));
    back.await.expect("a channel");
}

#[tokio::test]
async fn messages_of_an_hour_ago_are_edited_three_times_in_twenty_seconds() {
    let scene = Scene::limited().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let posted = scene.rest.say(&path, "x").await;
    let message = format!("{path}/{}", posted["id"].as_str().expect("id"));
    let edit = || async { scene.rest.patch(&message, &json!({"content": "y"})).await };
    scene.sandbox.clock().advance(Duration::from_secs(3_590));
    for _ in 0..5 {
        edit().await.fine();
    }
    scene.sandbox.clock().advance(Duration::from_secs(20));
    for _ in 0..3 {
        edit().await.fine();
    }
    let refused = edit().await;
    assert_eq!(refused.refusal(), (429, 30_046));
    assert_eq!(refused.body["retry_after"], json!(20.0));
    scene.sandbox.clock().advance(Duration::from_secs(20));
    edit().await.fine();
}

#[tokio::test]
async fn conversations_opened_too_fast_are_refused() {
    let scene = Scene::limited().await;
    let body = json!({"recipient_id": scene.anna.id()});
    for _ in 0..20 {
        scene.rest.post("/users/@me/channels", &body).await.fine();
    }
    let refused = scene.rest.post("/users/@me/channels", &body).await;
    assert_eq!(refused.refusal(), (403, 40_003));
    scene.sandbox.clock().advance(Duration::from_secs(60));
    scene.rest.post("/users/@me/channels", &body).await.fine();
}

#[tokio::test]
async fn ten_thousand_refused_requests_are_a_ban() {
    let scene = Scene::limited().await;
    let shared = json!({"status": 429, "retry_after": 1.0, "shared": true});
    fault(&scene, shared, 1, "/users").await;
    let denied = json!({"status": 403, "code": 50_013});
    fault(&scene, denied, 1, "/guilds").await;
    let nearly = json!({"count": 9_999});
    scene.control("invalid", nearly).await;

    let reply = scene.rest.get("/users/@me").await;
    assert_eq!(reply.headers["x-ratelimit-scope"], "shared");
    scene.rest.get("/users/@me").await.fine();
    assert_eq!(
        scene.rest.get("/users/@me/guilds").await.refusal(),
        (403, 50_013)
    );
    let banned = scene.rest.get("/gateway").await;
    assert_eq!(
        (banned.status, &banned.body),
        (429, &json!("error code: 1015"))
    );
    assert!(!banned.headers.contains_key("via"), "it is not Discord's");
    scene.sandbox.clock().advance(Duration::from_secs(3_600));
    scene.rest.get("/users/@me").await.fine();
}
