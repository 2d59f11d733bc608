//! Pictures as a viewer sees them: decoded PNG files.

use std::io::Cursor;

use focus_render::Rgb;
use png::{DecodeOptions, Decoder, Transformations};

/// A decoded picture.
#[derive(PartialEq, Eq)]
pub(crate) struct Picture {
    /// Width; a board is as high as it is wide, a list or a card is not.
    pub(crate) size: i32,
    pub(crate) height: i32,
    /// Pixels, row by row.
    pub(crate) pixels: Vec<Rgb>,
}

impl Picture {
    pub(crate) fn decode(bytes: &[u8]) -> Picture {
        let mut options = DecodeOptions::default();
        options.set_ignore_checksums(false);
        let mut decoder = Decoder::new_with_options(Cursor::new(bytes), options);
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("header of a PNG");
        let size = reader.output_buffer_size().expect("size of a picture");
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes).expect("pixels of a PNG");
        let (pixels, rest) = bytes.as_chunks::<3>();
        assert!(rest.is_empty(), "three bytes a pixel");
        Picture {
            size: info.width.cast_signed(),
            height: info.height.cast_signed(),
            pixels: pixels.to_vec(),
        }
    }

    pub(crate) fn at(&self, x: i32, y: i32) -> Rgb {
        let is_inside = (0..self.size).contains(&x) && (0..self.height).contains(&y);
        assert!(is_inside, "({x}, {y})");
        self.pixels[usize::try_from(y * self.size + x).expect("inside")]
    }
}
