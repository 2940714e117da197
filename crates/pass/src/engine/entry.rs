//! An engine as an entry of the registry.

use std::{sync::Arc, time::Duration};

use grid::{AnyGrid, Grid, Shape, simd::Simd};
use solver::strategy::{Build, DynamicBuild, Entry, Limits, StartError, Strategy};

use super::{Config, Protocol, grid_text::GridText, list::ListEngine, program::Program, puzzles::Engine, shapes};
use crate::external::{ENGINE_PREFIX, External, LatencyClock};
use corpus::error::{Error, Result};

impl Config {
    /// Returns the engine as a strategy for searches with these limits. If `pipelined`, the engine gets all puzzles of
    /// a block at once, and a puzzle's latency is its share of the block's time. `empty_round_trip` is the cost of a
    /// pipe, for the record.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine cannot obey the limits, or does not say its version.
    pub fn entry(
        &self,
        max_solutions: u64,
        limits: &Limits<'_>,
        pipelined: bool,
        empty_round_trip: Option<Duration>,
    ) -> Result<Entry> {
        let name = format!("{ENGINE_PREFIX}{}", self.name);
        if !self.settings && (max_solutions > 1 || limits.nodes < u64::MAX) {
            return Err(Error::Usage(format!(
                "{name} reads no settings, so that it has no node limit and stops at the first solution"
            )));
        }
        let is_streamed = pipelined || self.protocol == Protocol::Lines;
        if is_streamed && self.clock == LatencyClock::Own {
            return Err(Error::Usage(format!("{name} measures its own latencies, so that it cannot be pipelined")));
        }
        let program = Arc::new(Program::new(self.clone(), self.settings_line(max_solutions, limits)));
        let round_trip = empty_round_trip.filter(|_| self.clock == LatencyClock::RoundTrip && !is_streamed);
        let external = External {
            version: self.version()?,
            clock: self.clock,
            empty_round_trip_ns: round_trip.map(|time| time.as_nanos() as u64),
        };
        let starter = Starter { name: name.clone(), program };
        Ok(Entry {
            name: name.into(),
            aliases: &[],
            about: format!("another program: {}", external.version).into(),
            complete: true,
            default: false,
            amortised: is_streamed,
            build: Build::Dynamic(Arc::new(starter)),
            external: Some(Arc::new(external)),
        })
    }

    fn settings_line(&self, max_solutions: u64, limits: &Limits<'_>) -> String {
        if !self.settings {
            return String::new();
        }
        let nodes = if limits.nodes < u64::MAX { format!(" node_limit={}", limits.nodes) } else { String::new() };
        format!("settings max_solutions={max_solutions}{nodes}\n")
    }
}

struct Starter {
    name: String,
    program: Arc<Program>,
}

impl DynamicBuild for Starter {
    fn build(&self, _: Simd) -> Result<Box<dyn Strategy>, StartError> {
        self.start::<Grid>(Shape::NINE)
    }

    fn build_for(&self, shape: Shape) -> Option<Result<Box<dyn Strategy<AnyGrid>>, StartError>> {
        Some(self.start(shape))
    }
}

impl Starter {
    fn start<G: GridText>(&self, shape: Shape) -> Result<Box<dyn Strategy<G>>, StartError> {
        let refused = |reason| StartError { name: self.name.clone(), reason };
        let config = &self.program.config;
        if !config.shapes.contain(shape) {
            let side = shape.side();
            let name = shapes::name_of(shape);
            return Err(refused(format!(
                "its description does not say that it takes {side}×{side}: if it does, add {name:?} to `shapes` in engines.toml"
            )));
        }
        match config.protocol {
            Protocol::Lines => Ok(Box::new(ListEngine::new(self.program.clone(), shape))),
            Protocol::Puzzles => Ok(Box::new(Engine::start(self.program.clone(), shape).map_err(refused)?)),
        }
    }
}
