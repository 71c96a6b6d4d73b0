//! Matches and tournaments on the command line: progress, storage of games, exit status.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, anyhow};
use clap::Args;
use indicatif::HumanDuration;
use quoridor_arena::StoredTournament;
use quoridor_arena::{
    Archive, Fixture, MatchEnd, Standings, TournamentError, TournamentEvent, TournamentPlan,
};
use quoridor_store::RecordFile;
use quoridor_store::{Date, Store, TournamentId};

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;
use crate::table;

/// Where the games go.
#[derive(Args)]
pub(crate) struct KeepArguments {
    /// Append the games to a file of records (PGN)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Keep the games in a store (see quoridor games): the same command then resumes the match
    #[arg(long, value_name = "PATH")]
    store: Option<PathBuf>,
}

/// Games to be played.
pub(crate) struct Contest<'a> {
    pub(crate) plan: &'a TournamentPlan,
    /// The tag `Event` of records.
    pub(crate) event: &'static str,
    pub(crate) keep: &'a KeepArguments,
}

/// Games that were played.
pub(crate) struct Played {
    pub(crate) standings: Standings,
    pub(crate) end: MatchEnd,
    /// Which one it is in the store, if it is kept in one.
    pub(crate) tournament: Option<TournamentId>,
    pub(crate) time: Duration,
    /// Why the records could not be written.
    failure: Option<io::Error>,
}

impl Contest<'_> {
    /// Plays what has not been played.
    pub(crate) fn play(&self) -> Result<Played, Failure> {
        let KeepArguments { out, store } = self.keep;
        let file = out.as_deref().map(open_records).transpose()?;
        let Some(path) = store else {
            return self.play_with(&mut BTreeMap::new(), file, None);
        };
        let named = || path.display().to_string();
        let mut store = Store::open(path).map_err(|error| Error::from(error).context(named()))?;
        let mut archive =
            StoredTournament::begin_or_resume(&mut store, self.plan).map_err(failure)?;
        let id = archive.id();
        self.play_with(&mut archive, file, Some(id)).map_err(|failure| Failure {
            error: if failure.usage { failure.error } else { failure.error.context(named()) },
            ..failure
        })
    }

    fn play_with(
        &self,
        archive: &mut dyn Archive,
        mut file: Option<RecordFile>,
        tournament: Option<TournamentId>,
    ) -> Result<Played, Failure> {
        let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
        let so_far = Mutex::new(String::from("no game is over yet"));
        let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
        let begin = Instant::now();
        let (mut new, mut problem) = (0_u32, None);
        let played = with_progress(message, || {
            self.plan.run(archive, &stop, |news| match news {
                TournamentEvent::GameOver(fixture, game) => {
                    new += 1;
                    problem =
                        file.as_mut().and_then(|file| file.append(game, &self.tags(fixture)).err());
                    if problem.is_some() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                }
                TournamentEvent::Counted(standings) => {
                    if let Ok(mut text) = so_far.lock() {
                        *text = self.in_words(standings, begin.elapsed(), new);
                    }
                    ControlFlow::Continue(())
                }
            })
        });
        let (standings, end) = played.map_err(failure)?;
        Ok(Played { standings, end, tournament, time: begin.elapsed(), failure: problem })
    }

    /// The tags of a game beside its players: those of PGN, and the time control.
    fn tags(&self, fixture: &Fixture) -> [(&'static str, String); 5] {
        let seats = fixture.seats.seats().count();
        let mut controls: Vec<String> = fixture
            .seats
            .values()
            .map(|&place| self.plan.arena.control_of(place).to_string())
            .collect();
        controls.dedup();
        [
            ("Event", self.event.to_owned()),
            ("Site", "?".to_owned()),
            ("Date", Date::today().in_record()),
            (
                "Round",
                format!(
                    "{}.{}",
                    fixture.round + 1,
                    fixture.number % (self.plan.groups.len() * seats) + 1
                ),
            ),
            ("TimeControl", controls.join(" / ")),
        ]
    }

    /// One line about how far it has come.
    fn in_words(&self, standings: &Standings, time: Duration, new: u32) -> String {
        let (done, total) = (standings.counted(), self.plan.total());
        let mut text = total
            .map_or_else(|| format!("{done} games"), |total| format!("{done} of {total} games"));
        if self.plan.groups.len() == 1 {
            let points: Vec<String> =
                standings.rows().map(|(_, line)| format!("{:.1}", line.points)).collect();
            text.push_str(&format!(", {}", points.join(" – ")));
            if points.len() == 2 {
                text.push_str(&format!(
                    ", Elo {}",
                    table::elo_in_words(&standings.encounter(0, 1))
                ));
            }
        } else {
            let best =
                standings.rows().max_by(|(_, one), (_, other)| one.points.total_cmp(&other.points));
            let leads = best.map(|(name, line)| {
                format!(", {name} leads with {:.1} of {}", line.points, line.games)
            });
            text.push_str(&leads.unwrap_or_default());
        }
        if let Some(test) = &self.plan.sprt {
            text.push_str(&format!(
                ", LLR {}",
                table::ratio_in_words(&standings.encounter(0, 1), test)
            ));
        }
        if let Some(left) = total.map(|total| total.saturating_sub(done)).filter(|_| new > 0) {
            let left = time.as_secs_f64() / f64::from(new) * left as f64;
            text.push_str(&format!(", {} left", HumanDuration(Duration::from_secs_f64(left))));
        }
        text
    }
}

impl Played {
    /// The output, and whether everything was played that was to be.
    pub(crate) fn conclude(
        self,
        plan: &TournamentPlan,
        recover: &str,
        output: String,
    ) -> Result<String, Failure> {
        let done = self.standings.counted();
        let error = match (self.failure, self.end) {
            (Some(error), _) => anyhow!(error).context("cannot write the games"),
            (None, MatchEnd::EngineFailed(what)) => {
                anyhow!("{what}; use {recover} to restart crashed engines")
            }
            (None, MatchEnd::Stopped) => match plan.total() {
                Some(total) => anyhow!("stopped after {done} of {total} games"),
                None => anyhow!("stopped after {done} games"),
            },
            (None, MatchEnd::Completed) => return Ok(output),
        };
        Err(Failure { output, usage: false, error })
    }
}

fn open_records(path: &Path) -> Result<RecordFile, Error> {
    RecordFile::open(path).with_context(|| format!("cannot write {}", path.display()))
}

/// A wrong use, or a failure on the way.
fn failure(error: TournamentError) -> Failure {
    let usage = !matches!(error, TournamentError::Archive(_));
    Failure { output: String::new(), usage, error: error.into() }
}
