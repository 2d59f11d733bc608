//! Ratings: changes after a game, leaderboards, profiles.

use crate::i18n::{Words, escape, plain};
use crate::service::ratings::leaderboard::{Leaderboard, LeaderboardRow, LeaderboardScope};
use crate::service::ratings::profile::{ComputerResults, FormResult, ModeProfile, Profile};
use crate::service::{Ending, GameView, RatingChange, ShownRating};
use focus::Mode;

impl Words {
    /// Describes the rating changes of a game in one line, or says that a rated game did not count.
    pub(in crate::i18n) fn rating_changes(self, view: &GameView) -> Option<String> {
        let has_result = matches!(view.ending, Some(Ending::Decided(_)));
        if view.rated && has_result && view.ratings.is_empty() {
            // The players who have to have moved depend on the mode, and on the version that ended
            // the game.
            return Some(self.text("ratings-uncounted", &[]));
        }
        if view.ratings.is_empty() {
            return None;
        }
        let changes = view.ratings.iter().map(|change| {
            let player = view.player(change.color);
            let name = player.map(|player| escape(&self.player(player)));
            self.rating_change(&name.unwrap_or_else(|| self.color(change.color)), change)
        });
        let changes = changes.collect::<Vec<_>>().join(", ");
        Some(self.text("ratings-changed", &[("changes", changes.into())]))
    }

    fn rating_change(self, name: &str, change: &RatingChange) -> String {
        let args = [
            ("name", name.into()),
            ("before", change.before.to_string().into()),
            ("after", points(change.after).into()),
            (
                "change",
                difference(change.after.points - change.before).into(),
            ),
        ];
        self.text("rating-change", &args)
    }

    /// Returns the title of a leaderboard.
    #[must_use]
    pub fn leaderboard_title(self, list: LeaderboardScope, mode: Mode) -> String {
        let id = match list {
            LeaderboardScope::Server(_) => "leaderboard-server",
            LeaderboardScope::All => "leaderboard-all",
        };
        self.text(id, &[("mode", self.mode(mode).into())])
    }

    /// Returns the alt text of a part of a leaderboard.
    #[must_use]
    pub fn leaderboard_alt(self, leaderboard: &Leaderboard) -> String {
        if leaderboard.lines.is_empty() {
            return match leaderboard.list {
                LeaderboardScope::Server(_) => self.text("leaderboard-empty", &[]),
                LeaderboardScope::All => self.text("leaderboard-empty-all", &[]),
            };
        }
        let lines = leaderboard
            .lines
            .iter()
            .map(|line| self.leaderboard_line(line));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn leaderboard_line(self, line: &LeaderboardRow) -> String {
        let args = [
            ("number", line.number.to_string().into()),
            ("name", plain(&line.name).into()),
            ("rating", points(line.points).into()),
            ("deviation", deviation(line.deviation).into()),
            ("record", games_record(line.record).into()),
        ];
        self.text("leaderboard-line", &args)
    }

    /// Explains the signs of a leaderboard.
    #[must_use]
    pub fn leaderboard_legend(self) -> String {
        self.rating_legend("rated")
    }

    fn rating_legend(self, games: &str) -> String {
        self.text("rating-legend", &[("games", games.into())])
    }

    /// Returns the line that names the person who shares a message.
    #[must_use]
    pub fn shared_by(self, name: &str) -> String {
        self.text("shared-by", &[("name", escape(name).into())])
    }

    /// Explains the signs of a profile.
    #[must_use]
    pub fn profile_legend(self) -> String {
        self.rating_legend("all")
    }

    /// Returns the text above the picture of a profile: games with another person; or the text in
    /// its place if there are no games. `name` is `None` if only the person reads it.
    #[must_use]
    pub fn profile(self, profile: &Profile, name: Option<&str>, other: Option<&str>) -> String {
        let mut lines = Vec::new();
        if profile.modes.is_empty() {
            lines.push(match name {
                Some(name) => self.text("profile-none", &[("name", escape(name).into())]),
                None => self.text("profile-none-own", &[]),
            });
        }
        if let (Some(versus), Some(other)) = (profile.versus, other) {
            let games = [
                ("versus-against", versus.against),
                ("versus-together", versus.together),
            ];
            let other = escape(other);
            let common = games.iter().filter(|(_, record)| *record != [0; 3]);
            let common = common.map(|(id, record)| {
                let args = [
                    ("name", other.as_str().into()),
                    ("record", games_record(*record).into()),
                    ("neither", record[1].into()),
                ];
                self.text(id, &args)
            });
            lines.extend(common);
            if lines.is_empty() {
                lines.push(self.text("versus-none", &[("name", other.as_str().into())]));
            }
        }
        lines.extend(self.against_computers(&profile.computers));
        lines.join("\n")
    }

    /// Lists results against computers, a line for each mode.
    fn against_computers(self, results: &[ComputerResults]) -> Vec<String> {
        if results.is_empty() {
            return Vec::new();
        }
        let modes = results.chunk_by(|one, next| one.mode == next.mode);
        let modes = modes.map(|of_mode| {
            let levels = of_mode.iter().map(|result| {
                let (level, record) = (self.level(result.level), games_record(result.record));
                if result.is_beaten() {
                    format!("**{level}** {record}")
                } else {
                    format!("{level} {record}")
                }
            });
            let levels = levels.collect::<Vec<_>>().join(" · ");
            let mode = self.mode(of_mode[0].mode);
            let args = [("mode", mode.into()), ("levels", levels.into())];
            self.text("profile-computers-mode", &args)
        });
        let heading = self.text("profile-computers", &[]);
        [heading].into_iter().chain(modes).collect()
    }

    /// Returns the alt text of a profile.
    #[must_use]
    pub fn profile_alt(self, profile: &Profile, name: &str) -> String {
        let mut lines = vec![plain(name)];
        lines.extend(profile.modes.iter().map(|mode| self.profile_mode(mode)));
        let form = profile.form.iter().map(|score| match score {
            FormResult::Won => "+",
            FormResult::Drawn => "=",
            FormResult::Lost => "\u{2212}",
        });
        let form = form.collect::<Vec<_>>().join(" ");
        lines.push(self.text("profile-form", &[("form", form.into())]));
        lines.join("\n")
    }

    fn profile_mode(self, profile: &ModeProfile) -> String {
        let mode = ("mode", self.mode(profile.mode).into());
        let record = ("record", games_record(profile.record).into());
        let Some((rating, off)) = profile.rating else {
            return self.text("profile-mode-unrated", &[mode, record]);
        };
        let rating = ("rating", points(rating).into());
        let off = ("deviation", deviation(off).into());
        self.text("profile-mode", &[mode, rating, off, record])
    }
}

/// Formats the deviation of a rating, such as `±290`.
#[must_use]
pub fn deviation(points: i32) -> String {
    format!("±{points}")
}

/// Formats games won, drawn and lost in chess notation.
#[must_use]
pub fn games_record([won, drawn, lost]: [u32; 3]) -> String {
    format!("+{won} ={drawn} \u{2212}{lost}")
}

/// Formats points, with a question mark if they are provisional.
#[must_use]
pub fn points(points: ShownRating) -> String {
    let mark = if points.is_sure { "" } else { "?" };
    format!("{}{mark}", signed(points.points))
}

/// Formats a number with a typographic minus sign.
fn signed(number: i32) -> String {
    number.to_string().replace('-', "\u{2212}")
}

fn difference(points: i32) -> String {
    match points {
        0 => "±0".to_owned(),
        1.. => format!("+{points}"),
        _ => signed(points),
    }
}
