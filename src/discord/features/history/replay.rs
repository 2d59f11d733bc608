//! Replays: private at first, and shared by a button.

use std::convert::Infallible;

use serenity::all::Message;

use crate::discord::bot::Bot;
use crate::discord::features::history::lookup::{newest, wanted};
use crate::discord::game_messages::drawing::view_preferences::ViewPreferences;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::share_button::{self, Audience, check_shareable};
use crate::discord::game_messages::shown_game::{game_of, look_at};
use crate::discord::interaction::arguments::options::{ChoiceOf, side_down};
use crate::discord::interaction::arguments::{Context, autocomplete};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::HistoryButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views;
use crate::service::{GameId, GameView, PersonalView};
use focus::{Color, Direction};
use focus_render::Speed;

/// Replays a game, or a part of it, as an animated picture.
#[poise::command(slash_command)]
pub(crate) async fn replay(
    ctx: Context<'_>,
    #[autocomplete = "autocomplete::any_games"] game: Option<String>,
    #[min = 1]
    #[max = 100_000]
    from: Option<usize>,
    #[min = 1]
    #[max = 100_000]
    to: Option<usize>,
    side: Option<ChoiceOf<Color>>,
    speed: Option<ChoiceOf<Speed>>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let button = HistoryButton::Replay;
        let personal = wanted(bot, &context, game.as_deref(), button, newest).await?;
        let all = ReplayRange::all(&personal.view);
        let mode = personal.view.game.rules().mode();
        let part = ReplayRange {
            from: from.unwrap_or(all.from),
            to: to.unwrap_or(all.to),
            down: side_down(side, mode, context.words)?,
            speed: speed.map_or(all.speed, |ChoiceOf(speed)| speed),
        };
        replayed(bot, &context, &personal, part, Audience::One(context.words)).await
    })
    .await
}

/// Replays the game that a message shows.
#[poise::command(
    context_menu_command = "Replay",
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn replay_shown(ctx: Context<'_>, message: Message) -> Result<(), Infallible> {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let shown = async {
        let none = || BotError::Said(context.words.text("no-game-there", &[]));
        let game = game_of(bot, &message).await?.ok_or_else(none)?;
        whole(bot, &context, game).await
    };
    let reply = Reply::new(&bot.rest, &context);
    Box::pin(respond::answer(bot, reply, None, shown)).await;
    Ok(())
}

/// Shows the replay of a game to this person only.
pub(super) async fn show(bot: &Bot, reply: Reply<'_>, game: GameId) {
    let whole = whole(bot, reply.context(), game);
    respond::answer(bot, reply, None, whole).await;
}

/// Shows a part of a game to everybody.
pub(super) async fn share(bot: &Bot, context: &RequestContext, game: GameId, part: ReplayRange) {
    share_button::share(bot, context, |audience| async move {
        let personal = look_at(bot, context, game).await?;
        check_shareable(&personal.view, context)?;
        replayed(bot, context, &personal, part, audience).await
    })
    .await;
}

/// Part of a game to replay, its side and its speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReplayRange {
    /// First ply, counted from 1.
    from: usize,
    /// Last ply.
    to: usize,
    /// Side of the board at the bottom, if one was chosen for this replay.
    down: Option<Direction>,
    speed: Speed,
}

impl ReplayRange {
    /// Returns a whole game at the default speed.
    fn all(view: &GameView) -> Self {
        Self {
            from: 1,
            to: view.game.plies().len(),
            down: None,
            speed: Speed::default(),
        }
    }

    /// Reads the part that a button shares.
    pub(super) fn of_button(id: GameButtonId, from: u32, speed: Speed) -> Self {
        let ReplayCursor { ply: to, down } = ReplayCursor::from_number(id.seen);
        Self {
            from: usize::try_from(from).unwrap_or(usize::MAX),
            to,
            down: Some(down),
            speed,
        }
    }

    /// Returns the id of the button that shares the part, from the default side unless another was
    /// chosen for it.
    fn button(self, game: GameId) -> GameButtonId {
        let end = ReplayCursor {
            ply: self.to,
            down: self.down.unwrap_or(Direction::South),
        };
        let share = HistoryButton::ShareReplay {
            from: u32::try_from(self.from).unwrap_or(u32::MAX),
            speed: self.speed,
        };
        GameButtonId::new(share, game, end.number())
    }
}

/// Returns a whole game as an animated picture, for the person alone.
async fn whole(bot: &Bot, context: &RequestContext, game: GameId) -> Result<Outgoing, BotError> {
    let personal = look_at(bot, context, game).await?;
    let part = ReplayRange::all(&personal.view);
    replayed(bot, context, &personal, part, Audience::One(context.words)).await
}

/// Returns a part of a game as an animated picture.
async fn replayed(
    bot: &Bot,
    context: &RequestContext,
    personal: &PersonalView,
    part: ReplayRange,
    audience: Audience<'_>,
) -> Result<Outgoing, BotError> {
    let (view, words) = (&personal.view, audience.words());
    if part.from > part.to || part.to > view.game.plies().len() {
        return Err(BotError::Said(words.no_such_part(view)));
    }
    let usual = || ViewPreferences::of(context, personal).down;
    let down = part.down.unwrap_or_else(usual);
    let animation = views::animation(view, down, words).with_plies(part.from..=part.to);
    let (limit, person) = (context.file_limit, Some(context.actor.person));
    let theme = audience.theme(bot, context).await;
    let encoder = &bot.replay_encoder;
    let replay = encoder.encode(animation, theme, part.speed, limit, person);
    let replay = replay.await?;
    let text = audience.with_sharer(words.replay(view, &replay.plies));
    let message = views::replay(view, &replay.plies, replay.gif, text, words);
    Ok(if audience.is_one() {
        message.rows(views::share_rows(part.button(view.id), words))
    } else if view.ending.is_some() {
        message.rows(views::replay_rows(view, words))
    } else {
        message
    })
}
