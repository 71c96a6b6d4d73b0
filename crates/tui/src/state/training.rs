//! The page of a training.

use std::sync::Arc;

use super::Effect;
use crate::training::{Training, TrainingLength, TrainingNews};

/// A row of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrainingRow {
    Length,
    Start,
    Stop,
    Play,
    Back,
}

/// How far the training is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Ready,
    /// It runs; its last line.
    Running(String),
    /// The player that has been trained.
    Done(String),
}

#[derive(Clone, Debug)]
pub(crate) struct TrainingPage {
    training: Arc<dyn Training>,
    length: usize,
    pub(crate) stage: Stage,
}

impl TrainingPage {
    pub(crate) fn new(training: Arc<dyn Training>) -> Self {
        Self { training, length: 0, stage: Stage::Ready }
    }

    pub(crate) fn title(&self) -> &'static str {
        self.training.title()
    }

    /// The rows, from top to bottom.
    pub(crate) const fn rows(&self) -> &'static [TrainingRow] {
        match self.stage {
            Stage::Ready => &[TrainingRow::Start, TrainingRow::Length, TrainingRow::Back],
            Stage::Running(_) => &[TrainingRow::Stop],
            Stage::Done(_) => &[TrainingRow::Play, TrainingRow::Back],
        }
    }

    /// A row as it is shown.
    pub(crate) fn shown(&self, row: TrainingRow) -> String {
        match row {
            TrainingRow::Length => format!("{:<14}‹ {} ›", "Length", self.length().name),
            TrainingRow::Start => "Start the training".to_owned(),
            TrainingRow::Stop => "Stop".to_owned(),
            TrainingRow::Play => "Play against it".to_owned(),
            TrainingRow::Back => "Back".to_owned(),
        }
    }

    /// The line below the rows.
    pub(crate) fn about(&self) -> &str {
        match &self.stage {
            Stage::Ready => self.training.about(),
            Stage::Running(line) => line,
            Stage::Done(player) => player,
        }
    }

    fn length(&self) -> TrainingLength {
        self.training.lengths()[self.length]
    }

    /// The next length, or the one before.
    pub(crate) fn cycle(&mut self, forward: bool) {
        let count = self.training.lengths().len();
        self.length = (self.length + if forward { 1 } else { count - 1 }) % count;
    }

    pub(crate) fn start(&mut self) -> Effect {
        self.stage = Stage::Running("It begins.".to_owned());
        Effect::Train { training: Arc::clone(&self.training), steps: self.length().steps }
    }

    /// Takes news; the error if it has failed.
    pub(crate) fn hear(&mut self, news: TrainingNews) -> Option<String> {
        match news {
            TrainingNews::Progress(line) => {
                self.stage = Stage::Running(line);
                None
            }
            TrainingNews::Ended(Ok(player)) => {
                self.stage = Stage::Done(player);
                None
            }
            TrainingNews::Ended(Err(error)) => {
                self.stage = Stage::Ready;
                Some(error)
            }
        }
    }
}
