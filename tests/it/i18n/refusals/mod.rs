//! Refusals, each worded in every language.

mod moves;

use std::collections::BTreeSet;
use std::time::Duration;

use focus::{Color, Mode};
use focus_engine::Level;
use focusbot::i18n::{Language, Words};
use focusbot::service::api::refusal::BudgetOwner;
use focusbot::service::{
    ChannelId, ClockKind, ColorRefusal, GameId, HandOverRefusal, PersonId, Player, Refusal, RoleId,
    TeamRefusal,
};

use self::moves::{bad_move, move_errors, unreadable_moves};

/// Returns the refusals that name a limit.
fn limits() -> Vec<Refusal> {
    let fast = |whose| {
        [1, 3, 12].map(|seconds| Refusal::TooFast {
            whose,
            wait: Duration::from_secs(seconds),
        })
    };
    let fast = [
        BudgetOwner::Person,
        BudgetOwner::Channel,
        BudgetOwner::Server,
    ]
    .map(fast);
    let others = [1, 50].map(|limit| {
        [
            Refusal::ServerFull { limit },
            Refusal::TooManyOwnWatches { limit },
            Refusal::TooManyServerWatches { limit },
        ]
    });
    let single = [
        Refusal::ListFull { limit: 25 },
        Refusal::VacationTooLong { left: 3 },
        Refusal::TooManyWatches { limit: 5 },
        Refusal::TooManyFollowers { limit: 200 },
        Refusal::TooManyInvited { limit: 10 },
        Refusal::TooManyCalled { limit: 30 },
        Refusal::NoEnd { quiet: 200 },
        Refusal::Alone,
    ];
    fast.into_iter()
        .flatten()
        .chain(single)
        .chain(others.into_iter().flatten())
        .collect()
}

#[expect(clippy::too_many_lines, reason = "a list of every kind")]
fn refusals() -> Vec<Refusal> {
    let name = || "Ann_1".to_owned();
    let plain = [
        Refusal::NoGameHere,
        Refusal::NoTable,
        Refusal::NotAPlayer,
        Refusal::GameOver,
        Refusal::TableClosed,
        Refusal::NotBegun,
        Refusal::AlreadyBegun,
        Refusal::TableFull,
        Refusal::OtherComputers,
        Refusal::AlreadySeated,
        Refusal::NotSeated,
        Refusal::NotInvited,
        Refusal::NothingToDecline,
        Refusal::AlreadyCalled(vec![PersonId(1)]),
        Refusal::HasDeclined(vec![PersonId(1), PersonId(2)]),
        Refusal::TooFewPeople,
        Refusal::SamePersonTwice,
        Refusal::RatedWithComputer,
        Refusal::RatedWithSubstitute,
        Refusal::RatedFromPosition,
        Refusal::DrawAlreadyOffered,
        Refusal::DrawTurnedDown,
        Refusal::NoDrawOffered,
        Refusal::NoHints,
        Refusal::NotOver,
        Refusal::NoEndedGame,
        Refusal::RolesUnknownHere,
        Refusal::NotAManager,
        Refusal::NotAModerator,
        Refusal::OwnRatedGame,
        Refusal::OutOfTheGame,
        Refusal::Seat(HandOverRefusal::NoSeat),
        Refusal::Seat(HandOverRefusal::Asked),
        Refusal::Seat(HandOverRefusal::Allowed),
        Refusal::Seat(HandOverRefusal::Rated),
        Refusal::Seat(HandOverRefusal::NoRoom),
        Refusal::OtherClocks {
            allowed: vec![ClockKind::PerMove, ClockKind::Bank],
        },
        Refusal::TooLateToAbort,
        Refusal::TimeOver,
        Refusal::OtherServer,
        Refusal::NobodyPlays,
        Refusal::NothingToClaim,
        Refusal::NothingToTakeBack,
        Refusal::PrivateGame,
        Refusal::WatchedHere,
        Refusal::PremoveOnOwnTurn,
        Refusal::PremoveOutOfTurn,
        Refusal::PremoveAfterTheEnd,
        Refusal::Expected(Box::new(Refusal::NotAPlayer)),
        Refusal::Answer(Box::new(Refusal::NotAPlayer)),
        Refusal::NoPremove,
        Refusal::TooManyPremoves {
            lines: 12,
            moves: 8,
        },
        Refusal::GameGoesOn,
        Refusal::NoSuchImport,
        Refusal::NotWatched,
        Refusal::NotYourWatch,
        Refusal::RematchBegun(GameId(13)),
        Refusal::PlayerGone,
        Refusal::PositionIsOver,
        Refusal::PositionWithoutSome,
        Refusal::PositionNeedsAll,
        Refusal::TakeBackAlreadyAsked,
        Refusal::TakeBackWaitsForOthers,
        Refusal::TakeBackTurnedDown,
        Refusal::TakeBackToAnswer,
        Refusal::NoTakeBackAsked,
        Refusal::Stale,
        Refusal::NoSuchGame(GameId(12)),
        Refusal::WhichGame(vec![GameId(12), GameId(13)]),
        Refusal::NotYourTurn {
            to_move: Player::Computer(Level::Expert),
        },
        Refusal::NoPartners { mode: Mode::Duel },
        Refusal::TooFewInvited {
            mode: Mode::FreeForAll,
            players: 2,
        },
        Refusal::RatedWithoutClock,
        Refusal::TooMuchBesideMoves,
        Refusal::Seat(HandOverRefusal::Offered),
        Refusal::NotHost { host: name() },
    ];
    let channels = vec![ChannelId(1), ChannelId(2)];
    let numbers = [0, 1, 2, 5, 22];
    let games = numbers.map(|limit| Refusal::TooManyGames {
        limit: usize::try_from(limit).expect("small number"),
    });
    let full = numbers.map(|limit| Refusal::ChannelFull {
        limit: usize::try_from(limit).expect("small number"),
    });
    plain
        .into_iter()
        .chain(games)
        .chain(full)
        .chain(teams())
        .chain(colors())
        .chain(by_lists(channels, vec![RoleId(1)]))
        .chain(deleted())
        .chain(Mode::ALL.map(|mode| Refusal::WrongNumberOfPlayers { mode, players: 1 }))
        .chain(limits())
        .chain(unreadable_moves())
        .chain(move_errors().into_iter().map(bad_move))
        .collect()
}

fn teams() -> [Refusal; 3] {
    [
        TeamRefusal::Full,
        TeamRefusal::Already,
        TeamRefusal::Rematch,
    ]
    .map(Refusal::Team)
}

fn colors() -> [Refusal; 4] {
    let taken = ColorRefusal::Taken {
        color: Color::Green,
        by: Player::Computer(Level::Expert),
    };
    [
        taken,
        ColorRefusal::Already,
        ColorRefusal::Drawn,
        ColorRefusal::Rematch,
    ]
    .map(Refusal::Color)
}

/// Returns the refusals of a server with these lists.
fn by_lists(channels: Vec<ChannelId>, roles: Vec<RoleId>) -> [Refusal; 2] {
    let not_here = Refusal::NotHere { channels };
    [not_here, Refusal::RoleNeeded { roles }]
}

/// Returns the refusals of a server whose listed channels or roles were all deleted.
fn deleted() -> [Refusal; 2] {
    by_lists(vec![ChannelId::DELETED], vec![RoleId::DELETED])
}

fn refusal_kind(refusal: &Refusal) -> usize {
    match refusal {
        Refusal::NoSuchGame(_) => 0,
        Refusal::NoGameHere => 1,
        Refusal::NoTable => 91,
        Refusal::WhichGame(_) => 2,
        Refusal::NotAPlayer => 3,
        Refusal::NotYourTurn { .. } => 4,
        Refusal::Stale => 5,
        Refusal::GameOver => 6,
        Refusal::TableClosed => 7,
        Refusal::NotBegun => 8,
        Refusal::AlreadyBegun => 9,
        Refusal::TableFull => 10,
        Refusal::OtherComputers => 95,
        Refusal::AlreadySeated => 11,
        Refusal::NotSeated => 12,
        Refusal::NotInvited => 13,
        Refusal::NothingToDecline => 97,
        Refusal::AlreadyCalled(_) => 98,
        Refusal::HasDeclined(_) => 99,
        Refusal::TooManyInvited { .. } => 100,
        Refusal::TooManyCalled { .. } => 101,
        Refusal::NotHost { .. } => 14,
        Refusal::TooFewPeople => 15,
        Refusal::WrongNumberOfPlayers { .. } => 16,
        Refusal::SamePersonTwice => 17,
        Refusal::TooManyGames { .. } => 18,
        Refusal::ChannelFull { .. } => 19,
        Refusal::MoveText { .. } => 20,
        Refusal::Move(_) => 21,
        Refusal::DrawAlreadyOffered => 22,
        Refusal::NoDrawOffered => 23,
        Refusal::OutOfTheGame => 24,
        Refusal::TooLateToAbort => 25,
        Refusal::NoPartners { .. } => 26,
        Refusal::NoHints => 27,
        Refusal::NothingToTakeBack => 28,
        Refusal::TakeBackAlreadyAsked => 29,
        Refusal::TakeBackWaitsForOthers => 92,
        Refusal::TakeBackToAnswer => 30,
        Refusal::NoTakeBackAsked => 31,
        Refusal::PrivateGame => 32,
        Refusal::WatchedHere => 33,
        Refusal::TooManyWatches { .. } => 34,
        Refusal::PremoveOnOwnTurn => 35,
        Refusal::PremoveOutOfTurn => 36,
        Refusal::PremoveAfterTheEnd => 37,
        Refusal::Expected(_) => 38,
        Refusal::Answer(_) => 39,
        Refusal::NoPremove => 40,
        Refusal::TooManyPremoves { .. } => 86,
        Refusal::GameGoesOn => 41,
        Refusal::NoSuchImport => 60,
        Refusal::ServerFull { .. } => 61,
        Refusal::TooFast { .. } => 62,
        Refusal::TooManyOwnWatches { .. } => 63,
        Refusal::TooManyServerWatches { .. } => 64,
        Refusal::TooManyFollowers { .. } => 94,
        Refusal::NotWatched => 65,
        Refusal::NotYourWatch => 66,
        Refusal::RematchBegun(_) => 42,
        Refusal::PlayerGone => 73,
        Refusal::PositionIsOver => 43,
        Refusal::PositionWithoutSome => 44,
        Refusal::PositionNeedsAll => 45,
        Refusal::RatedWithComputer => 46,
        Refusal::RatedWithSubstitute => 74,
        Refusal::RatedFromPosition => 47,
        Refusal::NoEnd { .. } => 48,
        Refusal::NobodyPlays => 77,
        Refusal::TimeOver => 49,
        Refusal::NothingToClaim => 50,
        Refusal::OtherServer => 52,
        Refusal::Alone => 85,
        Refusal::NotOver => 53,
        Refusal::NoEndedGame => 54,
        Refusal::NotHere { .. } => 55,
        Refusal::RoleNeeded { .. } => 56,
        Refusal::RolesUnknownHere => 93,
        Refusal::NotAManager => 57,
        Refusal::NotAModerator => 58,
        Refusal::OwnRatedGame => 96,
        Refusal::ListFull { .. } => 59,
        Refusal::VacationTooLong { .. } => 67,
        Refusal::OtherClocks { .. } => 68,
        Refusal::DrawTurnedDown => 76,
        Refusal::TakeBackTurnedDown => 51,
        Refusal::TooFewInvited { .. } => 78,
        Refusal::RatedWithoutClock => 79,
        Refusal::TooMuchBesideMoves => 80,
        Refusal::Seat(why) => seat_kind(*why),
        Refusal::Team(TeamRefusal::Full) => 82,
        Refusal::Team(TeamRefusal::Already) => 83,
        Refusal::Team(TeamRefusal::Rematch) => 84,
        Refusal::Color(ColorRefusal::Taken { .. }) => 87,
        Refusal::Color(ColorRefusal::Already) => 88,
        Refusal::Color(ColorRefusal::Drawn) => 89,
        Refusal::Color(ColorRefusal::Rematch) => 90,
    }
}

fn seat_kind(refusal: HandOverRefusal) -> usize {
    match refusal {
        HandOverRefusal::NoSeat => 69,
        HandOverRefusal::Asked => 70,
        HandOverRefusal::Rated => 71,
        HandOverRefusal::Allowed => 72,
        HandOverRefusal::NoRoom => 75,
        HandOverRefusal::Offered => 81,
    }
}

#[track_caller]
fn check_kinds(kinds: impl Iterator<Item = usize>, count: usize) {
    let kinds: BTreeSet<_> = kinds.collect();
    assert_eq!(kinds, (0..count).collect(), "a kind is not in the list");
}

#[test]
fn the_list_has_every_kind() {
    check_kinds(refusals().iter().map(refusal_kind), 102);
}

#[test]
fn every_refusal_is_a_sentence_of_its_own() {
    for words in Language::ALL.map(Words::new) {
        let mut seen = BTreeSet::new();
        for refusal in refusals() {
            let text = words.refusal(&refusal);
            assert!(text.ends_with('.'), "no sentence: {text}");
            assert!(!text.contains(['{', '}']), "a variable is left: {text}");
            assert!(text.chars().count() <= 400, "too long: {text}");
            // Numbers of the same plural form share a wording but differ in the number.
            assert!(seen.insert(text.clone()), "said twice: {text}");
        }
    }
}

#[test]
fn languages_differ() {
    for refusal in refusals() {
        let texts = Language::ALL.map(|language| Words::new(language).refusal(&refusal));
        let different: BTreeSet<_> = texts.iter().collect();
        assert_eq!(different.len(), texts.len(), "{texts:?}");
    }
}

#[track_caller]
fn check(language: Language, refusal: &Refusal, expected: &str) {
    assert_eq!(Words::new(language).refusal(refusal), expected);
}

#[test]
fn deleted_channels_and_roles_are_not_named() {
    for words in Language::ALL.map(Words::new) {
        for refusal in deleted() {
            let text = words.refusal(&refusal);
            assert!(!text.contains('<'), "{text}");
            assert!(text.contains("`/focus-admin "), "{text}");
        }
    }
}
