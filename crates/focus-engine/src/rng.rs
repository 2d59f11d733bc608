//! Random numbers, identical on every machine.

use focus::SplitMix;

/// Random number generator.
#[derive(Clone, Debug)]
pub struct Rng(SplitMix);

impl Rng {
    /// Creates the generator for a seed and a number; each number gives a different stream.
    #[must_use]
    pub fn of(seed: u64, number: u64) -> Rng {
        let mut mixed = SplitMix::new(seed ^ number.wrapping_mul(0xA076_1D64_78BD_642F));
        Rng(SplitMix::new(mixed.next_u64()))
    }

    /// Returns 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below a bound, which must be above zero.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }

    /// Returns a number in the half-open range from 0 to 1.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
    pub const fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1_u32 << 24) as f32
    }
}
