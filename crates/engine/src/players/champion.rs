//! `champion`: the strongest player for the board at hand.
//!
//! [`puct`] where its network is at home, on 9x9 with at most ten walls each, and [`alphabeta`] on
//! every other board for two. docs/neural.md and docs/agents.md have the matches between them.

use quoridor_core::{Game, Position, Variant};

use super::{alphabeta, puct};
use crate::agent::{Agent, Watch, two_players_only};
use crate::decision::{Decision, Term};
use crate::limits::Limits;
use crate::registry::{AgentKind, OptionKind, Options, Spec, SpecError};

pub(crate) const KIND: AgentKind = AgentKind {
    name: "champion",
    summary: "the strongest player: puct on 9x9, alphabeta on every other board",
    options: &OPTIONS,
    supports: two_players_only,
    build: |options| {
        Ok(Box::new(Champion {
            puct: spec(&puct::KIND, options)?.build()?,
            alphabeta: spec(&alphabeta::KIND, options)?.build()?,
            has_left_the_official_board: false,
        }))
    },
};

/// The options of `puct`, and the evaluation of `alphabeta`.
///
/// Both players have an option `weights`; here it is the network of `puct`. Search parameters of
/// `alphabeta` are set under its own name.
static OPTIONS: [OptionKind; puct::KIND.options.len() + 1] = {
    let mut options = [alphabeta::EVALUATION; puct::KIND.options.len() + 1];
    let mut place = 0;
    while place < puct::KIND.options.len() {
        options[place] = puct::KIND.options[place];
        place += 1;
    }
    options
};

/// The most walls each that the network was trained with.
const MOST_WALLS: u8 = 10;

/// A player with those of the options that were set and that it shares.
fn spec(kind: &'static AgentKind, options: &Options<'_>) -> Result<Spec, SpecError> {
    let shared = |own: &&OptionKind| {
        let same = OPTIONS.iter().find(|option| option.name == own.name);
        options.is_set(own.name) && same.is_some_and(|option| option.values == own.values)
    };
    let mut set = kind.options.iter().filter(shared);
    set.try_fold(Spec::of(kind), |spec, own| spec.with(own.name, options.text(own.name)))
}

/// The player.
struct Champion {
    puct: Box<dyn Agent>,
    alphabeta: Box<dyn Agent>,
    /// Whether `alphabeta` has played. Until then its table need not exist: it is large.
    has_left_the_official_board: bool,
}

/// Whether `puct` plays a variant better than `alphabeta` does.
fn is_for_puct(variant: Variant) -> bool {
    puct::KIND.supports(variant).is_ok() && variant.walls <= MOST_WALLS
}

impl Agent for Champion {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        if is_for_puct(game.position().variant()) {
            return self.puct.choose(game, limits, watch);
        }
        self.has_left_the_official_board = true;
        self.alphabeta.choose(game, limits, watch)
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        let is_for_puct = is_for_puct(position.variant());
        if is_for_puct { &self.puct } else { &self.alphabeta }.explain(position)
    }

    fn new_game(&mut self) {
        self.puct.new_game();
        if self.has_left_the_official_board {
            self.alphabeta.new_game();
        }
    }

    fn prepare(&mut self) {
        self.puct.prepare();
        if self.has_left_the_official_board {
            self.alphabeta.prepare();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::choose_alone;

    fn decide(spec: &str, position: &str) -> Decision {
        let mut agent = spec.parse::<Spec>().unwrap().build().unwrap();
        let game = Game::new(position.parse().unwrap());
        choose_alone(agent.as_mut(), &game, &Limits::nodes(200))
    }

    const OFFICIAL: &str = "e3 / - / e2 e8 / 9 10 / 2";
    const SMALL: &str = "- / - / c1 c5 / 3 3 / 1 / 5x5";
    const MANY_WALLS: &str = "- / - / e1 e9 / 12 12 / 1";

    #[test]
    fn each_board_has_its_player() {
        for (position, player) in
            [(OFFICIAL, "puct"), (SMALL, "alphabeta:hash=1"), (MANY_WALLS, "alphabeta:hash=1")]
        {
            assert_eq!(decide("champion:hash=1", position), decide(player, position), "{position}");
        }
    }

    #[test]
    fn options_reach_the_player_that_they_are_for() {
        for options in ["c-puct=9", "level=3", "level=3,seed=5", "noise=0.5,seed=7", "fpu=0"] {
            let [champion, puct, alphabeta] =
                ["champion", "puct", "alphabeta"].map(|name| format!("{name}:{options}"));
            assert_eq!(decide(&champion, OFFICIAL), decide(&puct, OFFICIAL), "{options}");
            if options.starts_with("level") {
                assert_eq!(decide(&champion, SMALL), decide(&alphabeta, SMALL), "{options}");
            }
        }
        assert_ne!(decide("champion", OFFICIAL).root, decide("champion:c-puct=9", OFFICIAL).root);
    }

    /// Every option of the two can be set, but for the search parameters of `alphabeta`.
    #[test]
    fn options_of_both_are_options_of_the_champion() {
        let theirs = puct::KIND.options.iter().chain(alphabeta::KIND.options);
        for option in theirs.filter(|option| option.values != alphabeta::TUNING.values) {
            let own = OPTIONS.iter().find(|own| own.name == option.name);
            assert!(own.is_some_and(|own| own.values == option.values), "{}", option.name);
        }
        let error = "champion:contempt=1".parse::<Spec>().unwrap_err().to_string();
        assert!(error.starts_with("champion has no option 'contempt'"), "{error}");
        let error = "champion:evaluation=/nowhere".parse::<Spec>().unwrap().build().err().unwrap();
        assert!(error.to_string().starts_with("evaluation: cannot use '/nowhere'"), "{error}");
    }
}
