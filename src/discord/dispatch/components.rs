//! Button presses and menu choices, on messages of any age.

use serenity::all::{
    ComponentInteraction, ComponentInteractionDataKind, MessageFlags,
    MessageId as DiscordMessageId, ModalInteraction,
};

use crate::discord::board::publisher::tell_obstacle;
use crate::discord::board::sending::Unanswered;
use crate::discord::board::view_preferences::ViewPreferences;
use crate::discord::bot::{Bot, handle};
use crate::discord::commands::{admin, import, panel, past, play, settings, standing, tables};
use crate::discord::custom_id::admin::AdminId;
use crate::discord::custom_id::game::{Action, CustomId, ForeignId};
use crate::discord::custom_id::history::PastId;
use crate::discord::custom_id::import::StepId;
use crate::discord::custom_id::panel::PanelId;
use crate::discord::custom_id::placing::Placing;
use crate::discord::custom_id::replay_cursor::ReplayCursor;
use crate::discord::custom_id::rules_page::Page;
use crate::discord::custom_id::settings::SettingId;
use crate::discord::features::respond::Act;
use crate::discord::features::stepwise_move::{self, Chosen};
use crate::discord::features::teaching;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::BotError;
use crate::discord::views::buttons::{Turn, abort_rows, other_side, resign_rows};
use crate::discord::views::{self, Focus};
use crate::i18n::{Done, Task, Words};
use crate::service::{
    Announcement, GameId, GameView, MessageId, Request, SeatRequest, Update, View,
};
use focus::Direction;
use focus_engine::Level;

/// Handles a press of a button or a choice from a menu.
pub(crate) async fn press(bot: &Bot, press: &ComponentInteraction) {
    let asker = RequestContext::of_press(press);
    let is_private = press
        .message
        .flags
        .is_some_and(|f| f.contains(MessageFlags::EPHEMERAL));
    let reply = if is_private {
        Reply::in_place(&bot.rest, &asker)
    } else {
        Reply::new(&bot.rest, &asker)
    };
    if let Ok(setting) = press.data.custom_id.parse::<SettingId>() {
        return settings::press(bot, &asker, reply, press, setting).await;
    }
    if let Ok(id) = press.data.custom_id.parse::<AdminId>() {
        return admin::press(bot, &asker, reply, press, id).await;
    }
    if let Ok(id) = press.data.custom_id.parse() {
        return standing::press(bot, &asker, reply, id).await;
    }
    if let Ok(id) = press.data.custom_id.parse::<PastId>() {
        return bot
            .answer(&asker, reply, None, past::list(bot, &asker, id, None))
            .await;
    }
    if let Ok(id) = press.data.custom_id.parse::<StepId>() {
        return import::press(bot, &asker, reply, id).await;
    }
    if let Ok(id) = press.data.custom_id.parse::<PanelId>() {
        return panel::press(bot, &asker, reply, press, id).await;
    }
    let Ok(id) = press.data.custom_id.parse::<CustomId>() else {
        return reply
            .say(Outgoing::text(asker.words.unknown_button()))
            .await;
    };
    match Wish::of(id, chosen(press).map(str::to_owned)) {
        Wish::Table(done, request) => at_table(bot, &asker, reply, press, done, request).await,
        Wish::Game(done, request) => in_game(bot, &asker, reply, done, request).await,
        Wish::Look { is_flipped } => look(bot, &asker, reply, id.game, is_flipped).await,
        Wish::Record => {
            let record = past::record(bot, &asker, id.game);
            bot.answer(&asker, reply, None, record).await;
        }
        Wish::Review(number) => {
            let review = past::review(bot, &asker, id.game, number);
            bot.answer(&asker, reply, None, review).await;
        }
        Wish::AskResign => ask_resign(bot, &asker, reply, id).await,
        Wish::AskAbort => ask_abort(bot, &asker, reply, id).await,
        Wish::Step(cursor) => step(bot, &asker, reply, id.game, cursor).await,
        Wish::Read(cursor, focus) => read(bot, &asker, reply, id.game, cursor, focus).await,
        Wish::Unwatch => unwatch(bot, &asker, reply, id.game, press.message.id).await,
        Wish::DropPlan => drop_plan(bot, &asker, reply, id.game).await,
        Wish::Hint => {
            let person = asker.actor.person;
            let view = bot.ask(move |service| service.to_hint(person, id.game));
            let hint = play::hinted(bot, &asker, view);
            bot.answer(&asker, reply, None, hint).await;
        }
        Wish::Moving(chosen) => stepwise_move::go_on(bot, &asker, reply, id, chosen).await,
        Wish::Rules(page) => teaching::page(bot, &asker, reply, id.game, page).await,
        Wish::RulesOf(mode) => teaching::page_of(bot, &asker, reply, id.game, &mode).await,
        Wish::Lesson(task) => teaching::task(bot, &asker, reply, task).await,
        Wish::Try(task, text) => teaching::attempt(bot, &asker, reply, task, &text).await,
        Wish::Unknown => {
            let unknown = asker.words.unknown_button();
            reply.say(Outgoing::text(unknown)).await;
        }
        Wish::AskLevel => fill(bot, &asker, reply, id.game, views::ask_level).await,
        Wish::AskGuests => fill(bot, &asker, reply, id.game, views::ask_guests).await,
        Wish::Invite => tables::invite(bot, &asker, reply, id.game, press).await,
        Wish::HowToPlay => teaching::how_to_play(bot, &asker, reply, id.game).await,
        Wish::Type => stepwise_move::open_form(bot, &asker, reply, id).await,
    }
}

/// Handles a submitted form.
pub(crate) async fn submit(bot: &Bot, form: &ModalInteraction) {
    match form.data.custom_id.parse::<PanelId>() {
        Ok(id) => panel::typed(bot, form, id.wishes).await,
        Err(ForeignId) => stepwise_move::written(bot, form).await,
    }
}

/// Request of a press.
enum Wish {
    Table(Done, Request),
    /// `None` stands for a move.
    Game(Option<Done>, Request),
    Look {
        is_flipped: bool,
    },
    Record,
    /// The number of a moment, if given.
    Review(Option<usize>),
    AskResign,
    AskAbort,
    DropPlan,
    Hint,
    Step(ReplayCursor),
    /// The square or rank chosen to hear more about, if any.
    Read(ReplayCursor, Option<Focus>),
    Unwatch,
    /// The next step of a move.
    Moving(Chosen),
    Type,
    Rules(Page),
    /// The token of a mode.
    RulesOf(String),
    AskLevel,
    AskGuests,
    /// The people chosen from a menu.
    Invite,
    HowToPlay,
    /// Something that no menu of this bot offers.
    Unknown,
    Lesson(Task),
    /// The chosen move.
    Try(Task, String),
}

impl Wish {
    fn seat(id: CustomId, wish: SeatRequest) -> Self {
        let done = match wish {
            SeatRequest::Offer => Done::SeatOffered,
            SeatRequest::Computer | SeatRequest::Mine => Done::SeatAsked,
            SeatRequest::Allow => Done::SeatAllowed,
            SeatRequest::Refuse => Done::SeatRefused,
        };
        let (game, seen) = (id.game, Some(id.seen));
        Self::Game(Some(done), Request::Seat { game, seen, wish })
    }

    fn of(id: CustomId, chosen: Option<String>) -> Self {
        let (game, seen) = (id.game, Some(id.seen));
        let text = chosen.unwrap_or_default();
        match id.action {
            Action::Join => Self::Table(Done::Joined, Request::Join(game)),
            Action::Leave => Self::Table(Done::Left, Request::Leave(game)),
            Action::Decline => Self::Table(Done::Declined, Request::Decline(game)),
            Action::Start => Self::Table(Done::Started, Request::Start(game)),
            Action::AddComputer => Self::AskLevel,
            Action::Computer => match text.parse::<Level>() {
                Ok(level) => {
                    let request = Request::AddComputer { game, level };
                    Self::Game(Some(Done::ComputerAdded), request)
                }
                Err(_) => Self::Unknown,
            },
            Action::Invite => Self::AskGuests,
            Action::Guests => Self::Invite,
            Action::OpenToAll => Self::Table(Done::Opened, Request::OpenToAll(game)),
            Action::HowToPlay => Self::HowToPlay,
            Action::Team(team) => {
                Self::Table(Done::TeamsChanged, Request::ChooseTeam { game, team })
            }
            Action::Place => match text.parse::<Placing>() {
                Ok(Placing { member, team }) => Self::Table(
                    Done::TeamsChanged,
                    Request::PlaceInTeam { game, member, team },
                ),
                Err(ForeignId) => Self::Unknown,
            },
            Action::Board => Self::Look { is_flipped: false },
            Action::Flip => Self::Look { is_flipped: true },
            Action::Record => Self::Record,
            Action::Review | Action::Chart => Self::Review(None),
            Action::Moment => Self::Review(usize::try_from(id.seen).ok()),
            Action::Resign => Self::AskResign,
            Action::ResignForSure => {
                Self::Game(Some(Done::Resigned), Request::Resign { game, seen })
            }
            Action::Draw => Self::Game(Some(Done::DrawAgreed), Request::Draw { game, seen }),
            Action::RefuseDraw => {
                Self::Game(Some(Done::DrawRefused), Request::RefuseDraw { game, seen })
            }
            Action::Claim => Self::Game(Some(Done::Claimed), Request::Claim { game, seen }),
            Action::Abort => Self::AskAbort,
            Action::AbortForSure => Self::Game(Some(Done::Aborted), Request::Abort { game, seen }),
            Action::TakeBack => Self::Game(Some(Done::TookBack), Request::TakeBack { game, seen }),
            Action::AllowTakeBack => Self::Game(
                Some(Done::TakeBackAllowed),
                Request::AllowTakeBack { game, seen },
            ),
            Action::RefuseTakeBack => Self::Game(
                Some(Done::TakeBackRefused),
                Request::RefuseTakeBack { game, seen },
            ),
            Action::OfferSeat => Self::seat(id, SeatRequest::Offer),
            Action::SeatToComputer => Self::seat(id, SeatRequest::Computer),
            Action::SeatToMe => Self::seat(id, SeatRequest::Mine),
            Action::AllowSeat => Self::seat(id, SeatRequest::Allow),
            Action::RefuseSeat => Self::seat(id, SeatRequest::Refuse),
            Action::StepFirst
            | Action::StepBack
            | Action::StepNext
            | Action::StepLast
            | Action::StepTurn => Self::Step(ReplayCursor::from_number(id.seen)),
            Action::Read(_) => Self::Read(ReplayCursor::from_number(id.seen), None),
            Action::ReadRank | Action::ReadSquare => {
                Self::Read(ReplayCursor::from_number(id.seen), Focus::read(&text))
            }
            Action::Unwatch => Self::Unwatch,
            Action::DropPlan => Self::DropPlan,
            Action::Hint => Self::Hint,
            Action::Rematch => Self::Game(Some(Done::Joined), Request::Rematch(game)),
            // A form is submitted, not pressed; its id is on no button.
            Action::Move | Action::Written => Self::Moving(Chosen::Nothing),
            Action::From => Self::Moving(Chosen::Source(text)),
            Action::BackTo(source) => Self::Moving(Chosen::Source(source.to_string())),
            Action::To => Self::Moving(Chosen::Move(text)),
            Action::Play(mv) => {
                let text = mv.to_string();
                Self::Game(None, Request::Move { game, seen, text })
            }
            Action::Type => Self::Type,
            Action::Rules(page) => Self::Rules(page),
            Action::RulesOf => Self::RulesOf(text),
            Action::Lesson(task) => Self::Lesson(task),
            Action::Try(task) => Self::Try(task, text),
        }
    }
}

/// Handles a request that changes a game. A request from a private message gets its response there.
pub(crate) async fn in_game(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    done: Option<Done>,
    request: Request,
) {
    let game = request.game();
    let act = Act {
        done,
        is_told: reply.is_in_place(),
        game,
    };
    let sets_up = matches!(request, Request::Rematch(_));
    let takes_seat = matches!(
        request,
        Request::Seat {
            wish: SeatRequest::Mine,
            ..
        }
    );
    let (who, now) = (asker.clone(), bot.clock.now());
    let update = bot.ask(move |service| {
        if sets_up {
            service.check_welcome(who.place, who.parent, &who.standing)?;
        }
        if let Some(game) = game.filter(|_| takes_seat) {
            service.check_successor(who.place, &who.standing, game)?;
        }
        handle(service, now, &who.actor, request)
    });
    bot.act(asker, reply, act, update).await;
    if sets_up {
        bot.deadline_set.notify_one();
    }
}

/// Asks the host of a table how to fill a seat.
async fn fill(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    game: GameId,
    question: fn(GameId, Words) -> Outgoing,
) {
    let actor = asker.actor.clone();
    let may = bot.ask(move |service| service.check_filling(&actor, game));
    let question = async {
        may.await?;
        Ok(question(game, asker.words))
    };
    bot.answer(asker, reply, None, question).await;
}

/// Handles a request that changes a table. Its message is updated by the response, unless another
/// update is in progress.
async fn at_table(
    bot: &Bot,
    asker: &RequestContext,
    mut reply: Reply<'_>,
    press: &ComponentInteraction,
    done: Done,
    request: Request,
) {
    let game = request.game();
    let (who, now) = (asker.clone(), bot.clock.now());
    let update = bot.ask(move |service| {
        if let Request::Join(game) | Request::ChooseTeam { game, .. } = request {
            service.check_seat(who.actor.person, who.place, &who.standing, game)?;
        }
        handle(service, now, &who.actor, request)
    });
    let update = match reply.wait(update).await {
        Ok(update) => update,
        Err(error) => {
            return reply.say(bot.explain(asker.words, game, error).await).await;
        }
    };
    show_table(bot, asker, reply, press, done, &update).await;
    if done == Done::Joined {
        teaching::offer_practice(bot, asker).await;
    }
}

/// Shows a table that has changed in the message that was pressed, or else as usual.
async fn show_table(
    bot: &Bot,
    asker: &RequestContext,
    mut reply: Reply<'_>,
    press: &ComponentInteraction,
    done: Done,
    update: &Update,
) {
    let game = update.view.id();
    bot.note_token(asker, update);
    if update.announce == Announcement::Edit && !reply.is_deferred() {
        match update_pressed(bot, reply, game, press.message.id).await {
            None => return,
            Some(unused) => reply = unused,
        }
    }
    let text = || Outgoing::text(asker.words.done(done, game));
    let nothing = Unanswered::none();
    let show = bot.show_for(asker, game, &nothing);
    let ((), shown) = tokio::join!(reply.acknowledge(text), show);
    if let Err(obstacle) = shown {
        tell_obstacle(bot, asker, obstacle).await;
    }
}

/// Shows a table in the message that was pressed, by the response itself. Returns the reply if that
/// is not possible.
async fn update_pressed<'a>(
    bot: &'a Bot,
    reply: Reply<'a>,
    game: GameId,
    pressed: DiscordMessageId,
) -> Option<Reply<'a>> {
    let Some(_turn) = bot.game_locks.try_enter(game) else {
        return Some(reply);
    };
    let pending = bot.pending(game).await.ok().flatten();
    let table = match pending.map(|update| update.view) {
        Some(View::Table(table)) if table.message == Some(MessageId(pressed.get())) => table,
        _ => return Some(reply),
    };
    let words = bot.public_words(table.place.guild);
    if reply.update(views::table(&table, words)).await.is_err() {
        // It is shown with the pending update.
        return None;
    }
    if let Err(error) = bot
        .shown(View::Table(table), MessageId(pressed.get()))
        .await
    {
        tracing::warn!(?error, %game, "not noted as shown");
    }
    None
}

/// Shows the board to one person, from the usual side or from the opposite one.
async fn look(bot: &Bot, asker: &RequestContext, reply: Reply<'_>, game: GameId, is_flipped: bool) {
    let (person, channel) = (asker.actor.person, asker.place.channel);
    let view = bot.ask(move |service| service.look(person, channel, game));
    let message = async {
        let view = view.await?;
        let usual = bot.private_sight(asker, &view).await.down;
        let own = view.color_of(asker.actor.person);
        let down = is_flipped.then(|| other_side(&view, usual, own));
        board_for(bot, asker, view, down).await
    };
    bot.answer(asker, reply, Some(game), message).await;
}

/// Returns the value chosen from a menu; `None` for a button.
pub(crate) fn chosen(press: &ComponentInteraction) -> Option<&str> {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}

/// Returns the board for one person, with a given side at the bottom or the person's usual one.
pub(crate) async fn board_for(
    bot: &Bot,
    asker: &RequestContext,
    view: GameView,
    down: Option<Direction>,
) -> Result<Outgoing, BotError> {
    let (person, game) = (asker.actor.person, view.id);
    let plan = bot
        .ask(move |service| service.premove_of(person, game))
        .await?;
    let usual = bot.private_sight(asker, &view).await;
    let down = down.unwrap_or(usual.down);
    let picture = bot.picture(&view, ViewPreferences { down, ..usual }, asker.words);
    let turn = Turn {
        down,
        is_flipped: down != usual.down,
    };
    Ok(views::look(&view, asker.words, picture.await?, turn, plan))
}

/// Shows a past position, or the newest, to one person.
async fn step(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    game: GameId,
    cursor: ReplayCursor,
) {
    let (person, channel) = (asker.actor.person, asker.place.channel);
    let view = bot.ask(move |service| service.look(person, channel, game));
    let message = async {
        let view = view.await?;
        let then = view.after(cursor.ply);
        let usual = bot.private_sight(asker, &view).await;
        let sight = ViewPreferences {
            down: cursor.down,
            ..usual
        };
        let mut picture = bot.picture(&then, sight, asker.words).await?;
        picture.name = views::watched_name(&then);
        let turned = if cursor.down == usual.down {
            other_side(&view, usual.down, view.color_of(person))
        } else {
            usual.down
        };
        Ok(views::stop(
            &view,
            &then,
            asker.words,
            picture,
            cursor.down,
            turned,
        ))
    };
    bot.answer(asker, reply, Some(game), message).await;
}

/// Describes a position in words to one person, or the surroundings of a square.
async fn read(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    game: GameId,
    cursor: ReplayCursor,
    focus: Option<Focus>,
) {
    let (person, channel) = (asker.actor.person, asker.place.channel);
    let view = bot.ask(move |service| service.look(person, channel, game));
    let message = async { Ok(views::spoken(&view.await?, cursor, focus, asker.words)) };
    bot.answer(asker, reply, Some(game), message).await;
}

/// Stops following a game in this channel.
async fn unwatch(
    bot: &Bot,
    asker: &RequestContext,
    mut reply: Reply<'_>,
    game: GameId,
    pressed: DiscordMessageId,
) {
    let (who, message) = (asker.clone(), MessageId(pressed.get()));
    let ended = bot.ask(move |service| {
        service.stop_watch(who.actor.person, &who.standing, who.place, game, message)
    });
    if let Err(error) = reply.wait(ended).await {
        let why = bot.explain(asker.words, Some(game), error).await;
        return reply.say(why).await;
    }
    let words = bot.public_words(asker.place.guild);
    let message = Outgoing::text(words.no_longer_watched(game));
    if reply.is_deferred() {
        reply.say(message).await;
    } else if let Err(error) = reply.update(message).await {
        tracing::warn!(%error, "an answer did not arrive");
    }
}

/// Drops the person's premove.
async fn drop_plan(bot: &Bot, asker: &RequestContext, reply: Reply<'_>, game: GameId) {
    let actor = asker.actor.clone();
    let plan = bot.ask(move |service| service.drop_premove(&actor, game));
    let answer = async { Ok(Outgoing::text(asker.words.plan_dropped(plan.await?))) };
    bot.answer(asker, reply, Some(game), answer).await;
}

/// Asks for confirmation before resigning.
async fn ask_resign(bot: &Bot, asker: &RequestContext, reply: Reply<'_>, id: CustomId) {
    let person = asker.actor.person;
    let view = bot.ask(move |service| service.playing(person, id.game, Some(id.seen)));
    let question = async { Ok(resign_question(asker, &view.await?)) };
    bot.answer(asker, reply, Some(id.game), question).await;
}

/// Returns the question that asks for confirmation before resigning.
pub(crate) fn resign_question(asker: &RequestContext, view: &GameView) -> Outgoing {
    Outgoing::text(asker.words.resign_question(view.id)).rows(resign_rows(view, asker.words))
}

/// Asks for confirmation before calling the game off.
async fn ask_abort(bot: &Bot, asker: &RequestContext, reply: Reply<'_>, id: CustomId) {
    let person = asker.actor.person;
    let view = bot.ask(move |service| service.to_abort(person, id.game, Some(id.seen)));
    let question = async {
        let view = view.await?;
        let text = asker.words.abort_question(view.id);
        Ok(Outgoing::text(text).rows(abort_rows(&view, asker.words)))
    };
    bot.answer(asker, reply, Some(id.game), question).await;
}
