//! Text beside the board: the player to move, the news, the result.

use crate::i18n::board::kind::BETWEEN;
use crate::i18n::board::names::mention;
use crate::i18n::{Words, escape};
use crate::service::{Ending, GameEvent, GameView, PersonId, Premoves};
use focus::{Color, ColorSet, DrawRule, Mode, Move, Outcome, Phase, Played, Ply, Termination};

/// Largest number of lines of news; the record has the rest.
const MOST_NEWS: usize = 12;
/// Largest number of lines of recent moves that are no news.
const MOST_OLDER: usize = 5;

impl Words {
    /// Returns the text beside the board, at most 2,000 characters. It mentions the player to move,
    /// and those who may claim that player's time.
    #[must_use]
    pub fn caption(self, view: &GameView) -> String {
        self.fitting(|words| words.caption_lines(view, None).join("\n"))
    }

    /// Returns the text beside a board that one person looks at: the caption, with the moves since
    /// that person's own last one, the captures that a race still needs, and the person's premoves.
    #[must_use]
    pub fn caption_for_one(self, view: &GameView, who: PersonId, premoves: &Premoves) -> String {
        self.fitting(|words| {
            let mut lines = words.caption_lines(view, Some(who));
            lines.extend(words.needed(view));
            if !premoves.lines.is_empty() {
                lines.push(words.premoves(view, premoves));
            }
            lines.join("\n")
        })
    }

    fn caption_lines(self, view: &GameView, viewer: Option<PersonId>) -> Vec<String> {
        let mut lines = vec![self.headline(view)];
        lines.extend(self.news(view, viewer));
        if view.news.contains(&GameEvent::Started) {
            // The table that showed the options is gone.
            let options = self.options(&view.game.rules());
            lines.extend((!options.is_empty()).then_some(options));
        }
        if view.ending.is_none() {
            if view.thinking().is_none() {
                lines.extend(self.asked(view));
            }
            lines.extend(self.clock_lines(view));
            lines.extend(self.draw_offer(view));
            lines.extend(self.draw_won(view));
            lines.extend(self.take_back(view));
            lines.extend(self.seat_offer(view));
        }
        let out = view.game.position().out();
        // The reason of a duel's end is already above.
        let is_told = view.ending.is_some() && view.game.rules().mode() == Mode::Duel;
        if !out.is_empty() && !is_told {
            lines.push(self.text("caption-out", &[("who", self.everyone(view, out).into())]));
        }
        lines.extend(self.rating_changes(view));
        lines.push(self.footer(view));
        lines
    }

    /// Links to the newest board.
    #[must_use]
    pub fn newest_board(self, link: &str) -> String {
        self.text("newest-board", &[("link", link.into())])
    }

    /// Returns the text that replaces an outdated board: its news, if any, and a link to the newer
    /// one.
    #[must_use]
    pub fn superseded_board(self, view: &GameView, link: &str) -> String {
        let link = format!("[{}]({link})", view.id);
        if view.news.is_empty() {
            return self.newest_board(&link);
        }
        self.fitting(|words| {
            let told = newest(&view.news, MOST_NEWS).iter();
            let told = told.map(|event| words.event(view, event));
            told.chain([link.clone()]).collect::<Vec<_>>().join(BETWEEN)
        })
    }

    /// Returns the text beside a position for viewers, at most 2,000 characters. `plies` is the
    /// number of moves in the whole game; `view` contains those up to the position. It mentions no
    /// one.
    #[must_use]
    pub fn watched(self, view: &GameView, plies: u32) -> String {
        let mut lines = vec![if view.ending.is_some() {
            self.headline(view)
        } else {
            let who = self.who(view, view.game.position().side());
            self.text("caption-watched", &[("who", who.into())])
        }];
        lines.extend(self.plies(view, newest(view.recent_plies(None), MOST_OLDER)));
        lines.push(self.watched_footer(view, plies));
        lines.join("\n")
    }

    /// Names the player to move, or says how the game ended.
    fn headline(self, view: &GameView) -> String {
        match view.ending {
            Some(Ending::Aborted) => self.text("ending-aborted", &[]),
            Some(Ending::Decided(outcome)) => self.result(view, outcome),
            None => {
                let color = view.game.position().side();
                if view.thinking().is_some() {
                    return self.text("caption-thinks", &[("who", self.who(view, color).into())]);
                }
                let mention = view.person(color).map(|person| mention(person.id));
                let args = [
                    ("color", self.color_with_emoji(color).into()),
                    ("mention", mention.unwrap_or_default().into()),
                ];
                self.text("caption-turn", &args)
            }
        }
    }

    fn result(self, view: &GameView, outcome: Outcome) -> String {
        if view.is_deserted() {
            return self.deserted(view, outcome.winners);
        }
        let reason = self.reason(view, outcome);
        if outcome.is_draw() {
            let reason = ("reason", reason.into());
            if !view.game.rules().mode().is_part(view.sharing) {
                return self.text("ending-drawn", &[reason]);
            }
            let who = self.everyone(view, view.sharing);
            return self.text("ending-drawn-between", &[("who", who.into()), reason]);
        }
        let winners: Vec<_> = outcome
            .winners
            .iter()
            .map(|color| self.who(view, color))
            .collect();
        self.text(
            "ending-won",
            &[
                ("count", winners.len().into()),
                ("who", self.list(&winners).into()),
                ("reason", reason.into()),
            ],
        )
    }

    /// Says that all people have left, which ends the game of the remaining computers.
    fn deserted(self, view: &GameView, winners: ColorSet) -> String {
        let who = self.everyone(view, winners);
        self.text("ending-deserted", &[("who", who.into())])
    }

    fn reason(self, view: &GameView, outcome: Outcome) -> String {
        let rules = view.game.position().rules();
        let reason = match outcome.termination {
            Termination::Normal => return self.goal_reached(view, outcome.winners),
            // The last player to leave may have been the last one able to move.
            Termination::Resignation | Termination::Time if outcome.is_draw() => {
                return self.text("reason-nobody", &[]);
            }
            Termination::Resignation => return self.text("reason-resignation", &[]),
            Termination::Time => return self.text("reason-time", &[]),
            Termination::Agreement => self.text("reason-agreement", &[]),
            Termination::Repetition => self.text("reason-repetition", &[]),
            Termination::Quiet => {
                let plies = rules.quiet().map_or(0, std::num::NonZeroU16::get);
                self.text("reason-quiet", &[("plies", plies.into())])
            }
        };
        let id = match rules.draw() {
            DrawRule::Split => return reason,
            DrawRule::SecondLoses => "reason-draw-first",
            DrawRule::SecondWins => "reason-draw-second",
        };
        self.text(id, &[("reason", reason.into())])
    }

    /// Says which goal was reached: the race, or being the last one left.
    fn goal_reached(self, view: &GameView, winners: ColorSet) -> String {
        let position = view.game.position();
        let mode = position.rules().mode();
        let Some(winner) = winners.iter().next() else {
            return self.text("reason-nobody", &[]);
        };
        let others = mode
            .colors()
            .iter()
            .filter(|color| !winners.contains(**color));
        if !others.copied().any(|color| position.can_act(color)) {
            return self.text("reason-last", &[]);
        }
        let captured: u8 = Color::ALL
            .into_iter()
            .map(|of| position.captured(winner, of))
            .sum();
        let captured = ("captured", captured.into());
        if position.rules().pieces_in_front().is_none() {
            return self.text("reason-race-captures", &[captured]);
        }
        let hand = ("hand", position.hand(winner).into());
        self.text("reason-race", &[captured, hand])
    }

    /// Lists the news, preceded by those recent moves that earlier news contained.
    fn news(self, view: &GameView, viewer: Option<PersonId>) -> Vec<String> {
        let shown = newest(&view.news, MOST_NEWS);
        let recent = view.recent_plies(viewer);
        let older = &recent[..recent.len().saturating_sub(plies_in(&view.news))];
        // The last move is there even if other news leaves no room.
        let least = usize::from(!view.news.iter().any(is_ply));
        let room = (MOST_NEWS - shown.len()).clamp(least, MOST_OLDER);
        let mut lines = self.plies(view, newest(older, room));
        let told = shown.iter().filter(|event| {
            !matches!(event, GameEvent::Resigned(_)) || !is_won_by_resignation(view)
        });
        lines.extend(told.map(|event| self.event(view, event)));
        if shown.contains(&GameEvent::Started) {
            lines.extend(self.partners(view.game.rules()));
        }
        lines
    }

    /// Lists moves and passes.
    fn plies(self, view: &GameView, plies: &[Played]) -> Vec<String> {
        let plies = plies.iter().map(|ply| match ply.mv {
            Move::Pass => self.event(view, &GameEvent::Passed(ply.color)),
            Move::Slide { .. } | Move::Drop(_) | Move::Swap { .. } => {
                self.moved(view, ply.color, ply.mv, ply.effect)
            }
        });
        plies.collect()
    }

    /// Says what the rules require of the player to move, if that is unusual.
    fn asked(self, view: &GameView) -> Option<String> {
        let position = view.game.position();
        let color = self.color(position.side());
        let example = position.legal_moves().first().map(ToString::to_string)?;
        match position.phase() {
            Phase::Placement => {
                Some(self.text("caption-placement", &[("example", example.into())]))
            }
            Phase::Exchange => {
                // The game may begin after the first exchange.
                let id = if position.ply() == Ply::SECOND_EXCHANGE {
                    "caption-exchange-second"
                } else {
                    "caption-exchange-first"
                };
                Some(self.text(id, &[("color", color.into()), ("example", example.into())]))
            }
            Phase::Play => {
                let has_stack = position.board().topped_by(position.side()).next().is_some();
                (!has_stack).then(|| self.text("caption-must-drop", &[("color", color.into())]))
            }
        }
    }

    fn draw_offer(self, view: &GameView) -> Option<String> {
        if view.draw.is_empty() {
            return None;
        }
        let still_in = view.game.position().still_in();
        let waiting = still_in
            .iter()
            .filter(|color| !view.draw.contains(*color) && view.person(*color).is_some())
            .collect();
        let args = [
            ("agreed", self.everyone(view, view.draw).into()),
            ("waiting", self.everyone(view, waiting).into()),
        ];
        Some(self.text("caption-draw", &args))
    }

    /// Says who would win by an agreed draw, if the rules turn a draw into a win.
    fn draw_won(self, view: &GameView) -> Option<String> {
        let draw = view.game.agreed_draw();
        let who = self.everyone(view, draw.winners).into();
        (!draw.is_draw()).then(|| self.text("caption-draw-won", &[("who", who)]))
    }

    fn take_back(self, view: &GameView) -> Option<String> {
        let request = view.take_back?;
        let args = [
            ("who", self.who(view, request.by).into()),
            ("count", request.taken.moves.into()),
            ("waiting", self.everyone(view, request.waiting).into()),
        ];
        let id = if request.taken.has_passes {
            "caption-takeback-passes"
        } else {
            "caption-takeback"
        };
        Some(self.text(id, &args))
    }

    fn seat_offer(self, view: &GameView) -> Option<String> {
        let offer = view.seat.as_ref()?;
        let mut args = vec![
            ("who", self.who(view, offer.seat).into()),
            ("waiting", self.everyone(view, offer.waiting).into()),
        ];
        let Some(successor) = &offer.successor else {
            return Some(self.text("caption-seat-free", &args));
        };
        args.push(("successor", escape(&self.player(successor)).into()));
        Some(self.text("caption-seat-asked", &args))
    }

    pub(in crate::i18n) fn everyone(self, view: &GameView, colors: ColorSet) -> String {
        let people: Vec<_> = colors.iter().map(|color| self.who(view, color)).collect();
        self.list(&people)
    }
}

/// Returns at most `most` items of a list, the last ones.
fn newest<T>(items: &[T], most: usize) -> &[T] {
    &items[items.len().saturating_sub(most)..]
}

/// Returns the number of plies in the news that have not been taken back.
fn plies_in(news: &[GameEvent]) -> usize {
    news.iter().fold(0, |plies: usize, event| {
        if let GameEvent::TookBack { taken, .. } = event {
            let taken = usize::try_from(taken.moves).unwrap_or(usize::MAX);
            return plies.saturating_sub(taken);
        }
        plies + usize::from(is_ply(event))
    })
}

fn is_ply(event: &GameEvent) -> bool {
    matches!(event, GameEvent::Moved { .. } | GameEvent::Passed(_))
}

/// Returns whether the result of a duel says already that the loser resigned.
fn is_won_by_resignation(view: &GameView) -> bool {
    let Some(Ending::Decided(outcome)) = view.ending else {
        return false;
    };
    let is_told = outcome.termination == Termination::Resignation && !outcome.is_draw();
    is_told && !view.is_deserted() && view.game.rules().mode() == Mode::Duel
}
