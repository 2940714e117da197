//! An engine as an entry of the registry.

use std::{sync::Arc, time::Duration};

use grid::Shape;
use solver::strategy::{Build, Entry, Limits, StartError, Strategy, every_shape, no_shape};

use super::{Config, Protocol, list::ListEngine, program::Program, puzzles::Engine, shapes};
use crate::external::{ENGINE_PREFIX, External, LatencyClock};
use corpus::error::{Error, Result};

impl Config {
    /// Returns the engine as a strategy for searches with these limits. If `pipelined`, the engine gets all puzzles of
    /// a block at once, and a puzzle's latency is its share of the block's time. `empty_round_trip` is the cost of a
    /// pipe, for the record. Returns an error if the engine cannot obey the limits, or does not say its version.
    pub fn entry(
        &self,
        max_solutions: u64,
        limits: &Limits<'_>,
        pipelined: bool,
        empty_round_trip: Option<Duration>,
    ) -> Result<Entry> {
        let name = format!("{ENGINE_PREFIX}{}", self.name);
        if !self.settings && (max_solutions > 1 || limits.nodes < u64::MAX) {
            return Err(reads_no_settings(&name, limits));
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
        let started = name.clone();
        Ok(Entry {
            name: name.into(),
            aliases: &[],
            about: format!("another program: {}", external.version).into(),
            complete: true,
            // Only a start says which shapes it takes.
            solves: every_shape,
            takes_candidates: false,
            default_for: no_shape,
            amortised: is_streamed,
            keeps_profile: false,
            row_major: false,
            proof_work: |outcome| outcome.backtracks,
            build: Build::Dynamic(Arc::new(move |shape, _| start(&started, &program, shape))),
            build_traced: None,
            external: Some(Arc::new(external)),
        })
    }

    fn settings_line(&self, max_solutions: u64, limits: &Limits<'_>) -> String {
        if !self.settings {
            return String::new();
        }
        let nodes = if limits.nodes < u64::MAX { format!(" node_limit={}", limits.nodes) } else { String::new() };
        let time = limits.time.map_or(String::new(), |time| format!(" time_limit_ns={}", time.as_nanos()));
        format!("settings max_solutions={max_solutions}{nodes}{time}\n")
    }
}

fn reads_no_settings(name: &str, limits: &Limits<'_>) -> Error {
    let instead = match limits.nodes {
        u64::MAX => "leave out --max-solutions (the engine stops at the first solution)",
        _ => "use --time-limit, which ends every engine, instead of --node-limit",
    };
    Error::Usage(format!(
        "{name} reads no settings: {instead}, leave out the engine, or write `settings = true` in its description if it reads \
         the line of settings"
    ))
}

/// Starts an engine, if its description says that it takes the shape.
fn start(name: &str, program: &Arc<Program>, shape: Shape) -> Result<Box<dyn Strategy>, StartError> {
    let refused = |reason| StartError { name: name.into(), reason };
    let config = &program.config;
    if !config.shapes.contain(shape) {
        let side = shape.side();
        let shape = shapes::name_of(shape);
        return Err(refused(format!(
            "its description does not say that it takes {side}×{side}: if it does, add {shape:?} to `shapes` in engines.toml"
        )));
    }
    match config.protocol {
        Protocol::Lines => Ok(Box::new(ListEngine::new(program.clone(), shape))),
        Protocol::Puzzles => Ok(Box::new(Engine::start(program.clone(), shape).map_err(refused)?)),
    }
}
