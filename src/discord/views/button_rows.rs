//! Rows of buttons and menus.

use std::fmt::Display;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, ReactionType,
};

use crate::discord::interaction::custom_id::buttons::{
    HistoryButton, LookButton, PlayButton, PremoveButton, RulesButton, WatchButton,
};
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::interaction::custom_id::move_path::MovePath;
use crate::discord::interaction::custom_id::request_buttons::PlayRequestButton;
use crate::discord::interaction::custom_id::setting::SettingButtonId;
use crate::i18n::{Button, MenuEntry, Words, plain};
use crate::service::{GameId, GameView, Premoves, TakeBack, View};
use focus::{Color, Effect, Game, Move};

/// Discord's limit for a row of buttons.
const IN_ROW: usize = 5;

/// Discord's limit for rows below a message.
pub(crate) const ROWS: usize = 5;

/// Discord's limit for the entries of a menu.
pub(crate) const OPTIONS: usize = 25;

/// Discord's limit for the label of a button, in characters.
const LABEL: usize = 80;

/// Minimum number of plies for a game to be worth a review.
pub(super) const WORTH_A_LOOK: usize = 4;

/// Returns a button that carries all its data in its id, with a label of its own.
pub(crate) fn button(id: GameButtonId, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(id.to_string()).label(label).style(style)
}

/// Returns a button with the label and style that its declaration gives it; without those, the
/// caller adds them.
pub(crate) fn declared(
    id: &impl Display,
    face: Option<(Button, ButtonStyle)>,
    words: Words,
) -> CreateButton {
    let button = CreateButton::new(id.to_string());
    match face {
        Some((label, style)) => button.label(words.button(label)).style(style),
        None => button.style(ButtonStyle::Secondary),
    }
}

/// Buttons about a table or game, made for a state of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Buttons {
    game: GameId,
    seen: u32,
    words: Words,
}

impl Buttons {
    /// Creates buttons for the state `seen` of a table or game.
    pub(crate) fn new(game: GameId, seen: u32, words: Words) -> Self {
        Self { game, seen, words }
    }

    /// Creates buttons for the current state of a game.
    pub(crate) fn of(view: &GameView, words: Words) -> Self {
        Self::new(view.id, view.steps, words)
    }

    /// Returns a button as declared.
    pub(crate) fn press(self, button: impl Into<GameButton>) -> CreateButton {
        let id = GameButtonId::new(button, self.game, self.seen);
        declared(&id, id.button.face(), self.words)
    }

    /// Returns a button with another label than the declared one.
    pub(crate) fn press_as(self, button: impl Into<GameButton>, label: Button) -> CreateButton {
        self.press(button).label(self.words.button(label))
    }
}

pub(crate) fn menu(id: GameButtonId, options: Vec<CreateSelectMenuOption>) -> CreateSelectMenu {
    CreateSelectMenu::new(id.to_string(), CreateSelectMenuKind::String { options })
}

pub(crate) fn menu_option(entry: MenuEntry, value: impl Into<String>) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(entry.label, value);
    match entry.description {
        Some(description) => option.description(description),
        None => option,
    }
}

/// Returns the emoji of a piece for a button or an option, if the texts have it.
pub(super) fn piece(color: Color, words: Words) -> Option<ReactionType> {
    let id = words.emoji(color)?;
    Some(ReactionType::Custom {
        animated: false,
        id: id.into(),
        name: Some(color.to_string()),
    })
}

/// Returns the buttons below the board of a game: those used at every turn, then the answers to
/// pending requests. The rest is behind [`PlayButton::More`].
pub(super) fn game_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    if view.ending.is_some() {
        let mut ways = vec![buttons.press(PlayRequestButton::Rematch)];
        if view.game.plies().len() >= WORTH_A_LOOK {
            ways.push(buttons.press(HistoryButton::Review));
            ways.push(buttons.press(HistoryButton::Replay));
            ways.push(buttons.press(LookButton::Board));
        }
        return vec![CreateActionRow::Buttons(ways)];
    }
    if view.watcher.is_some() {
        let row = [
            LookButton::Board.into(),
            GameButton::from(PlayButton::Abort),
        ];
        return vec![CreateActionRow::Buttons(
            row.map(|button| buttons.press(button)).into(),
        )];
    }
    let mut moving = Vec::new();
    if view.thinking().is_none() {
        moving.push(buttons.press(PlayButton::Move));
        moving.push(buttons.press(PlayButton::Type));
        if view.allows_hints() {
            moving.push(buttons.press(PlayButton::Hint));
        }
    }
    moving.push(buttons.press(LookButton::Board));
    moving.push(buttons.press(PlayButton::More));
    let rows = [
        moving,
        answer_buttons(view, None, words),
        seat_buttons(view, None, words),
    ];
    in_rows(&rows)
}

/// Returns buttons in rows within Discord's limit; each given row starts a new one.
pub(crate) fn in_rows(rows: &[Vec<CreateButton>]) -> Vec<CreateActionRow> {
    let rows = rows.iter().flat_map(|row| row.chunks(IN_ROW));
    rows.map(|row| CreateActionRow::Buttons(row.to_vec()))
        .collect()
}

/// Returns the buttons that answer an offer or a request, or claim the time of a late player; for
/// the player of a color, only those that this player may need.
pub(crate) fn answer_buttons(
    view: &GameView,
    own: Option<Color>,
    words: Words,
) -> Vec<CreateButton> {
    let buttons = Buttons::of(view, words);
    let mut row = Vec::new();
    if let Some(by) = view.draw_by
        && Some(by) != own
    {
        let accept = PlayRequestButton::AcceptDrawOf(by);
        row.push(answer_to(view, accept, by, words));
        let refuse = PlayRequestButton::RefuseDrawOf(by);
        row.push(answer_to(view, refuse, by, words));
    }
    if let Some(TakeBack { by, .. }) = view.take_back
        && Some(by) != own
    {
        let allow = PlayRequestButton::AllowTakeBackOf(by);
        row.push(answer_to(view, allow, by, words));
        let refuse = PlayRequestButton::RefuseTakeBackOf(by);
        row.push(answer_to(view, refuse, by, words));
    }
    let claimants = view.claimants();
    if own.map_or(!claimants.is_empty(), |own| claimants.contains(own)) {
        row.push(buttons.press(PlayRequestButton::Claim));
    }
    row
}

/// Returns a button that answers the offer or request of a color; it names the player where that can
/// be one of several.
fn answer_to(view: &GameView, answer: PlayRequestButton, by: Color, words: Words) -> CreateButton {
    let button = Buttons::of(view, words).press(answer);
    let player = view.player(by).filter(|_| view.players.len() > 2);
    match player.zip(answer.face()) {
        Some((player, (label, _))) => button.label(words.answer_to(player, label)),
        None => button,
    }
}

/// Returns the buttons for occasional actions in a game, for the player of a color or a spectator.
pub(crate) fn more_rows(view: &GameView, own: Option<Color>, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    let still_in = view.game.position().still_in();
    let own = own.filter(|own| view.ending.is_none() && still_in.contains(*own));
    let mut playing = Vec::new();
    if let Some(own) = own {
        if view.take_back.is_none() && view.can_take_back.contains(own) {
            playing.push(buttons.press(PlayRequestButton::TakeBack));
        }
        if view.draw.is_empty() {
            playing.push(buttons.press(PlayRequestButton::Draw));
        }
        if view.to_move() != Some(own) {
            playing.push(buttons.press(PremoveButton::Premoves));
        }
        if view.can_abort() {
            playing.push(buttons.press(PlayButton::Abort));
        }
        playing.push(buttons.press(PlayButton::Resign));
    }
    let rules = buttons.press_as(RulesButton::HowToPlay, Button::RulesOfGame);
    let settings = declared(&SettingButtonId::Show, SettingButtonId::Show.face(), words);
    in_rows(&[playing, vec![rules, settings]])
}

/// Returns the buttons that ask for confirmation before resigning.
pub(crate) fn resign_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    let sure = CreateActionRow::Buttons(vec![
        buttons.press(PlayRequestButton::ResignForSure),
        buttons.press(PlayButton::Stay),
    ]);
    if !view.can_offer_seat() {
        return vec![sure];
    }
    let offer = CreateActionRow::Buttons(vec![buttons.press(PlayRequestButton::OfferSeat)]);
    vec![sure, offer]
}

/// Returns the buttons for a handover of a seat; for the player of a color, only those with which
/// this player agrees to it.
pub(crate) fn seat_buttons(view: &GameView, own: Option<Color>, words: Words) -> Vec<CreateButton> {
    let Some(offer) = &view.seat else {
        return Vec::new();
    };
    if own.is_some_and(|own| !offer.waiting.contains(own)) {
        return Vec::new();
    }
    let buttons = Buttons::new(view.id, offer.number, words);
    if offer.successor.is_some() {
        return vec![
            buttons.press(PlayRequestButton::AllowSeat),
            buttons.press(PlayRequestButton::RefuseSeat),
        ];
    }
    let mut row = vec![buttons.press(PlayRequestButton::SeatToComputer)];
    if own.is_none() {
        row.insert(0, buttons.press(PlayRequestButton::SeatToMe));
        if !offer.is_late {
            row.push(buttons.press_as(PlayRequestButton::RefuseSeat, Button::KeepSeat));
        }
    }
    row
}

/// Returns the buttons that ask for confirmation before calling the game off.
pub(crate) fn abort_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let sure = Buttons::of(view, words).press(PlayRequestButton::AbortForSure);
    vec![CreateActionRow::Buttons(vec![sure])]
}

/// Returns the buttons below a person's premoves: a new line, a continuation of the line just set
/// or else of the newest one, and removal.
pub(crate) fn premove_rows(
    view: &GameView,
    premoves: &Premoves,
    just_set: Option<MovePath>,
    words: Words,
) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    let mut row = vec![buttons.press(PremoveButton::PremoveNext(MovePath::default()))];
    let newest = || MovePath::new(premoves.lines.last()?);
    let continued = just_set.or_else(newest);
    let continued = continued.filter(|path| has_room(*path, &view.game));
    if let Some(path) = continued {
        row.push(buttons.press_as(PremoveButton::PremoveNext(path), Button::ContinuePremoves));
    }
    if premoves.lines.is_empty() {
        return vec![CreateActionRow::Buttons(row)];
    }
    row.push(buttons.press(PremoveButton::DropPremoves));
    let options = premoves.lines.iter().filter_map(|line| {
        let path = MovePath::new(line)?.to_string();
        Some(menu_option(words.premove_entry(line), path))
    });
    let id = GameButtonId::new(PremoveButton::DropLine, view.id, view.steps);
    let drop = menu(id, options.collect()).placeholder(words.text("menu-drop-line", &[]));
    let mut rows = vec![CreateActionRow::Buttons(row)];
    if premoves.lines.len() > 1 {
        rows.push(CreateActionRow::SelectMenu(drop));
    }
    rows
}

/// Returns whether a line of premoves has room for another reply. Before it, everybody else moves
/// who need not pass.
fn has_room(path: MovePath, game: &Game) -> bool {
    path.play_in(game).is_some_and(|then| {
        let position = then.position();
        let able = position.still_in().iter();
        let round = able.filter(|color| position.can_act(*color)).count();
        then.outcome().is_none() && path.moves().count() + round <= Premoves::LONGEST_LINE
    })
}

/// Returns the buttons below a reminder. They identify the game and its step for a move written in
/// reply to it.
pub(crate) fn reminder_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    vec![CreateActionRow::Buttons(vec![
        buttons.press(PlayButton::Move),
        buttons.press(PlayButton::Type),
    ])]
}

/// Returns this button for each game that a request may refer to.
pub(crate) fn which_rows(views: &[View], button: GameButton, words: Words) -> Vec<CreateActionRow> {
    let buttons = views
        .iter()
        .take(IN_ROW * ROWS)
        .map(|view| {
            let (game, players, seen) = match view {
                View::Table(table) => (table.id, table.players().collect(), 0),
                View::Game(game) => {
                    let players = game.players.iter().map(|(_, player)| player.clone());
                    (game.id, players.collect::<Vec<_>>(), game.steps)
                }
            };
            let names: Vec<_> = players
                .iter()
                .map(|player| plain(&words.player(player)))
                .collect();
            let label = format!("{game} {}", names.join(" – "));
            let id = GameButtonId { button, game, seen };
            let label = label.chars().take(LABEL).collect();
            self::button(id, label, ButtonStyle::Secondary)
        })
        .collect();
    in_rows(&[buttons])
}

/// Returns buttons for legal moves in place of a wrong one in a game at a step, and for the ways to
/// enter another.
pub(crate) fn instead_rows(
    at: Option<(GameId, u32)>,
    near: &[(Move, Effect)],
    words: Words,
) -> Vec<CreateActionRow> {
    let Some((game, seen)) = at else {
        return Vec::new();
    };
    let buttons = Buttons::new(game, seen, words);
    let near = near.iter().map(|(mv, _)| play_button(buttons, *mv));
    let mut row: Vec<_> = near.collect();
    row.push(buttons.press(PlayButton::Type));
    let other = buttons.press(PlayButton::Move);
    row.push(other.style(ButtonStyle::Secondary));
    vec![CreateActionRow::Buttons(row)]
}

/// Returns buttons that play moves.
pub(crate) fn play_rows(view: &GameView, moves: &[Move], words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    let moves = moves.iter().map(|mv| play_button(buttons, *mv));
    vec![CreateActionRow::Buttons(moves.collect())]
}

pub(crate) fn play_button(buttons: Buttons, mv: Move) -> CreateButton {
    let button = buttons.press(PlayRequestButton::Play(mv));
    button
        .label(buttons.words.play_button(mv))
        .style(ButtonStyle::Success)
}

/// Returns the buttons below a message that follows a game.
pub(crate) fn watch_rows(view: &GameView, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::of(view, words);
    let mut row = vec![buttons.press(LookButton::Board)];
    if view.ending.is_none() {
        row.push(buttons.press(WatchButton::Unwatch));
    }
    vec![CreateActionRow::Buttons(row)]
}
