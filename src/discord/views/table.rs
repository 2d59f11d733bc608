//! Message of a table before its game.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::interaction::custom_id::buttons::{RulesButton, TableButton};
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::placing::{Placing, Spot};
use crate::discord::interaction::custom_id::request_buttons::TableRequestButton;
use crate::discord::rest::{Container, Outgoing};
use crate::discord::views::buttons::{Buttons, menu, menu_option};
use crate::discord::views::{accent, mode_color};
use crate::i18n::{Button, Words};
use crate::service::people::setup_preferences::OPPONENTS;
use crate::service::{
    FillMethod, GameId, Member, PersonId, TableKind, TableState, TableView, Team,
};
use focus::notation::parse_position;
use focus::{Color, Position};
use focus_engine::Level;
use focus_render::Scene;

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
        .note(words.table_terms(table));
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
    let is_drawn = given.is_none();
    let position = given.unwrap_or_else(|| Position::start(table.rules, colors[0]));
    let mut scene = Scene::new(position);
    scene.is_replay = is_drawn;
    for color in colors {
        scene.names[color.index()].plain = words.color(*color);
    }
    scene
}

/// Returns the invited people who have not answered and have to be called by the table's message;
/// those who were invited later are called by another one.
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

fn rows(table: &TableView, words: Words) -> Vec<CreateActionRow> {
    let buttons = Buttons::new(table.id, 0, words);
    let mut row = match table.kind {
        TableKind::Open => vec![buttons.press(TableRequestButton::Join)],
        TableKind::Invited(_) | TableKind::Challenge(_) => vec![
            buttons.press_as(
                TableRequestButton::Join,
                Button::Accept,
                ButtonStyle::Success,
            ),
            buttons.press(TableRequestButton::Decline),
        ],
    };
    match table.kind {
        TableKind::Open | TableKind::Invited(_) if table.can_start_early() => {
            row.push(buttons.press(TableRequestButton::Start));
        }
        TableKind::Open | TableKind::Invited(_) | TableKind::Challenge(_) => {}
    }
    row.push(buttons.press(TableRequestButton::Leave));
    let how = buttons.press(RulesButton::HowToPlay);
    let filling = FillMethod::of(table).map(|way| match way {
        FillMethod::Computer => buttons.press(TableButton::AddComputer),
        FillMethod::Invitation => buttons.press(TableButton::Invite),
        FillMethod::Opening => buttons.press(TableRequestButton::OpenToAll),
    });
    let colors = match (table.rematch_of, &table.colors) {
        (Some(_), _) => None,
        (None, Some(_)) => Some(buttons.press(TableRequestButton::DrawColors)),
        (None, None) => Some(buttons.press(TableRequestButton::AllowColors)),
    };
    let mut rows = vec![
        CreateActionRow::Buttons(row),
        CreateActionRow::Buttons([how].into_iter().chain(filling).chain(colors).collect()),
    ];
    rows.extend(team_buttons(table, buttons));
    rows.extend(color_buttons(table, buttons, words));
    rows.extend(placing(table, words));
    rows
}

/// Returns the buttons by which everybody chooses a team.
fn team_buttons(table: &TableView, buttons: Buttons) -> Option<CreateActionRow> {
    let teams = table.teams.as_ref().filter(|teams| teams.can_change)?;
    let choices = Team::ALL.map(|team| {
        let label = match team {
            Team::First => Button::FirstTeam,
            Team::Second => Button::SecondTeam,
        };
        let choice = buttons.press_as(
            TableRequestButton::Team(team),
            label,
            ButtonStyle::Secondary,
        );
        choice.disabled(teams.free(team) == 0)
    });
    Some(CreateActionRow::Buttons(choices.into()))
}

/// Returns the buttons by which everybody chooses a color, if the host allows it.
fn color_buttons(table: &TableView, buttons: Buttons, words: Words) -> Option<CreateActionRow> {
    table.colors.as_ref()?;
    let colors = table.rules.mode().colors().iter();
    let choices = colors.map(|color| {
        let choice = buttons.press(TableRequestButton::Color(*color));
        choice
            .label(words.color(*color))
            .disabled(table.holder(*color).is_some())
    });
    Some(CreateActionRow::Buttons(choices.collect()))
}

/// Returns the question how strong a computer is to play.
#[must_use]
pub fn ask_level(game: GameId, words: Words) -> Outgoing {
    let options = Level::ALL
        .map(|level| CreateSelectMenuOption::new(words.level(level), level.token()))
        .into();
    let menu = menu(GameButtonId::new(TableButton::Computer, game, 0), options);
    Outgoing::text(words.text("table-ask-level", &[])).rows(vec![CreateActionRow::SelectMenu(menu)])
}

/// Returns the question whom to invite.
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

/// Returns the menu by which the host places computers and others who sit: where colors can be chosen,
/// it gives them one, and otherwise, at a table of partners, a team.
fn placing(table: &TableView, words: Words) -> Option<CreateActionRow> {
    let guests = table.people.iter().skip(1);
    let guests = guests.map(|guest| Member::Person(guest.id));
    let computers = (0..table.computers.len()).map(Member::Computer);
    let mut offered = Vec::new();
    let mut options = Vec::new();
    for member in guests.chain(computers) {
        let (Some(player), own) = (table.player(member), own_spots(table, member)) else {
            continue;
        };
        for spot in free_spots(table) {
            // Identical computers are listed once.
            let choice = (player.clone(), own, spot);
            if !is_open(table, own, spot) || offered.contains(&choice) {
                continue;
            }
            let value = Placing { member, spot }.to_string();
            let name = match spot {
                Spot::Team(team) => words.team(team),
                Spot::Color(color) => words.color(color),
            };
            options.push(menu_option(words.place_choice(&player, &name), value));
            offered.push(choice);
        }
    }
    if options.is_empty() {
        return None;
    }
    let prompt = match table.colors {
        Some(_) => words.give_color_prompt(),
        None => words.place_prompt(),
    };
    let id = GameButtonId::new(TableButton::Place, table.id, 0);
    let menu = menu(id, options).placeholder(prompt);
    Some(CreateActionRow::SelectMenu(menu))
}

/// Returns the team and the color of a member.
fn own_spots(table: &TableView, member: Member) -> [Option<Spot>; 2] {
    let team = table.teams.as_ref().and_then(|teams| teams.team_of(member));
    let mut chosen = table.colors.iter().flatten();
    let color = chosen.find(|(other, _)| *other == member);
    [
        team.map(Spot::Team),
        color.map(|(_, color)| Spot::Color(*color)),
    ]
}

/// Returns whether somebody with these places can be given another one.
fn is_open(table: &TableView, own: [Option<Spot>; 2], spot: Spot) -> bool {
    let is_of_full_team = |color| {
        let (team, mut teams) = (Team::of(color), table.teams.iter());
        teams.any(|teams| teams.free(team) == 0) && !own.contains(&Some(Spot::Team(team)))
    };
    match spot {
        Spot::Team(_) => !own.contains(&Some(spot)),
        Spot::Color(color) => !is_of_full_team(color),
    }
}

/// Returns the places that the host can give to others.
fn free_spots(table: &TableView) -> Vec<Spot> {
    if table.colors.is_some() {
        let colors = table.rules.mode().colors().iter().copied();
        let free = colors.filter(|color: &Color| table.holder(*color).is_none());
        return free.map(Spot::Color).collect();
    }
    let teams = table.teams.as_ref().filter(|teams| teams.can_change);
    let teams = teams.into_iter().flat_map(|teams| {
        let free = Team::ALL.into_iter();
        free.filter(move |team| teams.free(*team) > 0)
    });
    teams.map(Spot::Team).collect()
}
