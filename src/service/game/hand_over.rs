//! Handover of a seat to a computer or to another person.
//!
//! It is possible in games for three or four if all others agree, for a player whose time is over
//! or who asks for it. Like a draw offer, a handover lapses when the position changes. Rated games
//! keep their players.

use std::mem;

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::{HandOverRefusal, Refusal};
use crate::service::api::request::{Actor, SeatRequest};
use crate::service::api::view::{Event, Person, Player, SeatOffer, Update};
use crate::service::game::commands::{self, Acts, act};
use crate::service::game::match_state::{ImpossibleAction, MatchState};
use crate::store::records::{ActionKind, CandidateRecord, FormerRecord, GameRecord};
use focus::{Color, ColorSet};

/// Seat that is to be handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HandOver {
    pub(crate) seat: Color,
    /// Player who is to take it over, if there is one.
    pub(crate) heir: Option<Successor>,
    /// Colors that agree to the handover.
    pub(crate) allowed: ColorSet,
}

/// Player who is to take over a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Successor {
    Computer,
    /// The candidate in the record.
    Person,
}

impl HandOver {
    /// Creates a handover of a seat that nobody has asked for yet.
    pub(crate) fn open(seat: Color) -> Self {
        Self {
            seat,
            heir: None,
            allowed: ColorSet::EMPTY,
        }
    }
}

impl MatchState {
    pub(crate) fn offer_seat(&mut self, color: Color) -> Event {
        self.note_asked();
        self.handover = Some(HandOver::open(color));
        self.seat_offered = self.seat_offered.with(color);
        Event::SeatOffered(color)
    }

    pub(crate) fn want_computer(&mut self, color: Color) -> Result<Event, ImpossibleAction> {
        let open = seat(self).ok_or("expected a seat to hand over")?;
        self.note_asked();
        self.handover = Some(HandOver {
            heir: Some(Successor::Computer),
            allowed: ColorSet::EMPTY.with(color),
            ..open
        });
        Ok(Event::SeatAllowed(color))
    }

    pub(crate) fn want_seat(&mut self, seat: Color) -> Event {
        self.note_asked();
        self.handover = Some(HandOver {
            heir: Some(Successor::Person),
            ..HandOver::open(seat)
        });
        Event::SeatWanted(seat)
    }

    pub(crate) fn allow_seat(&mut self, color: Color) -> Result<Event, ImpossibleAction> {
        let wish = self.handover.as_mut().ok_or("expected a seat to allow")?;
        wish.allowed = wish.allowed.with(color);
        Ok(Event::SeatAllowed(color))
    }

    pub(crate) fn refuse_seat(&mut self, color: Color) -> Result<Event, ImpossibleAction> {
        let wish = self.handover.ok_or("expected a seat to refuse")?;
        let is_on_offer = wish.seat != color && !is_late(self, wish.seat);
        self.note_asked();
        self.handover = is_on_offer.then(|| HandOver::open(wish.seat));
        Ok(Event::SeatRefused(color))
    }

    pub(crate) fn hand_over(&mut self, color: Color) -> Result<Event, ImpossibleAction> {
        let wish = self.handover.ok_or("expected a seat to hand over")?;
        self.step();
        self.seat_offered = self.seat_offered.without(color);
        if wish.heir == Some(Successor::Computer) {
            self.people = self.people.without(color);
            self.taken_over = self.taken_over.with(color);
        }
        let side = self.game.position().side();
        let now = Timestamp(self.now);
        if let Some(clocks) = self.clocks.as_mut().filter(|_| side == color) {
            clocks.change_hands(color, now);
        }
        Ok(Event::HandedOver(color))
    }

    /// Records that a new question about a seat is being asked.
    pub(crate) fn note_asked(&mut self) {
        self.asked = u32::try_from(self.events.len() + 1).unwrap_or(u32::MAX);
    }
}

impl Service {
    /// Carries out a person's action on a seat.
    pub(crate) fn hand_over(
        &self,
        now: Timestamp,
        actor: &Actor,
        (game, seen): (GameId, Option<u32>),
        wish: SeatRequest,
    ) -> Result<Update, ServiceError> {
        if wish == SeatRequest::Mine {
            self.check_games_of(actor.person)?;
        }
        self.change(game, |loaded, batch| {
            let changed = self.game_changed(loaded, batch, now, &|record, play| {
                wished(record, play, actor, seen, wish)
            });
            let mut changed = changed?;
            self.check_room(&loaded.held.record, &changed.record)?;
            if wish == SeatRequest::Mine {
                changed.record.candidate = Some(CandidateRecord {
                    person: actor.person.0,
                    name: actor.name.clone(),
                    language: actor.language.clone(),
                });
            }
            Ok(changed)
        })
    }

    /// Checks that the person who takes over a seat has room for one more game, which may have
    /// changed since they asked for it.
    fn check_room(&self, old: &GameRecord, new: &GameRecord) -> Result<(), ServiceError> {
        let has_sat_down = new.former.len() > old.former.len();
        let Some(heir) = old.candidate.as_ref().filter(|_| has_sat_down) else {
            return Ok(());
        };
        match self.check_games_of(PersonId(heir.person)) {
            Err(ServiceError::Refused(Refusal::TooManyGames { .. })) => {
                Err(Refusal::Seat(HandOverRefusal::NoRoom).into())
            }
            other => other,
        }
    }
}

fn wished(
    record: &GameRecord,
    play: &mut MatchState,
    actor: &Actor,
    seen: Option<u32>,
    wish: SeatRequest,
) -> Result<Acts, Refusal> {
    let player = |seen| commands::player(record, play, actor, seen);
    match wish {
        SeatRequest::Offer => {
            let color = player(seen)?;
            offer(record, play, color)
        }
        SeatRequest::Mine => want(record, play, actor, seen),
        SeatRequest::Computer => {
            let color = player(None)?;
            check_asked(play, seen)?;
            computer(record, play, color)
        }
        SeatRequest::Allow => {
            let color = player(None)?;
            check_asked(play, seen)?;
            allow(record, play, color)
        }
        SeatRequest::Refuse => {
            let color = player(None)?;
            check_asked(play, seen)?;
            refuse(play, color)
        }
    }
}

/// Checks that an answer is to the current question, not to an earlier one.
fn check_asked(play: &MatchState, seen: Option<u32>) -> Result<(), Refusal> {
    seat(play).ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?;
    match seen {
        Some(seen) if seen != play.asked => Err(Refusal::Stale),
        _ => Ok(()),
    }
}

/// Offers the color's own seat.
fn offer(record: &GameRecord, play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    check(record, play, color)?;
    if seat(play).is_some() {
        return Err(Refusal::Seat(HandOverRefusal::Asked));
    }
    if play.seat_offered.contains(color) {
        return Err(Refusal::Seat(HandOverRefusal::Offered));
    }
    commands::check_aside(play)?;
    Ok(vec![act(play, color, ActionKind::OfferSeat)])
}

/// Requests a computer for somebody's seat, and agrees to that.
fn computer(record: &GameRecord, play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    let open = open_seat(record, play)?;
    if !voters(play, open).contains(color) {
        return Err(Refusal::Seat(HandOverRefusal::NoSeat));
    }
    commands::check_aside(play)?;
    let mut acts = vec![act(play, color, ActionKind::WantComputer)];
    acts.extend(done(play));
    Ok(acts)
}

/// Requests a seat for a person who does not play.
fn want(
    record: &GameRecord,
    play: &mut MatchState,
    actor: &Actor,
    seen: Option<u32>,
) -> Result<Acts, Refusal> {
    let open = open_seat(record, play)?;
    let mut people = record.people.iter();
    if people.any(|seat| seat.person == actor.person.0) {
        return Err(Refusal::AlreadySeated);
    }
    check_asked(play, seen)?;
    commands::check_aside(play)?;
    Ok(vec![act(play, open, ActionKind::WantSeat)])
}

/// Agrees to a handover; the last agreement carries it out.
fn allow(record: &GameRecord, play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    let wish = play.handover.filter(|wish| wish.heir.is_some());
    let wish = wish.ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?;
    let is_there = wish.heir != Some(Successor::Person) || record.candidate.is_some();
    if is_there && wish.allowed.contains(color) {
        return Err(Refusal::Seat(HandOverRefusal::Allowed));
    }
    if !is_there || !waiting(play, wish).contains(color) {
        return Err(Refusal::Seat(HandOverRefusal::NoSeat));
    }
    let mut acts = vec![act(play, color, ActionKind::AllowSeat)];
    acts.extend(done(play));
    Ok(acts)
}

/// Refuses a handover. A player who offered their own seat keeps it by that; a player whose time is
/// over has no say.
fn refuse(play: &mut MatchState, color: Color) -> Result<Acts, Refusal> {
    let wish = play
        .handover
        .ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?;
    let may_refuse = if wish.seat == color {
        !is_late(play, color)
    } else {
        wish.heir.is_some()
    };
    if !may_refuse {
        return Err(Refusal::Seat(HandOverRefusal::NoSeat));
    }
    Ok(vec![act(play, color, ActionKind::RefuseSeat)])
}

/// Hands the seat over, once everybody has agreed.
fn done(play: &mut MatchState) -> Option<(Color, ActionKind)> {
    let wish = play.handover?;
    let is_agreed = waiting(play, wish).is_empty();
    is_agreed.then(|| act(play, wish.seat, ActionKind::HandOver))
}

/// Checks that the seat of a color can be handed over at all.
fn check(record: &GameRecord, play: &MatchState, seat: Color) -> Result<(), Refusal> {
    if record.rated {
        return Err(Refusal::Seat(HandOverRefusal::Rated));
    }
    let has_others = play.game.rules().mode().seats() > 2 && !voters(play, seat).is_empty();
    has_others
        .then_some(())
        .ok_or(Refusal::Seat(HandOverRefusal::NoSeat))
}

/// Returns the seat that can be asked for.
fn open_seat(record: &GameRecord, play: &MatchState) -> Result<Color, Refusal> {
    let open = seat(play).ok_or(Refusal::Seat(HandOverRefusal::NoSeat))?;
    let is_asked = match open.heir {
        None => false,
        Some(Successor::Computer) => true,
        // The data of the person who asked may have been deleted.
        Some(Successor::Person) => record.candidate.is_some(),
    };
    if is_asked {
        return Err(Refusal::Seat(HandOverRefusal::Asked));
    }
    check(record, play, open.seat)?;
    Ok(open.seat)
}

/// Returns the handover of the seat on offer, or of the player whose time was found to be over.
pub(crate) fn seat(play: &MatchState) -> Option<HandOver> {
    let side = play.game.position().side();
    let late = is_late(play, side).then(|| HandOver::open(side));
    play.handover.or(late).filter(|_| play.ending().is_none())
}

/// Returns whether the time of a color was found to be over.
fn is_late(play: &MatchState, seat: Color) -> bool {
    let clocks = play.clocks.as_ref();
    let is_overdue = clocks.is_some_and(|clocks| clocks.is_overdue);
    is_overdue && play.game.position().side() == seat
}

/// Returns the people who have a say about a seat.
fn voters(play: &MatchState, seat: Color) -> ColorSet {
    play.people_in().without(seat)
}

fn waiting(play: &MatchState, wish: HandOver) -> ColorSet {
    let voters = voters(play, wish.seat).iter();
    voters
        .filter(|color| !wish.allowed.contains(*color))
        .collect()
}

/// Seats the heir in the record, which keeps the former player, and drops a candidate who no longer
/// is one.
pub(crate) fn conclude(record: &mut GameRecord, play: &MatchState, acts: &Acts) {
    for (color, what) in acts {
        let is_person = *what == ActionKind::HandOver && !play.taken_over.contains(*color);
        let Some(heir) = record.candidate.take_if(|_| is_person) else {
            continue;
        };
        let mut seats = record.people.iter_mut();
        let letter = color.letter();
        if let Some(seat) = seats.find(|seat| seat.color == Some(letter)) {
            seat.language = heir.language;
            record.former.push(FormerRecord {
                person: mem::replace(&mut seat.person, heir.person),
                name: mem::replace(&mut seat.name, heir.name),
                color: letter,
            });
        }
    }
    let is_wanted = play
        .handover
        .is_some_and(|wish| wish.heir == Some(Successor::Person));
    if !is_wanted {
        record.candidate = None;
    }
}

/// Returns the handover of a seat as people see it.
pub(crate) fn view(record: &GameRecord, play: &MatchState) -> Option<SeatOffer> {
    let wish = seat(play).filter(|wish| check(record, play, wish.seat).is_ok())?;
    let candidate = record.candidate.as_ref().map(|candidate| Person {
        id: PersonId(candidate.person),
        name: candidate.name.clone(),
    });
    Some(SeatOffer {
        seat: wish.seat,
        number: play.asked,
        is_late: is_late(play, wish.seat),
        heir: match wish.heir {
            None => None,
            Some(Successor::Computer) => Some(Player::Computer(commands::SUBSTITUTE)),
            Some(Successor::Person) => candidate.map(Player::Person),
        },
        waiting: waiting(play, wish),
    })
}
