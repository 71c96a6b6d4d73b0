//! `champion`: the strongest player for each board.
//!
//! [`puct`] where its network was trained, on 9x9 with at most ten walls each, and [`alphabeta`] on
//! every other board for two. docs/training-log.md and docs/agents.md have the matches between
//! them. At full strength it can play from the opening book.

use quoridor_core::{Game, Position, Variant};
use quoridor_engine::book::{Book, BookMove};
use quoridor_engine::players::{alphabeta, puct};
use quoridor_engine::registry::{
    self, AgentKind, HIGHEST_LEVEL, OptionKind, OptionType, Options, SpecError,
};
use quoridor_engine::{Agent, Decision, Limits, RootMove, Term, Value, Watch, two_players_only};

/// The player, for a list of players.
pub const KIND: AgentKind = AgentKind {
    name: "champion",
    summary: "the strongest player: puct on 9x9 with up to ten walls each, alphabeta elsewhere",
    options: &OPTIONS,
    supports: two_players_only,
    build: |options| {
        Ok(Box::new(Champion {
            puct: player(puct::KIND, options)?
                .with(CONTEMPT.name, options.text(CONTEMPT.name))?
                .build()?,
            alphabeta: player(alphabeta::KIND, options)?.build()?,
            has_left_the_official_board: false,
            book: book(options)?,
        }))
    },
};

/// The option for the opening book.
const BOOK: OptionKind = OptionKind::new(
    "book",
    "false",
    OptionType::Boolean,
    "plays from the opening book at full strength on 9x9",
);

/// The book, if the option asks for it. Weaker levels have none: their openings would be too good.
fn book(options: &Options) -> Result<Option<&'static Book>, SpecError> {
    if !options.get::<bool>("book") {
        return Ok(None);
    }
    let shipped = Book::shipped();
    let book = shipped.ok_or_else(|| options.unusable("book", "this program has no opening book"));
    book.map(|book| Some(book).filter(|_| options.get::<usize>("level") == HIGHEST_LEVEL))
}

/// The champion plays for a win where `puct` is content with a draw.
const CONTEMPT: OptionKind = OptionKind { default: "0.7", ..registry::CONTEMPT };

/// The options of `puct`, one of them with another default, the evaluation of `alphabeta`, and the
/// book.
///
/// Both players have an option `weights`; here it is the network of `puct`. Search parameters of
/// `alphabeta` are set under its own name.
static OPTIONS: [OptionKind; puct::KIND.options.len() + 2] = {
    let mut options = [BOOK; puct::KIND.options.len() + 2];
    let mut place = 0;
    while place < puct::KIND.options.len() {
        options[place] = puct::KIND.options[place];
        place += 1;
    }
    // It is the last one of `puct`.
    options[place - 1] = CONTEMPT;
    options[place] = alphabeta::EVALUATION;
    options
};

/// The most walls each that the network was trained with.
const MOST_WALLS: u8 = 10;

/// A player with those of the options that were set and that it shares.
fn player(kind: AgentKind, options: &Options) -> Result<Options, SpecError> {
    let shared = |own: &&OptionKind| {
        let same = OPTIONS.iter().find(|option| option.name == own.name);
        options.is_set(own.name) && same.is_some_and(|option| option.values == own.values)
    };
    let mut set = kind.options.iter().filter(shared);
    set.try_fold(Options::of(kind), |player, own| player.with(own.name, options.text(own.name)))
}

/// The player.
struct Champion {
    puct: Box<dyn Agent>,
    alphabeta: Box<dyn Agent>,
    /// Whether `alphabeta` has played. Until then its table need not exist: it is large.
    has_left_the_official_board: bool,
    book: Option<&'static Book>,
}

/// A book move has at least this many book positions below it: fewer know less than a search.
const FEWEST_POSITIONS: u32 = 20;

/// The move of a book, with the line that it expects; `None` where the book knows too little.
fn from_book(book: &Book, game: &Game) -> Option<Decision> {
    let trusted = |position: &Position| -> Vec<BookMove> {
        let is_trusted = |mv: &BookMove| mv.entry.positions >= FEWEST_POSITIONS && mv.is_explored;
        book.moves(position).into_iter().filter(is_trusted).collect()
    };
    let moves = trusted(game.position());
    let best = moves.first()?;
    let (mut line, mut after) = (vec![best.mv], *game.position());
    while let Ok(next) = after.play(*line.last()?) {
        after = next;
        let Some(reply) = trusted(&after).first().copied() else { break };
        line.push(reply.mv);
    }
    let root = moves.iter().map(|mv| RootMove {
        mv: mv.mv,
        visits: u64::from(mv.entry.positions),
        value: Value::Chance(mv.chance),
        prior: mv.share,
    });
    Some(Decision {
        mv: best.mv,
        value: Some(Value::Chance(best.chance)),
        depth: line.len() as u32,
        line,
        nodes: 0,
        root: root.collect(),
    })
}

/// Whether `puct` plays a variant better than `alphabeta` does.
fn is_for_puct(variant: Variant) -> bool {
    puct::KIND.supports(variant).is_ok() && variant.walls <= MOST_WALLS
}

impl Agent for Champion {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        if is_for_puct(game.position().variant()) {
            if let Some(decision) = self.book.and_then(|book| from_book(book, game)) {
                return decision;
            }
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
    use quoridor_engine::choose_alone;

    use super::*;
    use crate::Spec;

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
        for (position, player) in [
            (OFFICIAL, "puct:contempt=0.7"),
            (SMALL, "alphabeta:hash=1"),
            (MANY_WALLS, "alphabeta:hash=1"),
        ] {
            assert_eq!(decide("champion:hash=1", position), decide(player, position), "{position}");
        }
    }

    #[test]
    fn options_reach_the_player_that_they_are_for() {
        for options in ["c-puct=9", "level=3", "level=3,seed=5", "noise=0.5,seed=7", "fpu=0"] {
            let [champion, puct, alphabeta] = ["champion:", "puct:contempt=0.7,", "alphabeta:"]
                .map(|name| name.to_owned() + options);
            assert_eq!(decide(&champion, OFFICIAL), decide(&puct, OFFICIAL), "{options}");
            if options.starts_with("level") {
                assert_eq!(decide(&champion, SMALL), decide(&alphabeta, SMALL), "{options}");
            }
        }
        assert_ne!(decide("champion", OFFICIAL).root, decide("champion:c-puct=9", OFFICIAL).root);
    }

    /// South is behind, and can go back to a position that was there.
    #[test]
    fn the_champion_plays_on_where_puct_takes_a_draw() {
        let mut game = Game::new("- / - / e3 c5 / 5 5 / 1".parse().unwrap());
        for mv in ["e4", "c6", "e3", "c5"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let decide = |spec: &str| {
            let mut agent = spec.parse::<Spec>().unwrap().build().unwrap();
            choose_alone(agent.as_mut(), &game, &Limits::nodes(500))
        };
        assert_eq!(decide("puct").mv, "e4".parse().unwrap());
        assert_eq!(decide("champion:contempt=0"), decide("puct"));
        let decision = decide("champion");
        assert_ne!(decision.mv, "e4".parse().unwrap());
        assert_eq!(decision, decide("puct:contempt=0.7"));
    }

    #[test]
    fn the_book_is_an_option() {
        assert!("champion:book=true".parse::<Spec>().unwrap().build().is_ok());
    }

    #[test]
    fn the_book_gives_a_move_at_once_and_only_where_it_knows_the_position() {
        const START: &str = "- / - / e1 e9 / 10 10 / 1";
        let decision = decide("champion:book=true", START);
        assert_eq!(decision.nodes, 0);
        let start = START.parse::<Position>().unwrap();
        assert!(start.is_legal(decision.mv) && decision.line.len() > 1);
        assert_eq!(decide("champion:book=true,level=3", START), decide("champion:level=3", START));
        for position in [SMALL, MANY_WALLS, "a1 c1 e1 / - / e4 e5 / 9 8 / 1"] {
            let without = decide("champion:hash=1", position);
            assert_eq!(decide("champion:hash=1,book=true", position), without, "{position}");
        }
    }

    /// Every option of the two can be set, but for the search parameters of `alphabeta`.
    #[test]
    fn options_of_both_are_options_of_the_champion() {
        let theirs = puct::KIND.options.iter().chain(alphabeta::KIND.options);
        for option in theirs.filter(|option| option.values != alphabeta::TUNING.values) {
            let own = OPTIONS.iter().find(|own| own.name == option.name);
            assert!(own.is_some_and(|own| own.values == option.values), "{}", option.name);
        }
        let error = "champion:depth=1".parse::<Spec>().unwrap_err().to_string();
        assert!(error.starts_with("champion has no option 'depth'"), "{error}");
        let error = "champion:evaluation=/nowhere".parse::<Spec>().unwrap().build().err().unwrap();
        assert!(error.to_string().starts_with("evaluation: cannot use '/nowhere'"), "{error}");
    }
}
