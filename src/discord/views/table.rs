//! Message of a table before its game.

use serenity::all::{
    CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::interaction::custom_id::buttons::{RulesButton, TableButton};
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::host_choice::{HostChoice, Placement};
use crate::discord::interaction::custom_id::request_buttons::TableRequestButton;
use crate::discord::rest::{Container, Outgoing};
use crate::discord::views::button_rows::{Buttons, menu, menu_option, piece};
use crate::discord::views::{accent, mode_color};
use crate::i18n::{Button, Words};
use crate::service::people::setup_preferences::OPPONENTS;
use crate::service::{
    FillMethod, GameId, Lineup, Member, PersonId, TableKind, TableState, TableView, Team,
};
use focus::notation::parse_position;
use focus::{Color, Position};
use focus_engine::Level;
use focus_render::{Scene, TurnSign};

/// Returns the message that shows a table; that of an open one is still without its picture.
#[must_use]
pub fn table(table: &TableView, words: Words) -> Outgoing {
    let shown = words.table(table);
    let text = Outgoing::text(shown.clone());
    if table.state != TableState::Open {
        return text.in_container(Container::default()).without_picture();
    }
    let container = Container::new(accent(mode_color(table.rules.mode())))
        .beside(table_file_name(table), words.table_alt(table))
        .footnote(words.table_terms(table));
    text.in_container(container)
        .rows(rows(table, words))
        .or_in_words(shown)
}

/// Returns the file name of a table's picture.
#[must_use]
pub fn table_file_name(table: &TableView) -> String {
    format!("table-{}.png", table.id.0)
}

/// Returns the scene of a table's picture: the position from which the game starts.
#[must_use]
pub fn table_scene(table: &TableView, words: Words) -> Scene {
    let colors = table.rules.mode().colors();
    let given = table.start.as_deref();
    let given = given.and_then(|fps| parse_position(fps, table.rules).ok());
    // Otherwise the lot decides who begins.
    let turn = if given.is_some() {
        TurnSign::Panel
    } else {
        TurnSign::None
    };
    let position = given.unwrap_or_else(|| Position::start(table.rules, colors[0]));
    let mut scene = Scene::new(position);
    scene.turn = turn;
    for color in colors {
        scene.names[color.index()].plain = words.color(*color);
    }
    scene
}

/// Returns the invited people who have not answered and have to be mentioned in the table's
/// message; those who were invited later are mentioned in another one.
#[must_use]
pub fn invited(table: &TableView) -> Vec<PersonId> {
    match (&table.state, &table.kind) {
        (TableState::Open, TableKind::Invited(people) | TableKind::Challenge(people)) => {
            let people = people.iter().copied();
            people
                .filter(|person| !table.uncalled.contains(person))
                .collect()
        }
        (TableState::Open, TableKind::Open)
        | (TableState::Closed | TableState::Declined(_) | TableState::Expired, _) => Vec::new(),
    }
}

/// Returns what everybody can do, and below it what the host can.
fn rows(table: &TableView, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::new(table.id, 0, words);
    let mut row = match table.kind {
        TableKind::Open => {
            let is_asked = !table.asked.is_empty();
            let decline = is_asked.then(|| buttons.press(TableRequestButton::Decline));
            let join = [buttons.press(TableRequestButton::Join)];
            join.into_iter().chain(decline).collect()
        }
        TableKind::Invited(_) | TableKind::Challenge(_) => vec![
            buttons.press_as(TableRequestButton::Join, Button::Accept),
            buttons.press(TableRequestButton::Decline),
        ],
    };
    row.push(buttons.press(TableRequestButton::Leave));
    row.push(buttons.press(RulesButton::HowToPlay));
    let can_start = match table.kind {
        TableKind::Open | TableKind::Invited(_) => table.can_start_early(),
        TableKind::Challenge(_) => false,
    };
    let start = can_start.then(|| buttons.press(TableRequestButton::Start));
    let filling = FillMethod::of(table).map(|way| match way {
        FillMethod::Computer => buttons.press(TableButton::AddComputer),
        FillMethod::Invitation => buttons.press(TableButton::Invite),
        FillMethod::Opening => buttons.press(TableRequestButton::OpenToAll),
    });
    let mut rows = vec![CreateActionRow::Buttons(row)];
    rows.extend(team_buttons(table, buttons));
    rows.extend(color_buttons(table, buttons, words));
    let of_host = start.into_iter().chain(filling).collect();
    rows.push(CreateActionRow::Buttons(of_host));
    rows.extend(host_menu(table, words));
    rows
}

/// Returns the buttons with which everybody chooses a team.
fn team_buttons(table: &TableView, buttons: Buttons) -> Option<CreateActionRow> {
    let teams = table.teams.as_ref().filter(|teams| teams.can_change)?;
    let choices = Team::ALL.map(|team| {
        let label = match team {
            Team::First => Button::FirstTeam,
            Team::Second => Button::SecondTeam,
        };
        let choice = buttons.press_as(TableRequestButton::Team(team), label);
        choice.disabled(teams.free(team) == 0)
    });
    Some(CreateActionRow::Buttons(choices.into()))
}

/// Returns the buttons with which everybody chooses a color, if the host allows it.
fn color_buttons(table: &TableView, buttons: Buttons, words: Words) -> Option<CreateActionRow> {
    table.colors.as_ref()?;
    let colors = table.rules.mode().colors().iter();
    let choices = colors.map(|color| {
        let choice = buttons.press(TableRequestButton::Color(*color));
        let choice = choice
            .label(words.color(*color))
            .disabled(table.holder(*color).is_some());
        match piece(*color, words) {
            Some(emoji) => choice.emoji(emoji),
            None => choice,
        }
    });
    Some(CreateActionRow::Buttons(choices.collect()))
}

/// Returns the question that asks for the level of a computer, beside those of a lineup.
#[must_use]
pub fn ask_level(game: GameId, lineup: Lineup, words: Words) -> Outgoing {
    let options = Level::ALL
        .map(|level| CreateSelectMenuOption::new(words.level(level), level.token()))
        .into();
    let id = GameButtonId::new(TableButton::Computer, game, lineup.number());
    let menu = menu(id, options);
    Outgoing::text(words.text("table-ask-level", &[])).rows(vec![CreateActionRow::SelectMenu(menu)])
}

/// Returns the question that asks whom to invite.
#[must_use]
pub fn ask_guests(game: GameId, words: Words) -> Outgoing {
    let kind = CreateSelectMenuKind::User {
        default_users: None,
    };
    let most = u8::try_from(OPPONENTS).unwrap_or(u8::MAX);
    let id = GameButtonId::new(TableButton::Guests, game, 0);
    let menu = CreateSelectMenu::new(id.to_string(), kind).max_values(most);
    Outgoing::text(words.text("table-ask-guests", &[]))
        .rows(vec![CreateActionRow::SelectMenu(menu)])
}

/// Returns the menu of the host, who gives others a place, removes them, and decides how colors
/// come about; in a rematch, the previous game does.
fn host_menu(table: &TableView, words: Words) -> Option<CreateActionRow> {
    let colors = match (table.rematch_of, &table.colors) {
        (Some(_), _) => None,
        (None, Some(_)) => Some((HostChoice::DrawColors, Button::DrawColors)),
        (None, None) => Some((HostChoice::AllowColors, Button::AllowColors)),
    };
    let colors = colors.map(|(choice, label)| {
        CreateSelectMenuOption::new(words.button(label), choice.to_string())
    });
    let mut options = placements(table, words);
    options.extend(colors);
    if options.is_empty() {
        return None;
    }
    let lineup = table.lineup().number();
    let id = GameButtonId::new(TableButton::HostMenu, table.id, lineup);
    let menu = menu(id, options).placeholder(words.text("menu-host", &[]));
    Some(CreateActionRow::SelectMenu(menu))
}

/// Returns the options that give computers and seated people a place or remove them: where colors
/// can be chosen, the place is a color, and otherwise, at a table of partners, a team.
fn placements(table: &TableView, words: Words) -> Vec<CreateSelectMenuOption> {
    let mut offered = Vec::new();
    let mut options = Vec::new();
    // The host comes first.
    for member in table.members().skip(1) {
        let (Some(player), own) = (table.player(member), own_placements(table, member)) else {
            continue;
        };
        for seat in free_placements(table).into_iter().chain([Placement::Away]) {
            // Identical computers are listed once.
            let choice = (player.clone(), own, seat);
            if !is_open(table, own, seat) || offered.contains(&choice) {
                continue;
            }
            let value = HostChoice::Place(member, seat).to_string();
            let (name, emoji) = match seat {
                Placement::Team(team) => (words.team(team), None),
                Placement::Color(color) => (words.color(color), piece(color, words)),
                Placement::Away => (words.text("place-away", &[]), None),
            };
            let option = menu_option(words.place_choice(&player, &name), value);
            options.push(match emoji {
                Some(emoji) => option.emoji(emoji),
                None => option,
            });
            offered.push(choice);
        }
    }
    options
}

/// Returns the team and the color of a member.
fn own_placements(table: &TableView, member: Member) -> [Option<Placement>; 2] {
    let team = table.teams.as_ref().and_then(|teams| teams.team_of(member));
    let color = table.color_of(member);
    [team.map(Placement::Team), color.map(Placement::Color)]
}

/// Returns whether somebody with these places can be given another one.
fn is_open(table: &TableView, own: [Option<Placement>; 2], seat: Placement) -> bool {
    let is_of_full_team = |color| {
        let (team, mut teams) = (Team::of(color), table.teams.iter());
        teams.any(|teams| teams.free(team) == 0) && !own.contains(&Some(Placement::Team(team)))
    };
    match seat {
        Placement::Team(_) => !own.contains(&Some(seat)),
        Placement::Color(color) => !is_of_full_team(color),
        Placement::Away => true,
    }
}

/// Returns the places that the host can give to others.
fn free_placements(table: &TableView) -> Vec<Placement> {
    if table.colors.is_some() {
        let colors = table.rules.mode().colors().iter().copied();
        let free = colors.filter(|color: &Color| table.holder(*color).is_none());
        return free.map(Placement::Color).collect();
    }
    let teams = table.teams.as_ref().filter(|teams| teams.can_change);
    let teams = teams.into_iter().flat_map(|teams| {
        let free = Team::ALL.into_iter();
        free.filter(move |team| teams.free(*team) > 0)
    });
    teams.map(Placement::Team).collect()
}
