//! People, places, files and messages, reduced to the parts that the bot uses.
//!
//! serenity's types describe all that Discord sends, and read nothing of it if a single part has a
//! form that they do not know. So they are given only the parts that the bot uses, with stand-ins
//! for others that they require.

use serde_json::{Map, Value, json};

use crate::discord::rest::components_v2::flatten;

const ROW: u8 = 1;
const BUTTON: u8 = 2;
/// Stand-in for the id of a picture, which the bot does not use.
const PICTURE: &str = "1";
/// Stand-in for the time of a message, which the bot takes from the id.
const TIME: &str = "2015-01-01T00:00:00Z";

/// Reduces a message, and the one to which it replies, to the author, text, buttons and files.
pub(crate) fn message(mut json: Value) -> Value {
    let pictures = pictures(&json["components"]);
    flatten(&mut json);
    let answered = json.get_mut("referenced_message").map(Value::take);
    let answered = answered.filter(Value::is_object).map(message);
    let files = json["attachments"].as_array().into_iter().flatten();
    let files: Vec<_> = files.chain(&pictures).map(attachment).collect();
    let member = object(
        &json["member"],
        |member| json!({"nick": member["nick"].as_str(), "roles": []}),
    );
    let reference = object(
        &json["message_reference"],
        |reference| json!({"message_id": reference["message_id"], "channel_id": reference["channel_id"]}),
    );
    json!({
        "id": json["id"],
        "channel_id": json["channel_id"],
        "guild_id": json["guild_id"],
        "type": kind(&json["type"]),
        "author": user(&json["author"]),
        "member": member,
        "content": json["content"].as_str().unwrap_or_default(),
        "flags": json["flags"].as_u64(),
        "attachments": files,
        "components": [{"type": ROW, "components": buttons(&json["components"])}],
        "message_reference": reference,
        "referenced_message": answered,
        "timestamp": TIME,
        "tts": false,
        "pinned": false,
        "mention_everyone": false,
        "mentions": [],
        "mention_roles": [],
        "embeds": [],
    })
}

/// Reduces the objects that the arguments and the target of a command refer to.
pub(super) fn resolved(mut json: Value) -> Value {
    let messages = json.get_mut("messages").and_then(Value::as_object_mut);
    let messages = messages.into_iter().flatten();
    let messages = messages.map(|(id, json)| (id.clone(), message(json.take())));
    let messages: Map<_, _> = messages.collect();
    json!({
        "users": each(&json["users"], user),
        "roles": each(&json["roles"], role),
        "channels": each(&json["channels"], channel),
        "attachments": each(&json["attachments"], attachment),
        "messages": messages,
    })
}

/// Reduces a person to the names.
pub(super) fn user(json: &Value) -> Value {
    json!({
        "id": json["id"],
        "username": json["username"].as_str().unwrap_or_default(),
        "global_name": json["global_name"].as_str(),
        "bot": json["bot"].as_bool().unwrap_or_default(),
    })
}

/// Reduces a member of a server, who is this reduced person, to the name and the rights.
pub(super) fn member(json: &Value, user: &Value) -> Value {
    object(json, |member| {
        json!({
            "user": user,
            "nick": member["nick"].as_str(),
            "roles": member["roles"].as_array().cloned().unwrap_or_default(),
            "permissions": member["permissions"],
            "deaf": false,
            "mute": false,
            "flags": 0,
        })
    })
}

/// Reduces a channel or thread to its kind and the channel of the thread.
pub(super) fn channel(json: &Value) -> Value {
    object(json, |channel| {
        json!({
            "id": channel["id"],
            "type": kind(&channel["type"]),
            "parent_id": channel["parent_id"],
        })
    })
}

/// Reduces a role to the id.
fn role(json: &Value) -> Value {
    json!({
        "id": json["id"],
        "name": "",
        "color": 0,
        "colors": {"primary_color": 0},
        "hoist": false,
        "managed": false,
        "permissions": "0",
        "position": 0,
    })
}

/// Reduces a file to the fields needed to judge and read it.
fn attachment(json: &Value) -> Value {
    json!({
        "id": json["id"],
        "filename": json["filename"].as_str().unwrap_or_default(),
        "content_type": json["content_type"].as_str(),
        "size": json["size"].as_u64().unwrap_or(0).min(u32::MAX.into()),
        "url": json["url"].as_str().unwrap_or_default(),
        "proxy_url": "",
    })
}

/// Lists the pictures among components and below them, which are not among the message's files.
fn pictures(components: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    for component in components.as_array().into_iter().flatten() {
        let items = component["items"].as_array().into_iter().flatten();
        let urls = items.filter_map(|item| item["media"]["url"].as_str());
        found.extend(urls.map(|url| {
            let path = url.split('?').next().unwrap_or(url);
            let name = path.rsplit('/').next().unwrap_or(path);
            json!({"id": PICTURE, "filename": name, "url": url})
        }));
        found.extend(pictures(&component["components"]));
    }
    found
}

/// Lists the buttons with an id among components and below them.
fn buttons(components: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    for component in components.as_array().into_iter().flatten() {
        let id = component["custom_id"].as_str();
        let id = id.filter(|_| component["type"] == BUTTON);
        found.extend(id.map(|id| json!({"type": BUTTON, "style": 1, "custom_id": id})));
        found.extend(buttons(&component["components"]));
    }
    found
}

/// Returns the number of a kind; one for which serenity has no room becomes another unknown one.
fn kind(json: &Value) -> u8 {
    let number = json.as_u64().and_then(|number| u8::try_from(number).ok());
    number.unwrap_or(u8::MAX)
}

/// Reduces an object; anything else becomes `null`.
fn object(json: &Value, reduced: impl Fn(&Value) -> Value) -> Value {
    if json.is_object() {
        reduced(json)
    } else {
        Value::Null
    }
}

/// Reduces the values of an object, whose keys are ids.
fn each(json: &Value, reduced: fn(&Value) -> Value) -> Map<String, Value> {
    let known = json.as_object().into_iter().flatten();
    known
        .map(|(id, value)| (id.clone(), reduced(value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::message;

    #[test]
    fn a_picture_in_components_is_a_file_of_the_message() {
        let media = json!({"url": "https://cdn.example/1/2/moment-1-3.png?ex=4"});
        let gallery = json!({"type": 12, "items": [{"media": media}]});
        let container = json!({"type": 17, "components": [gallery]});
        let shown = json!({"flags": 1 << 15, "attachments": [], "components": [container]});
        let reduced = message(shown);
        assert_eq!(reduced["attachments"][0]["filename"], "moment-1-3.png");
    }
}
