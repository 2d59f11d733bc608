//! Message of a table before its game.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::interaction::custom_id::actions::{RulesAction, TableAction};
use crate::discord::interaction::custom_id::game::CustomId;
use crate::discord::interaction::custom_id::placing::Placing;
use crate::discord::rest::Outgoing;
use crate::discord::views::buttons::{Buttons, menu};
use crate::i18n::{Button, Words};
use crate::service::people::setup_preferences::OPPONENTS;
use crate::service::{
    FillMethod, GameId, Member, PersonId, Player, TableKind, TableState, TableView, Team, Teams,
};
use focus_engine::Level;

/// Returns the message that shows a table.
#[must_use]
pub fn table(table: &TableView, words: Words) -> Outgoing {
    Outgoing::text(words.table(table)).rows(rows(table, words))
}

/// Returns the invited people who have not answered and have to be called.
#[must_use]
pub fn invited(table: &TableView) -> Vec<PersonId> {
    match (&table.state, &table.kind) {
        (TableState::Open, TableKind::Invited(people) | TableKind::Challenge(people)) => {
            people.clone()
        }
        (TableState::Open, TableKind::Open)
        | (TableState::Closed | TableState::Declined(_) | TableState::Expired, _) => Vec::new(),
    }
}

fn rows(table: &TableView, words: Words) -> Vec<CreateActionRow> {
    match table.state {
        TableState::Open => {}
        TableState::Closed | TableState::Declined(_) | TableState::Expired => return Vec::new(),
    }
    let buttons = Buttons::new(table.id, 0, words);
    let mut row = match table.kind {
        TableKind::Open => vec![buttons.press(TableAction::Join)],
        TableKind::Invited(_) | TableKind::Challenge(_) => vec![
            buttons.press_as(TableAction::Join, Button::Accept, ButtonStyle::Success),
            buttons.press(TableAction::Decline),
        ],
    };
    match table.kind {
        TableKind::Open | TableKind::Invited(_) if table.can_start_early() => {
            row.push(buttons.press(TableAction::Start));
        }
        TableKind::Open | TableKind::Invited(_) | TableKind::Challenge(_) => {}
    }
    row.push(buttons.press(TableAction::Leave));
    let how = buttons.press(RulesAction::HowToPlay);
    let filling = FillMethod::of(table).map(|way| {
        buttons.press(match way {
            FillMethod::Computer => TableAction::AddComputer,
            FillMethod::Invitation => TableAction::Invite,
            FillMethod::Opening => TableAction::OpenToAll,
        })
    });
    let mut rows = vec![
        CreateActionRow::Buttons(row),
        CreateActionRow::Buttons([how].into_iter().chain(filling).collect()),
    ];
    let Some(teams) = table.teams.as_ref().filter(|teams| teams.can_change) else {
        return rows;
    };
    let choices = Team::ALL.map(|team| {
        let label = match team {
            Team::First => Button::FirstTeam,
            Team::Second => Button::SecondTeam,
        };
        let choice = buttons.press_as(TableAction::Team(team), label, ButtonStyle::Secondary);
        choice.disabled(teams.free(team) == 0)
    });
    rows.push(CreateActionRow::Buttons(choices.into()));
    rows.extend(placing(table, teams, words));
    rows
}

/// Returns the question how strong a computer is to play.
#[must_use]
pub fn ask_level(game: GameId, words: Words) -> Outgoing {
    let options = Level::ALL
        .map(|level| CreateSelectMenuOption::new(words.level(level), level.token()))
        .into();
    let menu = menu(CustomId::new(TableAction::Computer, game, 0), options);
    Outgoing::text(words.text("table-ask-level", &[])).rows(vec![CreateActionRow::SelectMenu(menu)])
}

/// Returns the question whom to invite.
#[must_use]
pub fn ask_guests(game: GameId, words: Words) -> Outgoing {
    let kind = CreateSelectMenuKind::User {
        default_users: None,
    };
    let most = u8::try_from(OPPONENTS).unwrap_or(u8::MAX);
    let id = CustomId::new(TableAction::Guests, game, 0);
    let menu = CreateSelectMenu::new(id.to_string(), kind).max_values(most);
    Outgoing::text(words.text("table-ask-guests", &[]))
        .rows(vec![CreateActionRow::SelectMenu(menu)])
}

/// Returns the menu by which the host places computers and others who sit.
fn placing(table: &TableView, teams: &Teams, words: Words) -> Option<CreateActionRow> {
    let guests = table.people.iter().skip(1);
    let guests = guests.map(|guest| (Member::Person(guest.id), Player::Person(guest.clone())));
    let computers = table.computers.iter().enumerate();
    let computers = computers.map(|(place, computer)| {
        let player = Player::Computer(computer.level);
        (Member::Computer(place), player)
    });
    let mut offered = Vec::new();
    let mut options = Vec::new();
    for (member, player) in guests.chain(computers) {
        let own = teams.team_of(member);
        for team in Team::ALL {
            // One of several computers alike is enough.
            let choice = (player.clone(), own, team);
            if own == Some(team) || teams.free(team) == 0 || offered.contains(&choice) {
                continue;
            }
            let value = Placing { member, team }.to_string();
            let label = words.place_choice(&player, team);
            options.push(CreateSelectMenuOption::new(label, value));
            offered.push(choice);
        }
    }
    if options.is_empty() {
        return None;
    }
    let id = CustomId::new(TableAction::Place, table.id, 0);
    let menu = menu(id, options).placeholder(words.place_prompt());
    Some(CreateActionRow::SelectMenu(menu))
}
