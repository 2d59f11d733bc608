//! Parsers return on any text, and write back every text they accept.

use focus::notation::{MoveText, Record};
use focus::{Color, Mode, Ply, Position, Rules, Setup, Square};
use proptest::prelude::{ProptestConfig, proptest};
use proptest::prop_assert_eq;
use proptest::test_runner::RngSeed;

/// Returns a configuration that generates the same texts in every run.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0xF0C5),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_text_is_too_much_for_a_parser(text in ".{0,60}") {
        read_everything(&text);
    }

    #[test]
    fn no_likely_text_is_too_much_for_a_parser(text in "[a-hA-H1-8OGBPx/,:<>+@*#rp=. {}\\[\\]\"\\\\-]{0,40}") {
        read_everything(&text);
        read_everything(&format!("[Game \"Focus\"]\n[Rules \"mode=2\"]\n[First \"O\"]\n[Result \"*\"]\n\n{text}"));
        read_everything(&format!("[Game \"{text}\"]"));
    }

    #[test]
    fn moves_are_read_as_they_are_written(text in "[a-h][1-8](-|>|<>|x|:|)[a-h][1-8]|[+@*][a-h][1-8]") {
        if let Ok(read) = text.parse::<MoveText>() {
            let again: MoveText = read.mv().to_string().parse().expect("written move");
            prop_assert_eq!(again.mv(), read.mv());
        }
    }

    #[test]
    fn positions_are_written_as_they_are_read(
        rank in "(x|x[2-8]|[OB]{1,5})(,(x|x[2-8]|[OB]{1,5})){0,7}",
        hand in "-|O[1-9]|O[1-9]B1[0-8]",
        rest in "(-|O:B[1-9](,B:O1[0-9])?) (-|O|OB) [0-9]{1,3} ([1-9][0-9]{0,3}|s[12])",
    ) {
        let fps = format!("2 x4/x6/{rank}/x8/x8/x8/x6/x4 O {hand} {rest}");
        if let Ok(setup) = fps.parse::<Setup>() {
            prop_assert_eq!(setup.to_string(), fps);
        }
    }
}

fn read_everything(text: &str) {
    // This only checks that each parser returns.
    let _ = text.parse::<MoveText>();
    let _ = text.parse::<Setup>();
    let _ = text.parse::<Position>();
    let _ = text.parse::<Rules>();
    let _ = text.parse::<Record>();
    let _ = text.parse::<Square>();
    let _ = text.parse::<Color>();
    let _ = text.parse::<Mode>();
    let _ = text.parse::<Ply>();
}
