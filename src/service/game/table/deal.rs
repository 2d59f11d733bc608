//! Seeded chance: the same seed deals the same colors on every platform and version.

use crate::service::api::teams::{PLACES, Team};
use focus::{Color, Mode, SplitMix};

/// Returns an index below `len`; the bias of the multiplication is under 2^-61 for four seats.
fn below(random: &mut SplitMix, len: usize) -> usize {
    let product = u128::from(random.next_u64()) * len as u128;
    usize::try_from(product >> 64).expect("a number below `len`")
}

fn shuffle<T>(random: &mut SplitMix, items: &mut [T]) {
    for end in (1..items.len()).rev() {
        items.swap(end, below(random, end + 1));
    }
}

/// Deals the colors of a mode to as many players, and the first move. Players who have chosen a color
/// get it.
///
/// Shape of `chosen`: `[player]`. Returns the colors in the order of the players, and the color that
/// begins.
pub(crate) fn deal(seed: u64, mode: Mode, chosen: &[Option<Color>]) -> (Vec<Color>, Color) {
    let mut random = SplitMix::new(seed);
    let mut colors = mode.colors().to_vec();
    shuffle(&mut random, &mut colors);
    let first = colors[below(&mut random, colors.len())];
    (complete(chosen, &colors), first)
}

/// Returns the colors chosen, with the free ones of `colors`, in their order, for all others.
fn complete(chosen: &[Option<Color>], colors: &[Color]) -> Vec<Color> {
    let mut free = colors.iter().copied();
    let mut free = || free.find(|color| !chosen.contains(&Some(*color)));
    let dealt = chosen.iter().map(|own| own.or_else(&mut free));
    dealt
        .map(|color| color.expect("as many colors as players"))
        .collect()
}

/// Deals the colors to two teams of partners, and the first move. Players without a team get the
/// free places by lot. If colors could be chosen, each team has its own, and members who have chosen
/// one of them get it.
///
/// Shape of `teams` and `chosen`: `[player]`. Returns the colors in the order of the players, and the
/// color that begins.
pub(crate) fn deal_teams(
    seed: u64,
    teams: &[Option<Team>],
    chosen: Option<&[Option<Color>]>,
) -> (Vec<Color>, Color) {
    let mut random = SplitMix::new(seed);
    let mut order: Vec<_> = (0..teams.len()).collect();
    shuffle(&mut random, &mut order);
    let of_team = |team| move |player: &usize| teams[*player] == Some(team);
    let mut members = Team::ALL.map(|team| {
        let chosen = order.iter().copied().filter(of_team(team));
        chosen.collect::<Vec<_>>()
    });
    for player in order.iter().filter(|player| teams[**player].is_none()) {
        let is_full = members[0].len() == PLACES;
        members[usize::from(is_full)].push(*player);
    }
    let mut sides = Team::ALL.map(Team::colors);
    if chosen.is_none() {
        shuffle(&mut random, &mut sides);
    } else {
        // Those who chose their team come first so far.
        for members in &mut members {
            shuffle(&mut random, members);
        }
    }
    let mut colors = vec![Color::Orange; teams.len()];
    for (members, side) in members.iter().zip(sides) {
        // The order of the members is drawn already.
        let own = |player: &usize| chosen.and_then(|chosen| chosen[*player]);
        let own: Vec<_> = members.iter().map(own).collect();
        for (player, color) in members.iter().zip(complete(&own, &side)) {
            colors[*player] = color;
        }
    }
    let first = Color::ALL[below(&mut random, Color::ALL.len())];
    (colors, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_deals_the_same() {
        for mode in Mode::ALL {
            let none = &[None; 4][..mode.seats()];
            assert_eq!(deal(7, mode, none), deal(7, mode, none));
        }
    }

    #[test]
    fn chosen_colors_are_kept_and_the_rest_is_drawn_evenly() {
        let (one, two) = (Some(Team::First), Some(Team::Second));
        let (green, blue) = (Some(Color::Green), Some(Color::Blue));
        let mut orange = [0_i32; 4];
        let mut counts = |colors: &[Color]| {
            let mut sorted = colors.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, Color::ALL);
            let at = colors.iter().position(|color| *color == Color::Orange);
            orange[at.expect("dealt color")] += 1;
        };
        for seed in 0..400 {
            let chosen = [None, green, None, None];
            let (colors, _) = deal(seed, Mode::FreeForAll, &chosen);
            assert_eq!(Some(colors[1]), green);
            counts(&colors);
            let chosen = [blue, None, None, green];
            let (colors, _) = deal_teams(seed, &[one, two, None, two], Some(&chosen));
            assert_eq!(
                colors,
                [Color::Blue, Color::Pink, Color::Orange, Color::Green]
            );
            // Nobody has chosen: the colors of a team are certain, but not which member gets which.
            let (colors, _) = deal_teams(seed, &[two, one, two, None], Some(&[None; 4]));
            assert_eq!(colors.iter().map(|color| Team::of(*color)).nth(1), one);
            counts(&colors);
        }
        let near = [133, 200, 133, 333].into_iter().zip(orange);
        assert!(
            near.clone()
                .all(|(expected, count)| (count - expected).abs() < 75),
            "{orange:?}"
        );
    }

    #[test]
    fn chosen_teams_sit_opposite_and_the_rest_is_drawn_evenly() {
        let (one, two) = (Some(Team::First), Some(Team::Second));
        let rows = [
            ([one, two, two, one], [0, 0, 400]),
            ([one, None, None, one], [0, 0, 400]),
            ([one, None, two, None], [200, 0, 200]),
            ([None, None, two, None], [133, 133, 133]),
        ];
        for (teams, expected) in rows {
            let mut partners = [0_i32; 3];
            let mut begins = [0_i32; 4];
            for seed in 0..400 {
                let (colors, first) = deal_teams(seed, &teams, None);
                let mut sorted = colors.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, Color::ALL);
                let partner = Mode::Partners.partner(colors[0]);
                let partner = colors.iter().position(|color| Some(*color) == partner);
                partners[partner.expect("a partner") - 1] += 1;
                let seat = colors.iter().position(|color| *color == first);
                begins[seat.expect("dealt color")] += 1;
            }
            let near = |counts: &[i32], expected: &[i32]| {
                let mut pairs = counts.iter().zip(expected);
                pairs.all(|(count, expected)| (count - expected).abs() < 60)
            };
            assert!(near(&partners, &expected), "{teams:?}: {partners:?}");
            assert!(near(&begins, &[100; 4]), "{teams:?}: {begins:?}");
        }
    }

    #[test]
    fn every_seat_begins_about_equally_often_with_every_color() {
        let mode = Mode::FreeForAll;
        let mut counts = [[0_u32; 4]; 4];
        for seed in 0..16_000 {
            let (colors, first) = deal(seed, mode, &[None; 4]);
            let seat = colors
                .iter()
                .position(|color| *color == first)
                .expect("dealt color");
            counts[seat][first.index()] += 1;
        }
        // Expected 1,000 each; six standard deviations are about 184.
        assert!(
            counts
                .iter()
                .flatten()
                .all(|count| (816..1184).contains(count)),
            "{counts:?}"
        );
    }
}
