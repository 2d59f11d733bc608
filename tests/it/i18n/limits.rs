//! Lengths of texts in places with a limit, in every language.
//!
//! Source: Discord's documentation, "Application Commands", "Message Components" and "Embed
//! Limits"; the 34 characters of a button are from its design guide.

use std::num::NonZeroU16;

use focus::notation::MoveText;
use focus::{
    Color, Direction, DrawRule, Game, Goal, Leaving, Mode, Move, Opening, Repetition, RuleOption,
    Rules, SetupSize, Square, Stack, Stuck, Talk,
};
use focus_engine::Level;
use focus_render::{Name, Renderer, Scene};
use focusbot::i18n::{
    AdminCommand, Button, CommandOption, Label, Language, LegalDocument, Permission, Root, Setting,
    Subcommand, Task, Topic, Words,
};
use focusbot::service::{
    ChannelId, ClockKind, GameId, GuildSettings, Person, Player, RoleId, Team,
};

use super::sample;

pub(super) fn all_words() -> [Words; 5] {
    Language::ALL.map(Words::new)
}

/// Checks that a text is short enough, and that none of its variables is left.
#[track_caller]
pub(super) fn check_complete(text: &str, limit: usize) {
    let length = text.chars().count();
    assert!(
        length <= limit,
        "{length} characters instead of {limit}: {text}"
    );
    assert!(!text.contains(['{', '}']), "a variable is left: {text}");
}

#[track_caller]
pub(super) fn check(text: &str, limit: usize) {
    check_complete(text, limit);
    assert!(
        !text.trim().is_empty() && text.trim() == text,
        "blank around {text:?}"
    );
}

#[track_caller]
fn check_label(label: &Label) {
    check(&label.name, 32);
    check(&label.description, 100);
    let is_name = |c: char| c.is_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(
        label.name.chars().all(is_name),
        "expected small letters, got {:?}",
        label.name
    );
}

#[test]
fn commands_and_options_fit() {
    for words in all_words() {
        for &root in Root::ALL {
            check(&words.root_command(root), 100);
        }
        for &command in Subcommand::ALL {
            check_label(&words.command(command));
        }
        check(&words.admin_root(), 100);
        for &command in AdminCommand::ALL {
            check_label(&words.admin_command(command));
        }
        for &option in CommandOption::ALL {
            check_label(&words.option(option));
        }
    }
}

#[test]
fn settings_of_a_server_fit_with_the_longest_lists() {
    let number = 1_400_000_000_000_000_000;
    let settings = GuildSettings {
        channels: (number..).take(25).map(ChannelId).collect(),
        roles: (number..).take(25).map(RoleId).collect(),
        moderators: (number..).take(25).map(RoleId).collect(),
        clocks: ClockKind::ALL.to_vec(),
        ..GuildSettings::default()
    };
    for words in all_words() {
        check(&words.guild_settings(&settings), 2_000);
    }
}

#[test]
fn settings_with_moderator_roles_say_where_to_allow_the_command() {
    let without = GuildSettings::default();
    let with = GuildSettings {
        moderators: vec![RoleId(5)],
        ..GuildSettings::default()
    };
    for words in all_words() {
        let allow = words.text("settings-moderators-allow", &[]);
        assert!(allow.contains("`/focus-admin`"), "{allow}");
        assert!(words.guild_settings(&with).ends_with(&allow));
        assert!(!words.guild_settings(&without).contains(&allow));
    }
}

#[test]
fn no_two_commands_or_options_share_a_name() {
    for words in all_words() {
        let mut names: Vec<_> = Subcommand::ALL
            .iter()
            .map(|command| words.command(*command).name)
            .collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        let mut names: Vec<_> = CommandOption::ALL
            .iter()
            .map(|option| words.option(*option).name)
            .collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}

#[test]
fn an_option_keeps_its_number() {
    let words = Words::new(Language::German);
    let label = words.option_named("invite2").expect("option with a number");
    assert_eq!(label.name, "einladen2");
    assert_eq!(words.option_named("nothing"), None);
}

#[test]
fn an_option_of_several_commands_says_what_it_is_in_each() {
    let words = Words::new(Language::English);
    let about = |command: &str, option: &str| {
        let label = words.option_of(command, option);
        label.expect("an option").description
    };
    let played_against = about("play", "opponent");
    assert_ne!(about("history", "opponent"), played_against);
    assert_eq!(about("watch", "game"), "Number of the game");
    assert_eq!(about("abort", "game"), "Number of the game");
    assert!(about("board", "game").ends_with("if there are several"));
}

/// Returns every choice of every option.
fn choices(words: Words) -> Vec<String> {
    let quiet = [
        None,
        NonZeroU16::new(1),
        NonZeroU16::new(22),
        Some(NonZeroU16::MAX),
    ];
    let goals = |mode: Mode| {
        Goal::allowed(mode)
            .iter()
            .map(move |goal| words.goal(*goal, Some(mode)))
    };
    let mut texts: Vec<String> = Mode::ALL
        .iter()
        .map(|mode| words.mode_choice(*mode))
        .collect();
    texts.extend(Mode::ALL.into_iter().flat_map(goals));
    texts.extend(Goal::ALL.iter().map(|value| words.goal(*value, None)));
    texts.extend(Stuck::ALL.iter().map(|value| words.stuck(*value)));
    texts.extend(DrawRule::ALL.iter().map(|value| words.draw_rule(*value)));
    texts.extend(Opening::ALL.iter().map(|value| words.opening(*value)));
    texts.extend(SetupSize::ALL.iter().map(|value| words.setup(*value)));
    texts.extend(Repetition::ALL.iter().map(|value| words.repetition(*value)));
    texts.extend(quiet.iter().map(|value| words.quiet(*value)));
    texts.extend(Talk::ALL.iter().map(|value| words.talk(*value)));
    texts
}

#[test]
fn choices_fit() {
    for words in all_words() {
        for choice in choices(words) {
            check(&choice, 100);
        }
        for option in RuleOption::ALL {
            check(&words.rule_option(option), 40);
        }
    }
}

#[test]
fn places_in_teams_fit() {
    for words in all_words() {
        check(&words.text("menu-host", &[]), 150);
        let long = Person {
            id: sample::person(Color::Orange),
            name: sample::LONG_NAME.to_owned(),
        };
        let levels = Level::ALL.map(Player::Computer).into_iter();
        for player in levels.chain([Player::Person(long)]) {
            let teams = Team::ALL.map(|team| words.team(team)).into_iter();
            let colors = Color::ALL.map(|color| words.color(color));
            let away = words.text("place-away", &[]);
            for place in teams.chain(colors).chain([away]) {
                let entry = words.place_choice(&player, &place);
                check(&entry.label, 40);
                assert!(entry.label.ends_with(&place), "{entry:?}");
            }
        }
    }
}

#[test]
fn buttons_and_menus_fit() {
    let highest = [Color::Orange; Stack::MAX_HEIGHT];
    for words in all_words() {
        for &button in Button::ALL {
            check(&words.button(button), 34);
        }
        let long = Player::Person(Person {
            id: sample::person(Color::Orange),
            name: sample::LONG_NAME.to_owned(),
        });
        for answer in [
            Button::AcceptDraw,
            Button::RefuseDraw,
            Button::AllowTakeBack,
            Button::RefuseTakeBack,
        ] {
            let label = words.answer_to(&long, answer);
            check(&label, 34);
            assert!(label.starts_with(&words.button(answer)), "{label}");
            assert!(label.ends_with("**…)"), "{label}");
        }
        check(&words.text("panel-clock-other", &[]), 40);
        check(&words.text("panel-switches", &[]), 150);
        check(&words.text("menu-source", &[]), 150);
        check(&words.drop_prompt(&(0..=7)), 150);
        check(&words.target_prompt(None), 150);
        check(&words.hand_label(18), 40);
        for square in Square::ALL {
            let stack = Stack::new(highest).expect("five pieces");
            let label = words.source_label(square, stack);
            check(&label, 100);
            assert!(label.starts_with(&square.to_string()));
            check(&words.target_prompt(Some(square)), 150);
        }
    }
}

#[test]
fn forms_fit() {
    for words in all_words() {
        let text = |id: &str| words.text(id, &[]);
        for heading in [
            text("form-title"),
            text("form-label"),
            text("panel-form-title"),
            text("panel-form-clock"),
            words.option(CommandOption::Overtime).description,
            text("panel-form-quiet"),
        ] {
            check(&heading, 45);
        }
        for description in [
            text("form-about"),
            text("panel-form-about-clock"),
            text("panel-form-about-quiet"),
        ] {
            check(&description, 100);
        }
    }
}

#[test]
fn help_and_rules_fit() {
    for words in all_words() {
        let title = words.text("help-title", &[]);
        check(&title, 256);
        let clickable = words.help(false, |_| Some(u64::MAX));
        check(&format!("### {title}\n{clickable}"), 4_000);
        check(&words.help(false, |_| None), 4_000);
        for mode in Mode::ALL {
            let square = Square::ALL[0];
            for topic in Topic::of(mode) {
                let heading = words.rules_heading(mode, 9, 9);
                let rules = Rules::new(mode).with_quiet(None);
                let in_force = words.rules_in_force(GameId(u32::MAX), &rules);
                let picture = words.rules_picture(*topic, Some(Move::Drop(square)), Some(square));
                let parts = [heading, words.rules_topic(mode, *topic), in_force];
                check(
                    &parts
                        .into_iter()
                        .chain(picture)
                        .collect::<Vec<_>>()
                        .join("\n"),
                    2_000,
                );
            }
        }
        for task in Task::ALL {
            let drop = Move::Drop(Square::ALL[0]);
            let texts = [
                format!("{}\n{}", words.text("lesson-aim", &[]), words.task(task)),
                words.task_right(task),
                words.task_wrong(task, drop),
            ];
            for text in texts.into_iter().chain([words.text("lesson-done", &[])]) {
                check(&text, 900);
            }
        }
        check(&words.missing_permissions(Permission::ALL), 2_000);
        check(&words.fault("f00d"), 2_000);
        check(&words.fault_of_record("f00d"), 2_000);
    }
}

#[test]
fn help_names_every_command() {
    for words in all_words() {
        for &command in Subcommand::ALL {
            let root = command.root().name();
            let name = format!("`/{root} {}`", words.command(command).name);
            assert!(words.help(false, |_| None).contains(&name), "{name}");
        }
    }
}

#[test]
fn choices_of_a_move_fit() {
    for rules in sample::all_rules() {
        for seed in 0..6 {
            let game = sample::random_game(rules, seed, 90);
            for mv in game.position().legal_moves() {
                let (_, outcome) = game.preview(mv).expect("legal move");
                for words in all_words() {
                    check(&words.play_button(mv), 34);
                    check(&words.target_choice(mv, Direction::South), 40);
                    let detail = words.target_detail(game.position(), mv, outcome);
                    if let Some(detail) = detail {
                        check(&detail, 100);
                    }
                }
            }
        }
    }
}

#[test]
fn documents_and_settings_fit() {
    for words in all_words() {
        for document in LegalDocument::ALL {
            check(&words.document_title(document), 34);
            check(document.text(words.language()), 4_096);
        }
        for &setting in Setting::ALL {
            check(&words.setting(setting), 40);
        }
    }
}

#[test]
fn arrows_point_where_the_picture_does() {
    let words = Words::new(Language::English);
    let ways = [
        ("c4-d4", "→←"),
        ("d4-c4", "←→"),
        ("c4-c5", "↑↓"),
        ("c5-c4", "↓↑"),
    ];
    for (mv, arrows) in ways {
        let mv = mv.parse::<MoveText>().expect("a move").mv();
        let drawn = [Direction::South, Direction::North]
            .map(|down| words.target_choice(mv, down).chars().next());
        assert!(drawn.into_iter().eq(arrows.chars().map(Some)), "{drawn:?}");
    }
    let east = "c4-d4".parse::<MoveText>().expect("a move").mv();
    assert_eq!(
        words.target_choice(east, Direction::South),
        "→ d4 – 1 piece"
    );
}

#[test]
fn documents_say_the_same_in_every_language() {
    for document in LegalDocument::ALL {
        let shape = |language| {
            let text = document.text(language);
            let headings = text.lines().filter(|line| line.starts_with("**")).count();
            let points = text.lines().filter(|line| line.starts_with("- ")).count();
            (headings, points, text.matches("`/focus").count())
        };
        for language in Language::ALL {
            assert_eq!(
                shape(language),
                shape(Language::English),
                "{document:?} {language:?}"
            );
        }
    }
}

#[test]
fn documents_name_commands_as_they_are_called() {
    for words in all_words() {
        let name = |command| format!("`/focus-me {}`", words.command(command).name);
        let privacy = LegalDocument::Privacy.text(words.language());
        assert!(privacy.contains(&name(Subcommand::Settings)), "{privacy}");
        let terms = LegalDocument::Terms.text(words.language());
        assert!(terms.contains(&name(Subcommand::Privacy)), "{terms}");
    }
}

/// Game of partners, on whose boards names have the least room.
struct Partners {
    renderer: Renderer,
    game: Game,
}

impl Partners {
    fn new() -> Self {
        Self {
            renderer: Renderer::new(),
            game: Game::new(Rules::new(Mode::Partners), Color::Orange),
        }
    }

    /// Returns the picture of the board on which Green alone has a name.
    fn board(&self, name: Name) -> Vec<u8> {
        let mut scene = Scene::new(self.game.position().clone());
        scene.names[Color::Green.index()] = name;
        self.renderer.board_png(&scene)
    }

    /// Returns whether the board shows all of a name: a name that is cut off looks the same with a
    /// wider last letter.
    fn shows_whole(&self, name: &str, named: fn(String) -> Name) -> bool {
        let mut wider = name.to_owned();
        wider.pop();
        wider.push('W');
        self.board(named(name.to_owned())) != self.board(named(wider))
    }
}

#[test]
fn color_is_whole_on_the_board() {
    let plain = |plain| Name {
        plain,
        ..Name::EMPTY
    };
    let mut partners = Partners::new();
    // The mark of a player who is out leaves less room for the name.
    let left = partners.game.leave(Color::Green, Leaving::Resignation);
    left.expect("a player");
    for words in all_words() {
        for color in Color::ALL {
            let name = words.color(color);
            assert!(partners.shows_whole(&name, plain), "{name}");
        }
    }
    assert!(!partners.shows_whole(&"i".repeat(99), plain));
}

#[test]
fn level_is_whole_on_the_board() {
    let wanted = |wanted| Name {
        wanted,
        ..Name::EMPTY
    };
    let partners = Partners::new();
    for words in all_words() {
        for level in Level::ALL {
            let name = words.short_player(&Player::Computer(level));
            assert!(partners.shows_whole(&name, wanted), "{name}");
        }
    }
    assert!(!partners.shows_whole(&"i".repeat(99), wanted));
}
