//! Marks of the players, so that pieces are not identified by color alone, and other icons.

use focus::Color;

use crate::pixels::shapes::Shape;

/// Returns the mark of a color around a point: a disc, square, diamond or triangle of equal visual
/// weight.
///
/// `squash` scales it vertically, as it appears on the face of a piece; 1 leaves it unchanged.
pub(crate) fn mark(color: Color, (x, y): (f32, f32), radius: f32, squash: f32) -> Shape {
    let at = |dx: f32, dy: f32| (x + radius * dx, y + radius * dy * squash);
    match color {
        Color::Orange => Shape::Ellipse {
            center: (x, y),
            rx: radius,
            ry: radius * squash,
        },
        Color::Green => Shape::Polygon(vec![
            at(-0.92, -0.92),
            at(0.92, -0.92),
            at(0.92, 0.92),
            at(-0.92, 0.92),
        ]),
        Color::Blue => Shape::Polygon(vec![
            at(0.0, -1.24),
            at(1.24, 0.0),
            at(0.0, 1.24),
            at(-1.24, 0.0),
        ]),
        Color::Pink => Shape::Polygon(vec![at(0.0, -1.2), at(1.24, 0.95), at(-1.24, 0.95)]),
    }
}

/// Returns two crossed strokes with round ends.
pub(crate) fn cross((x, y): (f32, f32), (rx, ry): (f32, f32), width: f32) -> Vec<Shape> {
    let ends = [(-rx, -ry), (rx, ry), (-rx, ry), (rx, -ry)].map(|(dx, dy)| (x + dx, y + dy));
    let strokes = ends
        .chunks_exact(2)
        .map(|pair| Shape::stroke(pair[0], pair[1], width));
    let round = ends.map(|center| Shape::circle(center, width / 2.0));
    strokes.chain(round).collect()
}

/// Returns a crown that fills a circle.
pub(crate) fn crown((x, y): (f32, f32), radius: f32) -> Vec<Shape> {
    let at = |dx: f32, dy: f32| (x + radius * dx, y + radius * dy);
    let jewel = |dx: f32, dy: f32| Shape::circle(at(dx, dy), radius * 0.17);
    vec![
        Shape::Polygon(vec![
            at(-0.95, -0.45),
            at(-0.42, 0.05),
            at(0.0, -0.75),
            at(0.42, 0.05),
            at(0.95, -0.45),
            at(0.72, 0.5),
            at(-0.72, 0.5),
        ]),
        Shape::rect(
            x - radius * 0.72,
            y + radius * 0.58,
            x + radius * 0.72,
            y + radius * 0.8,
        ),
        jewel(-0.95, -0.5),
        jewel(0.0, -0.8),
        jewel(0.95, -0.5),
    ]
}
