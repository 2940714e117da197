//! Groups the items of a stream that have the same key, in bounded memory: an external merge sort.
//!
//! Items are collected in chunks, each of which is sorted in place when it is full. When the memory is used up, all chunks
//! are merged into a sorted run on disk. In the end the runs are merged, and neighbours with the same key are a class. See
//! Donald E. Knuth, "The Art of Computer Programming", volume 3, section 5.4.

mod entry;
mod run;

use std::{
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use corpus::error::Result;

use entry::{Entry, merge};
use run::{Directory, Spill};

/// Maximum number of entries in a chunk: chunks are sorted in the processor's cache.
const CHUNK: usize = 1 << 15;

/// Maximum number of runs to merge at once: with more, the heap and the seeks cost more than a second pass.
const MAX_MERGED_RUNS: usize = 256;

/// Bytes of a run to read at a time; with less memory for each run, a second pass is faster.
const RUN_READ_BYTES: usize = 1 << 16;

/// Collects items with keys, and groups the items with the same key into classes.
///
/// ```
/// use sudoku_bench_dataset::classes::Classes;
///
/// # fn main() -> corpus::error::Result<()> {
/// let mut classes = Classes::new(1 << 20, std::env::temp_dir());
/// for (item, key) in [7, 5, 7, 6, 5, 7].into_iter().enumerate() {
///     classes.push(key, [item as u64])?;
/// }
/// let mut groups = Vec::new();
/// classes.groups(|items| Ok(groups.push(items.as_flattened().to_vec())))?;
/// assert_eq!(groups, [vec![1, 4], vec![3], vec![0, 2, 5]]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Classes<const WORDS: usize = 1> {
    memory: usize,
    /// Chunks of which all but the last are full and sorted.
    chunks: Vec<Vec<Entry<WORDS>>>,
    /// The runs on disk. This field is dropped before the directory, which must be empty when it is removed.
    spill: Option<Spill>,
    directory: Directory,
}

impl<const WORDS: usize> Classes<WORDS> {
    /// Creates an empty collection. It keeps about `memory` bytes of entries, 16 for a key and 8 for each word of an item, and sorts
    /// the rest in an unnamed file in `directory`.
    ///
    /// The directory is created when it is needed, and removed at the end if it did not exist. The file takes as many bytes
    /// as all items in memory would, and for a moment twice as many if there are very many runs. In addition to `memory`,
    /// the items of one class are in memory, and buffers of a fixed size.
    pub fn new(memory: usize, directory: PathBuf) -> Classes<WORDS> {
        Classes { memory, chunks: Vec::new(), spill: None, directory: Directory::new(directory) }
    }

    /// Adds an item. Keys come in any order, and so may items.
    pub fn push(&mut self, key: u128, item: [u64; WORDS]) -> Result<()> {
        let size = self.chunk_size();
        if self.chunks.last().is_none_or(|chunk| chunk.len() == size) {
            self.next_chunk(size)?;
        }
        let chunk = self.chunks.last_mut().expect("there is one now");
        chunk.push(([(key >> 64) as u64, key as u64], item));
        Ok(())
    }

    /// Calls `f` with every class, even of one item: items in ascending order, classes in the order of their keys. Returns
    /// the number of classes.
    pub fn groups(mut self, mut f: impl FnMut(&[[u64; WORDS]]) -> Result<()>) -> Result<u64> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Ok(self.groups_until(&NEVER, |_, items| f(items))?.expect("nothing stops the merge"))
    }

    /// Does the same as [`Classes::groups`] until `stop` is set; then returns `None`. Calls `f` with the key of each class, too. Can be
    /// called again, unless it returned an error.
    pub(crate) fn groups_until(
        &mut self,
        stop: &AtomicBool,
        mut f: impl FnMut(u128, &[[u64; WORDS]]) -> Result<()>,
    ) -> Result<Option<u64>> {
        let mut items = Vec::new();
        let mut class = [0; 2];
        let mut classes = 0;
        let each = |(key, item): Entry<WORDS>| {
            if class != key && !items.is_empty() {
                f(key_of(class), &items)?;
                classes += 1;
                items.clear();
            }
            class = key;
            items.push(item);
            Ok(())
        };
        self.merge_until(stop, each)?;
        if !items.is_empty() {
            f(key_of(class), &items)?;
            classes += 1;
        }
        Ok((!stop.load(Ordering::Relaxed)).then_some(classes))
    }

    /// Calls `each` with every entry in ascending order, until `stop` is set.
    fn merge_until(&mut self, stop: &AtomicBool, each: impl FnMut(Entry<WORDS>) -> Result<()>) -> Result<()> {
        let goes_on = |_: &Result<Entry<WORDS>>| !stop.load(Ordering::Relaxed);
        if self.spill.is_some() && !self.chunks.is_empty() {
            self.spill()?;
            self.chunks = Vec::new();
        } else if let Some(last) = self.chunks.last_mut() {
            last.sort_unstable();
        }
        let Some(spill) = self.spill.take() else {
            let chunks = self.chunks.iter().map(|chunk| chunk.iter().copied().map(Ok).take_while(goes_on));
            return merge(chunks.collect(), each);
        };
        let spill = self.spill.insert(spill.merged_to::<WORDS>(self.fan_in(), self.memory, &mut self.directory)?);
        let readers = spill.readers::<WORDS>(0..spill.runs.len(), self.memory).into_iter();
        merge(readers.map(|reader| reader.take_while(goes_on)).collect(), each)
    }

    /// Returns the number of entries in a chunk: at least some chunks must fit into the memory.
    fn chunk_size(&self) -> usize {
        (self.memory / size_of::<Entry<WORDS>>() / 8).clamp(1, CHUNK)
    }

    fn fan_in(&self) -> usize {
        (self.memory / RUN_READ_BYTES).clamp(2, MAX_MERGED_RUNS)
    }

    /// Begins the next chunk, and writes a run if the memory is full.
    #[cold]
    fn next_chunk(&mut self, size: usize) -> Result<()> {
        if (self.chunks.len() + 1) * size * size_of::<Entry<WORDS>>() > self.memory && !self.chunks.is_empty() {
            self.spill()?;
            self.chunks.clear();
        }
        if let Some(full) = self.chunks.last_mut() {
            full.sort_unstable();
        }
        self.chunks.push(Vec::with_capacity(size));
        Ok(())
    }

    fn spill(&mut self) -> Result<()> {
        if let Some(last) = self.chunks.last_mut() {
            last.sort_unstable();
        }
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill::create(&mut self.directory)?),
        };
        let chunks = self.chunks.iter().map(|chunk| chunk.iter().copied().map(Ok)).collect();
        spill.add(|run| merge(chunks, |entry| run.write(entry)))
    }
}

fn key_of([high, low]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, fs, path::Path};

    use grid::random::SplitMix64;

    use super::*;
    use corpus::error::Error;

    const ENTRY: usize = size_of::<Entry<1>>();

    /// Groups the indices of equal keys with a hash map.
    fn oracle(keys: &[u128]) -> Vec<Vec<u64>> {
        let mut classes: HashMap<u128, Vec<u64>> = HashMap::new();
        for (item, &key) in keys.iter().enumerate() {
            classes.entry(key).or_default().push(item as u64);
        }
        let mut classes: Vec<_> = classes.into_iter().collect();
        classes.sort_unstable();
        classes.into_iter().map(|(_, items)| items).collect()
    }

    /// Groups the indices of equal keys in this much memory, and returns the number of runs on disk too.
    fn found(keys: &[u128], memory: usize, directory: &Path) -> (Vec<Vec<u64>>, usize) {
        let mut classes = Classes::new(memory, directory.to_owned());
        for (item, &key) in keys.iter().enumerate() {
            classes.push(key, [item as u64]).unwrap();
            let held: usize = classes.chunks.iter().map(|chunk| chunk.capacity() * ENTRY).sum();
            assert!(held <= memory.max(ENTRY), "{held} bytes held of {memory}");
        }
        let spilled = classes.spill.as_ref().map_or(0, |spill| spill.runs.len());
        let mut groups = Vec::new();
        let number = classes.groups(|items| {
            groups.push(items.as_flattened().to_vec());
            Ok(())
        });
        assert_eq!(number.unwrap(), groups.len() as u64);
        (groups, spilled)
    }

    fn is_empty(directory: &Path) -> bool {
        fs::read_dir(directory).unwrap().next().is_none()
    }

    #[test]
    fn classes_equal_those_of_a_hash_map_with_any_memory() {
        let directory = tempfile::tempdir().unwrap();
        let mut random = SplitMix64(1);
        let mut key = |bound: u64| {
            let low = random.below(bound);
            u128::from(random.below(3)) << 64 | u128::from(low.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        };
        for different in [1, 2, 50, 5_000, u64::MAX] {
            let keys: Vec<u128> = (0..5_000).map(|_| key(different)).collect();
            let wanted = oracle(&keys);
            let all = 24 * keys.len();
            // From one entry at a time, in pairs over many passes, to all at once.
            for (memory, least, most) in [(1, 4_990, 5_000), (100, 1_000, 2_000), (10_000, 10, 20), (2 * all, 0, 0)] {
                let (groups, spilled) = found(&keys, memory, directory.path());
                assert!(groups == wanted, "{different} different keys in {memory} bytes");
                assert!((least..=most).contains(&spilled), "{spilled} runs of {memory} bytes");
            }
        }
        assert!(is_empty(directory.path()));
    }

    #[test]
    fn full_chunks_are_merged_in_memory_and_on_disk() {
        let directory = tempfile::tempdir().unwrap();
        let mut random = SplitMix64(2);
        let keys: Vec<u128> = (0..4 * CHUNK + 5).map(|_| u128::from(random.below(20_000))).collect();
        let wanted = oracle(&keys);
        for memory in [3 * CHUNK * ENTRY, 8 * CHUNK * ENTRY] {
            let (groups, spilled) = found(&keys, memory, directory.path());
            assert!(groups == wanted);
            assert_eq!(spilled, usize::from(memory < 4 * CHUNK * ENTRY));
        }
    }

    #[test]
    fn an_empty_stream_has_no_class_and_creates_no_directory() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("spill");
        assert_eq!(found(&[], 1000, &path), (vec![], 0));
        assert_eq!(found(&[3, 1, 3], 1000, &path), (vec![vec![1], vec![0, 2]], 0));
        assert_eq!(found(&[u128::MAX, 0, u128::MAX], 24, &path).0, [vec![1], vec![0, 2]]);
        assert!(!path.exists());
    }

    #[test]
    fn the_directory_is_created_on_demand_and_removed_even_after_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let outer = directory.path().join("a");
        let path = directory.path().join("a/b");
        let full = || {
            let mut classes = Classes::new(240, path.clone());
            (0..100).for_each(|item| classes.push(u128::from(item % 7), [item]).unwrap());
            assert!(path.exists() && is_empty(&path));
            classes
        };
        drop(full());
        assert!(!outer.exists());
        let mut called = 0;
        let result = full().groups(|_| {
            called += 1;
            if called == 3 { Err(Error::Usage("enough".into())) } else { Ok(()) }
        });
        assert_eq!((result.unwrap_err().to_string().as_str(), called), ("enough", 3));
        assert!(!outer.exists());
    }

    #[test]
    fn a_stop_ends_the_grouping() {
        let directory = tempfile::tempdir().unwrap();
        for memory in [240, 1 << 20] {
            let mut classes = Classes::new(memory, directory.path().to_owned());
            (0..1000).for_each(|item| classes.push(u128::from(item), [item]).unwrap());
            let stop = AtomicBool::new(false);
            let mut called = 0;
            let number = classes.groups_until(&stop, |_, _| {
                called += 1;
                stop.fetch_or(called == 3, Ordering::Relaxed);
                Ok(())
            });
            assert_eq!(number.unwrap(), None);
            // The sources that were open when the stop came have one entry each.
            assert!(called < 500, "{called}");
        }
    }
}
