//! Buttons of tables and games that do one thing at once, each with its request to the service.

use focus::{Color, Move};

use crate::discord::interaction::custom_id::codec::requests;
use crate::i18n::Done;
use crate::service::{GameRequest, Request, SeatRequest, Team};

requests! {
    /// Button of a table whose press is one request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum TableRequestButton(game, _seen) -> (Done, Request) {
        /// Takes a seat at a table, or accepts a challenge.
        Join = "join" [Join, Success]
            => (Done::Joined, Request::Join(game)),
        /// Leaves a table.
        Leave = "leave" [Leave, Secondary]
            => (Done::Left, Request::Leave(game)),
        /// Declines an invitation or a challenge.
        Decline = "decline" [Decline, Danger]
            => (Done::Declined, Request::Decline(game)),
        /// Starts with the people at the table.
        Start = "start" [Start, Primary]
            => (Done::Started, Request::Start(game)),
        /// Lets everybody sit down at a table.
        OpenToAll = "open" [OpenToAll, Secondary]
            => (Done::Opened, Request::OpenToAll(game)),
        /// Chooses a team of the table, sitting down first if necessary.
        Team(team: Team) = "team"
            => (Done::TeamsChanged, Request::ChooseTeam { game, team }),
        /// Chooses a color of the table, sitting down first if necessary.
        Color(color: Color) = "color"
            => (Done::ColorsChanged, Request::ChooseColor { game, color }),
    }
}

requests! {
    /// Button of a game whose press is one request; the board shows the effect of a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PlayRequestButton(game, seen) -> (Option<Done>, Request) {
        /// Plays this move.
        Play(mv: Move) = "play"
            => (None, Request::Move { game, seen, asked: None, text: mv.to_string() }),
        /// Resigns, after confirmation.
        ResignForSure = "resign!" [Resign, Danger]
            => (Some(Done::Resigned), GameRequest::Resign.in_game(game, seen)),
        /// Offers a draw, or agrees to one.
        Draw = "draw" [OfferDraw, Secondary]
            => (Some(Done::DrawAgreed), GameRequest::Draw.in_game(game, seen)),
        /// Agrees to the draw that a color offers.
        AcceptDrawOf(color: Color) = "draw+of" [AcceptDraw, Success]
            => (Some(Done::DrawAgreed), GameRequest::AcceptDraw(color).in_game(game, seen)),
        /// Declines the draw that a color offers.
        RefuseDrawOf(color: Color) = "nodrawof" [RefuseDraw, Secondary]
            => (Some(Done::DrawRefused), GameRequest::RefuseDraw(color).in_game(game, seen)),
        /// Puts out a player whose time is up.
        Claim = "claim" [Claim, Success]
            => (Some(Done::Claimed), GameRequest::Claim.in_game(game, seen)),
        /// Calls a game off, after confirmation.
        AbortForSure = "abort!" [Abort, Danger]
            => (Some(Done::Aborted), GameRequest::Abort.in_game(game, seen)),
        /// Takes the last move back, or asks for it.
        TakeBack = "back" [TakeBack, Secondary]
            => (Some(Done::TookBack), GameRequest::TakeBack.in_game(game, seen)),
        /// Allows the take-back that a color asks for.
        AllowTakeBackOf(color: Color) = "back+of" [AllowTakeBack, Success]
            => (Some(Done::TakeBackAllowed), GameRequest::AllowTakeBack(color).in_game(game, seen)),
        /// Refuses the take-back that a color asks for.
        RefuseTakeBackOf(color: Color) = "nobackof" [RefuseTakeBack, Secondary]
            => (
                Some(Done::TakeBackRefused),
                GameRequest::RefuseTakeBack(color).in_game(game, seen),
            ),
        /// Offers the person's own seat to others.
        OfferSeat = "seat" [OfferSeat, Secondary]
            => (Some(Done::SeatOffered), Request::Seat { game, seen, request: SeatRequest::Offer }),
        /// Asks for a computer in a seat.
        SeatToComputer = "seatpc" [SeatToComputer, Secondary]
            => (Some(Done::SeatAsked), Request::Seat { game, seen, request: SeatRequest::Computer }),
        /// Asks for a seat.
        SeatToMe = "seatme" [SeatToMe, Secondary]
            => (Some(Done::SeatWanted), Request::Seat { game, seen, request: SeatRequest::Mine }),
        /// Lets a seat change hands.
        AllowSeat = "seat+" [AllowSeat, Success]
            => (Some(Done::SeatAllowed), Request::Seat { game, seen, request: SeatRequest::Allow }),
        /// Refuses a change of hands.
        RefuseSeat = "noseat" [RefuseSeat, Secondary]
            => (Some(Done::SeatRefused), Request::Seat { game, seen, request: SeatRequest::Refuse }),
        /// Plays again after the end.
        Rematch = "rematch" [Rematch, Primary]
            => (Some(Done::Joined), Request::Rematch(game)),
    }
}
