//! Imported records.

use focusbot::service::game::ended::imports::ImportId;
use focusbot::service::{PersonId, Refusal, ServiceError, Timestamp};
use focusbot::store::records::ImportRecord;
use focusbot::store::{Batch, Expected, Key};

use crate::service::harness::{DAY, LIMITS, NOW, World, clean_up};

const ANNA: PersonId = PersonId(1);

fn kept(world: &World, person: PersonId, import: ImportId) -> Option<String> {
    match world.service.imported(person, import) {
        Ok(text) => Some(text),
        Err(ServiceError::Refused(Refusal::NoSuchImport)) => None,
        Err(error) => panic!("{error}"),
    }
}

fn import(world: &World, now: Timestamp, text: &str) -> ImportId {
    world.service.import(now, ANNA, text).expect("a store")
}

#[test]
fn record_is_found_only_by_the_person_who_imported_it() {
    let world = World::new();
    let one = import(&world, NOW, "one");
    let two = import(&world, NOW, "two");
    assert_ne!(one, two, "two of the same moment");
    assert_eq!(kept(&world, ANNA, one).as_deref(), Some("one"));
    assert_eq!(kept(&world, ANNA, two).as_deref(), Some("two"));
    assert_eq!(kept(&world, PersonId(2), one), None);
    assert_eq!(kept(&world, ANNA, ImportId(7)), None);
}

#[test]
fn oldest_record_makes_room_for_the_newest() {
    let world = World::new();
    let all: Vec<_> = (0..=LIMITS.imports_per_person)
        .map(|number| import(&world, NOW, &number.to_string()))
        .collect();
    let left = all.iter().map(|id| kept(&world, ANNA, *id).is_some());
    assert_eq!(left.collect::<Vec<_>>(), [false, true, true, true]);
}

#[test]
fn record_is_dropped_after_a_month() {
    let world = World::new();
    let old = import(&world, NOW, "old");
    let young = import(&world, NOW.after(2 * DAY), "young");
    let drop = |now| world.service.drop_old_imports(now).expect("a store");
    assert_eq!(drop(NOW.after(30 * DAY)), 0);
    assert_eq!(drop(NOW.after(31 * DAY)), 1);
    assert_eq!(kept(&world, ANNA, old), None);
    assert!(kept(&world, ANNA, young).is_some());
}

#[test]
fn record_that_an_older_program_has_kept_is_dropped_as_well() {
    let world = World::new();
    clean_up(&world.service, NOW);
    let drop = |now| world.service.drop_old_imports(now).expect("a store");
    let old = import(&world, NOW, "found by its time");
    assert_eq!(drop(NOW.after(31 * DAY)), 1);
    assert_eq!(kept(&world, ANNA, old), None);
    // It keeps neither an index of records by time nor a note that it does.
    let mut batch = Batch::new();
    let text = "found among all".to_owned();
    let key = Key::new().u64(ANNA.0).u64(NOW.0);
    batch.put_record(key, &ImportRecord { text }, Expected::Absent);
    world.write_as_older(batch, NOW);
    assert_eq!(drop(NOW.after(31 * DAY)), 1);
    assert_eq!(kept(&world, ANNA, old), None);
}

#[test]
fn records_are_handed_out_and_forgotten_with_the_person() {
    let world = World::new();
    let own = import(&world, NOW, "a record of mine");
    let personal_data = world.service.personal_data(ANNA).expect("a store");
    assert!(
        personal_data.contains("a record of mine"),
        "{personal_data}"
    );
    world.erase(ANNA.0);
    assert_eq!(kept(&world, ANNA, own), None);
}
