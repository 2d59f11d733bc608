//! Games that people begin, and the moves in them.

use focus::{Mode, Rules};
use focusbot::service::{GameId, NewTable, Request, TableKind, Timestamp, Update};

use crate::service::harness::{
    EASY, NOW, World, draw, granted, mv, number, person, play_next, rated_table, table,
};

impl World {
    /// Returns the table or game that person 1 sets up with these choices.
    #[track_caller]
    pub(in crate::service) fn created(&self, new: NewTable) -> GameId {
        self.ok(1, Request::Create(new)).view.id()
    }

    /// Returns the table or game that person 1 sets up with these choices and this seed.
    #[track_caller]
    pub(in crate::service) fn created_with(&self, seed: u64, new: NewTable) -> GameId {
        let (host, request) = (person(1), Request::Create(new));
        let created = self.service.handle(NOW, &host, request, seed);
        created.expect("a table").view.id()
    }

    /// Returns a game of person 1 against computers.
    #[track_caller]
    pub(in crate::service) fn alone(&self, mode: Mode) -> GameId {
        self.created(NewTable {
            computers: vec![EASY; mode.seats() - 1],
            ..table(Rules::new(mode), TableKind::Open)
        })
    }

    /// Returns a table of person 1.
    #[track_caller]
    pub(in crate::service) fn open_for(&self, mode: Mode, kind: TableKind) -> GameId {
        self.created(table(Rules::new(mode), kind))
    }

    /// Returns an open table of person 1.
    #[track_caller]
    pub(in crate::service) fn open(&self, mode: Mode) -> GameId {
        self.open_for(mode, TableKind::Open)
    }

    /// Returns a begun game with a person on each seat, numbered from 1.
    #[track_caller]
    pub(in crate::service) fn begun(&self, rules: Rules) -> GameId {
        self.begun_from(table(rules, TableKind::Open))
    }

    /// Returns the begun game of an open table, with a person on each seat, numbered from 1.
    #[track_caller]
    pub(in crate::service) fn begun_from(&self, new: NewTable) -> GameId {
        let seats = new.rules.mode().seats() as u64;
        let id = self.created(new);
        for number in 2..=seats {
            self.ok(number, Request::Join(id));
        }
        id
    }

    /// Returns a rated game of these people in which everybody has moved often enough for the game
    /// to count.
    #[track_caller]
    pub(in crate::service) fn rated(&self, rules: Rules, people: &[u64]) -> GameId {
        let id = self.rated_from_the_start(rules, people);
        self.move_on(id, 2 * people.len());
        id
    }

    /// Returns a begun rated game of these people.
    #[track_caller]
    pub(in crate::service) fn rated_from_the_start(&self, rules: Rules, people: &[u64]) -> GameId {
        let created = self.ok(people[0], Request::Create(rated_table(rules)));
        let id = created.view.id();
        for number in &people[1..] {
            self.ok(*number, Request::Join(id));
        }
        id
    }

    /// Plays `moves` moves.
    #[track_caller]
    pub(in crate::service) fn move_on(&self, id: GameId, moves: usize) {
        for _ in 0..moves {
            let text = self.a_move(id);
            self.play(id, &text);
        }
    }

    /// Plays a move of the player to move.
    #[track_caller]
    pub(in crate::service) fn play(&self, id: GameId, text: &str) -> Update {
        let who = self.mover(id);
        self.ok(who, mv(id, None, text))
    }

    /// Plays any legal move of the player to move at a time.
    #[track_caller]
    pub(in crate::service) fn play_at(&self, id: GameId, now: Timestamp) {
        play_next(&self.service, now, id);
    }

    /// Plays any legal move of the computer to move at a time.
    #[track_caller]
    pub(in crate::service) fn computer_plays(&self, id: GameId, now: Timestamp) {
        let game = self.game(id);
        let chosen = game.game.position().legal_moves()[0];
        let played = self.service.computer_plays(now, id, game.steps, chosen);
        played.expect("a move in time");
    }

    /// Offers a draw in a duel, at a time, in the name of the player who is not to move.
    #[track_caller]
    pub(in crate::service) fn offer_draw(&self, id: GameId, now: Timestamp) {
        granted(&self.service, now, 3 - self.mover(id), draw(id));
    }

    /// Returns any legal move.
    #[track_caller]
    pub(in crate::service) fn a_move(&self, id: GameId) -> String {
        self.game(id).game.position().legal_moves()[0].to_string()
    }

    /// Returns the number of the person to move.
    #[track_caller]
    pub(in crate::service) fn mover(&self, id: GameId) -> u64 {
        let game = self.game(id);
        number(&game, game.to_move().expect("a game that goes on"))
    }
}
