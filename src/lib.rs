//! FOCUS, Sid Sackson's stacking game of 1964, for two to four players on Discord.
//!
//! The library is for the program and the tests of this package, and promises no stable interface.
//!
//! # Crates
//!
//! Every part that is useful without Discord is a crate of its own; `crates/*/README.md` introduces each.
//!
//! | crate | subject | may name |
//! | --- | --- | --- |
//! | [`focus`] | rules and notation; no I/O, clock, chance or dependency | – |
//! | [`focus_engine`] | computer player: evaluation, search, levels, analysis, protocol | `focus` |
//! | [`focus_render`] | pictures of positions, games and their course | `focus` |
//! | [`discord_sandbox`] | Discord on loopback, with a page in the browser; it knows no bot | – |
//! | `focus_lab` | training and measuring of the computer player; not in this program | `focus`, `focus_engine` |
//!
//! # Layers
//!
//! Modules of this crate are layers. Each names only the layers and crates of its row; a test
//! reads the sources and these tables. Only `discord` is asynchronous, and `cli` where it starts it.
//!
//! ```text
//! Discord ⇄ discord ──▶ service ──▶ store     a request in, one durable commit, an update out
//!              │           │
//!              ├─ i18n     ├─ focus           every sentence in five languages; the rules
//!              └─ focus-   └─ focus-          the picture of a position;
//!                 render      engine          the computer player
//! ```
//!
//! | layer | subject | may name |
//! | --- | --- | --- |
//! | [`metrics`] | counters and timings of the running bot, and its health | – |
//! | [`store`] | tables of versioned records, committed in atomic batches | `metrics` |
//! | [`service`] | game service: a request in, an update or a refusal out | `focus`, `focus_engine`, `store` |
//! | [`i18n`] | every sentence people read, in five languages | `focus`, `focus_engine`, `service` |
//! | [`discord`] | the bot: commands, buttons, messages, gateway and REST | `focus`, `focus_engine`, `focus_render`, `metrics`, `store`, `service`, `i18n` |
//!
//! `config`, `cli` and `main` put them together; `cli` alone names the sandbox.
//!
//! # Features
//!
//! All of them are on by default. Without any, the program still plays in a terminal, serves the
//! engine to other programs, draws pictures, and checks, copies and backs up the data of games.
//!
//! | feature | adds |
//! | --- | --- |
//! | `discord` | the bot itself: gateway, REST, commands |
//! | `postgres` | games in PostgreSQL instead of a folder |
//! | `sandbox` | with `discord`, a Discord on loopback with a page in the browser: the commands `sandbox` and `load` |
//!
//! # Modules of the service
//!
//! A module names only the modules of its row, and `Service`, to which each adds its part. Here and
//! below, a module that calls a method names the module that defines it.
//!
//! | module | subject | may name |
//! | --- | --- | --- |
//! | `api` | ids, requests, refusals, faults, views | – |
//! | `model` | tables, games, settings and ratings as the service works with them | `api` |
//! | `repository` | commits, keys, indices, the log of actions, records on disk, which no other module names | `api`, `model` |
//! | `people` | settings of people and servers, languages, preferences for the next game | `api`, `model`, `repository` |
//! | `ratings` | ratings and leaderboards | `api`, `model`, `repository` |
//! | `game` | a game's whole life: its table, its actions and transactions, its record when it has ended | `api`, `model`, `repository`, `people`, `ratings` |
//! | `leases` | shards that this process holds, shared with other processes | `api`, `model`, `repository`, `game` |
//! | `deadlines` | work that falls due, computers' turns, changed settings, reminders, downtime, outages | `api`, `model`, `repository`, `people`, `game`, `leases` |
//! | `moderation` | settings and roles of servers, the audit log | `api`, `model`, `repository`, `people`, `game` |
//! | `publishing` | outbox, replaced boards, replays, followers, channels | `api`, `model`, `repository`, `people`, `game`, `leases`, `moderation` |
//! | `upkeep` | consistency check, cleanup and removal of older records, data about a person | `api`, `model`, `repository`, `people`, `ratings`, `game`, `leases`, `moderation`, `publishing` |
//!
//! ## Modules of a game
//!
//! | module | subject | may name |
//! | --- | --- | --- |
//! | `state` | state computed from a game's actions: position, clocks, offers | – |
//! | `player_actions` | moves, draws and resignations of players | `state` |
//! | `take_back` | taking decisions back | `player_actions`, `state` |
//! | `hand_over` | handover of a seat | `player_actions`, `state` |
//! | `premove` | replies prepared in advance | `player_actions`, `state` |
//! | `loading` | a game with its actions applied, tables as people see them, and a cache of games | `hand_over`, `state`, `take_back` |
//! | `running_clock` | reminders, vacations and owed time on a clock, and what happens when it has run out | `loading`, `player_actions`, `state` |
//! | `queries` | tables and games by person, channel and server | `loading`, `premove` |
//! | `transaction` | atomic changes of tables and games | `hand_over`, `loading`, `player_actions`, `premove`, `queries`, `running_clock`, `state`, `take_back` |
//! | `table` | a table before its game, and the game's beginning | `loading`, `queries`, `running_clock`, `transaction` |
//! | `ended` | history and imported records | `loading`, `queries` |
//!
//! # Modules of discord
//!
//! A module names only the modules of its row, and `Bot`, the parts of all of them together. No
//! feature names another one.
//!
//! | module | subject | may name |
//! | --- | --- | --- |
//! | `rest` | requests to Discord, and their limits | – |
//! | `runtime` | clock, queue, tasks, locks, presence, faults | – |
//! | `interaction` | one request of a person: context, arguments, custom ids, errors, the private answer | `rest`, `runtime` |
//! | `gateway` | the connection over which events arrive, and the events | `interaction`, `rest` |
//! | `views` | boards, tables and their buttons, as several modules show them | `interaction`, `rest` |
//! | `game_messages` | messages about games, public and private, and their pictures | `interaction`, `rest`, `runtime`, `views` |
//! | `engine` | computer players, and reviews of games | `game_messages`, `interaction`, `rest`, `runtime`, `views` |
//! | `features` | features, one folder or file each: commands, ids and views | `engine`, `game_messages`, `interaction`, `rest`, `runtime`, `views` |
//! | `dispatch` | dispatch of events to features; the list of commands | `engine`, `features`, `game_messages`, `gateway`, `interaction`, `rest`, `runtime` |
//! | `lifecycle` | start, timers and end | `dispatch`, `engine`, `features`, `game_messages`, `gateway`, `rest`, `runtime` |
//!
//! # One move, from click to picture
//!
//! 1. `discord::dispatch` receives the press or the command. A button that does one thing at once has
//!    its request in its custom id (`custom_id::request_buttons`); otherwise the feature makes a
//!    [`service::Request`] of the id or the arguments: the game, the ply it was made for and the
//!    move.
//! 2. `service` reads the game, refuses what is stale or not this person's to do, and has
//!    `focus` read and play the move.
//! 3. `store` commits the action, the game and its indices in one flushed batch. Nobody sees
//!    anything before that.
//! 4. `discord::game_messages` words the new view with `i18n`, draws it with `focus_render`, posts
//!    the board with one mention, or edits the existing board if nobody has to be mentioned, and
//!    records that the view has been shown. Instead, the board is the response to the interaction
//!    while one of Discord's limits would make the channel wait, and always where the bot is only
//!    user-installed. A board that a newer one follows is reduced to a line, by the token of a press
//!    on it if there was one; the store knows which ones are still to be changed.
//! 5. If a computer is to move, a thread of `discord::engine` searches, and pauses while a shorter
//!    search is asked for. `service` accepts its move like anybody's, unless the game has changed
//!    in the meantime. A search that a restart has interrupted begins again.
//!
//! # A commit that fails
//!
//! If a precondition no longer holds, because another request was faster, the request is carried
//! out again on the current state. A write or flush that fails is final, whatever the request was:
//! the writer (`store::sled::writer`) writes nothing more, `store::backend` reports the loss,
//! `cli::serve` ends the process, and the next start opens what was flushed. If a database cannot
//! be reached, the process waits for it instead, and then first finds out whether a commit whose
//! answer was lost took place. Meanwhile `discord::game_messages::error_replies` tells people what
//! may not have been kept. Caches change after the commit, so that none is ahead of the disk.
//!
//! # Clock
//!
//! | module | part |
//! | --- | --- |
//! | `service::api::time_control` | time controls, and the rules for a player whose time is over |
//! | `service::game::state::clock` | time of each player, counted from the actions of a game |
//! | `service::game::running_clock` | effect of reminders, vacations and owed time on a clock, and what happens when it has run out |
//! | `service::deadlines` | deadlines of all games: those that are due, and their changes by settings, downtime and outages |
//! | `service::model::downtime` | last time at which people could move, and the time owed to them since |
//! | `service::model::settings` | vacations, and how often and where a person is reminded |
//! | `service::upkeep` | clocks on servers that the bot left, and claims recorded without an end by older programs |
//! | `discord::lifecycle::timers`, `discord::game_messages::reminder_messages` | tasks that look for deadlines, and the reminders sent |
//!
//! # Time given back
//!
//! `discord::runtime::presence` notices that the bot, Discord or the process itself was away, and
//! `discord::game_messages::server_outages` handles the outages of single servers that Discord
//! reports. `service::deadlines` (`give_back_downtime`, `give_back_outages`) records how much time
//! is owed to whom, and `service::game::running_clock` gives it to each game, before anything else
//! is done there. Less than 30 s are kept in memory (`running_clock::short_outages`), and given only
//! to games in which time would be over otherwise.
//!
//! On a server that the bot has left, nothing is written until a deadline of a game falls due
//! (`service::deadlines::due`), which pauses its clock for some hours more, and after a month lets
//! it run. The return of the bot or the removal of the server's data
//! (`service::upkeep::left_servers`), or the move of a game elsewhere gives back the rest.
//!
//! # Invariants
//!
//! - A [`focus::Position`] is legal, whatever it was made from.
//! - Nothing is acknowledged before it is on disk, and nothing is ever half done.
//! - A message holds no state that the store lacks: every button works after a restart.
//! - Every committed update is shown, if necessary after the next start.

pub mod cli;
pub mod config;
#[cfg(feature = "discord")]
pub mod discord;
pub mod i18n;
pub mod metrics;
pub mod service;
pub mod store;
