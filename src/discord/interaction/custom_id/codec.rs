//! Mechanism of all custom ids: a prefix, which names their kind and version, and fields, separated
//! by colons.
//!
//! Ids are in messages all over Discord, so prefixes, tokens and the order of fields must not change.
//! Each id has one spelling, without signs, leading zeros or trailing text; others are foreign.

use std::str::{FromStr, Split};

use crate::i18n::{Language, Task};
use crate::service::game::ended::imports::ImportId;
use crate::service::{GameId, PersonId, Team};
use focus::notation::MoveText;
use focus::{Color, Mode, Move};
use focus_render::Speed;

/// Error of a custom id, or of a part of one, that no button of this bot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignId;

/// Segments of an id that have not been read yet.
pub type Segments<'a> = Split<'a, char>;

/// Field of an id: one or several of its segments.
pub trait Field: Sized {
    /// Reads the field, in any spelling.
    fn read(segments: &mut Segments<'_>) -> Option<Self>;

    /// Writes the field; several segments are separated by colons.
    fn write(&self) -> String;
}

pub(crate) fn write(prefix: &str, id: &impl Field) -> String {
    format!("{prefix}:{}", id.write())
}

pub(crate) fn read<T: Field>(prefix: &str, text: &str) -> Result<T, ForeignId> {
    let rest = text.strip_prefix(prefix).ok_or(ForeignId)?;
    let rest = rest.strip_prefix(':').ok_or(ForeignId)?;
    let id = T::read(&mut rest.split(':')).ok_or(ForeignId)?;
    if write(prefix, &id) == text {
        Ok(id)
    } else {
        Err(ForeignId)
    }
}

/// Reads one segment by its text.
pub(crate) fn parse<T: FromStr>(segments: &mut Segments<'_>) -> Option<T> {
    segments.next()?.parse().ok()
}

/// Declares how types are fields: by their text, or by conversion to and from a type that is one.
macro_rules! fields {
    (by_text: $($type:ty),+) => {$(
        impl $crate::discord::interaction::custom_id::codec::Field for $type {
            fn read(
                segments: &mut $crate::discord::interaction::custom_id::codec::Segments<'_>,
            ) -> Option<Self> {
                $crate::discord::interaction::custom_id::codec::parse(segments)
            }

            fn write(&self) -> String {
                self.to_string()
            }
        }
    )+};
    (in_order: $type:ident { $($field:ident),+ }) => {
        impl $crate::discord::interaction::custom_id::codec::Field for $type {
            fn read(
                segments: &mut $crate::discord::interaction::custom_id::codec::Segments<'_>,
            ) -> Option<Self> {
                Some(Self {
                    $($field: $crate::discord::interaction::custom_id::codec::Field::read(segments)?),+
                })
            }

            fn write(&self) -> String {
                [
                    $($crate::discord::interaction::custom_id::codec::Field::write(&self.$field)),+
                ]
                .join(":")
            }
        }
    };
}

/// Gives a type of fields its prefix, with which it is printed and parsed.
macro_rules! prefixed {
    ($prefix:literal: $type:ty) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::discord::interaction::custom_id::codec::write(
                    $prefix, self,
                ))
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::discord::interaction::custom_id::codec::ForeignId;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::discord::interaction::custom_id::codec::read($prefix, text)
            }
        }
    };
}

/// Declares the buttons and menus of a kind: each with its token, its fields, and the usual label
/// and style of a button.
macro_rules! buttons {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$doc:meta])*
                $kind:ident
                    $(($part:ident: $type:ty))?
                    $({ $($(#[$field_doc:meta])* $field:ident: $field_type:ty),+ $(,)? })?
                    = $token:literal $([$label:ident, $style:ident])?,
            )+
        }
    ) => {
        $(#[$about])*
        $vis enum $name {
            $(
                $(#[$doc])*
                $kind $(($type))? $({ $($(#[$field_doc])* $field: $field_type),+ })?,
            )+
        }

        impl $name {
            /// Lists those without fields.
            pub fn plain() -> impl Iterator<Item = Self> {
                let all = [$(
                    $crate::discord::interaction::custom_id::codec::plain!(
                        Self::$kind $(, $type)? $($(, $field_type)+)?
                    )
                ),+];
                all.into_iter().flatten()
            }

            /// Returns the usual label and style of the button; `None` for a menu or a form, and for
            /// a button whose label says more.
            #[must_use]
            pub fn face(&self) -> Option<(crate::i18n::Button, serenity::all::ButtonStyle)> {
                match self {
                    $(Self::$kind { .. } => {
                        $crate::discord::interaction::custom_id::codec::face!($($label, $style)?)
                    })+
                }
            }

            pub(crate) fn token(&self) -> &'static str {
                match self {
                    $(Self::$kind { .. } => $token,)+
                }
            }

            /// Reads the fields behind a token.
            pub(crate) fn read_behind(
                token: &str,
                segments: &mut $crate::discord::interaction::custom_id::codec::Segments<'_>,
            ) -> Option<Self> {
                // Buttons without fields read nothing.
                let _ = &segments;
                Some(match token {
                    $($token => Self::$kind
                        $((<$type as $crate::discord::interaction::custom_id::codec::Field>::read(segments)?))?
                        $({ $($field: <$field_type as $crate::discord::interaction::custom_id::codec::Field>::read(segments)?),+ })?,)+
                    _ => return None,
                })
            }

            /// Writes the fields behind the token, each after a colon.
            pub(crate) fn write_behind(&self) -> String {
                let fields: Vec<String> = match self {
                    $(Self::$kind $(($part))? $({ $($field),+ })? => vec![
                        $($crate::discord::interaction::custom_id::codec::Field::write($part))?
                        $($($crate::discord::interaction::custom_id::codec::Field::write($field)),+)?
                    ],)+
                };
                fields.iter().map(|field| format!(":{field}")).collect()
            }
        }

        impl $crate::discord::interaction::custom_id::codec::Field for $name {
            fn read(
                segments: &mut $crate::discord::interaction::custom_id::codec::Segments<'_>,
            ) -> Option<Self> {
                let token = segments.next()?;
                Self::read_behind(token, segments)
            }

            fn write(&self) -> String {
                format!("{}{}", self.token(), self.write_behind())
            }
        }
    };
}

/// Declares buttons as [`buttons`] does, each with the request that a press makes about the game
/// `$game`, of which the person saw the step `$seen`, and its confirmation.
macro_rules! requests {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident($game:ident, $seen:ident) -> $request_type:ty {
            $(
                $(#[$doc:meta])*
                $kind:ident $(($part:ident: $type:ty))? = $token:literal $([$label:ident, $style:ident])?
                    => $request:expr,
            )+
        }
    ) => {
        $crate::discord::interaction::custom_id::codec::buttons! {
            $(#[$about])*
            $vis enum $name {
                $(
                    $(#[$doc])*
                    $kind $(($part: $type))? = $token $([$label, $style])?,
                )+
            }
        }

        impl $name {
            /// Returns the request, and the confirmation of it.
            #[must_use]
            pub fn request(
                self,
                $game: crate::service::GameId,
                $seen: Option<u32>,
            ) -> $request_type {
                match self {
                    $(Self::$kind $(($part))? => $request,)+
                }
            }
        }
    };
}

/// Returns a button if it has no fields.
macro_rules! plain {
    ($kind:expr) => {
        Some($kind)
    };
    ($kind:expr $(, $field:ty)+) => {
        None
    };
}

/// Returns the usual label and style of a button, if they are declared.
macro_rules! face {
    () => {
        None
    };
    ($label:ident, $style:ident) => {
        Some((
            crate::i18n::Button::$label,
            serenity::all::ButtonStyle::$style,
        ))
    };
}

pub(crate) use {buttons, face, fields, plain, prefixed, requests};

fields!(by_text: Mode, u16, u32, u64);

/// Declares how types are fields: by a character or a number for each of their values.
macro_rules! by_methods {
    ($($type:ident($read:ident, $write:ident)),+) => {$(
        impl Field for $type {
            fn read(segments: &mut Segments<'_>) -> Option<Self> {
                Self::$read(parse(segments)?)
            }

            fn write(&self) -> String {
                self.$write().to_string()
            }
        }
    )+};
}

by_methods!(
    Color(from_letter, letter),
    Task(from_number, number),
    Team(from_number, number)
);

impl Field for GameId {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        Field::read(segments).map(Self)
    }

    fn write(&self) -> String {
        self.0.write()
    }
}

impl Field for ImportId {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        Field::read(segments).map(Self)
    }

    fn write(&self) -> String {
        self.0.write()
    }
}

impl Field for Language {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        Self::from_code(segments.next()?)
    }

    fn write(&self) -> String {
        self.code().to_owned()
    }
}

impl Field for Move {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        parse::<MoveText>(segments).map(|text| text.mv())
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

/// No account has the id 0, which stands for nobody.
impl Field for Option<PersonId> {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        let id = u64::read(segments)?;
        Some((id != 0).then_some(PersonId(id)))
    }

    fn write(&self) -> String {
        self.map_or(0, |person| person.0).write()
    }
}

impl Field for PersonId {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        Option::<Self>::read(segments)?
    }

    fn write(&self) -> String {
        self.0.write()
    }
}

impl Field for Speed {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        let number: u16 = parse(segments)?;
        Self::ALL.get(usize::from(number)).copied()
    }

    fn write(&self) -> String {
        let number = Self::ALL.iter().position(|speed| speed == self);
        number.unwrap_or_default().to_string()
    }
}
