//! Refusals in words.

use std::time::Duration;

use crate::i18n::{Words, escape};
use crate::service::api::refusal::BudgetOwner;
use crate::service::{
    ChannelId, ColorRefusal, GameId, HandOverRefusal, Player, Refusal, RoleId, StayRefusal,
    TeamRefusal,
};
use focus::Mode;

impl Words {
    /// Says why a request was refused, in whole sentences.
    #[must_use]
    pub fn refusal(self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::NoSuchGame(game) => self.of_game("refusal-no-such-game", *game),
            Refusal::NoGameHere => self.text("refusal-no-game-here", &[]),
            Refusal::NoTable => self.text("refusal-no-table", &[]),
            Refusal::WhichGame(games) => self.which_game(games),
            Refusal::NotAPlayer => self.text("refusal-not-a-player", &[]),
            Refusal::NotYourTurn { to_move } => self.not_your_turn(to_move),
            Refusal::Stale => self.text("refusal-stale", &[]),
            Refusal::GameOver => self.text("refusal-game-over", &[]),
            Refusal::TableClosed => self.text("refusal-table-closed", &[]),
            Refusal::NotBegun => self.text("refusal-not-begun", &[]),
            Refusal::AlreadyBegun => self.text("refusal-already-begun", &[]),
            Refusal::TableFull => self.text("refusal-table-full", &[]),
            Refusal::OtherComputers => self.text("refusal-other-computers", &[]),
            Refusal::AlreadySeated => self.text("refusal-already-seated", &[]),
            Refusal::NotSeated => self.text("refusal-not-seated", &[]),
            Refusal::NotInvited => self.text("refusal-not-invited", &[]),
            Refusal::NothingToDecline => self.text("refusal-nothing-to-decline", &[]),
            Refusal::AlreadyAtTable(people) => self.about("refusal-already-at-table", people),
            Refusal::AlreadyCalled(people) => self.about("refusal-already-called", people),
            Refusal::HasDeclined(people) => self.about("refusal-has-declined", people),
            Refusal::TooManyInvited { limit } => self.limited("refusal-too-many-invited", *limit),
            Refusal::TooManyCalled { limit } => self.limited("refusal-too-many-called", *limit),
            Refusal::NotHost { host } => self.naming("refusal-not-host", host),
            Refusal::TooFewPeople => self.text("refusal-too-few-people", &[]),
            Refusal::WrongNumberOfPlayers { mode, players } => {
                self.wrong_number("refusal-wrong-number", *mode, *players)
            }
            Refusal::TooFewInvited { mode, players } => {
                self.wrong_number("refusal-too-few-invited", *mode, *players)
            }
            Refusal::Team(why) => self.team_refusal(*why),
            Refusal::Color(why) => self.color_refusal(why),
            Refusal::NoPartners { mode } => self.of_mode("refusal-no-partners", *mode),
            Refusal::RatedFromPosition => self.text("refusal-rated-position", &[]),
            Refusal::RatedWithComputer => self.text("refusal-rated-computer", &[]),
            Refusal::RatedWithoutClock => self.text("refusal-rated-clock", &[]),
            Refusal::RatedWithSubstitute => self.text("refusal-rated-substitute", &[]),
            Refusal::NobodyPlays => self.text("refusal-nobody-plays", &[]),
            Refusal::NoEnd { quiet } => self.text("refusal-no-end", &[("plies", (*quiet).into())]),
            Refusal::SamePersonTwice => self.text("refusal-same-person", &[]),
            Refusal::TooManyGames { limit } => self.limited("refusal-too-many-games", *limit),
            Refusal::ChannelFull { limit } => self.limited("refusal-channel-full", *limit),
            Refusal::ServerFull { limit } => self.limited("refusal-server-full", *limit),
            Refusal::TooFast { whose, wait } => self.too_fast(*whose, *wait),
            Refusal::MoveText { error, .. } => self.unreadable_move(error),
            Refusal::Move(bad) => self.bad_move(bad),
            Refusal::DrawAlreadyOffered => self.text("refusal-draw-already", &[]),
            Refusal::DrawTurnedDown => self.text("refusal-draw-turned-down", &[]),
            Refusal::NoHints => self.text("refusal-no-hints", &[]),
            Refusal::NoDrawOffered => self.text("refusal-no-draw", &[]),
            Refusal::NotHere { channels } => self.not_here(channels),
            Refusal::RoleNeeded { roles } => self.role_needed(roles),
            Refusal::RolesUnknownHere => self.text("refusal-roles-unknown-here", &[]),
            Refusal::OtherClocks { allowed } => self.other_clocks(allowed),
            Refusal::NotAManager => self.text("refusal-not-a-manager", &[]),
            Refusal::NotAModerator => self.text("refusal-not-a-moderator", &[]),
            Refusal::OwnRatedGame => self.text("refusal-own-rated-game", &[]),
            Refusal::ListFull { limit } => self.limited("refusal-list-full", *limit),
            Refusal::VacationTooLong { left } => self.limited("refusal-vacation", (*left).into()),
            Refusal::OutOfTheGame => self.text("refusal-out", &[]),
            Refusal::Stays(why) => self.stay_refusal(*why),
            Refusal::Alone => self.text("refusal-alone", &[]),
            Refusal::TimeOver => self.text("refusal-time-over", &[]),
            Refusal::NothingToClaim => self.text("refusal-nothing-to-claim", &[]),
            Refusal::PrivateGame => self.text("refusal-private", &[]),
            Refusal::WatchedHere => self.text("refusal-watched-here", &[]),
            Refusal::TooManyWatches { limit } => self.limited("refusal-too-many-watches", *limit),
            Refusal::TooManyOwnWatches { limit } => self.limited("refusal-own-watches", *limit),
            Refusal::TooManyServerWatches { limit } => self.limited("refusal-watches-here", *limit),
            Refusal::TooManyFollowers { limit } => self.limited("refusal-followers", *limit),
            Refusal::NotWatched => self.text("refusal-not-watched", &[]),
            Refusal::NotYourWatch => self.text("refusal-not-your-watch", &[]),
            Refusal::PremoveOnOwnTurn => self.text("refusal-premove-own-turn", &[]),
            Refusal::PremoveOutOfTurn => self.text("refusal-premove-out-of-turn", &[]),
            Refusal::PremoveAfterTheEnd => self.text("refusal-premove-end", &[]),
            Refusal::Expected(reason) => self.because("refusal-expected", reason),
            Refusal::Answer(reason) => self.because("refusal-answer", reason),
            Refusal::NoPremove => self.text("refusal-no-premove", &[]),
            Refusal::TooManyPremoves { lines, moves } => self.too_many_premoves(*lines, *moves),
            Refusal::NoSuchImport => self.text("refusal-no-import", &[]),
            Refusal::GameGoesOn => self.text("refusal-game-goes-on", &[]),
            Refusal::PlayerGone => self.text("refusal-player-gone", &[]),
            Refusal::RematchBegun(game) => self.of_game("refusal-rematch-begun", *game),
            Refusal::RematchDeclined => self.text("refusal-rematch-declined", &[]),
            Refusal::PositionIsOver => self.text("refusal-position-over", &[]),
            Refusal::PositionWithoutSome => self.text("refusal-position-without-some", &[]),
            Refusal::PositionNeedsAll => self.text("refusal-position-needs-all", &[]),
            Refusal::NothingToTakeBack => self.text("refusal-nothing-to-take-back", &[]),
            Refusal::TakeBackAlreadyAsked => self.text("refusal-takeback-already", &[]),
            Refusal::TakeBackWaitsForOthers => self.text("refusal-takeback-waits", &[]),
            Refusal::TakeBackTurnedDown => self.text("refusal-takeback-turned-down", &[]),
            Refusal::TakeBackToAnswer => self.text("refusal-takeback-to-answer", &[]),
            Refusal::NoTakeBackAsked => self.text("refusal-no-takeback", &[]),
            Refusal::TooMuchBesideMoves => self.text("refusal-too-much-beside-moves", &[]),
            Refusal::Seat(why) => self.seat_refusal(*why),
            Refusal::NotOver => self.text("refusal-not-over", &[]),
            Refusal::NoEndedGame => self.text("refusal-no-ended-game", &[]),
            Refusal::TooLateToAbort => self.text("refusal-too-late-to-abort", &[]),
        }
    }

    /// Asks for the number of one of these games.
    fn which_game(self, games: &[GameId]) -> String {
        let games: Vec<_> = games.iter().map(ToString::to_string).collect();
        self.text("refusal-which-game", &[("games", games.join(", ").into())])
    }

    /// Says whose turn it is.
    fn not_your_turn(self, to_move: &Player) -> String {
        self.naming("refusal-not-your-turn", &self.player(to_move))
    }

    /// Says that a mode is for more or fewer people than those seated.
    fn wrong_number(self, id: &str, mode: Mode, players: usize) -> String {
        let args = [
            ("mode", self.mode(mode).into()),
            ("seats", mode.seats().into()),
            ("players", players.into()),
        ];
        self.text(id, &args)
    }

    /// Returns a message with the name of a mode in it.
    fn of_mode(self, id: &str, mode: Mode) -> String {
        self.text(id, &[("mode", self.mode(mode).into())])
    }

    /// Returns a message with a person's name in it.
    #[must_use]
    pub fn naming(self, id: &str, name: &str) -> String {
        self.text(id, &[("name", escape(name).into())])
    }

    /// Says why a team cannot be chosen.
    fn team_refusal(self, why: TeamRefusal) -> String {
        let id = match why {
            TeamRefusal::Full => "refusal-team-full",
            TeamRefusal::Already => "refusal-already-in-team",
            TeamRefusal::Rematch => "refusal-partners-stay",
        };
        self.text(id, &[])
    }

    /// Says why a color cannot be chosen.
    fn color_refusal(self, why: &ColorRefusal) -> String {
        match why {
            ColorRefusal::Taken { color, by } => {
                let args = [
                    ("color", self.color(*color).into()),
                    ("name", escape(&self.player(by)).into()),
                ];
                self.text("refusal-color-taken", &args)
            }
            ColorRefusal::Already => self.text("refusal-own-color", &[]),
            ColorRefusal::Drawn => self.text("refusal-colors-drawn", &[]),
            ColorRefusal::Rematch => self.text("refusal-colors-follow", &[]),
        }
    }

    /// Says why a game stays where it is, and what is possible instead.
    fn stay_refusal(self, why: StayRefusal) -> String {
        let id = match why {
            StayRefusal::OtherServer => "refusal-other-server",
            StayRefusal::Rated => "refusal-rated-stays",
            StayRefusal::Private => "refusal-private-stays",
        };
        self.text(id, &[])
    }

    /// Says why a seat does not change hands.
    fn seat_refusal(self, why: HandOverRefusal) -> String {
        let id = match why {
            HandOverRefusal::NoSeat => "refusal-no-seat",
            HandOverRefusal::Asked => "refusal-seat-asked",
            HandOverRefusal::Allowed => "refusal-seat-allowed",
            HandOverRefusal::Offered => "refusal-seat-offered",
            HandOverRefusal::Rated => "refusal-seat-rated",
            HandOverRefusal::NoRoom => "refusal-seat-no-room",
        };
        self.text(id, &[])
    }

    /// Says in which channels games are allowed.
    fn not_here(self, channels: &[ChannelId]) -> String {
        if channels == [ChannelId::DELETED] {
            return self.text("refusal-channels-deleted", &[]);
        }
        let channels = self.channels(channels);
        self.text("refusal-not-here", &[("channels", channels.into())])
    }

    /// Says for which roles games are allowed.
    fn role_needed(self, roles: &[RoleId]) -> String {
        if roles == [RoleId::DELETED] {
            return self.text("refusal-roles-deleted", &[]);
        }
        let roles = self.roles(roles, String::new);
        self.text("refusal-role", &[("roles", roles.into())])
    }

    /// Says how many lines of premoves can be set, and how long.
    fn too_many_premoves(self, lines: usize, moves: usize) -> String {
        let args = [("lines", lines.into()), ("moves", moves.into())];
        self.text("refusal-too-many-premoves", &args)
    }

    /// Says that a limit is reached.
    fn limited(self, id: &str, limit: usize) -> String {
        self.text(id, &[("limit", limit.into())])
    }

    /// Says that requests came too fast, and how many seconds to wait.
    fn too_fast(self, whose: BudgetOwner, wait: Duration) -> String {
        let id = match whose {
            BudgetOwner::Person => "refusal-too-fast",
            BudgetOwner::Channel => "refusal-too-fast-channel",
            BudgetOwner::Server => "refusal-too-fast-server",
        };
        let seconds = wait.as_millis().div_ceil(1_000).max(1);
        let seconds = usize::try_from(seconds).unwrap_or(usize::MAX);
        self.text(id, &[("seconds", seconds.into())])
    }

    /// Returns a refusal whose reason is another refusal.
    fn because(self, id: &str, reason: &Refusal) -> String {
        self.text(id, &[("reason", self.refusal(reason).into())])
    }
}
