//! Game records in FGN, modeled on the PGN of chess; files end in `.fgn`.
//!
//! A record has tags, an empty line, and then a line for each round: its number and a token per
//! seat, in turn order from the player who starts. Seats that are out have no token. The exchanges
//! of a duel are round `s.`. If a player leaves and the game continues, or another player loses
//! with them, the departure is noted where it happened as `{G resignation}` or `{G time}`.

use std::fmt;

use crate::notation::{tags, tokens};
use crate::{Color, Departure, Game, Position, Termination};

/// Value of the `Game` tag.
pub(super) const GAME: &str = "Focus";

/// A game with the names of its players, and the place and date it was played.
///
/// ```
/// use focus::notation::Record;
/// use focus::{Color, Game, Mode, Rules};
///
/// let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
/// game.play(game.position().legal_moves()[0]).expect("legal move");
/// let mut record = Record::new(game);
/// record.names[Color::Orange.index()] = "Ann".to_owned();
/// assert_eq!(record.to_string().parse(), Ok(record));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Place of the game.
    pub site: String,
    /// Date of the game, preferably as `2024-05-31`.
    pub date: String,
    /// Names of the players; names of colors that do not play are not written. Shape: `[color]`.
    pub names: [String; 4],
    /// The game.
    pub game: Game,
}

impl Record {
    /// Creates a record of a game with no other information.
    #[must_use]
    pub fn new(game: Game) -> Record {
        Record {
            site: String::new(),
            date: String::new(),
            names: Default::default(),
            game,
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, start) = (self.game.rules(), self.game.start());
        tags::write(f, "Game", GAME)?;
        tags::write(f, "Site", &self.site)?;
        tags::write(f, "Date", &self.date)?;
        tags::write(f, "Rules", &rules.to_string())?;
        tags::write(f, "First", &start.side().letter().to_string())?;
        for color in rules.mode().colors() {
            tags::write(f, &color.to_string(), &self.names[color.index()])?;
        }
        if let Some(outcome) = self.game.outcome() {
            tags::write(f, "Termination", outcome.termination.token())?;
        }
        tags::write(f, "Result", &result(&self.game))?;
        if *start != Position::start(rules, start.side()) {
            tags::write(f, "FPS", &start.to_string())?;
        }
        writeln!(f)?;
        write_rounds(f, &self.game)
    }
}

/// Returns the winners' letters, `=` for a draw, or `*` if the game is not over.
pub(super) fn result(game: &Game) -> String {
    game.outcome()
        .map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

fn write_rounds(f: &mut fmt::Formatter<'_>, game: &Game) -> fmt::Result {
    let colors = game.rules().mode().colors();
    let seat = |color: Color| {
        let place = |color| colors.iter().position(|&other| other == color);
        let starter = place(game.start().side()).unwrap_or_default();
        (place(color).unwrap_or_default() + colors.len() - starter) % colors.len()
    };
    let mut departures = game.departures().iter().peekable();
    if departure_shows(game) {
        departures = game.departures()[..game.departures().len() - 1]
            .iter()
            .peekable();
    }
    let mut ply = game.start().ply();
    let mut round = 0;
    let mut previous = None;
    let mut separator = "";
    for (index, (played, token)) in game.plies().iter().zip(tokens(game)).enumerate() {
        while let Some(departure) = departures.next_if(|departure| departure.after == index) {
            write_departure(f, separator, departure)?;
            separator = " ";
        }
        if previous.is_none_or(|previous| seat(played.color) <= previous) {
            let line = if index == 0 { separator } else { "\n" };
            if ply.is_exchange() {
                write!(f, "{line}s.")?;
            } else {
                round += 1;
                write!(f, "{line}{round}.")?;
            }
        }
        write!(f, " {token}")?;
        separator = " ";
        previous = Some(seat(played.color));
        ply = ply.next();
    }
    for departure in departures {
        write_departure(f, separator, departure)?;
        separator = " ";
    }
    if separator.is_empty() {
        return Ok(());
    }
    writeln!(f)
}

fn write_departure(
    f: &mut fmt::Formatter<'_>,
    separator: &str,
    departure: &Departure,
) -> fmt::Result {
    let reason = Termination::from(departure.reason).token();
    write!(f, "{separator}{{{} {reason}}}", departure.color.letter())
}

/// Returns whether the tags imply the last departure: it ended the game, and every other player
/// still in won.
fn departure_shows(game: &Game) -> bool {
    let (Some(last), Some(outcome)) = (game.departures().last(), game.outcome()) else {
        return false;
    };
    let ended =
        outcome.termination == Termination::from(last.reason) && last.after == game.plies().len();
    let losers = game.position().still_in().minus(outcome.winners);
    ended && !outcome.is_draw() && losers.is_empty()
}
