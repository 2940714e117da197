//! `profile.csv`: where the nodes of each strategy are. One row per strategy and depth, with quantiles over the searches.
//!
//! The rows hold histograms too, so that the profiles of shards can be merged.

use std::{borrow::Cow, path::Path};

use corpus::{csv_text::csv_text, digest::hex, error::Result, fs::PartFile};
use grid::Shape;
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    StrategyManifest, digested_csv,
    directory::Directory,
    directory_names::PROFILE,
    histograms::{decode_histogram, encode_histogram},
};

/// The most nodes at one depth that a histogram holds; more count as this many. A search takes hours for them.
const MAX_NODES: u64 = 1 << 40;

/// A row of the file. The names of its fields are the columns; FORMAT.md defines them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProfileRow<'a> {
    pub strategy: Cow<'a, str>,
    pub depth: u16,
    pub nodes: u64,
    pub p50: u64,
    pub p90: u64,
    pub p99: u64,
    pub histogram: Cow<'a, str>,
}

/// The nodes of a strategy's searches at each depth. Searches without a node are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyProfile {
    pub strategy: String,
    pub searches: u64,
    pub depths: Vec<DepthNodes>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DepthNodes {
    pub nodes: u64,
    /// The nodes of each search. Searches that did not reach the depth may be missing.
    histogram: Histogram<u64>,
}

pub struct Profile(Vec<StrategyProfile>);

impl DepthNodes {
    fn new() -> DepthNodes {
        // The bounds are fixed, so that two histograms are merged by adding their bins.
        let histogram = Histogram::new_with_bounds(1, MAX_NODES, 2).expect("the bounds are valid");
        DepthNodes { nodes: 0, histogram }
    }

    fn add(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
        self.histogram.saturating_record(nodes);
    }

    /// Returns the nodes that a share of the searches does not exceed, up to 1 % high.
    pub fn quantile(&self, share: f64) -> u64 {
        self.histogram.value_at_quantile(share)
    }
}

impl StrategyProfile {
    fn new(strategy: &str) -> StrategyProfile {
        StrategyProfile { strategy: strategy.into(), searches: 0, depths: Vec::new() }
    }

    /// Returns the nodes at a depth, given by its index, for nodes to be added.
    fn depth(&mut self, index: usize) -> &mut DepthNodes {
        while self.depths.len() <= index {
            self.depths.push(DepthNodes::new());
        }
        &mut self.depths[index]
    }

    fn add(&mut self, nodes_by_depth: &[u64]) {
        self.searches += u64::from(!nodes_by_depth.is_empty());
        for (index, &nodes) in nodes_by_depth.iter().enumerate() {
            self.depth(index).add(nodes);
        }
    }

    fn join(&mut self, other: &StrategyProfile) {
        self.searches = self.searches.saturating_add(other.searches);
        for (index, depth) in other.depths.iter().enumerate() {
            let own = self.depth(index);
            own.nodes = own.nodes.saturating_add(depth.nodes);
            own.histogram += &depth.histogram;
        }
    }

    /// Counts the searches that did not reach a depth.
    fn complete(&mut self) {
        for DepthNodes { histogram, .. } in &mut self.depths {
            let missing = self.searches.saturating_sub(histogram.len());
            histogram.record_n(0, missing).expect("0 is within the bounds");
        }
    }

    fn rows(&self) -> impl Iterator<Item = ProfileRow<'_>> {
        (1..).zip(&self.depths).map(|(depth, counts)| ProfileRow {
            strategy: Cow::Borrowed(&self.strategy),
            depth,
            nodes: counts.nodes,
            p50: counts.quantile(0.5),
            p90: counts.quantile(0.9),
            p99: counts.quantile(0.99),
            histogram: encode_histogram(&counts.histogram).into(),
        })
    }
}

impl Profile {
    pub fn new(strategies: &[StrategyManifest]) -> Profile {
        Profile(strategies.iter().map(|strategy| StrategyProfile::new(&strategy.name)).collect())
    }

    pub fn add(&mut self, nodes_by_depth: &[Vec<u64>]) {
        for searches in nodes_by_depth.chunks(self.0.len()) {
            self.0.iter_mut().zip(searches).for_each(|(profile, nodes)| profile.add(nodes));
        }
    }

    pub fn add_profiles(&mut self, others: Vec<StrategyProfile>) {
        self.0.iter_mut().zip(&others).for_each(|(profile, other)| profile.join(other));
    }

    /// Writes the file, and returns it with its SHA-256 in hexadecimal.
    pub fn write(&mut self, directory: &Directory) -> Result<(PartFile, String)> {
        self.0.iter_mut().for_each(StrategyProfile::complete);
        let rows = csv_text(false, self.0.iter().flat_map(StrategyProfile::rows));
        let text = [digested_csv::header::<ProfileRow<'_>>(), rows].concat();
        Ok((directory.write(PROFILE, &text)?, hex(&Sha256::digest(&text))))
    }
}

/// Reads a profile of each strategy from a file with this digest. Returns an error if the file has another digest, or if a row is
/// malformed or out of order.
pub fn read(path: &Path, digest: &str, strategies: &[StrategyManifest]) -> Result<Vec<StrategyProfile>> {
    let mut profiles = Profile::new(strategies).0;
    digested_csv::read(path, digest, |row: ProfileRow<'_>| add_row(&mut profiles, &row))?;
    Ok(profiles)
}

/// The blanks of the largest empty grid.
const MAX_DEPTH: usize = Shape::MAX_SIDE * Shape::MAX_SIDE;

/// Adds a row to the profile of its strategy. An error is the reason why it does not fit there.
fn add_row(profiles: &mut [StrategyProfile], row: &ProfileRow<'_>) -> Result<(), String> {
    let ProfileRow { strategy, depth, nodes, histogram, .. } = row;
    let profile = profiles.iter_mut().find(|profile| profile.strategy == *strategy);
    let profile = profile.ok_or_else(|| format!("manifest.json has no strategy {strategy}"))?;
    let next = profile.depths.len() + 1;
    if usize::from(*depth) != next || next > MAX_DEPTH {
        return Err(format!("depth {depth} of {strategy} where depth {next} is expected"));
    }
    let histogram = decode_histogram(histogram, &DepthNodes::new().histogram)?;
    profile.searches = profile.searches.max(histogram.len());
    profile.depths.push(DepthNodes { nodes: *nodes, histogram });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Destination, strategies_named};

    #[test]
    fn searches_that_do_not_reach_a_depth_have_no_nodes_there() {
        let strategies = strategies_named(&["dlx", "naive"]);
        let mut profile = Profile::new(&strategies);
        let searches: [[&[u64]; 2]; 4] = [[&[1, 4, 9], &[]], [&[2], &[]], [&[], &[]], [&[1, 1], &[7]]];
        searches.iter().for_each(|search| profile.add(&search.map(Vec::from)));
        let path = tempfile::tempdir().unwrap();
        let directory = Destination::new(path.path(), &[]).create(false).unwrap();
        let (file, digest) = profile.write(&directory).unwrap();
        directory.publish(vec![file], true).unwrap();
        let path = path.path().join(PROFILE);
        let read = read(&path, &digest, &strategies).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let rows: Vec<_> = text.lines().map(|line| line.rsplit_once(',').unwrap().0).collect();
        assert_eq!(rows[0], "strategy,depth,nodes,p50,p90,p99");
        assert_eq!(rows[1..], ["dlx,1,4,1,2,2", "dlx,2,5,1,4,4", "dlx,3,9,0,9,9", "naive,1,7,7,7,7"]);
        assert_eq!(read.iter().map(|profile| profile.searches).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(read[0].depths.iter().map(|depth| depth.nodes).collect::<Vec<_>>(), [4, 5, 9]);
    }

    #[test]
    fn rows_out_of_order_are_errors() {
        let mut profiles = Profile::new(&strategies_named(&["dlx"])).0;
        let histogram = encode_histogram(&DepthNodes::new().histogram);
        let mut error = |strategy: &'static str, depth: u16, histogram: &str| {
            let row =
                ProfileRow { strategy: strategy.into(), depth, histogram: histogram.into(), ..Default::default() };
            add_row(&mut profiles, &row).err()
        };
        assert_eq!(error("dlx", 2, &histogram).unwrap(), "depth 2 of dlx where depth 1 is expected");
        assert_eq!(error("naive", 1, &histogram).unwrap(), "manifest.json has no strategy naive");
        assert!(error("dlx", 1, "none").is_some());
        for depth in 1..=625 {
            assert_eq!(error("dlx", depth, &histogram), None);
        }
        assert!(error("dlx", 626, &histogram).is_some());
    }
}
