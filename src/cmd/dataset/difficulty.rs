//! The options of `dataset rate` for facts about the difficulty of puzzles.

use corpus::error::Result;
use dataset::difficulty::{DifficultyColumns, Fact, Morphs};

use crate::{
    cli::{
        choices::{self, FactChoice},
        heading,
        number::{parse_number, parse_positive},
    },
    cmd::repeated,
};

/// The columns that are added on request.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = heading::DIFFICULTY)]
pub struct DifficultyArgs {
    /// Facts about the puzzle that do not depend on a strategy, as columns, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NAME", ignore_case = true, value_parser = choices::facts())]
    facts: Vec<FactChoice>,

    /// For each strategy, prove on K random isomorphs of each puzzle that there is one solution, and add the mean, the
    /// median and the 95th percentile of the backtracks (guesses for lanes)
    #[arg(long, value_name = "K", value_parser = parse_morphs)]
    morphs: Option<usize>,

    /// Seed of the random isomorphs
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = parse_number, requires = "morphs")]
    seed: u64,
}

/// Isomorphs of a puzzle, at most: more tell no more, and the searches of all would not fit into memory.
const MAX_MORPHS: usize = 1_000_000;

fn parse_morphs(text: &str) -> std::result::Result<usize, String> {
    let morphs: usize = parse_positive(text)?;
    if morphs > MAX_MORPHS { Err("at most 1M isomorphs".into()) } else { Ok(morphs) }
}

impl DifficultyArgs {
    pub fn is_given(&self) -> bool {
        !self.facts.is_empty() || self.morphs.is_some()
    }

    /// Returns an error if a fact is named twice.
    pub fn columns(&self) -> Result<DifficultyColumns> {
        let mut facts: Vec<Fact> = Vec::new();
        for choice in &self.facts {
            match choice {
                FactChoice::All => facts.extend(Fact::ALL),
                FactChoice::One(fact) => facts.push(*fact),
            }
        }
        if let Some(twice) = repeated(&facts, |fact| *fact) {
            return usage!("fact {} is named twice", twice.name());
        }
        let morphs = self.morphs.map(|count| Morphs { count, seed: self.seed });
        Ok(DifficultyColumns { facts, morphs })
    }
}
