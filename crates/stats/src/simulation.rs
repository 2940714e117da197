//! Alarms on simulated series, whose changes are known.

use grid::random::SplitMix64;

use super::{
    change_points::{Analysis, Settings, State, Step, analyse},
    median,
    poisson_bootstrap::{normal, uniform},
};

const SERIES: usize = 200;
const COMMITS: usize = 200;
/// The first commit that is slower.
const STEP: usize = 120;
/// A later alarm does not count.
const MAX_DELAY: usize = 30;
const SETTINGS: Settings = Settings { alpha: 0.001, floor: 0.025 };

#[derive(Clone, Copy)]
enum Noise {
    Normal,
    Outliers,
    Autoregressive,
    StatesAtRandom,
    LastingStates,
    Student,
    Layout,
    Growing,
}

/// Each with the maximum number of false alarms in 100 commits.
const NOISES: [(Noise, &str, f64); 8] = [
    (Noise::Normal, "normal, 1 %", 0.05),
    (Noise::Outliers, "0.7 %, and 4 % of the runs slower by 8 % on average", 0.2),
    (Noise::Autoregressive, "autocorrelated by 0.5, 1 %", 0.05),
    (Noise::StatesAtRandom, "0.6 %, and 30 % of the runs slower by 4 %", 0.1),
    (Noise::LastingStates, "0.6 %, and two states 4 % apart, for 14 and 6 runs on average", 1.0),
    (Noise::Student, "Student's with 4 degrees of freedom, 2.66 %", 0.1),
    (Noise::Layout, "0.7 %, and another offset of 0.8 % at every seventh commit", 0.2),
    (Noise::Growing, "0.7 %, from the hundredth commit 1.4 %", 0.1),
];

impl Noise {
    /// Returns a series without a change.
    fn series(self, random: &mut SplitMix64) -> Vec<f64> {
        let mut level = 0.0;
        let value = |commit: usize| match self {
            Noise::Normal => 0.01 * normal(random),
            Noise::Outliers => {
                let delay = if uniform(random) < 0.04 { -0.08 * uniform(random).ln() } else { 0.0 };
                0.007 * normal(random) + delay
            }
            Noise::Autoregressive => {
                level = 0.5 * level + 0.01 * 0.75f64.sqrt() * normal(random);
                level
            }
            Noise::StatesAtRandom => 0.006 * normal(random) + if uniform(random) < 0.3 { 0.04 } else { 0.0 },
            Noise::LastingStates => {
                let duration = if level == 0.0 { 14.0 } else { 6.0 };
                level = if uniform(random) < 1.0 / duration { 0.04 - level } else { level };
                level + 0.006 * normal(random)
            }
            Noise::Student => {
                let chi_square = -2.0 * (uniform(random) * uniform(random)).ln();
                0.0266 / 2f64.sqrt() * normal(random) / (chi_square / 4.0).sqrt()
            }
            Noise::Layout => {
                level = if commit.is_multiple_of(7) { 0.008 * normal(random) } else { level };
                level + 0.007 * normal(random)
            }
            Noise::Growing => normal(random) * if commit < COMMITS / 2 { 0.007 } else { 0.014 },
        };
        (0..COMMITS).map(value).collect()
    }
}

/// Analyses a series after each commit from the `first`, and returns the alarms, each with the number of commits then.
fn alarms(values: &[f64], first: usize) -> Vec<(usize, Step)> {
    let mut earlier: Vec<Analysis> = Vec::new();
    let mut alarms = Vec::new();
    for commits in first..=values.len() {
        let Some(analysis) = analyse(&values[..commits], &SETTINGS) else { continue };
        let is_alarm = |step: &&Step| step.state == State::Regressed && step.is_new(&analysis.steps, &earlier);
        alarms.extend(analysis.steps.iter().filter(is_alarm).map(|step| (commits, *step)));
        earlier.insert(0, analysis);
        earlier.truncate(10);
    }
    alarms
}

/// What was found in series with a step: the delays in commits and the alarms, and after all commits the steps nearest to the real ones.
#[derive(Default)]
struct Found {
    delays: Vec<f64>,
    alarms: Vec<Step>,
    later: Vec<Step>,
}

fn find(noise: Noise, size: f64, random: &mut SplitMix64) -> Found {
    let mut found = Found::default();
    for _ in 0..SERIES {
        let mut values = noise.series(random);
        values.truncate(STEP + MAX_DELAY);
        values[STEP..].iter_mut().for_each(|value| *value += size.ln_1p());
        let mut alarms = alarms(&values, STEP - 10).into_iter();
        if let Some((commits, step)) = alarms.find(|(commits, step)| *commits > STEP && distance(step) <= 5) {
            found.delays.push((commits - STEP) as f64);
            found.alarms.push(step);
        }
        let steps = analyse(&values, &SETTINGS).expect("a long series").steps;
        found.later.extend(steps.into_iter().min_by_key(distance));
    }
    found
}

/// Returns the distance in commits from the real step.
fn distance(step: &Step) -> usize {
    step.index.abs_diff(STEP)
}

/// Returns in percent how many of the series have one of these.
fn share<T>(found: &[T], is_counted: impl Fn(&T) -> bool) -> f64 {
    100.0 * found.iter().filter(|of| is_counted(of)).count() as f64 / SERIES as f64
}

/// Prints the table of docs/STUDIES.md.
#[test]
#[ignore = "a study, run by scripts/update-docs --noise"]
fn study() {
    println!(
        "| noise | false alarms | 3 % | 5 % | 10 % | place of the alarm, 5 % | place later, 5 % | in the region, 5 % |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (noise, name, most) in NOISES {
        let mut random = SplitMix64(1);
        let false_alarms: usize = (0..SERIES).map(|_| alarms(&noise.series(&mut random), 1).len()).sum();
        let rate = 100.0 * false_alarms as f64 / (SERIES * COMMITS) as f64;
        let mut sizes = [0.03, 0.05, 0.1].map(|size| find(noise, size, &mut random));
        let delays = sizes.each_mut().map(|found| median(&mut found.delays).unwrap_or_default());
        let [three, five, ten] =
            [0, 1, 2].map(|size| format!("{:.0} %, {}", share(&sizes[size].delays, |_| true), delays[size]));
        let [_, at_five, _] = &sizes;
        let near = share(&at_five.alarms, |step| distance(step) <= 1);
        let near_later = share(&at_five.later, |step| distance(step) <= 1);
        let in_region = share(&at_five.later, |step| (step.first..=step.last).contains(&STEP));
        println!(
            "| {name} | {rate:.2} | {three} | {five} | {ten} | {near:.0} % | {near_later:.0} % | {in_region:.0} % |"
        );
        assert!(rate <= most, "{name}: {rate} false alarms");
        if matches!(noise, Noise::Normal) {
            assert!(share(&at_five.delays, |delay| *delay <= 5.0) >= 98.0 && near_later >= 95.0 && in_region >= 90.0);
            assert_eq!(delays[2], 3.0);
        }
    }
}
