//! `histograms/`: the latency of every finished search of every round, as HdrHistograms.

use std::time::{Duration, SystemTime};

use base64::{Engine, prelude::BASE64_STANDARD};
use hdrhistogram::{
    Histogram,
    serialization::{
        Deserializer, V2DeflateSerializer,
        interval_log::{IntervalLogIterator, IntervalLogWriterBuilder, LogEntry, Tag},
    },
};

use super::{Sample, StrategyManifest, directory::Directory, percentiles::percentile_text};
use crate::{error::Result, fs::PartFile};

/// Name of the interval log in a results directory.
pub const LOG: &str = "histograms/latency.hlog";
/// The highest latency that a histogram holds: an hour, in nanoseconds.
const HIGHEST: u64 = 3_600_000_000_000;

/// Creates an empty histogram of nanoseconds. The bounds are fixed, so that two histograms are merged by adding their bins.
pub fn new_histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, HIGHEST, 3).expect("the bounds are valid")
}

/// Returns the median, up to 0.1 % high; `None` for an empty histogram.
pub fn median(histogram: &Histogram<u64>) -> Option<u64> {
    (!histogram.is_empty()).then(|| histogram.value_at_quantile(0.5))
}

/// The latencies of all strategies.
pub struct Histograms {
    names: Vec<String>,
    round: Vec<Histogram<u64>>,
    run: Vec<Histogram<u64>>,
    log: Vec<u8>,
}

impl Histograms {
    /// Creates empty histograms of a run that started at this time.
    pub fn begin(strategies: &[StrategyManifest], started: SystemTime) -> Histograms {
        let seconds = started.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        // The crate writes neither the version nor the legend, and readers need both times to treat interval times as
        // relative.
        let log = format!(
            "#[Histogram log format version 1.3]\n\
             #[StartTime: {seconds:.3} (seconds since epoch)]\n\
             #[BaseTime: {seconds:.3} (seconds since epoch)]\n\
             \"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"
        );
        let empty = || strategies.iter().map(|_| new_histogram()).collect();
        let names = strategies.iter().map(|strategy| strategy.name.clone()).collect();
        Histograms { names, round: empty(), run: empty(), log: log.into_bytes() }
    }

    /// Counts a sample of the current round if its search finished in less than an hour.
    pub fn record(&mut self, strategy: usize, sample: &Sample) {
        if sample.status.is_finished() {
            // The summary counts the latencies above an hour.
            let _ = self.round[strategy].record(sample.latency_ns);
        }
    }

    /// Adds the histograms of all strategies to the current round.
    ///
    /// # Errors
    ///
    /// Returns the reason if a histogram has latencies that this one cannot hold.
    pub fn add(&mut self, histograms: &[Histogram<u64>]) -> Result<(), String> {
        let mut pairs = self.round.iter_mut().zip(histograms);
        pairs.try_for_each(|(sum, histogram)| sum.add(histogram)).map_err(|error| error.to_string())
    }

    /// Returns the median of each strategy in the current round.
    pub fn medians(&self) -> impl Iterator<Item = Option<u64>> {
        self.round.iter().map(median)
    }

    /// Ends a round that began `began` after the start of the run.
    pub fn end_round(&mut self, began: Duration, lasted: Duration) {
        for ((name, round), run) in self.names.iter().zip(&mut self.round).zip(&mut self.run) {
            run.add(&*round).expect("all have the same bounds");
            let mut serializer = V2DeflateSerializer::new();
            let mut log = IntervalLogWriterBuilder::new()
                .begin_log_with(&mut self.log, &mut serializer)
                .expect("writing to memory cannot fail");
            log.write_histogram(round, began, lasted, Tag::new(name)).expect("writing to memory cannot fail");
            round.reset();
        }
    }

    /// Writes `STRATEGY.hgrm` for each strategy, and `latency.hlog` with an interval per round and strategy.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    pub fn write(&self, directory: &Directory) -> Result<Vec<PartFile>> {
        let mut files = vec![directory.write(LOG, &self.log)?];
        for (name, histogram) in self.names.iter().zip(&self.run) {
            let name = format!("histograms/{name}.hgrm");
            files.push(directory.write(&name, percentile_text(histogram).as_bytes())?);
        }
        Ok(files)
    }
}

/// The histograms of a round.
pub struct Interval {
    /// Time from the start of the run to the start of the round.
    pub began: Duration,
    /// Length of the round.
    pub lasted: Duration,
    /// A histogram for each strategy.
    pub histograms: Vec<Histogram<u64>>,
}

/// Returns the rounds of a log with these strategies.
///
/// # Errors
///
/// Returns the reason if the log is malformed, or has other strategies.
pub fn read_log(log: &[u8], strategies: &[StrategyManifest]) -> Result<Vec<Interval>, String> {
    let mut intervals: Vec<Interval> = Vec::new();
    for entry in IntervalLogIterator::new(log) {
        let LogEntry::Interval(interval) = entry.map_err(|_| "a line is not an interval of a log")? else { continue };
        let bytes = BASE64_STANDARD.decode(interval.encoded_histogram()).map_err(|error| error.to_string())?;
        let histogram = Deserializer::new().deserialize(&mut &bytes[..]).map_err(|error| error.to_string())?;
        let tag = interval.tag().ok_or("an interval has no tag")?;
        if intervals.last().is_none_or(|last| last.histograms.len() == strategies.len()) {
            let (began, lasted) = (interval.start_timestamp(), interval.duration());
            intervals.push(Interval { began, lasted, histograms: Vec::new() });
        }
        let round = intervals.len() - 1;
        let histograms = &mut intervals[round].histograms;
        if strategies.get(histograms.len()).is_none_or(|strategy| strategy.name != tag.as_str()) {
            return Err(format!("round {round} does not have the strategies of manifest.json"));
        }
        histograms.push(histogram);
    }
    match intervals.last() {
        Some(last) if last.histograms.len() < strategies.len() => Err("the last round is incomplete".into()),
        _ => Ok(intervals),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{record::Status, strategy::REGISTRY};

    #[test]
    fn the_log_decodes_to_the_same_totals() {
        let strategies: Vec<_> = REGISTRY.iter().map(StrategyManifest::of).collect();
        let mut histograms = Histograms::begin(&strategies, SystemTime::now());
        let sample = |status, latency_ns| Sample { status, latency_ns, ..Sample::INVALID };
        for round in 0..3u64 {
            for strategy in 0..strategies.len() {
                (1..=100 * (strategy as u64 + 1)).for_each(|n| {
                    histograms.record(strategy, &sample(Status::Solved, n * n * 1000 + round));
                });
                histograms.record(strategy, &sample(Status::NodeLimit, 5));
                histograms.record(strategy, &sample(Status::Solved, 2 * HIGHEST));
            }
            histograms.end_round(Duration::from_secs(round), Duration::from_millis(999));
        }
        let directory = tempfile::tempdir().unwrap();
        let directory = Directory::create(directory.path(), false, &[]).unwrap();
        directory.publish(histograms.write(&directory).unwrap(), true).unwrap();

        let log = std::fs::read(directory.path().join(LOG)).unwrap();
        assert!(log.starts_with(b"#[Histogram log format version 1.3]\n#[StartTime: "));
        let mut totals: Vec<_> = strategies.iter().map(|_| new_histogram()).collect();
        for (round, interval) in (0..).zip(read_log(&log, &strategies).unwrap()) {
            assert_eq!((interval.began, interval.lasted), (Duration::from_secs(round), Duration::from_millis(999)));
            for (strategy, decoded) in interval.histograms.into_iter().enumerate() {
                assert_eq!(decoded.len(), 100 * (strategy as u64 + 1));
                totals[strategy].add(decoded).unwrap();
            }
        }
        for (strategy, total) in totals.iter().enumerate() {
            assert_eq!(*total, histograms.run[strategy]);
            let text = percentile_text(total);
            let file = directory.path().join(format!("histograms/{}.hgrm", strategies[strategy].name));
            assert_eq!(std::fs::read_to_string(file).unwrap(), text);
        }
    }

    #[test]
    fn a_damaged_log_is_an_error() {
        let strategies = [&REGISTRY[0], &REGISTRY[1]].map(StrategyManifest::of);
        let mut histograms = Histograms::begin(&strategies, SystemTime::now());
        histograms.end_round(Duration::ZERO, Duration::from_secs(1));
        let log = &histograms.log;
        assert!(read_log(log, &strategies).is_ok());
        assert!(read_log(&log[..log.len() - 9], &strategies).is_err());
        assert!(read_log(log, &strategies[..1]).is_err());
        let end = log[..log.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
        assert_eq!(read_log(&log[..end + 1], &strategies).err().unwrap(), "the last round is incomplete");
    }
}
