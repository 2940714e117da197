//! `histograms/`: the latency of every answer of every round, as HdrHistograms.

use std::{
    io::Read,
    time::{Duration, SystemTime},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use corpus::{error::Result, fs::PartFile};
use flate2::read::ZlibDecoder;
use hdrhistogram::{
    Counter, Histogram,
    serialization::{
        Deserializer, Serializer, V2DeflateSerializer,
        interval_log::{IntervalLogHistogram, IntervalLogIterator, IntervalLogWriterBuilder, LogEntry, Tag},
    },
};
use pass::Sample;

use super::{
    StrategyManifest,
    directory::Directory,
    directory_names::{HISTOGRAMS, LOG},
    percentiles::percentile_text,
};

/// The highest latency that a histogram holds: an hour, in nanoseconds.
const MAX_LATENCY_NS: u64 = 3_600_000_000_000;

/// Creates an empty histogram of nanoseconds. The bounds are fixed, so that two histograms are merged by adding their bins.
pub fn new_histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, MAX_LATENCY_NS, 3).expect("the bounds are valid")
}

/// Counts a sample if it is an answer within an hour; a summary counts the latencies above.
pub fn record_latency(histogram: &mut Histogram<u64>, sample: &Sample) {
    if sample.status.is_answer() {
        let _ = histogram.record(sample.latency_ns);
    }
}

/// Returns a histogram as the interval log holds it: in version 2 of HdrHistogram's compressed encoding, in base64.
pub fn encode_histogram(histogram: &Histogram<u64>) -> String {
    let mut bytes = Vec::new();
    V2DeflateSerializer::new().serialize(histogram, &mut bytes).expect("writing to memory cannot fail");
    BASE64_STANDARD.encode(bytes)
}

/// Decodes a histogram that [`encode_histogram`] encoded. It must have the bounds of `own`. Returns the reason if the text is no
/// such histogram.
pub fn decode_histogram(text: &str, own: &Histogram<u64>) -> Result<Histogram<u64>, String> {
    let bytes = BASE64_STANDARD.decode(text).map_err(|error| error.to_string())?;
    check_bounds(&bytes, own)?;
    Deserializer::new().deserialize(&mut &bytes[..]).map_err(|error| error.to_string())
}

/// Returns the value that a share of `puzzles` does not exceed, rounded up to the end of its bin. Puzzles that are not in the
/// histogram rank last; `None` if the share reaches them, or if there are no puzzles.
pub fn value_within<C: Counter>(histogram: &Histogram<C>, puzzles: u64, share: f64) -> Option<u64> {
    // A little less, so that the rank of a share such as 2/3 is not rounded up to the next.
    let rank = ((share * puzzles as f64 - 1e-6).ceil() as u64).max(1);
    let recorded = histogram.len();
    // Half a rank less, so that rounding does not reach the next.
    (rank <= recorded).then(|| histogram.value_at_quantile((rank as f64 - 0.5) / recorded as f64))
}

pub struct Histograms {
    names: Vec<String>,
    round: Vec<Histogram<u64>>,
    run: Vec<Histogram<u64>>,
    log: Vec<u8>,
}

impl Histograms {
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

    /// Counts a sample of the current round if it is an answer within an hour.
    pub fn record(&mut self, strategy: usize, sample: &Sample) {
        record_latency(&mut self.round[strategy], sample);
    }

    pub fn add(&mut self, histograms: &[Histogram<u64>]) {
        for (sum, histogram) in self.round.iter_mut().zip(histograms) {
            sum.add(histogram).expect("all have the same bounds");
        }
    }

    /// Returns the latencies of each strategy in the current round.
    pub fn of_round(&self) -> &[Histogram<u64>] {
        &self.round
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
    pub fn write(&self, directory: &Directory) -> Result<Vec<PartFile>> {
        let mut files = vec![directory.write(&format!("{HISTOGRAMS}/{LOG}"), &self.log)?];
        for (name, histogram) in self.names.iter().zip(&self.run) {
            // Some systems forbid colons in the names of files.
            let name = format!("{HISTOGRAMS}/{}.hgrm", name.replace(':', "-"));
            files.push(directory.write(&name, percentile_text(histogram).as_bytes())?);
        }
        Ok(files)
    }
}

pub struct Interval {
    /// Number of the round, from 0.
    pub round: u32,
    pub strategy: usize,
    /// Time from the start of the run to the start of the round.
    pub began: Duration,
    pub lasted: Duration,
    pub histogram: Histogram<u64>,
}

/// Reads the intervals of a log one by one, because each takes a quarter of a megabyte: all strategies of the first
/// round, then all strategies of the next. An error says why the log is malformed.
pub fn read_log(log: &[u8], strategies: &[StrategyManifest]) -> impl Iterator<Item = Result<Interval, String>> {
    let own = new_histogram();
    let mut entries = IntervalLogIterator::new(log);
    let mut position = (0, 0);
    std::iter::from_fn(move || {
        loop {
            let (round, strategy) = position;
            match entries.next() {
                Some(Ok(LogEntry::Interval(interval))) => {
                    position = if strategy + 1 < strategies.len() { (round, strategy + 1) } else { (round + 1, 0) };
                    return Some(read_interval(&interval, &own, (round, strategy), strategies));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) => return Some(Err("a line is not an interval of a log".into())),
                None if strategy > 0 => {
                    position = (round, 0);
                    return Some(Err("the last round is incomplete".into()));
                }
                None => return None,
            }
        }
    })
}

/// Reads the interval at a position. Its histogram must have the bounds of `own`.
fn read_interval(
    interval: &IntervalLogHistogram<'_>,
    own: &Histogram<u64>,
    (round, strategy): (u32, usize),
    strategies: &[StrategyManifest],
) -> Result<Interval, String> {
    let tag = interval.tag().ok_or("an interval has no tag")?;
    if strategies.get(strategy).is_none_or(|strategy| strategy.name != tag.as_str()) {
        return Err(format!("round {round} does not have the strategies of manifest.json"));
    }
    let histogram = decode_histogram(interval.encoded_histogram(), own)?;
    Ok(Interval { round, strategy, began: interval.start_timestamp(), lasted: interval.duration(), histogram })
}

/// Checks that an encoded histogram has the bounds of `own`: the decoder would allocate the memory for any other
/// bounds. The offsets are those of version 2 of HdrHistogram's compressed encoding.
fn check_bounds(bytes: &[u8], own: &Histogram<u64>) -> Result<(), String> {
    let mut head = [0; 32];
    let compressed = bytes.get(8..).unwrap_or_default();
    let is_read = ZlibDecoder::new(compressed).read_exact(&mut head).is_ok();
    let [_, length, _, digits, low, high] = [0..4, 4..8, 8..12, 12..16, 16..24, 24..32]
        .map(|bytes| head[bytes].iter().fold(0, |number: u64, &byte| number << 8 | u64::from(byte)));
    // A count takes at most nine bytes.
    let most = 9 * own.distinct_values() as u64;
    let is_own = (digits, low, high) == (own.sigfig().into(), own.low(), own.high()) && length <= most;
    if is_read && is_own { Ok(()) } else { Err("a histogram does not have the bounds of this program".into()) }
}

#[cfg(test)]
mod tests {
    use pass::Status;
    use solver::strategy::REGISTRY;

    use super::*;
    use crate::record::Destination;

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
                histograms.record(strategy, &sample(Status::Solved, 2 * MAX_LATENCY_NS));
            }
            histograms.end_round(Duration::from_secs(round), Duration::from_millis(999));
        }
        let directory = tempfile::tempdir().unwrap();
        let directory = Destination::new(directory.path(), &[]).create(false).unwrap();
        directory.publish(histograms.write(&directory).unwrap(), true).unwrap();

        let log = std::fs::read(directory.path().join(HISTOGRAMS).join(LOG)).unwrap();
        assert!(log.starts_with(b"#[Histogram log format version 1.3]\n#[StartTime: "));
        let mut totals: Vec<_> = strategies.iter().map(|_| new_histogram()).collect();
        for interval in read_log(&log, &strategies).map(Result::unwrap) {
            let Interval { round, strategy, began, lasted, histogram } = interval;
            assert_eq!((began, lasted), (Duration::from_secs(round.into()), Duration::from_millis(999)));
            assert_eq!(histogram.len(), 100 * (strategy as u64 + 1));
            totals[strategy].add(histogram).unwrap();
        }
        for (strategy, total) in totals.iter().enumerate() {
            assert_eq!(*total, histograms.run[strategy]);
            let text = percentile_text(total);
            let file = directory.path().join(format!("histograms/{}.hgrm", strategies[strategy].name));
            assert_eq!(std::fs::read_to_string(file).unwrap(), text);
        }
    }

    /// A histogram with five digits up to 2^62 takes 50 MB, and the length of the counts is any number of 32 bits.
    #[test]
    fn a_histogram_with_other_bounds_is_an_error() {
        let head = |length: u32, digits: u32, high: u64| {
            let mut head = 0x1c84_9313_u32.to_be_bytes().to_vec();
            [length, 0, digits].iter().for_each(|number| head.extend(number.to_be_bytes()));
            [1, high, 1.0_f64.to_bits()].iter().for_each(|number| head.extend(number.to_be_bytes()));
            let mut deflated = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
            std::io::Write::write_all(&mut deflated, &head).unwrap();
            let deflated = deflated.finish().unwrap();
            let encoded = [&0x1c84_9314_u32.to_be_bytes(), &(deflated.len() as u32).to_be_bytes(), &deflated[..]];
            format!("Tag=dlx,0.0,1.0,1.0,{}\n", BASE64_STANDARD.encode(encoded.concat()))
        };
        let strategies = crate::record::strategies_named(&["dlx"]);
        let error = |log: String| read_log(log.as_bytes(), &strategies).next().unwrap().err();
        assert_eq!(error(head(0, 3, MAX_LATENCY_NS)), None);
        let other = "a histogram does not have the bounds of this program";
        for log in [head(0, 5, MAX_LATENCY_NS), head(0, 3, 1 << 62), head(u32::MAX, 3, MAX_LATENCY_NS)] {
            assert_eq!(error(log).as_deref(), Some(other));
        }
    }
}
