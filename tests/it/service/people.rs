//! Settings of people and servers, and preferences for the next game.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use focusbot::service::people::languages::LanguageNews;
use focusbot::service::{
    AuditAction, Chooser, GuildId, GuildSettings, MessageId, Orientation, PersonId, PersonSettings,
    Refusal, ReminderFrequency, ReminderPlace, Service, ServiceError, SetupPreferences, ThemeName,
    Timestamp, Update, Vacation,
};
use focusbot::store::records::PlayerRecord;
use focusbot::store::{Batch, Expected, Key, MemoryStore, Store};

use crate::service::harness::{HERE, LIMITS, NOW, decide, or_refusal, person};

const ANNA: PersonId = PersonId(1);

fn service(store: &Arc<MemoryStore>) -> Service {
    Service::new(Arc::clone(store) as _, LIMITS)
}

#[track_caller]
fn change(
    service: &Service,
    person: PersonId,
    change: impl Fn(&mut PersonSettings),
) -> PersonSettings {
    let changed = service.change_settings(NOW, person, |settings| {
        change(settings);
        Ok(())
    });
    changed.expect("a change").0
}

#[test]
fn chosen_settings_are_read_back() {
    let store = Arc::new(MemoryStore::new());
    let mut vacation = Vacation::default();
    vacation.take(NOW, 3).expect("days of this year");
    let chosen = PersonSettings {
        language: Some("pl".to_owned()),
        theme: Some(ThemeName::Flat),
        orientation: Some(Orientation::Mine),
        reminders: ReminderFrequency::Twice,
        reminder_place: ReminderPlace::Direct,
        night: "22-7".parse().ok(),
        zone: "Europe/Warsaw".parse().expect("a zone"),
        vacation,
    };
    let changed = change(&service(&store), ANNA, |settings| {
        *settings = chosen.clone();
    });
    assert_eq!(changed, chosen);
    assert_eq!(service(&store).settings(ANNA).expect("settings"), chosen);
    let other = service(&store).settings(PersonId(2));
    assert_eq!(other.expect("settings"), PersonSettings::default());

    let guild = GuildSettings {
        theme: ThemeName::Contrast,
        orientation: Orientation::Mover,
        ..GuildSettings::default()
    };
    decide(
        &service(&store),
        GuildId(1),
        &AuditAction::Theme(guild.theme),
    );
    let turned = AuditAction::Orientation(guild.orientation);
    assert_eq!(decide(&service(&store), GuildId(1), &turned), guild);
    let found = service(&store).guild_settings(GuildId(1));
    assert_eq!(found.expect("settings"), guild);
}

#[test]
fn changes_at_the_same_time_are_all_kept() {
    let store = Arc::new(MemoryStore::new());
    thread::scope(|scope| {
        scope.spawn(|| {
            change(&service(&store), ANNA, |now| {
                now.theme = Some(ThemeName::Flat);
            });
        });
        scope.spawn(|| {
            change(&service(&store), ANNA, |now| {
                now.orientation = Some(Orientation::Mover);
            });
        });
    });
    let now = service(&store).settings(ANNA).expect("settings");
    assert_eq!(now.theme, Some(ThemeName::Flat));
    assert_eq!(now.orientation, Some(Orientation::Mover));
}

#[test]
fn a_refused_change_changes_nothing() {
    let store = Arc::new(MemoryStore::new());
    let refused = service(&store).change_settings(NOW, ANNA, |settings| {
        settings.theme = Some(ThemeName::Flat);
        settings.vacation.take(NOW, 31)
    });
    let too_long = Refusal::VacationTooLong { left: 30 };
    assert_eq!(or_refusal(refused).err(), Some(too_long));
    let settings = service(&store).settings(ANNA).expect("settings");
    assert_eq!(settings, PersonSettings::default());
}

#[test]
fn a_choice_of_a_newer_program_counts_as_none() {
    let store = Arc::new(MemoryStore::new());
    let record = PlayerRecord {
        theme: Some("hologram".to_owned()),
        orientation: Some("mine".to_owned()),
        ..PlayerRecord::default()
    };
    let mut batch = Batch::new();
    batch.put_record(Key::new().u64(ANNA.0), &record, Expected::Absent);
    store.commit(batch).expect("a commit");
    let settings = service(&store).settings(ANNA).expect("settings");
    assert_eq!(settings.theme, None);
    assert_eq!(settings.orientation, Some(Orientation::Mine));
}

#[test]
fn languages_chosen_through_one_service_are_news_to_another() {
    let store = Arc::new(MemoryStore::new());
    let (writer, reader) = (service(&store), service(&store));
    let choose = |person, code: Option<&str>| {
        change(&writer, person, |now| {
            now.language = code.map(str::to_owned);
        });
    };
    let news = |known| {
        let LanguageNews {
            changes,
            chosen,
            has_gaps,
        } = reader.language_news(known).expect("languages");
        let chosen = chosen.into_iter();
        let chosen: Vec<_> = chosen
            .map(|(by, code)| (by, code.unwrap_or_default()))
            .collect();
        (changes, chosen, has_gaps)
    };
    let chosen_by = |person| {
        let chosen = reader.chosen_languages(&[Chooser::Person(PersonId(person))]);
        chosen.expect("languages")[0].1.clone().unwrap_or_default()
    };
    let anna = |code: &str| vec![(Chooser::Person(ANNA), code.to_owned())];
    choose(ANNA, Some("fr"));
    change(&writer, PersonId(2), |now| {
        now.theme = Some(ThemeName::Flat);
    });
    assert_eq!(news(None), (1, vec![], true));
    assert_eq!([1, 2, 3].map(chosen_by), ["fr", "", ""]);
    assert_eq!(news(Some(1)), (1, vec![], false));
    choose(ANNA, Some("de"));
    choose(ANNA, None);
    assert_eq!(news(Some(1)), (3, anna(""), false));
    let speaks_dutch = AuditAction::Language(Some("nl".to_owned()));
    decide(&writer, GuildId(1), &speaks_dutch);
    let dutch = (Chooser::Guild(GuildId(1)), "nl".to_owned());
    assert_eq!(news(Some(3)), (4, vec![dutch.clone()], false));
    let chosen = reader.chosen_languages(&[dutch.0]).expect("languages");
    assert_eq!(chosen, [(dutch.0, Some(dutch.1))]);
    for person in 10..160 {
        choose(PersonId(person), Some("pl"));
    }
    assert_eq!(news(Some(4)), (154, vec![], true));
    assert!(!news(Some(153)).2);
    assert_eq!([1, 10, 159].map(chosen_by), ["", "pl", "pl"]);
    writer.erase_person(NOW, PersonId(159)).expect("a deletion");
    assert_eq!(news(Some(154)), (155, vec![], true));
    assert_eq!([158, 159].map(chosen_by), ["pl", ""]);
}

/// Sets a game up by a press of Anna on a message at a time.
fn set_up(
    service: &Service,
    preferences: &SetupPreferences,
    press: (MessageId, Timestamp),
) -> Result<Update, ServiceError> {
    let table = preferences.clone().table(HERE, false);
    let chosen = (Some(preferences), &table);
    service.create_by_press(NOW, &person(ANNA.0), chosen, press, 0)
}

#[test]
fn a_double_press_sets_up_one_game_whichever_processes_receive_it() {
    let store = Arc::new(MemoryStore::new());
    let press = |message, at| {
        let press = (MessageId(message), at);
        set_up(&service(&store), &SetupPreferences::default(), press)
    };
    let soon = NOW.after(Duration::from_secs(1));
    press(1, soon).expect("a game");
    for at in [NOW, soon] {
        let again = or_refusal(press(1, at)).err();
        assert_eq!(again, Some(Refusal::AlreadyBegun));
    }
    let both = thread::scope(|scope| {
        let presses = [(); 2].map(|()| scope.spawn(|| press(2, soon).is_ok()));
        presses.map(|press| press.join().expect("no panic"))
    });
    assert_ne!(both[0], both[1], "one of them sets up a game");
    press(2, NOW.after(Duration::from_secs(10))).expect("a game");
    let games = service(&store).games_of(ANNA).expect("the games");
    assert_eq!(games.len(), 3);
}

#[test]
fn a_position_played_on_from_twice_at_once_is_one_table_and_no_preference() {
    let store = Arc::new(MemoryStore::new());
    let preferences: SetupPreferences = "@2.10.2g1.1d.".parse().expect("preferences");
    set_up(&service(&store), &preferences, (MessageId(1), NOW)).expect("a table");
    let last = || service(&store).setup_preferences(ANNA);
    let before = last().expect("preferences");
    let table = SetupPreferences::duel_with_anyone().table(HERE, false);
    let play_on = || {
        let start = (MessageId(2), NOW);
        service(&store).create_by_press(NOW, &person(ANNA.0), (None, &table), start, 0)
    };
    play_on().expect("a table");
    let again = or_refusal(play_on()).err();
    assert_eq!(again, Some(Refusal::AlreadyBegun));
    assert_eq!(last().expect("preferences"), before);
}

#[test]
fn setup_preferences_are_kept_without_guests_exported_and_erased() {
    let store = Arc::new(MemoryStore::new());
    let service = service(&store);
    let last = || service.setup_preferences(ANNA).expect("preferences");
    assert_eq!(last(), SetupPreferences::default());
    let preferences: SetupPreferences = "@2.10.2g1.1d.".parse().expect("preferences");
    set_up(&service, &preferences, (MessageId(1), NOW)).expect("a table");
    let kept = "p.10.2g1.1d.".parse();
    assert_eq!(Ok(last()), kept);
    change(&service, ANNA, |settings| {
        settings.theme = Some(ThemeName::Flat);
    });
    assert_eq!(Ok(last()), kept);
    let personal_data = service.personal_data(ANNA).expect("personal data");
    assert!(personal_data.contains("p.10.2g1.1d."), "{personal_data}");
    service.erase_person(NOW, ANNA).expect("a deletion");
    assert_eq!(last(), SetupPreferences::default());
}
