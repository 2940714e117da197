//! `histograms/`: every finished sample of every round, as HdrHistograms.

use std::{
    borrow::Cow,
    time::{Duration, SystemTime},
};

use hdrhistogram::{
    Histogram,
    serialization::{
        V2DeflateSerializer,
        interval_log::{IntervalLogWriterBuilder, Tag},
    },
};

use super::{Sample, directory::Directory, percentiles::percentile_text};
use crate::{error::Result, fs::PartFile, strategy::Entry};

/// The highest latency that a histogram holds: an hour, in nanoseconds.
const HIGHEST: u64 = 3_600_000_000_000;

/// A histogram of nanoseconds. The bounds are fixed: merging two is adding their bins.
pub fn new_histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, HIGHEST, 3).expect("the bounds are valid")
}

/// The latencies of all strategies.
pub struct Histograms {
    names: Vec<Cow<'static, str>>,
    round: Vec<Histogram<u64>>,
    run: Vec<Histogram<u64>>,
    log: Vec<u8>,
}

impl Histograms {
    /// Empty ones for a run that started at this time.
    pub fn begin(strategies: &[Entry], started: SystemTime) -> Histograms {
        let seconds = started.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        // The crate writes neither the version nor the legend, and readers want both times to take those of the
        // intervals as relative.
        let log = format!(
            "#[Histogram log format version 1.3]\n\
             #[StartTime: {seconds:.3} (seconds since epoch)]\n\
             #[BaseTime: {seconds:.3} (seconds since epoch)]\n\
             \"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"
        );
        let empty = || strategies.iter().map(|_| new_histogram()).collect();
        let names = strategies.iter().map(|entry| entry.name.clone()).collect();
        Histograms { names, round: empty(), run: empty(), log: log.into_bytes() }
    }

    /// Counts a sample of the round, if it is of a search that finished in less than an hour.
    pub fn record(&mut self, strategy: usize, sample: &Sample) {
        if sample.status.is_finished() {
            // Out of bounds is an error here, and in the summary a count.
            let _ = self.round[strategy].record(sample.latency_ns);
        }
    }

    /// The median of this round for each strategy, up to 0.1 % high; none where nothing finished.
    pub fn medians(&self) -> impl Iterator<Item = Option<u64>> {
        self.round.iter().map(|round| (!round.is_empty()).then(|| round.value_at_quantile(0.5)))
    }

    /// Ends a round that began so long after the start of the run.
    pub fn end_round(&mut self, began: Duration, lasted: Duration) {
        for ((name, round), run) in self.names.iter().zip(&mut self.round).zip(&mut self.run) {
            run.add(&*round).expect("all have the same bounds");
            let mut serializer = V2DeflateSerializer::new();
            let mut log = IntervalLogWriterBuilder::new()
                .begin_log_with(&mut self.log, &mut serializer)
                .expect("a Vec takes everything");
            log.write_histogram(round, began, lasted, Tag::new(name)).expect("a Vec takes everything");
            round.reset();
        }
    }

    /// Writes `STRATEGY.hgrm` for each strategy, and `latency.hlog` with an interval per round and strategy.
    pub fn write(&self, directory: &Directory) -> Result<Vec<PartFile>> {
        let mut files = vec![directory.write("histograms/latency.hlog", &self.log)?];
        for (name, histogram) in self.names.iter().zip(&self.run) {
            let name = format!("histograms/{name}.hgrm");
            files.push(directory.write(&name, percentile_text(histogram).as_bytes())?);
        }
        Ok(files)
    }
}

/// The intervals of a log, each with its tag.
#[cfg(test)]
pub fn read_log(log: &[u8]) -> Vec<(String, Histogram<u64>)> {
    use hdrhistogram::serialization::{
        Deserializer,
        interval_log::{IntervalLogIterator, LogEntry},
    };
    let mut intervals = Vec::new();
    for entry in IntervalLogIterator::new(log) {
        let LogEntry::Interval(interval) = entry.unwrap() else { continue };
        let bytes = base64::Engine::decode(&base64::prelude::BASE64_STANDARD, interval.encoded_histogram()).unwrap();
        let histogram = Deserializer::new().deserialize(&mut &bytes[..]).unwrap();
        intervals.push((interval.tag().unwrap().as_str().into(), histogram));
    }
    intervals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{record::Status, strategy::REGISTRY};

    #[test]
    fn the_log_decodes_to_the_same_totals() {
        let strategies = REGISTRY;
        let mut histograms = Histograms::begin(strategies, SystemTime::now());
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
        let directory = Directory::create(directory.path(), false).unwrap();
        directory.publish(histograms.write(&directory).unwrap()).unwrap();

        let log = std::fs::read(directory.path().join("histograms/latency.hlog")).unwrap();
        assert!(log.starts_with(b"#[Histogram log format version 1.3]\n#[StartTime: "));
        let mut totals: Vec<_> = strategies.iter().map(|_| new_histogram()).collect();
        for (tag, decoded) in read_log(&log) {
            let strategy = strategies.iter().position(|entry| entry.name == tag).unwrap();
            assert_eq!(decoded.len(), 100 * (strategy as u64 + 1));
            totals[strategy].add(decoded).unwrap();
        }
        for (strategy, total) in totals.iter().enumerate() {
            assert_eq!(*total, histograms.run[strategy]);
            let text = percentile_text(total);
            let file = directory.path().join(format!("histograms/{}.hgrm", strategies[strategy].name));
            assert_eq!(std::fs::read_to_string(file).unwrap(), text);
        }
    }
}
