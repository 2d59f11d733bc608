//! Methods of types, and their calls.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat;
use std::path::PathBuf;

use crate::project::sources::{Source, identifier, words_after, words_in};

/// Methods that types of other crates have as well, so that a call tells nothing.
const ALSO_ELSEWHERE: &[&str] = &["join", "lines", "seats"];

/// Names of a type and of one of its methods.
type Method = (String, String);

/// Methods of sources, each with the place of its definition; without those of types whose name
/// several files declare.
pub(super) struct Methods<P> {
    places: BTreeMap<Method, P>,
    /// Methods whose name no other type has for one of its own.
    by_name: BTreeMap<String, Method>,
}

impl<P> Methods<P> {
    pub(super) fn new<'s>(sources: &'s [Source], place: impl Fn(&'s Source) -> P) -> Self {
        let shared = shared_names(sources);
        let mut places = BTreeMap::new();
        let mut named: BTreeMap<String, BTreeSet<Method>> = BTreeMap::new();
        for source in sources {
            for method in all_methods(&source.code) {
                named.entry(method.1.clone()).or_default().insert(method);
            }
            for method in methods(&source.code) {
                if !shared.contains(&method.0) {
                    places.insert(method, place(source));
                }
            }
        }
        named.retain(|name, methods| {
            let is_of_one =
                methods.len() == 1 && methods.iter().all(|one| places.contains_key(one));
            is_of_one && !ALSO_ELSEWHERE.contains(&name.as_str())
        });
        let by_name = named.into_iter();
        let by_name = by_name.flat_map(|(name, methods)| repeat(name).zip(methods));
        Self {
            by_name: by_name.collect(),
            places,
        }
    }

    /// Returns the methods that code calls, each with its place: those of its own types, and those
    /// of types that it names.
    pub(super) fn called(&self, code: &str) -> Vec<(&Method, &P)> {
        let words = words_in(code);
        let names = called_names(code);
        let by_name = names.iter().filter_map(|name| self.by_name.get(name));
        let by_name = by_name.filter(|(of, _)| words.contains(of)).cloned();
        let mut called = called_methods(code);
        called.extend(by_name);
        let called = called.iter();
        called
            .filter_map(|method| self.places.get_key_value(method))
            .collect()
    }
}

/// Returns the types of which [`Methods`] lacks some that are called in other files: several files
/// declare the name, and another one defines methods.
pub(super) fn unseen_types(sources: &[Source]) -> BTreeSet<String> {
    let shared = shared_names(sources);
    let elsewhere = sources.iter().flat_map(|source| {
        let types = source.types();
        let methods = methods(&source.code).into_iter();
        methods.filter_map(move |(of, _)| (!types.contains(&of)).then_some(of))
    });
    elsewhere.filter(|of| shared.contains(of)).collect()
}

/// Returns the names of types that several files declare.
fn shared_names(sources: &[Source]) -> BTreeSet<String> {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for name in sources.iter().flat_map(Source::types) {
        *files.entry(name).or_default() += 1;
    }
    files.retain(|_, files| *files > 1);
    files.into_keys().collect()
}

/// Returns the methods that code defines, each with its type.
fn methods(code: &str) -> BTreeSet<Method> {
    let own = blocks(code).into_iter().filter(|block| !block.is_of_trait);
    own.flat_map(Block::methods).collect()
}

/// Returns the methods that code defines, also those of traits.
fn all_methods(code: &str) -> BTreeSet<Method> {
    blocks(code).into_iter().flat_map(Block::methods).collect()
}

/// Returns the names of methods, and some others, that code calls on its own type, each with that
/// type.
fn called_methods(code: &str) -> BTreeSet<Method> {
    let called = |block: Block<'_>| {
        let code: String = block.code.split_whitespace().collect();
        let names = [words_after("self.", &code), words_after("Self::", &code)];
        repeat(block.of).zip(names.into_iter().flatten())
    };
    blocks(code).into_iter().flat_map(called).collect()
}

/// Returns the names of the methods that code calls on any value.
fn called_names(code: &str) -> BTreeSet<String> {
    let code: String = code.split_whitespace().collect();
    let names = code.split('.').skip(1).filter_map(|rest| {
        let name = identifier(rest)?;
        let is_call = ["(", "::<"]
            .iter()
            .any(|start| rest[name.len()..].starts_with(start));
        is_call.then_some(name)
    });
    names.collect()
}

/// Implementation of a type.
struct Block<'c> {
    /// Name of the type.
    of: String,
    is_of_trait: bool,
    code: &'c str,
}

impl Block<'_> {
    fn methods(self) -> impl Iterator<Item = Method> {
        repeat(self.of).zip(words_after("fn ", self.code))
    }
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
    let expected = [&expected[..], &[("Guard", "e")]].concat();
    assert_eq!(all_methods(code), names(&expected));
    let expected = [
        ("Guard", "f"),
        ("Other", "y"),
        ("Service", "b"),
        ("Service", "c"),
    ];
    assert_eq!(called_methods(code), names(&expected));
}

#[test]
fn check_sees_calls_on_any_value_of_a_type_that_is_named() {
    let sources = |files: &[&str]| -> Vec<Source> {
        let files = files.iter().enumerate();
        let path = |at| PathBuf::from(format!("/src/{at}.rs"));
        files
            .map(|(at, code)| Source::new(path(at), "a", code))
            .collect()
    };
    let a = "struct A;\nimpl A {\n    fn b(&self) {}\n}";
    let called = |others: &[&str], code: &str| {
        let sources = sources(&[&[a], others].concat());
        Methods::new(&sources, |_| ()).called(code).len()
    };
    let call = "fn c(a: A) {\n    a\n        .b();\n}";
    assert_eq!(called(&[], call), 1);
    assert_eq!(called(&[], "fn c(a: A) {\n    a.b::<u8>();\n}"), 1);
    for not_called in ["fn c() {\n    d().b();\n}", "fn c(a: A) {\n    a.b;\n}"] {
        assert_eq!(called(&[], not_called), 0, "{not_called}");
    }
    for other in [
        "struct D;\nimpl D {\n    fn b(&self) {}\n}",
        "struct D;\nimpl E for D {\n    fn b(&self) {}\n}",
        "struct A;",
    ] {
        assert_eq!(called(&[other], call), 0, "{other}");
    }
    let away = "impl A {\n    fn d(&self) {}\n}";
    assert_eq!(unseen_types(&sources(&[a, a])), BTreeSet::new());
    assert_eq!(unseen_types(&sources(&[a, away])), BTreeSet::new());
    assert_eq!(
        unseen_types(&sources(&[a, a, away])),
        ["A".to_owned()].into()
    );
}
