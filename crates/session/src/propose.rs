//! Proposals: changes that are legal now. A proposal changes nothing: it is written to the storage,
//! then [applied](Session::apply).

use std::time::Duration;

use quoridor_core::{IllegalMove, LegalMove, Move, Player, Position, Seats};
use quoridor_engine::Decision;
use quoridor_store::{Change, Exit, MoveStats, NewLiveGame, Occupant, Reason, Target, Update};

use crate::refusal::Refusal;
use crate::session::{DRAW_RULE, Session};

impl Session {
    pub(crate) fn check_on(&self) -> Result<(), Refusal> {
        match self.ended() {
            Some(&(_, outcome)) => Err(IllegalMove::GameOver { outcome }.into()),
            None => Ok(()),
        }
    }

    /// A move of the player to move.
    ///
    /// # Errors
    /// It is illegal, the game is over, or the player's time is.
    pub fn propose_move(&self, mv: Move, now: Duration) -> Result<Change, Refusal> {
        let thought = MoveStats { time: self.thinking_time(now), ..MoveStats::default() };
        self.move_with(mv, thought, now)
    }

    /// A move of a client that plays some seats and has seen a number of moves. `None` if it has
    /// been made already: a client that missed the answer may send it again.
    ///
    /// # Errors
    /// As [`propose_move`](Self::propose_move); it is another player's turn; the board has changed.
    pub fn propose_move_by(
        &self,
        seats: &[Player],
        seen: usize,
        mv: Move,
        now: Duration,
    ) -> Result<Option<Change>, Refusal> {
        let (game, turn) = (self.game(), self.turn());
        if game.moves().get(seen) == Some(&mv)
            && self.moves_after(seen) == 0
            && seats.contains(&game.positions()[seen].turn())
        {
            return Ok(None);
        }
        self.check_on()?;
        if !seats.contains(&turn) {
            let player = seats.first().copied().unwrap_or(turn);
            return Err(match seats {
                [player] if self.is_out(*player) => IllegalMove::PlayerOut { player: *player },
                _ => IllegalMove::NotYourTurn { player, turn },
            }
            .into());
        }
        if seen != self.plies() {
            return Err(Refusal::BoardChanged { made: self.plies(), seen });
        }
        self.propose_move(mv, now).map(Some)
    }

    /// The number of moves behind this one that players made: skipped turns follow by themselves.
    fn moves_after(&self, ply: usize) -> usize {
        (ply + 1..self.plies()).filter(|&ply| !self.is_skipped(ply)).count()
    }

    /// The move that a computer player has chosen, and how long that took. If it is illegal, the
    /// player forfeits.
    ///
    /// # Errors
    /// The game is over, or the player's time is.
    pub fn propose_decision(
        &self,
        decision: &Decision,
        time: Duration,
        now: Duration,
    ) -> Result<Change, Refusal> {
        let Decision { mv, value, depth, nodes, .. } = *decision;
        let thought = MoveStats { time, clock: None, value, depth, nodes };
        match self.move_with(mv, thought, now) {
            Err(Refusal::Illegal(reason)) if !self.is_over() => {
                let turn = self.turn();
                debug_assert!(!matches!(reason, IllegalMove::NotYourTurn { .. }));
                Ok(self.propose_forfeit(turn, Reason::IllegalMove(turn, mv.to_string())))
            }
            proposed => proposed,
        }
    }

    fn move_with(&self, mv: Move, thought: MoveStats, now: Duration) -> Result<Change, Refusal> {
        self.check_on()?;
        let legal = LegalMove::new(self.position(), mv)?;
        let clock = self.clocks().zip(self.time_left(self.turn(), now));
        if clock.is_some_and(|(_, left)| left.is_zero()) {
            return Err(Refusal::OutOfTime);
        }
        let clock = clock.map(|(clocks, left)| left + clocks.control().increment);
        Ok(self.turns(Some((legal, MoveStats { clock, ..thought })), Vec::new()))
    }

    /// A player resigns: the named one, or the player to move if it is one's own, or the first of
    /// one's seats.
    ///
    /// # Errors
    /// The game is over, or the seat is another player's.
    pub fn propose_resignation(
        &self,
        seats: &[Player],
        seat: Option<Player>,
    ) -> Result<Change, Refusal> {
        self.check_on()?;
        let own = || seats.iter().copied().filter(|&seat| !self.is_out(seat));
        let player = match seat {
            Some(seat) if !seats.contains(&seat) => return Err(Refusal::NotYourSeat(seat)),
            Some(seat) => seat,
            None => own().find(|&seat| seat == self.turn()).or(own().next()).unwrap_or(seats[0]),
        };
        if self.is_out(player) {
            return Err(IllegalMove::PlayerOut { player }.into());
        }
        Ok(self.propose_forfeit(player, Reason::Resigns(player)))
    }

    /// A player forfeits. Of two, the other wins; of more, the player is out: the pawn stays as an
    /// obstacle, and the others play on until one is left.
    pub fn propose_forfeit(&self, player: Player, reason: Reason) -> Change {
        let seats = self.position().seats();
        if seats == Seats::Two {
            return self.change(Update::Play { moves: vec![], exits: vec![], end: Some(reason) });
        }
        let exits = vec![Exit { player, ply: self.plies(), reason }];
        let left: Vec<Player> = seats
            .players()
            .iter()
            .copied()
            .filter(|&other| other != player && !self.is_out(other))
            .collect();
        match left[..] {
            [last] => {
                let end = Some(Reason::LastPlayer(last));
                self.change(Update::Play { moves: vec![], exits, end })
            }
            _ => self.turns(None, exits),
        }
    }

    /// The player to move has run out of time.
    pub fn propose_flag_fall(&self, now: Duration) -> Option<Change> {
        let turn = self.running_clock()?;
        let is_out = self.time_left(turn, now).is_some_and(|left| left.is_zero());
        is_out.then(|| self.propose_forfeit(turn, Reason::LosesOnTime(turn)))
    }

    /// The end of a game that is over on the board but not in the storage: a program may have been
    /// killed in between, or the game comes from a file.
    pub fn propose_end(&self) -> Option<Change> {
        let ending = self.game().ending(&DRAW_RULE).filter(|_| !self.is_over())?;
        let end = Some(Reason::Over(ending));
        Some(self.change(Update::Play { moves: vec![], exits: vec![], end }))
    }

    /// A move and the skipped turns that follow it, with the end that they bring.
    fn turns(&self, first: Option<(LegalMove, MoveStats)>, exits: Vec<Exit>) -> Change {
        let mut position: Position = first.map_or(*self.position(), |(legal, _)| *legal.after());
        let mut moves: Vec<(LegalMove, MoveStats)> = first.into_iter().collect();
        let is_out =
            |player| self.is_out(player) || exits.iter().any(|exit: &Exit| exit.player == player);
        while is_out(position.turn())
            && let Some(skip) = LegalMove::skip(&position)
        {
            moves.push((skip, MoveStats::default()));
            position = *skip.after();
        }
        let mut game = self.game().clone();
        for (legal, _) in &moves {
            game.push(*legal).expect("each move was proved where the one before it leads");
        }
        let end = game.ending(&DRAW_RULE).map(Reason::Over);
        self.change(Update::Play { moves, exits, end })
    }

    fn change(&self, update: Update) -> Change {
        let target = match self.id {
            Some(id) => Target::Stored(id),
            None => Target::New(Box::new(NewLiveGame {
                seating: self.seating().clone(),
                record: self.given_record(),
                rematch_of: None,
            })),
        };
        Change { target, plies: self.plies(), update }
    }

    /// Takes back the last decision of any human and everything since; in a game between computers
    /// the last move; also a resignation and the end of the game. For players at one screen.
    ///
    /// # Errors
    /// There is nothing to take back.
    pub fn propose_undo(&self) -> Result<Change, Refusal> {
        let (plies, exits) = (self.plies(), self.exits().len());
        // A game of two that was ended by something other than a move.
        if let Some((reason, _)) = self.ended()
            && reason.forfeited_by().is_some()
        {
            return Ok(self.take_back(plies, exits, true));
        }
        let humans: Vec<Player> = if self.has_human() {
            let humans = self.occupants().iter().filter(|(_, occupant)| occupant.is_human());
            humans.map(|(seat, _)| seat).collect()
        } else {
            self.position().seats().players().to_vec()
        };
        let decision = self.last_decision(&humans);
        let exit = self.exits().last().filter(|exit| decision.is_none_or(|ply| exit.ply > ply));
        match (exit, decision) {
            (Some(exit), _) => Ok(self.take_back(exit.ply, exits - 1, true)),
            (None, Some(ply)) => Ok(self.take_back(ply, self.exits_before(ply), true)),
            (None, None) => Err(Refusal::NothingToTakeBack),
        }
    }

    /// Plays again what was taken back, up to the next turn of a human.
    ///
    /// # Errors
    /// There is nothing to play again, or the game is over.
    pub fn propose_redo(&self) -> Result<Change, Refusal> {
        self.check_on()?;
        let (mut game, mut moves) = (self.game().clone(), Vec::new());
        for &(mv, thought) in self.undone.iter().rev() {
            let Ok(legal) = LegalMove::new(game.position(), mv) else { break };
            game.push(legal).expect("it was proved in this position");
            moves.push((legal, thought));
            let is_humans = self.occupants()[game.position().turn()].is_human();
            if !self.has_human() || is_humans {
                break;
            }
        }
        if moves.is_empty() {
            return Err(Refusal::NothingToRedo);
        }
        let end = game.ending(&DRAW_RULE).map(Reason::Over);
        Ok(self.change(Update::Play { moves, exits: vec![], end }))
    }

    fn take_back(&self, plies: usize, exits: usize, reopen: bool) -> Change {
        self.change(Update::TakeBack { plies, exits, reopen })
    }

    /// The number of moves before the last decision of some seats.
    fn last_decision(&self, seats: &[Player]) -> Option<usize> {
        let positions = self.game().positions();
        (0..self.plies())
            .rev()
            .find(|&ply| seats.contains(&positions[ply].turn()) && !self.is_skipped(ply))
    }

    /// Whether a turn was that of a player who was out.
    fn is_skipped(&self, ply: usize) -> bool {
        let turn = self.game().positions()[ply].turn();
        self.exits().iter().any(|exit| exit.player == turn && exit.ply <= ply)
    }

    /// The number of exits that happened before this number of moves was exceeded.
    fn exits_before(&self, plies: usize) -> usize {
        self.exits().iter().take_while(|exit| exit.ply <= plies).count()
    }

    /// Some seats ask for a takeback to their last decision, or agree to one. When all humans have
    /// agreed, the change is proposed.
    ///
    /// # Errors
    /// The game is over, or there is nothing to take back.
    pub fn offer_takeback(&mut self, seats: &[Player]) -> Result<Option<Change>, Refusal> {
        self.check_on()?;
        if self.takeback.is_empty() && self.last_decision(seats).is_none() {
            return Err(Refusal::NothingToTakeBack);
        }
        let humans = self.humans();
        if !self.takeback.agree(seats, &humans) {
            return Ok(None);
        }
        let by = std::mem::take(&mut self.takeback);
        let Some(ply) = self.last_decision(by.by()) else { return Ok(None) };
        Ok(Some(self.take_back(ply, self.exits_before(ply), false)))
    }

    /// Some seats offer a draw, or accept one. When all players have agreed, the end is proposed.
    ///
    /// # Errors
    /// The game is over, or a computer takes part: computers do not answer offers.
    pub fn offer_draw(&mut self, seats: &[Player]) -> Result<Option<Change>, Refusal> {
        self.check_on()?;
        if !self.occupants().values().all(Occupant::is_human) {
            return Err(Refusal::NoDrawWithComputers);
        }
        let humans = self.humans();
        if !self.draw.agree(seats, &humans) {
            return Ok(None);
        }
        let end = Some(Reason::AgreedDraw);
        Ok(Some(self.change(Update::Play { moves: vec![], exits: vec![], end })))
    }

    /// A player takes a name, in place of the one that the seat had. `None` if it has it already.
    ///
    /// # Errors
    /// The game is over: its record is written. The player has no seat, or several.
    pub fn propose_name(&self, seats: &[Player], name: &str) -> Result<Option<Change>, Refusal> {
        self.check_on()?;
        let &[seat] = seats else { return Err(Refusal::NameNeedsOneSeat) };
        if self.occupants()[seat].name() == name {
            return Ok(None);
        }
        Ok(Some(self.change(Update::Name { seat, name: name.to_owned() })))
    }

    /// Withdraws or refuses all offers.
    pub fn decline(&mut self) {
        self.takeback.withdraw();
        self.draw.withdraw();
        self.rematch.withdraw();
    }

    /// Some seats ask for a rematch, or agree to one. When all humans have agreed, the new game is
    /// proposed; it is written, and its number given to [`rematch_began`](Self::rematch_began).
    ///
    /// # Errors
    /// The game is not over.
    pub fn offer_rematch(&mut self, seats: &[Player]) -> Result<Option<Change>, Refusal> {
        if !self.is_over() {
            return Err(Refusal::RematchTooEarly);
        }
        let humans = self.occupants().iter().filter(|(_, occupant)| occupant.is_human());
        let humans: Vec<Player> = humans.map(|(seat, _)| seat).collect();
        if !self.rematch.agree(seats, &humans) || self.seating().rematch.is_some() {
            return Ok(None);
        }
        Ok(Some(Change::begin(self.rematch_seating(), *self.game().start(), self.id)))
    }
}
