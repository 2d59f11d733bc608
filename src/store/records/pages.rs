//! Paged reading of a table, so that a large one is never in memory as a whole.

use std::iter;

use crate::store::{Entries, Keys, Store, StoreError, Stored, Table};

/// Maximum number of entries in a page.
const PAGE: usize = 1_000;

/// Returns all values of a table in the order of the keys, page by page. Each page shows the
/// content at the time it is read; an error ends the iteration.
pub fn pages(
    store: &dyn Store,
    table: Table,
) -> impl Iterator<Item = Result<Entries<Stored>, StoreError>> {
    let mut rest = Some(Keys::all());
    iter::from_fn(move || {
        let page = store.scan(table, &rest.take()?.limit(PAGE));
        let last = page.as_ref().ok().and_then(|page| page.last());
        rest = last.map(|(key, _)| Keys::all().after(key.clone()));
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
        let pages = pages(&store, Table::Games).collect::<Result<Vec<_>, _>>();
        let pages = pages.expect("a store");
        let sizes: Vec<_> = pages.iter().map(Vec::len).collect();
        assert_eq!(sizes, [1_000, 1_000, 500]);
        let seen = pages.into_iter().flatten().map(|(key, _)| key);
        assert!(seen.eq(keys));
    }
}
