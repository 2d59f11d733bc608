//! Themes of a picture: the default one, one for every type of color vision, and one for print.
//!
//! The bot offers each by its `ThemeName`.

use focus::Color;

use crate::colors::{BLACK, CAPTURED_INK, Inks, Rgb, WHITE, hex};

/// Colors of a picture, and the style of its pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// Color around the board.
    pub background: Rgb,
    /// Color under the squares and inside the panels.
    pub plate: Rgb,
    /// Color under the pips of a race, inside a panel.
    pub race_plate: Rgb,
    /// Colors of light and dark squares.
    pub squares: [Rgb; 2],
    /// Color blended over the squares of the last move.
    pub gold: Rgb,
    /// Border of the squares of the last move.
    pub gold_border: Rgb,
    /// Color of the crown and the border of a winner.
    pub prize: Rgb,
    /// Color of coordinates and ply numbers.
    pub label: Rgb,
    /// Color of names and counts.
    pub text: Rgb,
    /// Color of the border of the panel of the player to move.
    pub turn: Rgb,
    /// Color of the cross over captured pieces and over players who are out.
    pub cross: Rgb,
    /// Colors of each player. Shape: `[color]`.
    pub inks: [Inks; 4],
    /// Color of text, counts and small marks on a player's color. Shape: `[color]`.
    pub on_piece: [Rgb; 4],
    /// Color of the player's mark on that color. Shape: `[color]`.
    pub mark_on_piece: [Rgb; 4],
    /// Mark or letter on the top piece of a stack.
    pub face: Face,
    /// Strength of light and shadow, from 0 for none to 1 for full.
    pub light: f32,
    /// Width of the outline of a piece, in units of the design.
    pub outline: f32,
    /// Radius of the small marks on the edge of a piece, in units of the design.
    pub edge_mark: f32,
    /// Width of the border around the panel of the player to move, in units of the design: it must
    /// stand out where the panel, in the player's color, resembles the others.
    pub turn_border: f32,
}

/// Mark or letter on the top piece of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The mark of its color, containing the height of the stack.
    Mark,
    /// The letter of its color, followed by the height of the stack.
    Letter,
}

impl Theme {
    /// Towers of discs on a dark background.
    pub const TOWER: Theme = Theme {
        background: hex(0x1F_24_2D),
        plate: hex(0x2C_33_3F),
        race_plate: hex(0x1F_24_2D),
        squares: [hex(0xE9_E2_D4), hex(0xD9_D0_BF)],
        gold: hex(0xFF_D8_4D),
        gold_border: hex(0xC9_8A_00),
        prize: hex(0xFF_D8_4D),
        label: hex(0xAA_B2_C0),
        text: hex(0xF2_F2_F2),
        turn: WHITE,
        cross: hex(0xFF_6B_5E),
        inks: [
            player(0xF5_7C_00, 0x5A_2A_00, 0xFF_93_2E),
            player(0x16_A0_79, 0x03_40_2F, 0x35_C4_9B),
            player(0x2A_56_B8, 0x0D_1F_4D, 0x7D_A2_F2),
            player(0xFF_9C_CF, 0x7A_1F_52, 0xFF_9C_CF),
        ],
        on_piece: [WHITE, WHITE, WHITE, hex(0x7A_1F_52)],
        mark_on_piece: [WHITE; 4],
        face: Face::Mark,
        light: 1.0,
        outline: 2.3,
        edge_mark: 3.1,
        turn_border: 4.0,
    };

    /// White on black, with player colors that differ strongly in every type of color vision and a
    /// letter on every stack.
    ///
    /// Orange, green, blue and pink also differ in brightness, in four steps.
    pub const CONTRAST: Theme = Theme {
        background: BLACK,
        plate: hex(0x1A_1A_1A),
        race_plate: BLACK,
        squares: [WHITE, hex(0xD6_D6_D6)],
        gold: hex(0xFF_E6_00),
        gold_border: BLACK,
        prize: hex(0xFF_E6_00),
        label: WHITE,
        text: WHITE,
        turn: WHITE,
        cross: hex(0xFF_5A_4A),
        inks: [
            player(0xFF_8A_00, 0x00_00_00, 0xFF_8A_00),
            player(0x00_71_4F, 0x00_00_00, 0x2F_D0_9A),
            player(0x12_0F_5C, 0xC9_D2_FF, 0x9D_AE_FF),
            player(0xFF_D9_F2, 0x00_00_00, 0xFF_D9_F2),
        ],
        on_piece: [BLACK, WHITE, WHITE, BLACK],
        mark_on_piece: [BLACK, WHITE, WHITE, BLACK],
        face: Face::Letter,
        light: 0.0,
        outline: 3.2,
        edge_mark: 3.7,
        turn_border: 9.0,
    };

    /// Plain shapes on white; the player colors are four steps of gray on a monochrome printer.
    pub const FLAT: Theme = Theme {
        background: WHITE,
        plate: hex(0xCD_D1_D6),
        race_plate: WHITE,
        squares: [WHITE, hex(0xEC_EE_F0)],
        gold: hex(0xFF_E1_7A),
        gold_border: hex(0x8A_5E_00),
        prize: hex(0x7A_52_00),
        label: hex(0x3C_41_49),
        text: CAPTURED_INK,
        turn: BLACK,
        cross: hex(0xB3_26_1E),
        inks: [
            player(0xFF_A9_40, 0x5A_2A_00, 0xA8_50_00),
            player(0x1E_80_60, 0xE9_FF_F7, 0x0F_6B_4E),
            player(0x2E_3F_94, 0xE6_EA_FF, 0x2E_3F_94),
            player(0xFF_E3_F4, 0x7A_1F_52, 0xA8_2D_73),
        ],
        on_piece: [BLACK, WHITE, WHITE, BLACK],
        mark_on_piece: [BLACK, WHITE, WHITE, BLACK],
        face: Face::Letter,
        light: 0.0,
        outline: 2.6,
        edge_mark: 3.3,
        turn_border: 9.0,
    };

    /// Every theme with its name.
    pub const ALL: [(&'static str, Theme); 3] = [
        ("tower", Theme::TOWER),
        ("contrast", Theme::CONTRAST),
        ("flat", Theme::FLAT),
    ];

    /// Returns the colors of a player.
    #[must_use]
    pub const fn inks(&self, color: Color) -> Inks {
        self.inks[color.index()]
    }

    /// Returns the color of text, counts and small marks on a player's color.
    pub(crate) const fn on_piece(&self, color: Color) -> Rgb {
        self.on_piece[color.index()]
    }
}

const fn player(piece: u32, ink: u32, tint: u32) -> Inks {
    Inks {
        piece: hex(piece),
        ink: hex(ink),
        tint: hex(tint),
    }
}
