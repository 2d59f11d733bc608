//! Serialization of everything that is read and written as text, as that text.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::{MoveText, Record};
use crate::{Color, Mode, Move, Ply, Position, Rules, Setup, Square};

/// Implements both directions for a type by its text; `$text` is the type that reads it.
macro_rules! as_text {
    ($($kind:ty: $text:ty, $value:expr;)+) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse::<$text>().map($value).map_err(D::Error::custom)
            }
        }
    )+};
}

as_text! {
    Color: Color, |color| color;
    Mode: Mode, |mode| mode;
    Move: MoveText, |text| text.mv();
    Ply: Ply, |ply| ply;
    Position: Position, |position| position;
    Record: Record, |record| record;
    Rules: Rules, |rules| rules;
    Setup: Setup, |setup| setup;
    Square: Square, |square| square;
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use crate::notation::Record;
    use crate::{Color, Game, Mode, Move, Position, Rules, Square};

    #[track_caller]
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
        let json = serde_json::to_string(value).expect("JSON");
        assert_eq!(json, serde_json::to_string(text).expect("JSON"));
        let read: T = serde_json::from_str(&json).expect("the same value");
        assert_eq!(&read, value);
    }

    #[test]
    fn everything_with_a_text_form_is_serialized_as_that_text() {
        let [from, to] = ["b7", "b6"].map(|text| text.parse::<Square>().expect("a square"));
        let rules = Rules::new(Mode::Duel);
        let position = Position::start(rules, Color::Blue);
        check(&from, "b7");
        check(&Color::Blue, &Color::Blue.to_string());
        check(&Mode::Partners, &Mode::Partners.to_string());
        check(&Move::Slide { from, to }, "b7-b6");
        check(&Move::Drop(to), "+b6");
        check(&rules, &rules.to_string());
        check(&position, &position.to_string());
        check(&position.to_setup(), &position.to_setup().to_string());
        let record = Record::new(Game::new(rules, Color::Blue));
        check(&record, &record.to_string());
    }

    #[test]
    fn text_of_something_else_is_refused_with_its_reason() {
        let error = serde_json::from_str::<Square>("\"a1\"").expect_err("no square");
        let reason = "a1".parse::<Square>().expect_err("no square").to_string();
        assert!(error.to_string().contains(&reason), "{error}");
        assert!(serde_json::from_str::<Move>("7").is_err());
    }
}
