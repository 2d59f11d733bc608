//! Encoding of an animation as a GIF.

use std::borrow::Cow;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::animation::frames::Animation;
use crate::animation::timing::{LAST_PICTURE, Speed};
use crate::parts::content::Part;
use crate::pixels::bitmap::Rect;
use crate::pixels::measure::length;
use crate::pixels::png::Indexed;
use crate::renderer::Renderer;
use crate::scene::Scene;

impl Renderer {
    /// Encodes an animation as a GIF that loops forever; returns `None` if it would exceed
    /// `limit` bytes. After each picture, `report` is called with the number of pictures so far.
    ///
    /// A picture contains only the rectangle in which something changed, and within it only the
    /// changed pixels.
    #[must_use]
    pub fn animation_gif(
        &self,
        animation: &Animation,
        speed: Speed,
        limit: usize,
        report: &mut dyn FnMut(usize),
    ) -> Option<Vec<u8>> {
        let mut scenes = animation.scenes().peekable();
        let first = scenes.next()?;
        let mut writer = GifWriter::new(self, &first);
        let mut whole = Cow::Owned(writer.picture.pixels.clone());
        let mut place = Rect::of_size(writer.picture.size, writer.picture.size);
        let mut scene = first;
        for done in 1.. {
            let next = scenes.next();
            let delay = if next.is_some() {
                speed.delay()
            } else {
                LAST_PICTURE
            };
            writer.write(place, whole, delay);
            report(done);
            if writer.encoder.get_ref().len() >= limit {
                return None;
            }
            let Some(next) = next else { break };
            (place, whole) = writer.advance(&scene, &next);
            scene = next;
        }
        let bytes = writer.finish();
        (bytes.len() <= limit).then_some(bytes)
    }
}

/// A GIF being written.
struct GifWriter<'a> {
    renderer: &'a Renderer,
    encoder: Encoder<Vec<u8>>,
    /// Picture currently on the screen.
    picture: Indexed,
    /// Index of the transparent color.
    clear: u8,
}

impl<'a> GifWriter<'a> {
    fn new(renderer: &'a Renderer, first: &Scene) -> GifWriter<'a> {
        let picture = renderer.draw(first);
        let palette = renderer.palette();
        let clear = u8::try_from(palette.colors().len()).expect("a free place in the palette");
        let mut colors = palette.bytes();
        colors.extend([0; 3]);
        let side = u16::try_from(picture.size).expect("a picture of at most 2,048 pixels");
        let mut encoder =
            Encoder::new(Vec::new(), side, side, &colors).expect("memory takes every byte");
        encoder
            .set_repeat(Repeat::Infinite)
            .expect("memory takes every byte");
        GifWriter {
            renderer,
            encoder,
            picture,
            clear,
        }
    }

    /// Draws the changes of a scene; returns their rectangle and its pixels, transparent where
    /// nothing changed.
    fn advance(&mut self, before: &Scene, after: &Scene) -> (Rect, Cow<'static, [u8]>) {
        let old = self.picture.clone();
        let parts = self.renderer.changes(before, after);
        for part in &parts {
            self.renderer.paint(&mut self.picture, after, *part);
        }
        let places: Vec<Rect> = parts
            .iter()
            .filter_map(|part: &Part| self.changed(&old, self.renderer.place(after, *part)))
            .collect();
        // A picture without changes still needs a frame for its display time.
        let whole = places.iter().copied().reduce(Rect::around);
        let whole = whole.unwrap_or(Rect::of_size(1, 1));
        let mut pixels = vec![self.clear; length(whole.width) * length(whole.height)];
        for place in places {
            for y in place.y..place.y + place.height {
                let row = self.picture.row(y, place);
                let target = Indexed::start(whole.width, place.x - whole.x, y - whole.y);
                let target = &mut pixels[target..target + row.len()];
                for (target, (new, old)) in target.iter_mut().zip(row.iter().zip(old.row(y, place)))
                {
                    if new != old {
                        *target = *new;
                    }
                }
            }
        }
        (whole, Cow::Owned(pixels))
    }

    /// Returns the smallest rectangle inside a location that contains all changed pixels.
    fn changed(&self, old: &Indexed, place: Rect) -> Option<Rect> {
        let mut found: Option<Rect> = None;
        for y in place.y..place.y + place.height {
            let row = self.picture.row(y, place).iter().zip(old.row(y, place));
            let mut differing = (place.x..).zip(row).filter(|(_, (new, old))| new != old);
            let Some((left, _)) = differing.next() else {
                continue;
            };
            let right = differing.last().map_or(left, |(right, _)| right);
            let line = Rect {
                x: left,
                y,
                width: right - left + 1,
                height: 1,
            };
            found = Some(found.map_or(line, |found| found.around(line)));
        }
        found
    }

    fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect("memory takes every byte")
    }

    fn write(&mut self, place: Rect, pixels: Cow<'_, [u8]>, delay: Duration) {
        let px = |px: i32| u16::try_from(px).expect("a place on the picture");
        let hundredths = delay.as_millis() / 10;
        let frame = Frame {
            delay: u16::try_from(hundredths).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: Some(self.clear),
            left: px(place.x),
            top: px(place.y),
            width: px(place.width),
            height: px(place.height),
            buffer: pixels,
            ..Frame::default()
        };
        self.encoder
            .write_frame(&frame)
            .expect("memory takes every byte");
    }
}
