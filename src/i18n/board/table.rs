//! Tables before their games, and lists of games.

use crate::i18n::board::clock::moment;
use crate::i18n::board::names::mention;
use crate::i18n::{MenuEntry, Words, escape, plain};
use crate::service::{
    FillMethod, GameId, GameSummary, Member, MessageId, PersonId, Place, Player, TableKind,
    TableState, TableView, Team, Teams,
};

/// Largest number of characters of a message.
const MESSAGE: usize = 2_000;

impl Words {
    /// Describes a table: mode, and people seated and invited, or how it closed.
    #[must_use]
    pub fn table(self, table: &TableView) -> String {
        let title = [
            ("mode", self.mode(table.rules.mode()).into()),
            ("game", table.id.to_string().into()),
        ];
        let mut lines = vec![self.text("table-title", &title)];
        match table.state {
            TableState::Open => lines.extend(self.open_table(table)),
            TableState::Closed => lines.push(self.text("table-closed", &[])),
            TableState::Declined(person) => {
                let who = if person == PersonId::GONE {
                    self.text("person-gone", &[])
                } else {
                    mention(person)
                };
                let id = match table.kind {
                    TableKind::Challenge(_) => "table-declined",
                    TableKind::Open | TableKind::Invited(_) => "table-declined-invited",
                };
                lines.push(self.text(id, &[("who", who.into())]));
            }
            TableState::Expired => lines.push(self.text("table-expired", &[])),
        }
        lines.join("\n")
    }

    fn open_table(self, table: &TableView) -> Vec<String> {
        let (kind, invited): (_, &[PersonId]) = match &table.kind {
            TableKind::Open => ("table-open", &[]),
            TableKind::Invited(people) => ("table-invited", people),
            TableKind::Challenge(people) => ("table-challenge", people),
        };
        let mut lines = vec![self.text(kind, &[]), self.seated(table)];
        let is_brought = table.place.is_visited() && table.rematch_of.is_none();
        if let Some(host) = table.host().filter(|_| is_brought) {
            let name = escape(&self.person(host)).into();
            lines.push(self.text("table-brought", &[("name", name)]));
        }
        let seated = |person: &PersonId| table.people.iter().any(|seat| seat.id == *person);
        let waiting: Vec<_> = invited
            .iter()
            .filter(|person| !seated(person))
            .map(|person| mention(*person))
            .collect();
        if !waiting.is_empty() {
            lines.push(self.text("table-waiting", &[("people", waiting.join(", ").into())]));
        }
        lines
    }

    /// Describes the game of an open table: rules, teams, colors and clock; in small print, how it
    /// begins, what is drawn by lot, where it is seen, and when the table closes.
    #[must_use]
    pub fn table_terms(self, table: &TableView) -> String {
        let mut lines = vec![self.rules_line(table)];
        if let Some(teams) = &table.teams {
            lines.extend(Team::ALL.map(|team| self.members(table, teams, team)));
            if teams.can_change && !teams.are_certain() {
                lines.push(self.text("table-teams-lot", &[]));
            }
        }
        if table.colors.is_some() {
            lines.push(self.chosen_colors(table));
            lines.push(self.text("table-colors", &[]));
        }
        lines.extend(table.time.map(|rule| self.table_clock(rule)));
        if let Some(game) = table.rematch_of {
            lines.push(self.text("table-rematch", &[("game", game.to_string().into())]));
        }
        if let Some(start) = &table.start {
            lines.push(self.text("table-position", &[("position", start.as_str().into())]));
        }
        if table.rated {
            lines.push(self.text("table-rated", &[]));
        }
        let small = self.small_print(table).into_iter();
        lines.extend(small.map(|line| format!("-# {line}")));
        lines.join("\n")
    }

    fn small_print(self, table: &TableView) -> Vec<String> {
        let mut lines: Vec<_> = self.beginning(table).into_iter().collect();
        lines.extend(self.filling(table));
        lines.extend(self.lots(table));
        if table.is_private {
            lines.push(self.text("table-private", &[]));
        }
        if table.in_thread {
            lines.push(self.text("table-thread", &[]));
        }
        let when = moment(table.expires);
        lines.push(self.text("table-expires", &[("when", when.into())]));
        lines
    }

    /// Returns the alt text of a table's picture.
    #[must_use]
    pub fn table_alt(self, table: &TableView) -> String {
        let mode = self.mode(table.rules.mode());
        self.text("table-alt", &[("mode", mode.into())])
    }

    fn seated(self, table: &TableView) -> String {
        let name = |player: Player| match player.id() {
            Some(person) => mention(person),
            None => self.player(&player),
        };
        let people: Vec<_> = table.players().map(name).collect();
        self.text(
            "table-people",
            &[
                ("count", people.len().into()),
                ("seats", table.rules.mode().seats().into()),
                ("people", people.join(", ").into()),
            ],
        )
    }

    /// Returns a team with its members and free places.
    fn members(self, table: &TableView, teams: &Teams, team: Team) -> String {
        let members = teams.members(team).iter();
        let members = members.map(|member| self.member(table, *member));
        let free = (0..teams.free(team)).map(|_| self.text("table-team-free", &[]));
        let members: Vec<_> = members.chain(free).collect();
        let name = match table.colors {
            Some(_) => format!("{} ({})", self.team(team), self.colors(team.colors())),
            None => self.team(team),
        };
        let args = [
            ("team", name.into()),
            ("members", members.join(" + ").into()),
        ];
        self.text("table-team", &args)
    }

    fn member(self, table: &TableView, member: Member) -> String {
        match member {
            Member::Person(person) => mention(person),
            Member::Computer(_) => {
                let computer = table.player(member);
                computer
                    .map(|player| self.player(&player))
                    .unwrap_or_default()
            }
        }
    }

    /// Returns every color with who has chosen it.
    fn chosen_colors(self, table: &TableView) -> String {
        let colors = table.rules.mode().colors().iter().map(|color| {
            let holder = table.holder(*color);
            let holder = holder.map(|member| self.member(table, member));
            let free = || self.text("table-color-free", &[]);
            let args = [
                ("team", self.color(*color).into()),
                ("members", holder.unwrap_or_else(free).into()),
            ];
            self.text("table-team", &args)
        });
        colors.collect::<Vec<_>>().join(" · ")
    }

    fn rules_line(self, table: &TableView) -> String {
        let rules = self.options(&table.rules);
        if rules.is_empty() {
            return self.text("table-rules-standard", &[]);
        }
        rules
    }

    /// Says when the game starts; a challenge already does.
    fn beginning(self, table: &TableView) -> Option<String> {
        match table.kind {
            TableKind::Challenge(_) => None,
            _ if !table.can_start_early() => Some(self.text("table-full-starts", &[])),
            TableKind::Open | TableKind::Invited(_) => {
                let host = table
                    .host()
                    .map(|host| mention(host.id))
                    .unwrap_or_default();
                Some(self.text("table-host-starts", &[("host", host.into())]))
            }
        }
    }

    /// Says how the host can fill free seats.
    fn filling(self, table: &TableView) -> Option<String> {
        let host = mention(table.host()?.id);
        let ways = FillMethod::of(table).map(|way| {
            let id = match way {
                FillMethod::Computer => "table-way-computer",
                FillMethod::Invitation => "table-way-invite",
                FillMethod::Opening => "table-way-open",
            };
            self.text(id, &[])
        });
        let ways: Vec<_> = ways.collect();
        let args = [
            ("host", host.into()),
            ("ways", self.alternatives(&ways).into()),
        ];
        Some(self.text("table-fill", &args))
    }

    /// Says what is drawn by lot; in a rematch nothing is.
    fn lots(self, table: &TableView) -> Option<String> {
        let id = match (table.rematch_of, &table.start, &table.colors) {
            (Some(_), ..) | (None, Some(_), Some(_)) => return None,
            (None, Some(_), None) => "table-lot-colors",
            (None, None, Some(_)) => "table-lot-first",
            (None, None, None) => "table-lot",
        };
        Some(self.text(id, &[]))
    }

    /// Calls people to a table.
    #[must_use]
    pub fn table_call(self, host: &str, people: &[PersonId], link: &str) -> String {
        let people: Vec<_> = people.iter().map(|person| mention(*person)).collect();
        let args = [
            ("people", people.join(", ").into()),
            ("host", escape(host).into()),
            ("link", link.to_owned().into()),
        ];
        self.text("table-call", &args)
    }

    /// Returns a game in the menu of a person's games.
    #[must_use]
    pub fn game_choice(self, game: &GameSummary) -> MenuEntry {
        let game_and_mode = format!("{} · {}", game.id, self.mode(game.rules.mode()));
        let others = game.others.iter();
        let others: Vec<_> = others.map(|player| plain(&self.player(player))).collect();
        if others.is_empty() {
            return MenuEntry::new(&game_and_mode);
        }
        MenuEntry::named(&others.join(", "), |others| {
            format!("{game_and_mode} · {others}")
        })
    }

    /// Lists a person's games with links, as many as fit into a message of 2,000 characters.
    #[must_use]
    pub fn games(self, games: &[GameSummary]) -> String {
        if games.is_empty() {
            return self.text("games-none", &[]);
        }
        let lines: Vec<_> = games.iter().map(|game| self.game_line(game)).collect();
        let mut shown = lines.len();
        loop {
            let text = self.first_games(&lines, shown);
            if shown == 0 || text.chars().count() <= MESSAGE {
                return text;
            }
            shown -= 1;
        }
    }

    fn first_games(self, lines: &[String], shown: usize) -> String {
        let mut text = vec![self.text("games-title", &[])];
        text.extend_from_slice(&lines[..shown]);
        let more = lines.len() - shown;
        if more > 0 {
            text.push(self.text("games-more", &[("count", more.into())]));
        }
        text.join("\n")
    }

    fn game_line(self, game: &GameSummary) -> String {
        let mark = self.game_mark(game);
        let id = match mark {
            Some(_) => "games-line-marked",
            None => "games-line",
        };
        let others = game.others.iter();
        let others: Vec<_> = others.map(|player| escape(&self.player(player))).collect();
        let others = if others.is_empty() {
            self.text("games-nobody", &[])
        } else {
            others.join(", ")
        };
        let state = match (game.begun, game.seated) {
            _ if game.is_out => self.text("games-out", &[]),
            (true, _) => self.text("games-plies", &[("plies", game.plies.into())]),
            (false, true) => self.text("games-open", &[]),
            (false, false) => self.text("games-invited", &[]),
        };
        self.text(
            id,
            &[
                ("place", link(game.id, game.place, game.message).into()),
                ("mode", self.mode(game.rules.mode()).into()),
                ("others", others.into()),
                ("state", state.into()),
                ("mark", mark.unwrap_or_default().into()),
            ],
        )
    }

    /// Says what a game in a list is waiting for, if that is the person whose list it is.
    fn game_mark(self, game: &GameSummary) -> Option<String> {
        let runs_out = game.runs_out.map(moment);
        let id = match (game.your_turn, game.is_overdue) {
            // An invitation already says so.
            _ if !game.begun => return None,
            (true, true) => "games-mark-overdue",
            (true, false) if runs_out.is_some() => "games-mark-clock",
            (true, false) => "games-mark-turn",
            (false, true) if game.seated && !game.is_out => "games-mark-claim",
            (false, _) => return None,
        };
        Some(self.text(id, &[("when", runs_out.unwrap_or_default().into())]))
    }
}

/// Returns the number of a game, linked to its message or else to its channel.
pub(in crate::i18n) fn link(id: GameId, place: Place, message: Option<MessageId>) -> String {
    let Place { guild, channel, .. } = place;
    let guild = guild.map_or_else(|| "@me".to_owned(), |guild| guild.0.to_string());
    let message = message
        .map(|message| format!("/{}", message.0))
        .unwrap_or_default();
    format!(
        "[{}](https://discord.com/channels/{guild}/{}{message})",
        id, channel.0
    )
}
