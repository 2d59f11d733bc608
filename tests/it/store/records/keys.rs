//! The order of keys on disk.

use focusbot::store::{Key, KeyReader, Keys};
use proptest::prelude::*;

proptest! {
    #[test]
    fn keys_sort_as_their_parts_do(
        a in any::<(u8, u32, u64)>(),
        b in any::<(u8, u32, u64)>(),
    ) {
        let key = |(a, b, c)| Key::new().u8(a).u32(b).u64(c);
        prop_assert_eq!(key(a).cmp(&key(b)), a.cmp(&b));
    }

    #[test]
    fn descending_keys_sort_the_other_way(a: u64, b: u64) {
        let key = |part| Key::new().u64_descending(part);
        prop_assert_eq!(key(a).cmp(&key(b)), b.cmp(&a));
    }

    #[test]
    fn reader_returns_the_parts_of_a_key(parts in any::<(u8, u32, u64, u64)>(), tail: Vec<u8>) {
        let (a, b, c, d) = parts;
        let key = Key::new().u8(a).u32(b).u64(c).u64_descending(d).bytes(&tail);
        let mut reader = KeyReader::new(&key);
        prop_assert_eq!(reader.u8(), Some(a));
        prop_assert_eq!(reader.u32(), Some(b));
        prop_assert_eq!(reader.u64(), Some(c));
        prop_assert_eq!(reader.u64_descending(), Some(d));
        prop_assert_eq!(reader.rest(), &tail[..]);
    }
}

#[test]
fn byte_order_is_that_of_the_most_significant_byte_first() {
    assert_eq!(*Key::new().u32(0x0102_0304), [1, 2, 3, 4]);
    assert_eq!(*Key::new().u64_descending(0), [0xff; 8]);
}

#[test]
fn reader_stops_at_the_end_of_the_key() {
    let mut reader = KeyReader::new(&[1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(reader.u64(), None);
    assert_eq!(reader.u32(), Some(0x0102_0304));
    assert_eq!(reader.u32(), None);
    assert_eq!(reader.rest(), [5, 6, 7]);
}

#[test]
fn prefix_of_highest_bytes_has_an_end_or_none() {
    let ended = Keys::prefix(&[1, 0xff]);
    assert_eq!(ended, Keys::all().from([1, 0xff]).before([2]));
    assert_eq!(Keys::prefix(&[0xff, 0xff]), Keys::all().from([0xff, 0xff]));
}
