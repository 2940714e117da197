//! What the transcripts of the command line cannot show: passes over files that change, and the stop of a pass.

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use grid::{Grid, Shape, Symmetry, random::SplitMix64, simd::Simd};
use solver::strategy;

use super::{audit::AuditOptions, classes::Classes, *};
use corpus::{
    error::{Error, Result},
    reader::{BlockSize, Corpus, Extras},
    writer::OutputSpec,
};
use pass::{Options, PassEnd};

/// A directory with the corpus `in.txt`: a puzzle of one clue for each digit, and a reject for each other character.
struct Files(tempfile::TempDir);

impl Files {
    fn new(clues: &str) -> Files {
        let files = Files(tempfile::tempdir().unwrap());
        files.write("in.txt", clues);
        files
    }

    fn write(&self, name: &str, clues: &str) {
        let rows = clues.chars().map(|clue| format!("{clue}{}\n", ".".repeat(80)));
        fs::write(self.path(name), rows.collect::<String>()).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The corpus in blocks of seven puzzles, written to `out.csv`.
    fn pass(&self) -> RowPass {
        RowPass {
            corpus: self.corpus("in.txt"),
            threads: 2,
            outputs: vec![OutputSpec { path: Some(self.path("out.csv")), ..OutputSpec::default() }],
            rejects: None,
            resumption: None,
        }
    }

    fn corpus(&self, name: &str) -> Corpus {
        let extras = Extras { rows: true, solutions: false, digests: false };
        let block_size = BlockSize::Fixed(7);
        Corpus { files: vec![self.path(name)], extras, block_size, ..Corpus::default() }
    }
}

/// Calls a pass with an observer that does not stop it.
fn observe<T>(pass: impl FnOnce(&mut Observer<'_>) -> Result<T>) -> Result<T> {
    pass(&mut Observer { stop: &AtomicBool::new(false), progress: &mut |_, _| {}, searches: None })
}

/// Calls a pass that is stopped after its first block, over more blocks than are in flight at once.
fn stopped<T>(pass: impl FnOnce(&mut Observer<'_>) -> Result<T>) -> T {
    let stop = AtomicBool::new(false);
    let mut progress = |_, _| stop.store(true, Ordering::Relaxed);
    pass(&mut Observer { stop: &stop, progress: &mut progress, searches: None }).unwrap()
}

/// The solution with the most automorphisms, 648: a puzzle with fewer givens may lie within another under one of them only.
#[test]
fn supersets_are_found_under_every_automorphism_of_the_solution() {
    let files = Files::new("");
    let solution = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let solution = Grid::parse(solution.as_bytes()).unwrap();
    let mut random = SplitMix64(1);
    let mut without = |puzzle: &Grid, givens: usize| {
        let mut puzzle = *puzzle;
        while puzzle.clues() > givens {
            puzzle.set(random.below(81) as usize, 0);
        }
        Symmetry::random(Shape::NINE, &mut random).apply_to_nine(&puzzle)
    };
    // Nearly all such puzzles have one solution.
    let train: Vec<Grid> = (0..40).map(|_| without(&solution, 60)).collect();
    let fewer: Vec<Grid> = train.iter().map(|puzzle| without(puzzle, 57)).collect();
    for (name, puzzles) in [("train.txt", train), ("test.txt", fewer)] {
        fs::write(files.path(name), puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect::<String>()).unwrap();
    }
    let options = OverlapOptions {
        notions: Notion::ALL.into(),
        memory: 1 << 20,
        temporary: files.path("temporary"),
        threads: 2,
        simd: Simd::detect(),
    };
    for (names, is_more) in [(["train.txt", "test.txt"], false), (["test.txt", "train.txt"], true)] {
        let [train, test] = names.map(|name| files.corpus(name));
        let overlap = observe(|observer| Overlap::find(&train, &test, &options, observer)).unwrap().unwrap();
        let (notion, shared) = overlap.shared.last().unwrap();
        let both = [&overlap.train, &overlap.test].map(|counts| counts.unique.unwrap());
        assert!(both.iter().all(|unique| *unique > 30), "{both:?}");
        assert_eq!((*notion, shared.rows), (Notion::Superset, both[0].min(both[1])));
        let [more, fewer] = [shared.with_more_givens, shared.with_fewer_givens];
        assert_eq!(if is_more { [more, fewer] } else { [fewer, more] }, [shared.rows, 0]);
        assert_eq!(overlap.shared[1].1.rows, 0, "they are not isomorphic");
    }
}

#[test]
fn counts_of_another_pass_are_an_error() {
    let files = Files::new(&"12".repeat(1000));
    let resumption = |resume| Some(Resumption { arguments: vec!["same".into()], resume, notice: None });
    let done = stopped(|observer| RowPass { resumption: resumption(false), ..files.pass() }.convert(observer));
    assert!(done.can_resume, "{done:?}");
    let options = Options::new(vec![strategy::find("dlx").unwrap()]);
    let resumed = RowPass { resumption: resumption(true), ..files.pass() };
    let solved = observe(|observer| resumed.solve(&options, SolutionRows::default(), observer));
    let error = solved.err().unwrap().to_string();
    assert!(error.contains("out.csv.resume: the counts of a checkpoint cannot be read"), "{error}");
}

#[test]
fn an_interrupted_description_counts_what_was_examined() {
    let files = Files::new(&"1n2".repeat(1000));
    let options = AuditOptions {
        memory: 1 << 20,
        temporary: files.path("temporary"),
        threads: 2,
        simd: Simd::detect(),
        skip: Vec::new(),
        ratings: None,
    };
    let inspected = stopped(|observer| audit::inspect(&files.corpus("in.txt"), &options, observer));
    assert!(matches!(inspected.ended, PassEnd::Stopped), "{:?}", inspected.ended);
    let sums = inspected.files.iter().fold((0, 0), |(all, bad), file| (all + file.puzzles, bad + file.rejects));
    assert_eq!(sums, (inspected.report.puzzles, inspected.report.rejected));
}

/// Makes both passes over four puzzles, with `change` between them. Returns how the second pass ended, and whether there is an
/// output.
fn dedup(change: impl FnOnce(&Files, &mut Duplicates)) -> (PassEnd, bool) {
    let files = Files::new("1213");
    let pass = files.pass();
    let classes = Classes::new(1 << 20, files.path("temporary"));
    let machine = (1, Simd::detect());
    let find = |observer: &mut Observer<'_>| {
        Duplicates::find(&pass.corpus, Equality::Puzzle, classes, false, machine, observer)
    };
    let mut duplicates = observe(find).unwrap();
    change(&files, &mut duplicates);
    let done = observe(|observer| pass.dedup(&mut duplicates, None, observer)).unwrap();
    (done.ended, files.path("out.csv").exists())
}

#[test]
fn a_corpus_that_changes_between_the_passes_is_an_error() {
    for (second, is_same) in [("1213", true), ("1123", false), ("12134", false), ("121", false)] {
        match dedup(|files, _| files.write("in.txt", second)) {
            (PassEnd::Complete, exists) => assert!(is_same && exists, "{second}"),
            (PassEnd::Failed(error), exists) => {
                assert!(!is_same && !exists && error.to_string().starts_with("the corpus changed"), "{error}")
            }
            (PassEnd::Stopped, _) => unreachable!(),
        }
    }
}

/// A disk may fail in the first pass and not in the second.
#[test]
fn an_error_of_the_first_pass_is_that_of_the_command() {
    let (ended, exists) = dedup(|_, duplicates| duplicates.ended = PassEnd::Failed(Error::Changed("broken".into())));
    assert!(matches!(ended, PassEnd::Failed(error) if error.to_string() == "broken") && !exists);
}
