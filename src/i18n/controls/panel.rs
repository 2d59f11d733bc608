//! Panel that sets a game up.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::i18n::{MenuEntry, Words};
use crate::service::{Opponents, Overtime, Player, SetupPreferences, ThreadChoice, TimeRule};
use focus::Mode;

/// Kind of opponents to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum OpponentKind {
    /// Computers.
    Computer,
    /// People who are named.
    People,
    /// Anyone who joins.
    Anyone,
}

impl OpponentKind {
    /// Every kind.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the kind of these opponents.
    #[must_use]
    pub const fn of(against: &Opponents) -> Self {
        match against {
            Opponents::Computer => Self::Computer,
            Opponents::People(_) => Self::People,
            Opponents::Anyone => Self::Anyone,
        }
    }
}

/// Something that can be switched on for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Switch {
    /// The result counts for the ratings.
    Rated,
    /// The game has a thread of its own.
    Thread,
    /// The game is shown nowhere but in its channel.
    Private,
    /// A position that occurs again and again is no draw.
    Repetition,
    /// Every color has twelve pieces, with four players.
    Twelve,
}

impl Switch {
    /// Every switch.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

impl Words {
    /// Describes the game that a person is about to set up, below a heading.
    #[must_use]
    pub fn panel(self, preferences: &SetupPreferences) -> String {
        let mut lines = vec![self.text("panel-title", &[])];
        if !preferences.is_complete() {
            lines.push(self.text("panel-nobody", &[]));
        }
        lines.push(self.panel_summary(preferences));
        let checked = [preferences.check_people(), preferences.check_rated()];
        let refusals = checked.into_iter().filter_map(Result::err);
        lines.extend(refusals.map(|refusal| self.refusal(&refusal)));
        lines.join("\n")
    }

    /// Returns the options of a game in small print.
    fn panel_summary(self, preferences: &SetupPreferences) -> String {
        let word = |id: &str| self.text(id, &[]);
        let rules = self.options(&preferences.rules);
        let rules = Some(rules).filter(|rules| !rules.is_empty());
        let fills = preferences.fills_seats();
        let player = fills.then(|| self.player(&Player::Computer(preferences.level)));
        let thread = match preferences.in_thread {
            Some(ThreadChoice::Yes) => Some("panel-thread"),
            Some(ThreadChoice::Proposed) => Some("panel-thread-proposed"),
            Some(ThreadChoice::No) | None => None,
        };
        let rated = if preferences.rated {
            "panel-rated"
        } else {
            "panel-unrated"
        };
        let overtime = Some(preferences.overtime()).filter(|kind| *kind != Overtime::default());
        let parts = [
            Some(self.panel_clock(preferences.time)),
            overtime.map(|kind| self.panel_overtime(kind)),
            preferences.check_rated().is_ok().then(|| word(rated)),
            Some(rules.unwrap_or_else(|| word("panel-standard"))),
            thread.map(word),
            preferences.is_private.then(|| word("panel-private")),
            player.map(|player| self.text("panel-fill", &[("player", player.into())])),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        self.text("panel-summary", &[("parts", parts.join(" · ").into())])
    }

    /// Names a kind of opponents.
    #[must_use]
    pub fn opponent_kind(self, kind: OpponentKind) -> String {
        self.text(&format!("panel-against-{}", <&str>::from(kind)), &[])
    }

    /// Says what is special about a mode.
    #[must_use]
    pub fn about_mode(self, mode: Mode) -> String {
        let id = match mode {
            Mode::Duel => "panel-about-duel",
            Mode::ThreeWay => "panel-about-three-way",
            Mode::Partners => "panel-about-partners",
            Mode::FreeForAll => "panel-about-free-for-all",
        };
        self.text(id, &[])
    }

    /// Names a clock to choose, or none.
    #[must_use]
    pub fn panel_clock(self, time: Option<TimeRule>) -> String {
        match time {
            None => self.text("panel-no-clock", &[]),
            Some(rule) => {
                let clock = self.time_control(rule.control);
                self.text("panel-clock", &[("clock", clock.into())])
            }
        }
    }

    /// Says what happens when the time of a clock runs out.
    pub(in crate::i18n) fn panel_overtime(self, overtime: Overtime) -> String {
        let overtime = self.overtime(overtime);
        self.text("panel-overtime", &[("overtime", overtime.into())])
    }

    /// Names a clock to choose, or none, in a menu: a long one as people type it.
    #[must_use]
    pub fn clock_entry(self, time: Option<TimeRule>) -> MenuEntry {
        let label = self.panel_clock(time);
        let Some(rule) = time.filter(|_| !MenuEntry::fits(&label)) else {
            return MenuEntry {
                label,
                description: None,
            };
        };
        let typed = rule.control.to_string();
        MenuEntry {
            label: self.text("panel-clock", &[("clock", typed.into())]),
            description: Some(self.time_control(rule.control)),
        }
    }

    /// Names something that can be switched on.
    #[must_use]
    pub fn switch(self, switch: Switch) -> MenuEntry {
        let id = format!("panel-switch-{}", <&str>::from(switch));
        MenuEntry::new(&self.text(&id, &[]))
    }
}
