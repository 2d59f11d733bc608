//! Login to the gateway.

use std::sync::Arc;

use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::gateway::hub::Order;
use crate::gateway::intents;
use crate::gateway::logins::Admission;
use crate::gateway::shard::Shard;
use crate::rest::auth::is_token;
use crate::shared::{Core, Shared};
use crate::world::World;
use crate::world::model::Guild;
use crate::world::snowflake::Id;
use crate::world::view::own_user_json;

/// Path of the gateway below the sandbox's URL.
pub(crate) const PATH: &str = "/gateway-ws";

/// Close code and reason of a refused login.
pub(crate) type Refusal = (u16, &'static str);

const FAILED: &str = "Authentication failed.";

/// Successful login.
#[derive(Debug)]
pub(crate) struct Login {
    pub(crate) session: String,
    pub(crate) compress: bool,
}

/// Answers IDENTIFY with READY and the guilds of the shard; `None` if the login came too early, or
/// the shard is not let in.
///
/// # Errors
///
/// The token, the intents or the shard are invalid, or the logins of the day are used up.
pub(crate) fn identify(
    shared: &Arc<Shared>,
    data: &Value,
    link: u64,
    orders: UnboundedSender<Order>,
) -> Result<Option<Login>, Refusal> {
    check_token(shared, data)?;
    let wanted = data["intents"]
        .as_u64()
        .ok_or((4013, "Invalid intent(s)."))?;
    if wanted & !intents::KNOWN != 0 {
        return Err((4013, "Invalid intent(s)."));
    }
    if wanted & intents::PRIVILEGED & !shared.settings.privileged_intents != 0 {
        return Err((4014, "Disallowed intent(s)."));
    }
    let part = Shard::read(data.get("shard")).ok_or((4010, "Invalid shard."))?;
    let compress = data["compress"].as_bool().unwrap_or(false);
    shared.with(|core| {
        if !core.hub.lets_in(part) {
            return Ok(None);
        }
        match core.logins.count(part.number, core.world.now_ms) {
            Admission::Granted => {}
            Admission::TooEarly => return Ok(None),
            Admission::Spent => {
                tracing::warn!("more logins than a day allows: the token is void from now on");
                core.hub.order_all(&Order::Close(4004, FAILED), true);
                return Err((4004, FAILED));
            }
        }
        let id = core.world.next_id();
        let session = HEXLOWER.encode(format!("session{id}").as_bytes());
        core.hub.begin(&session, (wanted, part), link, orders);
        greet(core, &session, wanted, part);
        Ok(Some(Login { session, compress }))
    })
}

fn greet(core: &mut Core, session: &str, wanted: u64, part: Shard) {
    let world = &core.world;
    let guilds: Vec<&Guild> = world
        .guilds()
        .filter(|guild| guild.has_bot && part.has(&json!(guild.id)))
        .collect();
    core.hub
        .send_to(session, "READY", &ready(world, session, part, &guilds));
    if wanted & intents::GUILDS != 0 && !core.faults.has_late_guilds {
        for guild in guilds.into_iter().filter(|guild| !world.is_out(guild.id)) {
            let json = world.guild_create_json(guild, wanted & intents::GUILD_MEMBERS != 0);
            core.hub.send_to(session, "GUILD_CREATE", &json);
        }
    }
}

/// Sends the guilds to every session, for logins that did not send them.
pub(crate) fn send_guilds(core: &mut Core) {
    let world = &core.world;
    for guild in world.guilds().filter(|guild| guild.has_bot) {
        core.hub
            .dispatch("GUILD_CREATE", intents::GUILDS, |wanted| {
                Some(world.guild_create_json(guild, wanted & intents::GUILD_MEMBERS != 0))
            });
    }
}

fn ready(world: &World, session: &str, part: Shard, guilds: &[&Guild]) -> Value {
    let bot = world.user(world.bot).expect("bot of the world");
    let guilds: Vec<Value> = guilds
        .iter()
        .map(|guild| json!({"id": guild.id, "unavailable": true}))
        .collect();
    json!({
        "v": 10,
        "user": own_user_json(bot),
        "user_settings": {},
        "guilds": guilds,
        "session_id": session,
        "session_type": "normal",
        "resume_gateway_url": url(world),
        "shard": [part.number, part.total],
        "application": {"id": world.bot, "flags": 0},
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "guild_join_requests": [],
        "game_relationships": [],
        "geo_ordered_rtc_regions": [],
        "auth": {},
        "_trace": ["[\"sandbox\"]"],
    })
}

/// Returns the URL of the gateway.
pub(crate) fn url(world: &World) -> String {
    format!("{}{PATH}", world.base_url.replacen("http", "ws", 1))
}

/// Resumes a session; `None` if the bot must start a new one.
///
/// # Errors
///
/// The token is invalid.
pub(crate) fn resume(
    shared: &Arc<Shared>,
    data: &Value,
    link: u64,
    orders: &UnboundedSender<Order>,
) -> Result<Option<String>, Refusal> {
    check_token(shared, data)?;
    let name = data["session_id"].as_str().unwrap_or_default();
    let Some(sequence) = data["seq"].as_u64() else {
        return Ok(None);
    };
    Ok(shared.with(|core| {
        let resumed = core.hub.resume(name, sequence, link, orders);
        resumed.then(|| {
            core.hub
                .send_to(name, "RESUMED", &json!({"_trace": ["[\"sandbox\"]"]}));
            name.to_owned()
        })
    }))
}

/// Answers a request for the members of a guild that the bot is in.
pub(crate) fn send_members(shared: &Arc<Shared>, session: &str, data: &Value) {
    use crate::world::view::member_json;
    shared.with(|core| {
        let guild = Id::from_json(&data["guild_id"]).and_then(|id| core.world.guild(id));
        let Some(guild) = guild.filter(|guild| guild.has_bot) else {
            return;
        };
        let query = data["query"].as_str().unwrap_or_default().to_lowercase();
        let ids: Option<Vec<String>> = data.get("user_ids").map(|ids| match ids {
            Value::Array(ids) => ids
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            Value::String(id) => vec![id.clone()],
            _ => Vec::new(),
        });
        let members: Vec<Value> = core
            .world
            .members(guild)
            .filter(|user| match &ids {
                Some(ids) => ids.contains(&user.id.to_string()),
                None => user.username.to_lowercase().starts_with(&query),
            })
            .map(|user| member_json(guild, user))
            .collect();
        let mut chunk = json!({
            "guild_id": guild.id,
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        });
        if let Some(nonce) = data.get("nonce") {
            chunk["nonce"] = nonce.clone();
        }
        core.hub.send_to(session, "GUILD_MEMBERS_CHUNK", &chunk);
    });
}

fn check_token(shared: &Arc<Shared>, data: &Value) -> Result<(), Refusal> {
    let token = data["token"].as_str().unwrap_or_default();
    let token = token.strip_prefix("Bot ").unwrap_or(token);
    if is_token(shared, token) {
        Ok(())
    } else {
        Err((4004, FAILED))
    }
}
