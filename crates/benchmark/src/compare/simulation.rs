//! Verdicts on simulated runs, whose change is known.

use std::f64::consts::TAU;

use grid::random::SplitMix64;

use super::{FloorBounds, LatencyVerdict, latency::judge_runs};
use crate::record::StrategyCells;
use stats::Cell;

const BLOCKS: u64 = 12;
/// Duration of a turn in seconds. A round has [`BLOCKS`] turns of each of two strategies.
const TURN: f64 = 0.005;

/// What else the machine does during the run.
#[derive(Clone, Copy, Debug)]
enum Machine {
    Steady,
    /// States at random, each for this many seconds on average.
    States(&'static [State], f64),
    /// Another process is busy for 0.7 of every 1.1 s.
    LoadThatComesAndGoes,
}

/// How much a state costs the control and the strategy, as logarithms.
type State = [f64; 2];

/// A neighbour on the other hardware thread comes and goes.
const TWO_STATES: [State; 2] = [[0.0, 0.0], [0.25, 0.17]];
/// Neighbours of two kinds come and go.
const THREE_STATES: [State; 3] = [[0.0, 0.0], [0.235, 0.205], [0.382, 0.161]];

struct Random(SplitMix64);

impl Random {
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a number of the normal distribution with this standard deviation (Box and Muller, 1958).
    fn normal(&mut self, deviation: f64) -> f64 {
        deviation * (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * (TAU * self.uniform()).cos()
    }

    /// Returns a disturbance: nothing for most cells, else a number of the exponential distribution.
    fn disturbance(&mut self) -> f64 {
        if self.uniform() < 0.05 { -0.1 * (1.0 - self.uniform()).ln() } else { 0.0 }
    }
}

impl Machine {
    fn another_state(self, state: Option<State>, random: &mut Random) -> State {
        let Machine::States(states, _) = self else { return [0.0, 0.0] };
        let others: Vec<State> = states.iter().copied().filter(|&other| Some(other) != state).collect();
        others[(random.uniform() * others.len() as f64) as usize]
    }
}

/// Simulates a run. Rounds are autocorrelated, and each process is a little faster or slower than others for its whole life.
fn run(machine: Machine, rounds: u32, seed: u64, change: f64) -> StrategyCells {
    let mut random = Random(SplitMix64(seed));
    let process = random.normal(0.003);
    let mut drift = random.normal(0.005);
    let mut state = machine.another_state(None, &mut random);
    let mut time = 1.1 * random.uniform();
    let mut cells = Vec::new();
    for round in 0..rounds {
        drift = 0.5 * drift + random.normal(0.005 * (1.0f64 - 0.25).sqrt());
        for block in 0..BLOCKS {
            time += 2.0 * TURN;
            state = match machine {
                Machine::Steady => [0.0, 0.0],
                Machine::States(_, seconds) if random.uniform() < 2.0 * TURN / seconds => {
                    machine.another_state(Some(state), &mut random)
                }
                Machine::States(..) => state,
                Machine::LoadThatComesAndGoes => TWO_STATES[usize::from(time % 1.1 < 0.7)],
            };
            let control = state[0] + drift + random.normal(0.015) + block as f64;
            let own = state[1] + drift + random.normal(0.02) + random.disturbance();
            let value = own + process + change.ln_1p() + 2.0 * block as f64;
            cells.push(Cell { round, block, value, control, of: 512 });
        }
    }
    StrategyCells { cells, rounds, ..StrategyCells::default() }
}

#[derive(Clone, Copy, Debug, Default)]
struct Verdicts {
    regressed: u32,
    improved: u32,
    unchanged: u32,
    inconclusive: u32,
    /// Pairs whose 99 % interval contains the change.
    covered: u32,
}

fn verdicts(machine: Machine, rounds: u32, pairs: u64, change: f64) -> Verdicts {
    let mut verdicts = Verdicts::default();
    for pair in 0..pairs {
        let runs = (run(machine, rounds, 2 * pair, 0.0), run(machine, rounds, 2 * pair + 1, change));
        let latency = judge_runs(&[runs], FloorBounds::default())[0].expect("the runs have common blocks");
        verdicts.covered +=
            u32::from(latency.interval().is_some_and(|(low, high)| (low..=high).contains(&(1.0 + change))));
        *match latency.verdict {
            LatencyVerdict::Regressed => &mut verdicts.regressed,
            LatencyVerdict::Improved => &mut verdicts.improved,
            LatencyVerdict::Unchanged => &mut verdicts.unchanged,
            LatencyVerdict::Inconclusive => &mut verdicts.inconclusive,
        } += 1;
    }
    verdicts
}

const MACHINES: [(&str, Machine); 5] = [
    ("steady", Machine::Steady),
    ("two states of five rounds", Machine::States(&TWO_STATES, 0.6)),
    ("two states of sixteen rounds", Machine::States(&TWO_STATES, 1.92)),
    ("three states of five rounds", Machine::States(&THREE_STATES, 0.6)),
    ("load that comes and goes", Machine::LoadThatComesAndGoes),
];

#[test]
fn verdicts_on_simulated_runs_are_right() {
    const PAIRS: u32 = 40;
    for (name, machine) in MACHINES {
        let same = verdicts(machine, 16, PAIRS.into(), 0.0);
        assert_eq!(same.regressed + same.improved, 0, "{name}: {same:?}");
        assert!(same.unchanged > PAIRS / 2, "{name}: {same:?}");
        let slower = verdicts(machine, 16, PAIRS.into(), 0.05);
        assert_eq!((slower.unchanged, slower.improved), (0, 0), "{name}: {slower:?}");
        assert!(slower.regressed > PAIRS * 7 / 10, "{name}: {slower:?}");
    }
}

/// Prints the table of docs/STUDIES.md.
#[test]
#[ignore = "a study, run by scripts/update-docs --noise"]
fn study() {
    const PAIRS: u64 = 1000;
    println!("| machine | rounds | change | regressed | improved | unchanged | inconclusive | in the 99 % interval |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, machine) in MACHINES {
        for (rounds, change) in [(3, 0.0), (5, 0.0), (16, 0.0), (40, 0.0), (3, 0.05), (5, 0.05), (16, 0.05), (40, 0.05)]
        {
            let of = verdicts(machine, rounds, PAIRS, change);
            let share = |n: u32| format!("{:.1} %", 100.0 * f64::from(n) / PAIRS as f64);
            let cells = [of.regressed, of.improved, of.unchanged, of.inconclusive, of.covered].map(share);
            println!("| {name} | {rounds} | {:.0} % | {} |", 100.0 * change, cells.join(" | "));
        }
    }
}
