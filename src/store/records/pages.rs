//! Paged reading of a table, so that a large one is never in memory as a whole.

use std::iter;

use crate::store::{Entries, Keys, Store, StoreError, Stored, Table};

/// Maximum number of entries in a page.
const PAGE: usize = 1_000;

/// Returns the values of a table whose keys `keys` selects, in ascending order, page by page. Each
/// page shows the content at the time it is read; an error ends the iteration.
pub fn pages(
    store: &dyn Store,
    table: Table,
    keys: Keys,
) -> impl Iterator<Item = Result<Entries<Stored>, StoreError>> {
    let mut rest = Some(keys.limit(PAGE));
    iter::from_fn(move || {
        let keys = rest.take()?;
        let page = store.scan(table, &keys);
        let last = page.as_ref().ok().filter(|page| page.len() == PAGE);
        let last = last.and_then(|page| page.last());
        rest = last.map(|(key, _)| keys.after(key.clone()));
        Some(page).filter(|page| page.as_ref().map_or(true, |page| !page.is_empty()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Batch, Expected, MemoryStore};

    #[test]
    fn pages_together_are_the_table() {
        let store = MemoryStore::new();
        let keys: Vec<_> = (0..2_500_u32)
            .map(|key| key.to_be_bytes().to_vec())
            .collect();
        let mut batch = Batch::new();
        for key in &keys {
            batch.put(Table::Games, key.clone(), Vec::new(), Expected::Any);
        }
        store.commit(batch).expect("a store");
        let read = |keys| {
            let pages = pages(&store, Table::Games, keys).collect::<Result<Vec<_>, _>>();
            pages.expect("a store")
        };
        let sizes = |pages: &[Entries<Stored>]| -> Vec<_> { pages.iter().map(Vec::len).collect() };
        let all = read(Keys::all());
        assert_eq!(sizes(&all), [1_000, 1_000, 500]);
        let seen = all.into_iter().flatten().map(|(key, _)| key);
        assert!(seen.eq(keys.clone()));
        let part = read(Keys::all().before(keys[1_200].clone()));
        assert_eq!(sizes(&part), [1_000, 200]);
    }
}
