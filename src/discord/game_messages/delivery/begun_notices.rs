//! Notices to players that are being sent, each by one task at a time.

use std::collections::HashSet;

use parking_lot::Mutex;

use crate::discord::runtime::bounded_map::BoundedMap;
use crate::service::game::state::mention_log::AGAIN;
use crate::service::{ChannelId, GameId, Timestamp};
use focus::Color;

/// Notice to the player of a color about a game that its channel does not show to that player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Notice {
    pub(super) game: GameId,
    pub(super) color: Color,
    /// Channel of the game.
    pub(super) channel: ChannelId,
    pub(super) reports: Reported,
}

/// Fact that a notice reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reported {
    /// The channel is gone or closed.
    Loss,
    /// Something has happened that the channel does not show, up to this number of actions.
    Actions(u32),
    /// The game was moved to the channel when it had this version.
    Move(u64),
}

/// Loss of the place of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord::game_messages) enum Loss {
    /// The channel is closed to the bot.
    Closed,
    /// The channel is gone.
    Gone,
    /// The bot is no longer on the server.
    Left,
}

/// Notices that tasks are sending. Notices already sent are in the store.
#[derive(Debug, Default)]
pub(crate) struct BegunNotices {
    sending: Mutex<HashSet<Notice>>,
    /// Time of the newest notice to each player that a game was moved.
    moves: Mutex<BoundedMap<(GameId, Color), Timestamp>>,
}

/// Notice that a task is sending; no other task sends it until this is dropped.
#[derive(Debug)]
pub(crate) struct BegunNotice<'n> {
    pub(super) notice: Notice,
    /// Mark of the loss that it reports. The player may later need a notice of another loss.
    pub(super) occasion: String,
    sending: &'n Mutex<HashSet<Notice>>,
}

impl BegunNotices {
    /// Begins a notice; returns `None` if a task is sending it, or if the player has learned of an
    /// earlier move of the game to another channel within a minute. Then the last of these moves is
    /// reported later.
    pub(super) fn begin(&self, notice: Notice, now: Timestamp) -> Option<BegunNotice<'_>> {
        let is_of_move = matches!(notice.reports, Reported::Move(_));
        let (player, mut moves) = ((notice.game, notice.color), self.moves.lock());
        let told = moves.peek(&player).filter(|_| is_of_move);
        let is_told = told.is_some_and(|told| now.since(*told) < AGAIN);
        if is_told || !self.sending.lock().insert(notice) {
            return None;
        }
        if is_of_move {
            moves.put(player, now);
        }
        Some(BegunNotice {
            notice,
            occasion: String::new(),
            sending: &self.sending,
        })
    }
}

impl BegunNotice<'_> {
    /// Returns the name of a message with these notices.
    pub(super) fn name_of_all(notices: &[Self]) -> String {
        let names = notices.iter().map(Self::name);
        names.collect::<Vec<_>>().join(",")
    }

    /// Returns the name under which it is sent, the same after a restart. In direct messages,
    /// another process of the bot may send a notice about a game with the same number.
    fn name(&self) -> String {
        let Notice {
            game: GameId(game),
            color,
            channel: ChannelId(channel),
            reports,
        } = self.notice;
        let reports = match reports {
            Reported::Loss => String::new(),
            Reported::Actions(actions) => actions.to_string(),
            Reported::Move(version) => format!("m{version}"),
        };
        let (color, occasion) = (color.letter(), &self.occasion);
        format!("u{game}-{reports}-{color}-{channel}{occasion}")
    }
}

impl Drop for BegunNotice<'_> {
    fn drop(&mut self) {
        self.sending.lock().remove(&self.notice);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use focus::Color;

    use super::{AGAIN, BegunNotice, BegunNotices, Notice, Reported};
    use crate::service::{ChannelId, GameId, Timestamp};

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    const NOTICE: Notice = Notice {
        game: GameId(1),
        color: Color::Orange,
        channel: ChannelId(7),
        reports: Reported::Actions(3),
    };

    #[test]
    fn notice_is_begun_again_once_nobody_sends_it() {
        let notices = BegunNotices::default();
        let begun = notices.begin(NOTICE, NOW);
        assert!(begun.is_some() && notices.begin(NOTICE, NOW).is_none());
        drop(begun);
        assert!(notices.begin(NOTICE, NOW).is_some());
    }

    #[test]
    fn player_is_told_of_moves_of_a_game_once_a_minute() {
        let notices = BegunNotices::default();
        let begins = |game, color, version, after| {
            let notice = Notice {
                game: GameId(game),
                color,
                reports: Reported::Move(version),
                ..NOTICE
            };
            notices.begin(notice, NOW.after(after)).is_some()
        };
        let early = AGAIN.saturating_sub(Duration::from_millis(1));
        assert!(begins(1, Color::Orange, 3, Duration::ZERO));
        assert!(!begins(1, Color::Orange, 4, early));
        assert!(begins(1, Color::Blue, 4, early) && begins(2, Color::Orange, 4, early));
        assert!(notices.begin(NOTICE, NOW.after(early)).is_some(), "a turn");
        assert!(begins(1, Color::Orange, 5, AGAIN));
        assert!(!begins(1, Color::Orange, 6, AGAIN));
    }

    #[test]
    fn notices_about_different_things_have_different_names() {
        let notices = BegunNotices::default();
        let others = [
            Notice {
                reports: Reported::Loss,
                ..NOTICE
            },
            Notice {
                reports: Reported::Move(3),
                ..NOTICE
            },
            Notice {
                color: Color::Blue,
                ..NOTICE
            },
            Notice {
                channel: ChannelId(8),
                ..NOTICE
            },
        ];
        let name = |notice| notices.begin(notice, NOW).map(|begun| begun.name());
        let alone = name(NOTICE).expect("a notice");
        for other in others {
            assert_ne!(name(other).as_ref(), Some(&alone));
        }
        let both = [NOTICE, others[0]].map(|notice| notices.begin(notice, NOW));
        let mut both: Vec<BegunNotice<'_>> = both.into_iter().flatten().collect();
        assert_ne!(BegunNotice::name_of_all(&both), alone);
        assert_eq!(BegunNotice::name_of_all(&both[..1]), alone);
        both[0].occasion = "-gone".to_owned();
        assert_ne!(BegunNotice::name_of_all(&both[..1]), alone);
    }
}
