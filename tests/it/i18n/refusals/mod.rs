//! Refusals, each worded in every language.

mod moves;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::time::Duration;

use focus::{Color, Mode};
use focus_engine::Level;
use focusbot::i18n::{Button, Language, Permission, Words};
use focusbot::service::api::refusal::BudgetOwner;
use focusbot::service::{
    ChannelId, ClockKind, ColorRefusal, GameId, HandOverRefusal, PersonId, Player, Refusal, RoleId,
    StayRefusal, TeamRefusal,
};
use strum::{VariantArray, VariantNames};

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
        Refusal::AlreadyAtTable(vec![PersonId(1)]),
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
        Refusal::OtherClocks {
            allowed: vec![ClockKind::PerMove, ClockKind::Bank],
        },
        Refusal::TooLateToAbort,
        Refusal::TimeOver,
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
        Refusal::RematchDeclined,
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
        .chain(HandOverRefusal::VARIANTS.iter().copied().map(Refusal::Seat))
        .chain(TeamRefusal::VARIANTS.iter().copied().map(Refusal::Team))
        .chain(StayRefusal::VARIANTS.iter().copied().map(Refusal::Stays))
        .chain(colors().map(Refusal::Color))
        .chain(by_lists(channels, vec![RoleId(1)]))
        .chain(deleted())
        .chain(Mode::ALL.map(|mode| Refusal::WrongNumberOfPlayers { mode, players: 1 }))
        .chain(limits())
        .chain(unreadable_moves())
        .chain(move_errors().into_iter().map(bad_move))
        .collect()
}

fn colors() -> [ColorRefusal; 4] {
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

#[track_caller]
fn check_kinds<K: Ord + Debug>(
    kinds: impl IntoIterator<Item = K>,
    all: impl IntoIterator<Item = K>,
) {
    let kinds: BTreeSet<_> = kinds.into_iter().collect();
    let all = all.into_iter().collect();
    assert_eq!(kinds, all, "a kind is not in the list");
}

#[test]
fn the_list_has_every_kind() {
    let (refusals, all) = (refusals(), Refusal::VARIANTS.iter().copied());
    check_kinds(refusals.iter().map(<&str>::from), all);
    let (colors, all) = (colors(), ColorRefusal::VARIANTS.iter().copied());
    check_kinds(colors.iter().map(<&str>::from), all);
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

#[test]
fn what_a_person_withdrew_is_not_said_to_be_declined() {
    let declined = ["declined", "abgelehnt", "geweigerd", "odrzucon", "refusé"];
    for (language, declined) in Language::ALL.into_iter().zip(declined) {
        for refusal in [Refusal::DrawTurnedDown, Refusal::TakeBackTurnedDown] {
            let text = Words::new(language).refusal(&refusal);
            assert!(!text.contains(declined), "{text}");
        }
    }
}

#[test]
fn the_host_need_not_have_set_up_the_table() {
    for (language, expected) in [
        (
            Language::English,
            "Only Ann, the host of this table, can do that.",
        ),
        (Language::German, "An diesem Tisch kann das nur Ann."),
        (Language::Dutch, "Aan deze tafel kan alleen Ann dat doen."),
        (Language::French, "À cette table, c’est à Ann de le faire."),
    ] {
        let host = "Ann".to_owned();
        check(language, &Refusal::NotHost { host }, expected);
    }
}

#[test]
fn who_has_too_many_games_followed_is_told_which_button_stops_that() {
    let limit = 5;
    for words in Language::ALL.map(Words::new) {
        let button = format!("**{}**", words.button(Button::Unwatch));
        for refusal in [
            Refusal::TooManyWatches { limit },
            Refusal::TooManyOwnWatches { limit },
            Refusal::TooManyServerWatches { limit },
        ] {
            let text = words.refusal(&refusal);
            assert!(text.contains(&button), "{text}");
        }
    }
}

#[test]
fn polish_refusals_take_names_and_numbers_as_they_are() {
    let to_move = Player::Computer(Level::Expert);
    check(
        Language::Polish,
        &Refusal::NotYourTurn { to_move },
        "To nie Twoja kolej: teraz gra Focusbot · Ekspert.",
    );
    check(
        Language::Polish,
        &Refusal::VacationTooLong { left: 2 },
        "Tylu dni urlopu już nie masz; dni do wzięcia w tym roku: 2.",
    );
}

#[test]
fn german_says_what_to_ask_an_administrator_for() {
    let missing = Words::new(Language::German).missing_permissions(&[Permission::AttachFiles]);
    let asked = "Bitte jemanden, der diesen Server verwaltet, sie mir zu geben.";
    assert!(missing.ends_with(asked), "{missing}");
}
