//! Tables before their games, and lists of games.

use crate::i18n::board::clock::moment;
use crate::i18n::board::kind::BETWEEN;
use crate::i18n::board::names::mention;
use crate::i18n::catalogue::MESSAGE;
use crate::i18n::{MenuEntry, Words, escape, plain};
use crate::service::{
    GameId, GameSummary, Member, MessageId, PersonId, Place, TableKind, TableState, TableView, Team,
};
use focus::Color;

impl Words {
    /// Describes a table: its game, its seats and the people invited, or how it closed.
    #[must_use]
    pub fn table(self, table: &TableView) -> String {
        let end = match table.state {
            TableState::Open => return self.open_table(table),
            TableState::Closed => self.text("table-closed", &[]),
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
                self.text(id, &[("who", who.into())])
            }
            TableState::Expired => self.text("table-expired", &[]),
        };
        let title = [
            ("mode", self.mode(table.rules.mode()).into()),
            ("game", table.id.to_string().into()),
        ];
        format!("{}\n{end}", self.text("table-title", &title))
    }

    fn open_table(self, table: &TableView) -> String {
        let host = table.host().map(|host| escape(&self.person(host)));
        let host = host.unwrap_or_default();
        let mut lines = vec![
            self.text("table-wish", &[("host", host.clone().into())]),
            self.kind_of_table(table),
            self.seats(table),
        ];
        if table.place.is_visited() && table.rematch_of.is_none() {
            lines.push(self.text("table-brought", &[("name", host.into())]));
        }
        let invited: &[PersonId] = match &table.kind {
            TableKind::Open => &[],
            TableKind::Invited(people) | TableKind::Challenge(people) => people,
        };
        let seated = |person: &PersonId| table.people.iter().any(|seat| seat.id == *person);
        let waiting: Vec<_> = invited
            .iter()
            .filter(|person| !seated(person))
            .map(|person| mention(*person))
            .collect();
        if !waiting.is_empty() {
            lines.push(self.text("table-invited", &[("people", waiting.join(", ").into())]));
        }
        lines.join("\n")
    }

    /// Returns a line about the game: mode, rules, clock, rating and place.
    fn kind_of_table(self, table: &TableView) -> String {
        let word = |id: &str| self.text(id, &[]);
        let parts = [
            Some(self.mode(table.rules.mode())),
            Some(self.options(&table.rules)),
            Some(self.panel_clock(table.time)),
            table.time.map(|rule| self.panel_overtime(rule.overtime)),
            // A rated game has a line of its own.
            (!table.rated).then(|| word("panel-unrated")),
            table.in_thread.then(|| word("panel-thread")),
            table.is_private.then(|| word("panel-private")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.join(BETWEEN)
    }

    /// Describes what else there is to know about an open table; in small print, how the game
    /// begins, what is drawn by lot, and when the table closes.
    #[must_use]
    pub fn table_terms(self, table: &TableView) -> String {
        let mut lines = Vec::new();
        if let Some(game) = table.rematch_of {
            lines.push(self.text("table-rematch", &[("game", game.to_string().into())]));
        }
        if let Some(start) = &table.start {
            lines.push(self.text("table-position", &[("position", start.as_str().into())]));
        }
        if table.rated {
            lines.push(self.text("table-rated", &[]));
        }
        let small = [self.early_start(table), Some(self.table_footer(table))];
        let small = small.into_iter().flatten();
        lines.extend(small.map(|line| format!("-# {line}")));
        lines.join("\n")
    }

    /// Returns the number of a table, what is drawn by lot there, and when it closes.
    fn table_footer(self, table: &TableView) -> String {
        let number = self.text("table-number", &[("game", table.id.to_string().into())]);
        let when = moment(table.expires);
        let closes = self.text("table-expires", &[("when", when.into())]);
        let parts = [Some(number), self.lots(table), Some(closes)];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.join(BETWEEN)
    }

    /// Returns the alt text of a table's picture.
    #[must_use]
    pub fn table_alt(self, table: &TableView) -> String {
        let mode = self.mode(table.rules.mode());
        self.text("table-alt", &[("mode", mode.into())])
    }

    /// Returns a line with the seats, taken and free, at a table of partners by team.
    fn seats(self, table: &TableView) -> String {
        let members: Vec<_> = table.members().collect();
        let all = match &table.teams {
            None => self
                .seats_of(table, &members, table.rules.mode().colors())
                .join(", "),
            Some(teams) => {
                let mut groups = Vec::from(Team::ALL.map(|team| {
                    let seats = self.seats_of(table, teams.members(team), &team.colors());
                    let name = match table.colors {
                        Some(_) => format!("{} ({})", self.team(team), self.colors(team.colors())),
                        None => self.team(team),
                    };
                    self.group(name, &seats)
                }));
                let alone = members.iter();
                let alone = alone.filter(|member| teams.team_of(**member).is_none());
                let alone: Vec<_> = alone.map(|member| self.member(table, *member)).collect();
                if !alone.is_empty() {
                    groups.push(self.group(self.text("table-no-team", &[]), &alone));
                }
                groups.join(BETWEEN)
            }
        };
        let args = [
            ("count", members.len().into()),
            ("seats", table.rules.mode().seats().into()),
            ("people", all.into()),
        ];
        self.text("table-seats", &args)
    }

    fn group(self, name: String, seats: &[String]) -> String {
        let members = seats.join(" + ");
        let args = [("team", name.into()), ("members", members.into())];
        self.text("table-team", &args)
    }

    /// Returns members, and free seats for the rest of these colors. If all members have chosen, it
    /// is known which colors are free.
    fn seats_of(self, table: &TableView, members: &[Member], colors: &[Color]) -> Vec<String> {
        let open = colors.iter();
        let open: Vec<_> = open
            .filter(|color| table.holder(**color).is_none())
            .collect();
        let count = colors.len().saturating_sub(members.len());
        let are_known = table.colors.is_some() && open.len() == count;
        let word = self.text("table-free", &[]);
        let free = open.into_iter().take(count).map(|color| {
            if are_known {
                self.seat_with_emoji(*color, &word)
            } else {
                word.clone()
            }
        });
        let taken = members.iter().map(|member| self.member(table, *member));
        taken.chain(free).collect()
    }

    /// Returns a member, with the color that they have chosen.
    fn member(self, table: &TableView, member: Member) -> String {
        let name = match member {
            Member::Person(person) => mention(person),
            Member::Computer(_) => {
                let computer = table.player(member);
                computer
                    .map(|player| self.player(&player))
                    .unwrap_or_default()
            }
        };
        match table.color_of(member) {
            Some(color) => self.seat_with_emoji(color, &name),
            None => name,
        }
    }

    /// Says who can start the game before the table is full, and what it is then.
    fn early_start(self, table: &TableView) -> Option<String> {
        match table.kind {
            TableKind::Open | TableKind::Invited(_) if table.can_start_early() => {
                let host = mention(table.host()?.id);
                Some(self.text("table-host-starts", &[("host", host.into())]))
            }
            TableKind::Open | TableKind::Invited(_) | TableKind::Challenge(_) => None,
        }
    }

    /// Says what is drawn by lot; in a rematch nothing is.
    fn lots(self, table: &TableView) -> Option<String> {
        if table.rematch_of.is_some() {
            return None;
        }
        let mut teams = table.teams.iter();
        let has_open_teams = teams.any(|teams| teams.can_change && !teams.are_certain());
        let colors = match table.colors {
            Some(_) => "table-lot-other-colors",
            None => "table-lot-colors",
        };
        let lots = [
            has_open_teams.then_some("table-lot-teams"),
            Some(colors),
            table.start.is_none().then_some("table-lot-first"),
        ];
        let lots = lots.into_iter().flatten();
        let lots: Vec<_> = lots.map(|id| self.text(id, &[])).collect();
        Some(self.text("table-lot", &[("lots", self.list(&lots).into())]))
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

    /// Says what a game in a list is waiting for, if it is waiting for the owner of the list.
    fn game_mark(self, game: &GameSummary) -> Option<String> {
        let runs_out = game.runs_out.map(moment);
        let id = match (game.your_turn, game.is_overdue) {
            // An invitation already says so.
            _ if !game.begun => return None,
            (true, true) => "games-mark-overdue",
            (true, false) if game.is_paused => "games-mark-paused",
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
