//! Growth: requests and jobs cost as much among many games and people as among few.

mod copies;
mod games_cost;
mod requests_cost;

use std::env;
use std::fmt::Write as _;

use crate::service::deadlines::due::Cost;
use crate::service::deadlines::queues::job_costs;

/// Smallest number of games, which is several pages of them.
const FEWEST: u32 = 1_000;

/// Returns the numbers of games and people; `FOCUSBOT_GROWTH` overrides them.
fn sizes() -> Vec<u32> {
    let text = env::var("FOCUSBOT_GROWTH");
    let text = text.as_deref().unwrap_or("1000,10000");
    let sizes = text.split(',');
    let sizes: Vec<u32> = sizes
        .map(|size| size.parse().expect("a number of games"))
        .collect();
    assert!(
        sizes.len() >= 2,
        "expected at least two numbers of games, got `{text}`"
    );
    assert!(
        sizes.iter().all(|size| *size >= FEWEST),
        "expected at least {FEWEST} games each, got `{text}`"
    );
    sizes
}

/// Returns the costs of all requests and jobs; each store is dropped before the next is filled.
fn costs(size: u32) -> Vec<Cost> {
    let mut costs = requests_cost::request_costs(size);
    costs.extend(job_costs(size));
    costs.extend(requests_cost::background_costs(u64::from(size)));
    costs
}

/// Asserts that everything reads the same number of values among few games as among many, and hardly
/// more or fewer bytes.
#[track_caller]
pub(super) fn assert_flat(few: &[Cost], many: &[Cost]) {
    // The numbers in a value have more digits where there are more games and people, and it may be
    // deflated. A value with an entry for each game or person soon exceeds this.
    let has_room = |few: &Cost, many: &Cost| few.bytes.abs_diff(many.bytes) <= few.bytes / 10 + 64;
    let is_flat = |(few, many): &(&Cost, &Cost)| {
        (few.what, few.values) == (many.what, many.values) && has_room(few, many)
    };
    let pairs = few.iter().zip(many);
    let growing: Vec<_> = pairs.filter(|pair| !is_flat(pair)).collect();
    assert!(growing.is_empty(), "{growing:?}");
    assert_eq!(few.len(), many.len());
}

#[test]
fn nothing_grows_with_the_number_of_games_and_people() {
    let sizes = sizes();
    let costs: Vec<_> = sizes.iter().map(|size| costs(*size)).collect();
    eprintln!("{}", markdown(&sizes, &costs));
    for many in &costs[1..] {
        assert_flat(&costs[0], many);
    }
}

/// Returns a table of the values and bytes that are read among each number of games.
fn markdown(sizes: &[u32], costs: &[Vec<Cost>]) -> String {
    let mut text = "| values; bytes |".to_owned();
    let mut write = |part: std::fmt::Arguments<'_>| {
        text.write_fmt(part).expect("a string takes any text");
    };
    for size in sizes {
        write(format_args!(" among {} |", grouped(*size as usize)));
    }
    write(format_args!("\n| --- |{}\n", " --- |".repeat(sizes.len())));
    for (row, Cost { what, .. }) in costs[0].iter().enumerate() {
        write(format_args!("| {what} |"));
        for of_size in costs {
            let Cost { values, bytes, .. } = of_size[row];
            write(format_args!(" {}; {} |", grouped(values), grouped(bytes)));
        }
        write(format_args!("\n"));
    }
    text
}

/// Returns a number with its digits in groups of three.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}
