//! Methods of types, and their calls in other methods of the same type.

use std::collections::BTreeSet;
use std::iter::repeat;

use crate::project::sources::{identifier, words_after};

/// Returns the methods that code defines, each with its type.
pub(super) fn methods(code: &str) -> BTreeSet<(String, String)> {
    let own = blocks(code).into_iter().filter(|block| !block.is_of_trait);
    let names = own.flat_map(|block| repeat(block.of).zip(words_after("fn ", block.code)));
    names.collect()
}

/// Returns the names of methods, and some others, that code calls on its own type, each with that
/// type.
pub(super) fn called_methods(code: &str) -> BTreeSet<(String, String)> {
    let called = |block: Block<'_>| {
        let code: String = block.code.split_whitespace().collect();
        let names = [words_after("self.", &code), words_after("Self::", &code)];
        repeat(block.of).zip(names.into_iter().flatten())
    };
    blocks(code).into_iter().flat_map(called).collect()
}

/// Implementation of a type.
struct Block<'c> {
    /// Name of the type.
    of: String,
    is_of_trait: bool,
    code: &'c str,
}

fn blocks(code: &str) -> Vec<Block<'_>> {
    let starts = code.match_indices("impl").filter(|(at, _)| {
        let before = code[..*at].chars().next_back();
        before.is_none_or(|letter| letter == '\n')
    });
    let blocks = starts.filter_map(|(at, start)| {
        let (head, rest) = code[at + start.len()..].split_once('{')?;
        let (block, _) = rest.split_once("\n}").unwrap_or((rest, ""));
        let head = match head.strip_prefix('<') {
            Some(generic) => generic.split_once("> ")?.1,
            None => head.strip_prefix(' ')?,
        };
        let of_trait = head.split_once(" for ");
        Some(Block {
            of: identifier(of_trait.map_or(head, |(_, of)| of))?,
            is_of_trait: of_trait.is_some(),
            code: if rest.starts_with('}') { "" } else { block },
        })
    });
    blocks.collect()
}

#[test]
fn check_sees_methods_and_their_calls() {
    let code = "impl Other {\n    fn x(&self) {\n        self.y();\n    }\n}\n
impl Service {\n    pub fn a<T>(&self) {\n        Self::b(self\n            .c(1));\n    }\n}\n
impl Mark for Other {}\n
impl<T> Deref for Guard<T> {\n    fn e(&self) {\n        self.f();\n    }\n}\n
impl Service {\n    fn d(&self) {}\n}\n";
    let names = |names: &[(&str, &str)]| -> BTreeSet<_> {
        let names = names.iter();
        names
            .map(|(of, name)| ((*of).to_owned(), (*name).to_owned()))
            .collect()
    };
    let expected = [("Other", "x"), ("Service", "a"), ("Service", "d")];
    assert_eq!(methods(code), names(&expected));
    let expected = [
        ("Guard", "f"),
        ("Other", "y"),
        ("Service", "b"),
        ("Service", "c"),
    ];
    assert_eq!(called_methods(code), names(&expected));
}
