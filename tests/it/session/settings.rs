//! What people and servers have chosen.

use std::sync::Arc;
use std::thread;

use focusbot::session::{GuildId, GuildSettings, Orientation, PersonId, Service, Settings, Theme};
use focusbot::store::records::PlayerRecord;
use focusbot::store::{Batch, Expected, Key, MemoryStore, Store};

use super::harness::LIMITS;

const ANNA: PersonId = PersonId(1);

fn service(store: &Arc<MemoryStore>) -> Service {
    Service::new(Arc::clone(store) as _, LIMITS)
}

#[test]
fn what_is_chosen_is_found_again() {
    let store = Arc::new(MemoryStore::new());
    let chosen = Settings {
        language: Some("pl".to_owned()),
        theme: Some(Theme::Flat),
        orientation: Some(Orientation::Mine),
    };
    let changed = service(&store).change_settings(ANNA, |settings| *settings = chosen.clone());
    assert_eq!(changed.expect("a change"), chosen);
    assert_eq!(service(&store).settings(ANNA).expect("settings"), chosen);
    let other = service(&store).settings(PersonId(2));
    assert_eq!(other.expect("settings"), Settings::default());

    let guild = GuildSettings {
        theme: Theme::Contrast,
        orientation: Orientation::Mover,
        ..GuildSettings::default()
    };
    let changed = service(&store).change_guild_settings(GuildId(1), |now| *now = guild.clone());
    assert_eq!(changed.expect("a change"), guild);
    let found = service(&store).guild_settings(GuildId(1));
    assert_eq!(found.expect("settings"), guild);
}

#[test]
fn changes_at_the_same_time_are_all_kept() {
    let store = Arc::new(MemoryStore::new());
    thread::scope(|scope| {
        scope.spawn(|| {
            let changed =
                service(&store).change_settings(ANNA, |now| now.theme = Some(Theme::Flat));
            changed.expect("a change");
        });
        scope.spawn(|| {
            let changed = service(&store)
                .change_settings(ANNA, |now| now.orientation = Some(Orientation::Mover));
            changed.expect("a change");
        });
    });
    let now = service(&store).settings(ANNA).expect("settings");
    assert_eq!(now.theme, Some(Theme::Flat));
    assert_eq!(now.orientation, Some(Orientation::Mover));
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
fn chosen_languages_are_listed() {
    let store = Arc::new(MemoryStore::new());
    let service = service(&store);
    let chosen = service.change_settings(ANNA, |now| now.language = Some("fr".to_owned()));
    chosen.expect("a change");
    let chosen = service.change_settings(PersonId(2), |now| now.theme = Some(Theme::Flat));
    chosen.expect("a change");
    let chosen = service.chosen_languages().expect("languages");
    assert_eq!(chosen.people, [(ANNA, "fr".to_owned())]);
    assert_eq!(chosen.guilds, []);
}
