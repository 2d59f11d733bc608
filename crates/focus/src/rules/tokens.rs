//! Enums whose values have texts in notation.

/// Declares an enum with the tokens of its values.
macro_rules! tokens {
    (
        $(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $token:literal,)+ }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$value_doc])* $value,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: [$name; [$($name::$value),+].len()] = [$($name::$value),+];

            /// Returns the text of the value in notation.
            #[must_use]
            pub const fn token(self) -> &'static str {
                match self {
                    $($name::$value => $token,)+
                }
            }
        }
    };
}

pub(crate) use tokens;
