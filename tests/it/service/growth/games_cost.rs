//! Cost of requests about one game or table, and of what people look up for themselves.

use focus::{Mode, Rules};
use focusbot::service::{
    GameId, GameRequest, GameView, GuildId, NewTable, Overtime, PersonId, Request, SeatRequest,
    TableKind,
};

use crate::service::deadlines::due::Cost;
use crate::service::growth::requests_cost::{SECOND_CHANNEL, Servers, there};
use crate::service::harness::{
    EASY, NOW, abort, go_on, invite, manager, number, person, place_on, seat, table, timed,
};

impl Servers {
    /// Returns the cost of each request of the two people on a server of which no game is in memory.
    pub(super) fn costs_in_games(&self, server: u64) -> Vec<Cost> {
        let costs = [
            self.costs_in_a_duel(server),
            self.costs_at_a_table(server),
            self.costs_of_a_seat(server),
            self.costs_with_a_clock(server),
            self.costs_of_lookups(server),
        ];
        costs.concat()
    }

    /// Looks at the ended game, and at the running one, which then ends in a draw.
    fn costs_in_a_duel(&self, server: u64) -> Vec<Cost> {
        let ended = u32::try_from(2 * server - 1).expect("the number of a game");
        let (ended, running) = (GameId(ended), GameId(ended + 1));
        let service = &self.service;
        let look_back = || {
            let seen = service.look_back(PersonId(2 * server), there(server), ended);
            seen.expect("an ended game")
        };
        let looked_back = self.cost("ended game", look_back);
        let (view, looked) = self
            .store
            .cost("running game", || self.seen(server, running));
        let by = view.to_move().expect("a game that goes on");
        let mover = number(&view, by);
        let other = 4 * server + 1 - mover;
        let mut ahead = view.game.clone();
        let when = ahead.position().legal_moves()[0];
        ahead.play(when).expect("a legal move");
        let answer = ahead.position().legal_moves()[0].to_string();
        let when = [when.to_string()];
        let premove = || {
            let set = service.set_premove(&person(other), running, &when, &answer);
            set.expect("a premove")
        };
        let drop_premoves = || {
            let left = service.drop_premoves(&person(other), running, None);
            left.expect("a premove")
        };
        let ask = |who, request: GameRequest| self.ask(who, request.in_game(running, None));
        vec![
            looked_back,
            looked,
            self.cost("premove", premove),
            self.cost("premoves dropped", drop_premoves),
            self.cost("take-back requested", || ask(mover, GameRequest::TakeBack)),
            self.cost("take-back allowed", || {
                ask(other, GameRequest::AllowTakeBack(by))
            }),
            self.cost("draw offered", || ask(mover, GameRequest::Draw)),
            self.cost("draw accepted", || ask(other, GameRequest::AcceptDraw(by))),
        ]
    }

    /// Invites somebody to a table, which closes.
    fn costs_at_a_table(&self, server: u64) -> Vec<Cost> {
        let (host, guest) = (2 * server, 2 * server + 1);
        let new = NewTable::open(there(server), Rules::new(Mode::Duel));
        let game = self.ask(host, Request::Create(new)).id();
        vec![
            self.cost("invitation", || self.ask(host, invite(game, &[guest]))),
            self.cost("invitation declined", || {
                self.ask(guest, Request::Decline(game))
            }),
            self.cost("leave", || self.ask(host, Request::Leave(game))),
        ]
    }

    /// Hands a seat over to somebody from elsewhere, in a game that is then moved and called off.
    fn costs_of_a_seat(&self, server: u64) -> Vec<Cost> {
        let (leaver, voter, successor) = (2 * server, 2 * server + 1, 2 * server + 2);
        let new = NewTable {
            computers: vec![EASY],
            ..table(Rules::new(Mode::ThreeWay), TableKind::Open)
        };
        let game = self.begun(server, new);
        let place = place_on(server, 2 * SECOND_CHANNEL + server);
        let call_off = || {
            let (moderator, guild, manager) = (person(voter), GuildId(server), manager());
            let asked = self
                .service
                .to_abort_as_moderator(&moderator, &manager, guild, game);
            asked.expect("a running game");
            let aborted = self
                .service
                .abort_as_moderator(NOW, &moderator, &manager, guild, game);
            aborted.expect("a running game")
        };
        let ask = |who, request| self.ask(who, seat(game, request));
        vec![
            self.cost("seat offered", || ask(leaver, SeatRequest::Offer)),
            self.cost("seat asked for", || ask(successor, SeatRequest::Mine)),
            self.cost("seat handed over", || ask(voter, SeatRequest::Allow)),
            self.cost("game moved", || self.ask(voter, go_on(game, place))),
            self.cost("abort by a moderator", call_off),
        ]
    }

    /// Lets the person to move go on vacation, and call the game off.
    fn costs_with_a_clock(&self, server: u64) -> Vec<Cost> {
        let new = timed(Rules::new(Mode::Duel), "1d", Overtime::Out);
        let game = self.begun(server, new);
        let mover = to_move(&self.seen(server, game));
        let vacation = || {
            let chosen = self
                .service
                .change_settings(NOW, PersonId(mover), |settings| {
                    settings.vacation.take(NOW, 7)
                });
            let (_, changed) = chosen.expect("days of this year");
            assert_eq!(changed, [game]);
        };
        vec![
            self.cost("vacation", vacation),
            self.cost("abort", || self.ask(mover, abort(game))),
        ]
    }

    /// Looks up what a person has chosen and imported, and takes the person off the leaderboards.
    fn costs_of_lookups(&self, server: u64) -> Vec<Cost> {
        let service = &self.service;
        let (person, place) = (PersonId(2 * server), there(server));
        let import = service.import(NOW, person, "a record");
        let import = import.expect("a record");
        let set_up = || {
            let preferences = service.setup_preferences(person).expect("a store");
            service.setup_at(place, preferences).expect("a store")
        };
        let imported = || service.imported(person, import).expect("a record");
        let settings = || service.settings_for(person, place).expect("a store");
        let unlist = || service.set_listed(person, false).expect("a store");
        vec![
            self.cost("imported record", imported),
            self.cost("settings", settings),
            self.cost("set-up", set_up),
            self.cost("off the leaderboards", unlist),
        ]
    }

    /// Returns a game as a person on its server sees it.
    fn seen(&self, server: u64, game: GameId) -> GameView {
        let person = PersonId(2 * server);
        let seen = self.service.visible_game(person, there(server), game);
        seen.expect("a game").view
    }
}

/// Returns the number of the person to move.
fn to_move(view: &GameView) -> u64 {
    number(view, view.to_move().expect("a game that goes on"))
}
