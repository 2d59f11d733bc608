//! Position in words, for people who cannot see the picture.

use crate::i18n::catalogue::MESSAGE;
use crate::i18n::{Words, escape, plain};
use crate::service::{Ending, GameView, PersonId, Player};
use focus::{Board, Color, ColorSet, Game, Move, Played, Position, Square, Stack};

/// Character limit, and levels of detail in order of preference: how stacks are written, and
/// whether their owners are named.
type Ways = (usize, &'static [(Pieces, bool)]);

/// Levels of detail of a picture's alt text.
const ALT_WAYS: Ways = (
    1_024,
    &[
        (Pieces::Heights, true),
        (Pieces::Words, true),
        (Pieces::Letters, true),
        (Pieces::Letters, false),
    ],
);
/// Levels of detail of a message.
const MESSAGE_WAYS: Ways = (
    MESSAGE,
    &[
        (Pieces::Heights, true),
        (Pieces::Letters, true),
        (Pieces::Letters, false),
    ],
);

/// Game to describe.
#[derive(Clone, Copy)]
struct Seen<'a> {
    game: &'a Game,
    /// Plies to list: the last move, possibly with others before it.
    recent: &'a [Played],
    ending: Option<Ending>,
    sharing: ColorSet,
    /// True if the game ended because no people were left in it.
    is_deserted: bool,
    players: &'a [(Color, Player)],
}

impl<'a> Seen<'a> {
    fn of(view: &'a GameView, viewer: Option<PersonId>) -> Self {
        Self {
            game: &view.game,
            recent: view.recent_plies(viewer),
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

/// Function that escapes a name.
type Naming = fn(&str) -> String;

/// Level of detail of a description.
#[derive(Clone, Copy)]
struct Style {
    /// Escapes names; without it, players appear only as colors.
    name: Option<Naming>,
    /// True to name every player, false to name only the player to move and those who have just
    /// moved.
    names_all: bool,
    /// True to leave out the recent moves before the last one.
    only_last_move: bool,
    pieces: Pieces,
    /// Separator between sentences.
    between: &'static str,
}

/// Notation of stacks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::i18n) enum Pieces {
    /// Colors by name, after the height of the stack.
    Heights,
    /// Colors by name.
    Words,
    /// Colors by letter, after a key to the letters.
    Letters,
}

impl Words {
    /// Describes the position for a picture's alt text, in at most 1,024 characters without
    /// markdown.
    ///
    /// The player to move and the recent moves come first. If that is too long, stacks are written
    /// with letters; next, owners of stacks are no longer named; next, no one is; finally, only the
    /// last move is left.
    #[must_use]
    pub fn alt_text(self, view: &GameView) -> String {
        self.alt_text_after("", view)
    }

    /// Describes the position for the alt text of a picture that one person looks at, with the
    /// moves since that person's own last one.
    #[must_use]
    pub fn alt_text_for(self, view: &GameView, person: PersonId) -> String {
        self.describe_within("", Seen::of(view, Some(person)), plain, " ", ALT_WAYS)
    }

    /// Puts a text before the alt text; both together have at most 1,024 characters.
    pub(in crate::i18n) fn alt_text_after(self, before: &str, view: &GameView) -> String {
        self.describe_within(before, Seen::of(view, None), plain, " ", ALT_WAYS)
    }

    /// Describes the position of a game without players for a picture's alt text.
    #[must_use]
    pub fn alt_text_of(self, game: &Game) -> String {
        self.alt_text_of_after("", game)
    }

    /// Puts a text before the alt text of a game without players; the limit covers both.
    pub(in crate::i18n) fn alt_text_of_after(self, before: &str, game: &Game) -> String {
        let last = game.last_move().map(std::slice::from_ref);
        let seen = Seen {
            game,
            recent: last.unwrap_or_default(),
            ending: game.outcome().map(Ending::Decided),
            sharing: game.sharing(),
            is_deserted: false,
            players: &[],
        };
        self.describe_within(before, seen, plain, " ", ALT_WAYS)
    }

    /// Describes the position for a message to one person, in at most 2,000 characters, a line per
    /// color, with the moves since that person's own last one.
    #[must_use]
    pub fn board_text_for(self, view: &GameView, person: PersonId) -> String {
        let seen = Seen::of(view, Some(person));
        self.describe_within("", seen, escape, "\n", MESSAGE_WAYS)
    }

    /// Puts a text before the position described for a message; the limit covers both.
    #[must_use]
    pub fn board_text_after(self, before: &str, view: &GameView) -> String {
        self.describe_within(before, Seen::of(view, None), escape, "\n", MESSAGE_WAYS)
    }

    /// Says how a game ended, with its players by color; `None` if it has not ended.
    pub(in crate::i18n) fn result_by_color(self, view: &GameView) -> Option<String> {
        let style = Style {
            name: None,
            names_all: false,
            only_last_move: true,
            pieces: Pieces::Letters,
            between: " ",
        };
        let has_ended = view.ending.is_some();
        has_ended.then(|| self.standing(Seen::of(view, None), style))
    }

    fn describe_within(
        self,
        before: &str,
        seen: Seen<'_>,
        name: Naming,
        between: &'static str,
        (limit, ways): Ways,
    ) -> String {
        let longest = Style {
            name: Some(name),
            names_all: true,
            only_last_move: false,
            pieces: Pieces::Heights,
            between,
        };
        let named = ways.iter().map(|&(pieces, names_all)| Style {
            names_all,
            pieces,
            ..longest
        });
        let unnamed = Style {
            name: None,
            names_all: false,
            pieces: Pieces::Letters,
            ..longest
        };
        // With at most 52 pieces, no names and one move, this has at most about 800 characters.
        let shortest = Style {
            only_last_move: true,
            ..unnamed
        };
        let described = |style: Style| {
            let text = self.describe(seen, style);
            let parts = [before, &text].into_iter().filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join(between)
        };
        let fits = |text: &String| text.chars().count() <= limit;
        let mut texts = named.chain([unnamed]).map(described);
        texts.find(fits).unwrap_or_else(|| described(shortest))
    }

    fn describe(self, seen: Seen<'_>, style: Style) -> String {
        let position = seen.game.position();
        let colors = position.rules().mode().colors();
        let mut sentences = vec![self.standing(seen, style)];
        sentences.extend(self.recent_moves(seen, style));
        if style.pieces == Pieces::Letters {
            sentences.push(self.letters(colors));
        }
        let groups = colors.iter().map(|color| self.stacks(seen, *color, style));
        sentences.extend(groups);
        sentences.extend(self.beside_board(position));
        if seen.ending.is_none() {
            sentences.extend(self.race(position));
        }
        sentences.join(style.between)
    }

    /// Names the player to move, or says who won.
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

    /// Describes the recent moves that were not passes, or says that no move has been made yet.
    fn recent_moves(self, seen: Seen<'_>, style: Style) -> Option<String> {
        let moves = seen.recent.iter().filter(|ply| ply.mv != Move::Pass);
        let moves: Vec<_> = moves.collect();
        let Some((last, earlier)) = moves.split_last() else {
            return seen.ending.is_none().then(|| self.text("board-start", &[]));
        };
        let args = |ply: &Played, mut details: Vec<String>| {
            details.extend(self.details(ply.mv, ply.effect));
            let mut mv = ply.mv.to_string();
            if !details.is_empty() {
                mv = format!("{mv} – {}", details.join(", "));
            }
            let who = self.somebody(seen, ply.color, style);
            [("who", who.into()), ("move", mv.into())]
        };
        let last = args(last, self.landed(seen.game.position().board(), last.mv));
        if earlier.is_empty() || style.only_last_move {
            return Some(self.text("board-last", &last));
        }
        // Later moves may have changed the stacks on which earlier ones landed.
        let earlier = earlier.iter().map(|ply| args(ply, Vec::new()));
        let moves = earlier.chain([last]);
        let moves: Vec<_> = moves.map(|args| self.text("board-move", &args)).collect();
        Some(self.text("board-moves", &[("moves", self.chain(&moves).into())]))
    }

    /// Describes the number of pieces moved by the last move and the pieces they landed on.
    fn landed(self, board: &Board, mv: Move) -> Vec<String> {
        let (to, moved) = match mv {
            Move::Slide { from, to } => (to, from.distance(to).unwrap_or_default()),
            Move::Drop(to) => (to, 1),
            Move::Swap { .. } | Move::Pass => return Vec::new(),
        };
        let pieces = self.text("effect-pieces", &[("count", moved.into())]);
        let Some(stack) = board.get(to) else {
            return vec![pieces];
        };
        // There is nothing below if the pieces moved fill the whole stack.
        let below = stack.height().checked_sub(usize::from(moved) + 1);
        let covered = below.and_then(|below| stack.pieces().nth(below));
        let onto = covered.map(|color| {
            let args = [
                ("piece", self.piece(color).into()),
                ("height", stack.height().into()),
            ];
            self.text("effect-onto", &args)
        });
        std::iter::once(pieces).chain(onto).collect()
    }

    fn somebody(self, seen: Seen<'_>, color: Color, style: Style) -> String {
        match (style.name, seen.player(color)) {
            (Some(name), Some(player)) => self.seat(color, &name(&self.player(player))),
            _ => self.color(color),
        }
    }

    /// Lists a color's player and stacks: squares of single pieces, then each stack with its
    /// pieces.
    fn stacks(self, seen: Seen<'_>, color: Color, style: Style) -> String {
        let position = seen.game.position();
        let mut single = Vec::new();
        let mut stacks = Vec::new();
        for (square, stack) in position
            .board()
            .iter()
            .filter(|(_, stack)| stack.top() == color)
        {
            if stack.height() == 1 {
                single.push(square.to_string());
            } else {
                stacks.push(self.stack_on(square, stack, style.pieces));
            }
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

    /// Describes a stack on its square.
    pub(in crate::i18n) fn stack_on(self, square: Square, stack: Stack, pieces: Pieces) -> String {
        let id = match (stack.height(), pieces) {
            (1, _) | (_, Pieces::Words | Pieces::Letters) => "board-stack",
            (_, Pieces::Heights) => "board-tower",
        };
        let pieces = match pieces {
            Pieces::Heights | Pieces::Words => self.pieces(stack.pieces()),
            Pieces::Letters => stack.to_string(),
        };
        let args = [
            ("square", square.to_string().into()),
            ("height", stack.height().into()),
            ("pieces", pieces.into()),
        ];
        self.text(id, &args)
    }

    /// Lists the reserves, the captures, and the players who are out, as far as there are any.
    pub(in crate::i18n) fn beside_board(self, position: &Position) -> Vec<String> {
        let out = (!position.out().is_empty()).then(|| {
            let colors = self.colors(position.out().iter());
            self.text("board-out", &[("colors", colors.into())])
        });
        let facts = [self.hands(position), self.captures(position), out];
        facts.into_iter().flatten().collect()
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

    /// Describes the progress of the remaining players in a race; the captures are listed earlier.
    fn race(self, position: &Position) -> Option<String> {
        let each = position.rules().captures_each()?;
        let still_in = position.still_in().iter();
        let standings: Vec<_> = still_in
            .map(|color| {
                let args = [
                    ("color", self.color(color).into()),
                    ("count", position.in_front(color).into()),
                ];
                self.text("board-hand-count", &args)
            })
            .collect();
        let standings = ("standings", standings.join(", ").into());
        Some(match position.rules().pieces_in_front() {
            Some(goal) => {
                let args = [("each", each.into()), ("goal", goal.into()), standings];
                self.text("board-race-front", &args)
            }
            None => self.text("board-race-duel", &[("goal", each.into()), standings]),
        })
    }

    pub(in crate::i18n) fn letters(self, colors: &[Color]) -> String {
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
