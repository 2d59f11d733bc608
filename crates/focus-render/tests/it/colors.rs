//! Player colors can be distinguished in every type of color vision.
//!
//! Distances are measured in CAM02-UCS; deficiencies follow Machado, Oliveira and Fernandes.

use focus::Color;
use focus_render::Rgb;
use focus_render::Theme;

type Triple = [f64; 3];
type Matrix = [Triple; 3];

/// Minimum distance at which two players are distinguished at a glance.
const CLEAR: f64 = 16.0;

/// Matrix of each type of vision, applied to linear red, green and blue.
///
/// Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for
/// Simulation of Color Vision Deficiency" (2009), severity 1.0.
const VISIONS: [(&str, Matrix); 4] = [
    (
        "normal",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

const XYZ_FROM_RGB: Matrix = [
    [41.239_08, 35.758_43, 18.048_08],
    [21.263_90, 71.516_87, 7.219_23],
    [1.933_08, 11.919_48, 95.053_22],
];
const CAT02_FROM_XYZ: Matrix = [
    [0.7328, 0.4296, -0.1624],
    [-0.7036, 1.6975, 0.0061],
    [0.0030, 0.0136, 0.9834],
];
const HPE_FROM_XYZ: Matrix = [
    [0.389_71, 0.688_98, -0.078_68],
    [-0.229_81, 1.183_40, 0.046_41],
    [0.0, 0.0, 1.0],
];
const XYZ_FROM_CAT02: Matrix = [
    [1.096_124, -0.278_869, 0.182_745],
    [0.454_369, 0.473_533, 0.072_098],
    [-0.009_628, -0.005_698, 1.015_326],
];
/// White point of daylight, D65.
const WHITE: Triple = [95.047, 100.0, 108.883];

fn times(matrix: &Matrix, [x, y, z]: Triple) -> Triple {
    matrix.map(|row| row[0] * x + row[1] * y + row[2] * z)
}

fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.040_45 {
        return value / 12.92;
    }
    ((value + 0.055) / 1.055).powf(2.4)
}

/// Returns lightness and the two opponent axes of CAM02-UCS in an average surround, seen at 64 lux
/// / 5 = 12.8 cd/m² over π, background 20.
///
/// Source: M. R. Luo, G. Cui, C. Li, "Uniform colour spaces based on CIECAM02" (2006).
fn uniform(xyz: Triple) -> Triple {
    let adapting: f64 = 64.0 / std::f64::consts::PI / 5.0;
    let background = 20.0;
    let dimness = 1.0 / (5.0 * adapting + 1.0);
    let level = 0.2 * dimness.powi(4) * 5.0 * adapting
        + 0.1 * (1.0 - dimness.powi(4)).powi(2) * f64::cbrt(5.0 * adapting);
    let contrast: f64 = background / WHITE[1];
    let induction = 0.725 * contrast.powf(-0.2);
    let exponent = 0.69 * (1.48 + contrast.sqrt());
    let degree = 1.0 - f64::exp((-adapting - 42.0) / 92.0) / 3.6;
    let white = times(&CAT02_FROM_XYZ, WHITE);
    let response = |xyz: Triple| -> (Triple, f64) {
        let cones = times(&CAT02_FROM_XYZ, xyz);
        let adapted: [f64; 3] =
            std::array::from_fn(|i| cones[i] * (WHITE[1] * degree / white[i] + 1.0 - degree));
        let cones = times(&HPE_FROM_XYZ, times(&XYZ_FROM_CAT02, adapted));
        let compressed = cones.map(|cone| {
            let power = (level * cone.abs() / 100.0).powf(0.42);
            400.0 * power.copysign(cone) / (power + 27.13) + 0.1
        });
        let [long, middle, short] = compressed;
        let achromatic = 2.0 * long + middle + short / 20.0 - 0.305;
        (compressed, achromatic * induction)
    };
    let (_, achromatic_white) = response(WHITE);
    let ([long, middle, short], achromatic) = response(xyz);
    let red_green = long - 12.0 * middle / 11.0 + short / 11.0;
    let yellow_blue = (long + middle - 2.0 * short) / 9.0;
    let hue = yellow_blue.atan2(red_green);
    let lightness = 100.0 * (achromatic / achromatic_white).powf(exponent);
    let eccentricity = 0.25 * ((hue + 2.0).cos() + 3.8);
    let saturation = 50_000.0 / 13.0 * induction * eccentricity * red_green.hypot(yellow_blue)
        / (long + middle + 1.05 * short);
    let chroma = saturation.powf(0.9)
        * (lightness / 100.0).sqrt()
        * (1.64 - 0.29f64.powf(contrast)).powf(0.73);
    let colorfulness = (1.0 + 0.0228 * chroma * level.powf(0.25)).ln() / 0.0228;
    [
        1.7 * lightness / (1.0 + 0.007 * lightness),
        colorfulness * hue.cos(),
        colorfulness * hue.sin(),
    ]
}

/// Returns the distance between two colors for a type of vision.
fn distance(one: Rgb, other: Rgb, vision: &Matrix) -> f64 {
    let seen = |color: Rgb| {
        let seen = times(vision, color.map(linear));
        uniform(times(
            &XYZ_FROM_RGB,
            seen.map(|channel| channel.clamp(0.0, 1.0)),
        ))
    };
    let (one, other) = (seen(one), seen(other));
    let squares = (0..3).map(|i| (one[i] - other[i]).powi(2));
    squares.sum::<f64>().sqrt()
}

/// Returns the distance between the two players that are hardest to distinguish.
fn hardest(theme: &Theme, vision: &Matrix) -> f64 {
    let pairs = Color::ALL.into_iter().flat_map(|one| {
        let others = Color::ALL.into_iter().filter(move |other| *other > one);
        others.map(move |other| (theme.inks(one).piece, theme.inks(other).piece))
    });
    let distances = pairs.map(|(one, other)| distance(one, other, vision));
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn any_two_players_are_told_apart_in_every_color_vision() {
    for (theme_name, theme) in Theme::ALL {
        for (name, vision) in &VISIONS {
            let apart = hardest(&theme, vision);
            assert!(apart >= CLEAR, "{theme_name}, {name}: {apart:.1}");
        }
    }
}

#[test]
fn high_contrast_tells_them_apart_better_than_the_theme() {
    let worst = |theme: &Theme| {
        let distances = VISIONS.iter().map(|(_, vision)| hardest(theme, vision));
        distances.fold(f64::INFINITY, f64::min)
    };
    let (contrast, tower) = (worst(&Theme::CONTRAST), worst(&Theme::TOWER));
    assert!(contrast > 1.5 * tower, "{contrast:.1}, {tower:.1}");
}

/// Checks the distances against those computed by another program.
#[test]
fn distances_are_those_another_program_found() {
    for ((name, vision), expected) in VISIONS.iter().zip([35.0, 19.1, 23.7, 16.5]) {
        let apart = hardest(&Theme::TOWER, vision);
        assert!((apart - expected).abs() < 0.1, "{name}: {apart:.2}");
    }
}
