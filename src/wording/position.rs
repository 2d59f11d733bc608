//! The position in words, for those who do not see the picture.

use crate::rules::{Color, ColorSet, Game, Position, Stack};
use crate::session::{Ending, GameView, Player};
use crate::wording::{Words, escape, plain};

/// How much a description says, best first: how it writes stacks, and whether it names whose they
/// are.
type Ways = [(Pieces, bool); 3];

/// Most characters of a picture's alt text, and how much it says.
const ALT_WAYS: (usize, Ways) = (
    1_024,
    [
        (Pieces::Words, true),
        (Pieces::Letters, true),
        (Pieces::Letters, false),
    ],
);
/// The same of a message.
const MESSAGE_WAYS: (usize, Ways) = (
    2_000,
    [
        (Pieces::Heights, true),
        (Pieces::Letters, true),
        (Pieces::Letters, false),
    ],
);

/// What is described.
#[derive(Clone, Copy)]
struct Seen<'a> {
    game: &'a Game,
    ending: Option<Ending>,
    sharing: ColorSet,
    /// Whether it ended because no people were left in it.
    is_deserted: bool,
    players: &'a [(Color, Player)],
}

impl<'a> Seen<'a> {
    fn of(view: &'a GameView) -> Self {
        Self {
            game: &view.game,
            ending: view.ending,
            sharing: view.sharing,
            is_deserted: view.is_deserted(),
            players: &view.players,
        }
    }

    fn player(self, color: Color) -> Option<&'a Player> {
        let seat = self.players.iter().find(|(seat, _)| *seat == color);
        seat.map(|(_, player)| player)
    }
}

/// How much a description says.
#[derive(Clone, Copy)]
struct Style {
    /// Makes a name fit to be shown; without, only colors are named.
    name: Option<fn(&str) -> String>,
    /// Whether every player is named, or only whoever moves and moved.
    names_all: bool,
    pieces: Pieces,
    /// What stands between two sentences.
    between: &'static str,
}

/// How stacks are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pieces {
    /// Every color by its name, after the height of the stack.
    Heights,
    /// Every color by its name.
    Words,
    /// Every color by its letter, with a key at the end.
    Letters,
}

impl Words {
    /// The position for a picture's alt text, at most 1,024 characters without markdown.
    ///
    /// Whose turn it is and the last move come first. If that is too long, stacks are written with
    /// letters; then owners of stacks are no longer named, and at last nobody is.
    #[must_use]
    pub fn alt_text(self, view: &GameView) -> String {
        self.describe_within(Seen::of(view), plain, " ", &ALT_WAYS)
    }

    /// The same of a game that nobody plays.
    #[must_use]
    pub fn alt_text_of(self, game: &Game) -> String {
        let seen = Seen {
            game,
            ending: game.outcome().map(Ending::Decided),
            sharing: game.sharing(),
            is_deserted: false,
            players: &[],
        };
        self.describe_within(seen, plain, " ", &ALT_WAYS)
    }

    /// The position for a message, at most 2,000 characters, a line for each color.
    #[must_use]
    pub fn board_text(self, view: &GameView) -> String {
        self.describe_within(Seen::of(view), escape, "\n", &MESSAGE_WAYS)
    }

    fn describe_within(
        self,
        seen: Seen<'_>,
        name: fn(&str) -> String,
        between: &'static str,
        (limit, ways): &(usize, Ways),
    ) -> String {
        let fits = |text: &String| text.chars().count() <= *limit;
        ways.iter()
            .map(|&(pieces, names_all)| {
                self.describe(
                    seen,
                    Style {
                        name: Some(name),
                        names_all,
                        pieces,
                        between,
                    },
                )
            })
            .find(fits)
            .unwrap_or_else(|| {
                // There are 52 pieces at most, so this is about 700 characters at most.
                self.describe(
                    seen,
                    Style {
                        name: None,
                        names_all: false,
                        pieces: Pieces::Letters,
                        between,
                    },
                )
            })
    }

    fn describe(self, seen: Seen<'_>, style: Style) -> String {
        let position = seen.game.position();
        let colors = position.rules().mode().colors();
        let mut sentences = vec![self.standing(seen, style)];
        sentences.extend(self.last_move(seen, style));
        let groups = colors.iter().map(|color| self.stacks(seen, *color, style));
        sentences.extend(groups);
        sentences.extend(self.hands(position));
        sentences.extend(self.captures(position));
        if !position.out().is_empty() {
            let out = self.colors(position.out().iter());
            sentences.push(self.text("board-out", &[("colors", out.into())]));
        }
        if style.pieces == Pieces::Letters {
            sentences.push(self.letters(colors));
        }
        sentences.join(style.between)
    }

    /// Whose turn it is, or who won.
    fn standing(self, seen: Seen<'_>, style: Style) -> String {
        let outcome = match seen.ending {
            None => {
                let who = self.somebody(seen, seen.game.position().side(), style);
                return self.text("board-turn", &[("who", who.into())]);
            }
            Some(Ending::Aborted) => return self.text("board-aborted", &[]),
            Some(Ending::Decided(outcome)) => outcome,
        };
        let everybody = |colors: ColorSet| {
            let people = colors.iter();
            let people: Vec<_> = people
                .map(|color| self.somebody(seen, color, style))
                .collect();
            self.list(&people)
        };
        if seen.is_deserted {
            let who = everybody(outcome.winners);
            return self.text("board-deserted", &[("who", who.into())]);
        }
        if !outcome.is_draw() {
            let args = [
                ("count", outcome.winners.len().into()),
                ("who", everybody(outcome.winners).into()),
            ];
            return self.text("board-won", &args);
        }
        if seen.game.rules().mode().is_part(seen.sharing) {
            let who = everybody(seen.sharing);
            return self.text("board-drawn-between", &[("who", who.into())]);
        }
        self.text("board-drawn", &[])
    }

    /// The last move that was nobody's pass, or that none has been made yet.
    fn last_move(self, seen: Seen<'_>, style: Style) -> Option<String> {
        let Some(last) = seen.game.last_move() else {
            return seen.ending.is_none().then(|| self.text("board-start", &[]));
        };
        let who = self.somebody(seen, last.color, style);
        let details = self.details(last.mv, last.effect);
        let mut mv = last.mv.to_string();
        if !details.is_empty() {
            mv = format!("{mv} – {}", details.join(", "));
        }
        Some(self.text("board-last", &[("who", who.into()), ("move", mv.into())]))
    }

    fn somebody(self, seen: Seen<'_>, color: Color, style: Style) -> String {
        match (style.name, seen.player(color)) {
            (Some(name), Some(player)) => self.seat(color, &name(&self.player(player))),
            _ => self.color(color),
        }
    }

    /// Who plays a color and its stacks: squares of single pieces, then each stack with its pieces.
    fn stacks(self, seen: Seen<'_>, color: Color, style: Style) -> String {
        let (position, pieces) = (seen.game.position(), style.pieces);
        let mut single = Vec::new();
        let mut stacks = Vec::new();
        for (square, stack) in position
            .board()
            .iter()
            .filter(|(_, stack)| stack.top() == color)
        {
            if stack.height() == 1 {
                single.push(square.to_string());
                continue;
            }
            let id = match pieces {
                Pieces::Heights => "board-tower",
                Pieces::Words | Pieces::Letters => "board-stack",
            };
            let args = [
                ("square", square.to_string().into()),
                ("height", stack.height().into()),
                ("pieces", self.stack(stack, pieces).into()),
            ];
            stacks.push(self.text(id, &args));
        }
        let color = if style.names_all {
            self.somebody(seen, color, style)
        } else {
            self.color(color)
        };
        if single.is_empty() && stacks.is_empty() {
            return self.text("board-color-none", &[("color", color.into())]);
        }
        let mut parts = Vec::new();
        if !single.is_empty() {
            let args = [
                ("count", single.len().into()),
                ("squares", single.join(", ").into()),
            ];
            parts.push(self.text("board-single", &args));
        }
        if !stacks.is_empty() {
            parts.push(self.text("board-stacks", &[("stacks", self.chain(&stacks).into())]));
        }
        let args = [
            ("color", color.into()),
            ("parts", self.chain(&parts).into()),
        ];
        self.text("board-color", &args)
    }

    fn stack(self, stack: Stack, pieces: Pieces) -> String {
        match pieces {
            Pieces::Heights | Pieces::Words => self.pieces(stack.pieces()),
            Pieces::Letters => stack.to_string(),
        }
    }

    fn hands(self, position: &Position) -> Option<String> {
        let colors = position.rules().mode().colors().iter();
        let hands: Vec<_> = colors
            .filter(|color| position.hand(**color) > 0)
            .map(|color| {
                let args = [
                    ("color", self.color(*color).into()),
                    ("count", position.hand(*color).into()),
                ];
                self.text("board-hand-count", &args)
            })
            .collect();
        (!hands.is_empty()).then(|| self.text("board-hand", &[("hands", hands.join(", ").into())]))
    }

    fn captures(self, position: &Position) -> Option<String> {
        let colors = position.rules().mode().colors();
        let mut captures = Vec::new();
        for by in colors {
            let pieces: Vec<_> = colors
                .iter()
                .filter(|of| position.captured(*by, **of) > 0)
                .map(|of| {
                    let count = position.captured(*by, *of);
                    let args = [("color", self.piece(*of).into()), ("count", count.into())];
                    self.text("board-count", &args)
                })
                .collect();
            if !pieces.is_empty() {
                let args = [
                    ("color", self.color(*by).into()),
                    ("pieces", pieces.join(", ").into()),
                ];
                captures.push(self.text("board-captured-by", &args));
            }
        }
        let captures = self.chain(&captures);
        (!captures.is_empty())
            .then(|| self.text("board-captured", &[("captures", captures.into())]))
    }

    fn letters(self, colors: &[Color]) -> String {
        let letters: Vec<_> = colors
            .iter()
            .map(|color| {
                let letter = color.letter().to_string();
                let args = [
                    ("letter", letter.into()),
                    ("color", self.color(*color).into()),
                ];
                self.text("board-letter", &args)
            })
            .collect();
        self.text("board-letters", &[("letters", letters.join(", ").into())])
    }
}
