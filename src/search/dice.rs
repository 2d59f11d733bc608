//! Chance that is the same on every machine.

/// A stream of random numbers.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators"
/// (2014).
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// The stream of a seed and a number, unlike that of any other number.
    pub(crate) fn of(seed: u64, number: u64) -> Dice {
        let mut dice = Dice(seed ^ number.wrapping_mul(0xA076_1D64_78BD_642F));
        dice.0 = dice.bits();
        dice
    }

    /// Sixty-four random bits.
    #[inline]
    pub(crate) const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound above zero.
    #[inline]
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }

    /// A number from 0 up to 1.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
    pub(crate) const fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1_u32 << 24) as f32
    }
}
