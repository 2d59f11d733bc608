//! Replays as a viewer sees them: decoded GIF files.

use focus_render::Rgb;
use gif::{ColorOutput, DecodeOptions, Decoder};

/// One picture of a replay, as it appears on the screen.
pub(crate) struct Frame {
    pub(crate) pixels: Vec<Rgb>,
    /// Display time in hundredths of a second.
    pub(crate) delay: u16,
    /// Number of pixels in the rectangle that was sent.
    pub(crate) sent: usize,
}

/// Returns the pictures of a GIF, each composed with the earlier ones.
pub(crate) fn frames(gif: &[u8]) -> Vec<Frame> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder: Decoder<&[u8]> = options.read_info(gif).expect("header of a GIF");
    let width = usize::from(decoder.width());
    let mut pixels = vec![[0; 3]; width * usize::from(decoder.height())];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let (colors, rest) = frame.buffer.as_chunks::<4>();
        assert!(rest.is_empty(), "four bytes a pixel");
        let rows = colors.chunks_exact(frame.width.into());
        for (y, row) in (usize::from(frame.top)..).zip(rows) {
            for (x, &[red, green, blue, alpha]) in (usize::from(frame.left)..).zip(row) {
                if alpha > 0 {
                    pixels[y * width + x] = [red, green, blue];
                }
            }
        }
        frames.push(Frame {
            pixels: pixels.clone(),
            delay: frame.delay,
            sent: colors.len(),
        });
    }
    frames
}
