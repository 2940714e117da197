//! The passes as a program calls them, without the command line.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering},
    },
};

use grid::{Grid, Shape, Symmetry, random::SplitMix64, simd::Simd};
use solver::strategy;

use super::{
    audit::{AuditOptions, Section},
    classes::Classes,
    filter::Filter,
    generate::{ClueSymmetry, Generated, Generator, Target},
    *,
};
use corpus::{
    error::{Error, Result},
    layout,
    reader::{BlockSize, Corpus, Extras, RandomSample, Shard},
    writer::OutputSpec,
};
use pass::{Options, PassEnd, Status};

/// Puzzles with their solutions, no two of which are isomorphic.
static MADE: LazyLock<Vec<Generated>> = LazyLock::new(|| {
    let target = Target::Clues(ClueSymmetry::None, 24..=28);
    Generator::new(Shape::NINE, target, 7, Simd::detect()).unwrap().batch(0)[..100].to_vec()
});

/// A directory with the first puzzles as CSV, with a row that is not a puzzle after the tenth.
struct Files(tempfile::TempDir);

impl Files {
    fn new(count: usize) -> Files {
        let files = Files(tempfile::tempdir().unwrap());
        let rows = MADE[..count].iter().enumerate();
        let mut rows: Vec<_> = rows.map(|(id, made)| format!("{id},{},{}\n", made.puzzle, made.solution)).collect();
        rows.insert(rows.len().min(10), "x,12345,\n".into());
        fs::write(files.path("in.csv"), format!("id,puzzle,solution\n{}", rows.concat())).unwrap();
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn output(&self, name: &str) -> OutputSpec {
        OutputSpec { path: Some(self.path(name)), ..OutputSpec::default() }
    }

    /// The corpus in blocks of seven puzzles, written to `out.csv`.
    fn reshape(&self) -> RowPass {
        RowPass {
            corpus: self.corpus("in.csv"),
            threads: 2,
            outputs: vec![self.output("out.csv")],
            rejects: None,
            resumption: None,
        }
    }

    fn corpus(&self, name: &str) -> Corpus {
        let extras = Extras { rows: true, solutions: false, digests: false };
        let block_size = BlockSize::Fixed(7);
        Corpus { files: vec![self.path(name)], extras, block_size, ..Corpus::default() }
    }

    /// The first fields of the rows of a CSV file.
    fn ids(&self, name: &str) -> Vec<usize> {
        let id = |row: csv::StringRecord| row[0].parse().unwrap();
        csv::Reader::from_path(self.path(name)).unwrap().records().map(|row| id(row.unwrap())).collect()
    }

    fn puzzles(&self, name: &str) -> Vec<String> {
        let corpus = Corpus { files: vec![self.path(name)], ..Corpus::default() };
        let blocks: Vec<_> = corpus.blocks().collect::<Result<_>>().unwrap();
        blocks.iter().flat_map(|block| &block.puzzles).map(|puzzle| puzzle.givens.to_string()).collect()
    }
}

/// Calls a pass with an observer, and returns the number of puzzles that the observer was called with.
fn observe<T>(pass: impl FnOnce(&mut Observer<'_>) -> Result<T>) -> (T, usize) {
    let mut seen = 0;
    let stop = AtomicBool::new(false);
    let done = pass(&mut Observer { stop: &stop, progress: &mut |puzzles, _| seen += puzzles, searches: None });
    (done.unwrap(), seen)
}

/// Calls a pass that is stopped after its first block, over more blocks than are in flight at once.
fn stopped<T>(files: &Files, pass: impl FnOnce(RowPass, &mut Observer<'_>) -> Result<T>) -> T {
    let stop = AtomicBool::new(false);
    let mut progress = |_, _| stop.store(true, Ordering::Relaxed);
    let mut reshape = files.reshape();
    reshape.corpus.files = vec![files.path("in.csv"); 20];
    pass(reshape, &mut Observer { stop: &stop, progress: &mut progress, searches: None }).unwrap()
}

fn audit_options(files: &Files) -> AuditOptions {
    AuditOptions {
        memory: 1 << 20,
        temporary: files.path("temporary"),
        threads: 2,
        simd: Simd::detect(),
        skip: Vec::new(),
        ratings: None,
    }
}

#[track_caller]
fn complete(pass: impl FnOnce(&mut Observer<'_>) -> Result<RowPassResult>) {
    let (done, _) = observe(pass);
    assert!(done.is_complete() && done.parts.is_empty(), "{done:?}");
}

fn options(strategies: &[&str], max_solutions: u64) -> Options {
    let strategies = strategies.iter().map(|name| strategy::find(name).unwrap()).collect();
    Options { max_solutions, threads: 2, ..Options::new(strategies) }
}

#[test]
fn every_layout_holds_the_same_puzzles_in_order() {
    let files = Files::new(100);
    let wanted: Vec<_> = MADE.iter().map(|made| made.puzzle.to_string()).collect();
    for (layout, writing) in layout::writable().filter(|(layout, _)| layout.name != "exchange-bank") {
        for (name, reshape) in [("convert", true), ("solve", false)] {
            let name = format!("{name}.{}{}", layout.name, if writing.compressible { ".gz" } else { "" });
            let output = OutputSpec { layout: Some(layout), ..files.output(&name) };
            let pass = RowPass { outputs: vec![output], ..files.reshape() };
            complete(|observer| match reshape {
                true => pass.convert(observer),
                false => {
                    let solved = pass.solve(&options(&["lanes"], 1), SolutionRows::default(), observer)?;
                    assert_eq!(solved.tally.of(Status::Solved), 100);
                    Ok(solved.reshaped)
                }
            });
            assert_eq!(files.puzzles(&name), wanted, "{name}");
        }
    }
}

#[test]
fn rejects_are_counted_and_written() {
    let files = Files::new(20);
    let reshape = RowPass { rejects: Some(files.path("rejects.csv")), ..files.reshape() };
    let (done, seen) = observe(|observer| reshape.convert(observer));
    assert_eq!((done.is_complete(), done.rejected.count, seen), (true, 1, 20));
    assert_eq!(fs::read_to_string(files.path("rejects.csv")).unwrap().lines().count(), 2);
}

#[test]
fn selections_are_independent_of_threads() {
    let files = Files::new(100);
    for threads in [1, 3] {
        let reshape = RowPass { threads, ..files.reshape() };
        complete(|observer| reshape.shard(Shard::new(3, 7).unwrap(), observer));
        assert_eq!(files.ids("out.csv"), (2..100).step_by(7).collect::<Vec<_>>());
        complete(|observer| reshape.sample(RandomSample { size: 30, seed: 5 }, observer));
        let sample = files.ids("out.csv");
        assert!(sample.len() == 30 && sample.is_sorted(), "{sample:?}");
        let parts = draw::Parts { shares: vec![0.5, 0.5], seed: 3 };
        let reshape = RowPass { outputs: ["a.csv", "b.csv"].map(|name| files.output(name)).into(), ..reshape };
        for equality in Equality::ALL {
            complete(|observer| reshape.split(&parts, equality, Simd::detect(), observer));
            let key = |made: &Generated| match equality {
                Equality::Puzzle => keys::key(&made.puzzle),
                Equality::Class => class_key(&made.puzzle),
                Equality::Solution => keys::key(&made.solution),
                Equality::SolutionClass => class_key(&made.solution),
            };
            let is_first = |index: &usize| parts.of_key(key(&MADE[*index])) == 0;
            assert_eq!((files.ids("a.csv"), files.ids("b.csv")), (0..100).partition(is_first));
        }
    }
}

#[test]
fn filters_use_columns_and_solvers() {
    let files = Files::new(100);
    let filter = Filter::parse("id >= 40 && id < 44 && solutions == 1 && !(clues > 28)").unwrap();
    complete(|observer| files.reshape().filter(&filter, Simd::detect(), observer));
    assert_eq!(files.ids("out.csv"), [40, 41, 42, 43]);
    let unknown = Filter::parse("size > 3").unwrap();
    fs::remove_file(files.path("out.csv")).unwrap();
    let (done, _) = observe(|observer| files.reshape().filter(&unknown, Simd::detect(), observer));
    assert!(matches!(done.ended, PassEnd::Failed(Error::Usage(_))) && done.parts.is_empty(), "{done:?}");
    assert!(!files.path("out.csv").exists());
}

#[test]
fn augmented_isomorphs_are_found() {
    let files = Files::new(20);
    let mut reshape = files.reshape();
    reshape.corpus.extras.solutions = true;
    complete(|observer| reshape.augment(2, true, false, 1, observer));
    let ids: Vec<_> = (0..60).map(|index| index / 3).collect();
    assert_eq!(files.ids("out.csv"), ids);

    let again = RowPass { corpus: files.corpus("out.csv"), outputs: vec![files.output("dedup.csv")], ..reshape };
    for (equality, distinct) in [(Equality::Puzzle, 60), (Equality::Class, 20)] {
        let classes = Classes::new(1 << 10, files.path("temporary"));
        let find = |observer: &mut Observer<'_>| {
            Duplicates::find(&again.corpus, equality, classes, true, (2, Simd::detect()), observer)
        };
        let (mut duplicates, _) = observe(find);
        assert_eq!((duplicates.puzzles, duplicates.distinct, duplicates.contains(0)), (60, distinct, false));
        let groups = files.path("groups.csv");
        complete(|observer| again.dedup(&mut duplicates, Some(&groups), observer));
        assert_eq!(files.ids("dedup.csv").len() as u64, distinct);
        let lines = fs::read_to_string(groups).unwrap().lines().count();
        assert_eq!(lines, if distinct == 20 { 61 } else { 1 });
    }

    let common = [20, 60, 20, 60, 0];
    let overlap = overlap(&files, "in.csv", "out.csv");
    for ((notion, shared), common) in overlap.shared.iter().zip(common) {
        assert_eq!((shared.rows, shared.distinct), (common, common.min(20)), "{notion:?}");
    }
    assert_eq!((overlap.train.puzzles, overlap.test.puzzles, overlap.test.unique), (20, 60, Some(60)));
}

fn overlap(files: &Files, train: &str, test: &str) -> Overlap {
    let options = OverlapOptions {
        notions: Notion::ALL.into(),
        memory: 1 << 20,
        temporary: files.path("temporary"),
        threads: 2,
        simd: Simd::detect(),
    };
    let (overlap, _) = observe(|observer| Overlap::find(&files.corpus(train), &files.corpus(test), &options, observer));
    overlap.expect("nothing stops it")
}

/// The solution with the most automorphisms, 648: a puzzle with fewer givens may lie within another under one of them only.
#[test]
fn supersets_are_found_under_every_automorphism_of_the_solution() {
    let files = Files::new(1);
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
    let write = |name: &str, puzzles: &[Grid]| {
        fs::write(files.path(name), puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect::<String>()).unwrap();
    };
    write("train.txt", &train);
    write("test.txt", &fewer);
    for (names, is_more) in [(["train.txt", "test.txt"], false), (["test.txt", "train.txt"], true)] {
        let overlap = overlap(&files, names[0], names[1]);
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
fn augmented_rows_name_their_source() {
    let files = Files::new(2);
    let mut reshape = files.reshape();
    reshape.corpus.extras.solutions = true;
    complete(|observer| reshape.augment(1, true, true, 1, observer));
    let rows = || fs::read_to_string(files.path("out.csv")).unwrap();
    let sources = || rows().lines().map(|row| row.rsplit(',').next().unwrap().to_string()).collect::<Vec<_>>();
    assert_eq!(sources(), ["source", "0", "0", "1", "1"]);
    let rows = rows();
    let puzzles = rows.lines().skip(1).step_by(2).map(|row| row.split(',').find(|field| field.len() == 81).unwrap());
    fs::write(files.path("list.txt"), puzzles.collect::<Vec<_>>().join("\n")).unwrap();
    reshape.corpus.files = vec![files.path("list.txt")];
    complete(|observer| reshape.augment(1, false, true, 1, observer));
    assert_eq!(sources(), ["source", "1", "2"]);
}

#[test]
fn added_columns_have_names() {
    let files = Files::new(20);
    let first = |name: &str| fs::read_to_string(files.path(name)).unwrap().lines().next().unwrap().to_string();
    complete(|observer| files.reshape().canon(observer));
    assert_eq!(first("out.csv"), "id,puzzle,solution,canonical,automorphisms");
    let (rated, _) =
        observe(|observer| files.reshape().rate(&options(&["dlx", "lanes"], 2), &Default::default(), observer));
    assert_eq!((rated.puzzles.wrong, rated.reshaped.is_complete()), (0, true));
    assert!(
        first("out.csv")
            .ends_with(",dlx_backtracks,lanes_status,lanes_solutions,lanes_guesses,lanes_nodes,lanes_backtracks")
    );
    fs::write(files.path("SER.txt"), (0..20).map(|n| format!("{n}\n")).collect::<String>()).unwrap();
    let mut reshape = files.reshape();
    complete(|observer| reshape.sample(RandomSample { size: 20, seed: 0 }, observer));
    (reshape.corpus, reshape.outputs) = (files.corpus("out.csv"), vec![files.output("joined.csv")]);
    complete(|observer| Ok(reshape.join(&[files.path("SER.txt")], None, observer)?.reshaped));
    assert_eq!(first("joined.csv"), "id,puzzle,solution,SER");
}

#[test]
fn a_wrong_solution_of_the_corpus_is_reported() {
    let files = Files::new(3);
    let text = fs::read_to_string(files.path("in.csv")).unwrap();
    let swapped = text.replacen(&MADE[1].solution.to_string(), &MADE[2].solution.to_string(), 1);
    fs::write(files.path("in.csv"), swapped).unwrap();
    let mut reshape = files.reshape();
    reshape.corpus.extras.solutions = true;
    let (solved, _) = observe(|observer| reshape.solve(&options(&["dlx"], 2), SolutionRows::default(), observer));
    assert_eq!(
        (solved.tally.solutions.given(), solved.tally.of(Status::Wrong), solved.tally.wrong_solutions.count),
        (3, 0, 1)
    );
    assert!(solved.tally.wrong_solutions.first[0].starts_with("line 3: "), "{:?}", solved.tally.wrong_solutions);
    let only = SolutionRows { only: true, all: false };
    reshape.outputs = vec![files.output("solutions.txt")];
    observe(|observer| reshape.solve(&options(&["dlx"], 2), only, observer));
    let mut wanted: Vec<_> = MADE[..3].iter().map(|made| made.solution.to_string()).collect();
    wanted.push("rejected".into());
    assert_eq!(fs::read_to_string(files.path("solutions.txt")).unwrap().lines().collect::<Vec<_>>(), wanted);
}

#[test]
fn a_stopped_pass_leaves_a_readable_part() {
    let files = Files::new(100);
    let done = stopped(&files, |reshape, observer| reshape.convert(observer));
    assert!(matches!(done.ended, PassEnd::Stopped), "{done:?}");
    assert!(!files.path("out.csv").exists());
    let part = done.parts[0].file_name().unwrap().to_string_lossy().into_owned();
    let puzzles = files.puzzles(&part);
    assert!(!puzzles.is_empty() && puzzles.len() < 2000, "{}", puzzles.len());
}

#[test]
fn counts_of_another_pass_are_an_error() {
    let files = Files::new(100);
    let resumption = |resume| Some(Resumption { arguments: vec!["same".into()], resume, notice: None });
    let done =
        stopped(&files, |reshape, observer| RowPass { resumption: resumption(false), ..reshape }.convert(observer));
    assert!(done.can_resume, "{done:?}");
    let mut reshape = RowPass { resumption: resumption(true), ..files.reshape() };
    reshape.corpus.files = vec![files.path("in.csv"); 20];
    let mut observer = Observer { stop: &AtomicBool::new(false), progress: &mut |_, _| {}, searches: None };
    let error = reshape.solve(&options(&["dlx"], 1), SolutionRows::default(), &mut observer).err().unwrap().to_string();
    assert!(error.contains("out.csv.resume: the counts of a checkpoint cannot be read"), "{error}");
}

#[test]
fn a_corpus_is_described() {
    let files = Files::new(20);
    let mut options = audit_options(&files);
    let corpus = files.corpus("in.csv");
    let (inspected, seen) = observe(|observer| audit::inspect(&corpus, &options, observer));
    let report = &inspected.report;
    assert_eq!((report.puzzles, report.rejected, report.unique, seen), (20, 1, 20, 20));
    assert_eq!(report.isomorphisms.as_ref().map(|found| (found.classes, found.solution_classes)), Some((20, 20)));
    assert!(report.is_bad() && Path::new(&inspected.files[0].path).ends_with("in.csv"));

    options.skip = vec![Section::Classes, Section::Minimal];
    let (inspected, _) = observe(|observer| audit::inspect(&corpus, &options, observer));
    let report = &inspected.report;
    assert_eq!((report.unique, report.minimal, report.skipped.len()), (20, None, 2));
    assert!(report.isomorphisms.is_none() && report.is_bad(), "a row is rejected");
}

#[test]
fn an_interrupted_description_counts_what_was_examined() {
    let files = Files::new(100);
    let inspected =
        stopped(&files, |reshape, observer| audit::inspect(&reshape.corpus, &audit_options(&files), observer));
    assert!(matches!(inspected.ended, PassEnd::Stopped), "{:?}", inspected.ended);
    let sums = inspected.files.iter().fold((0, 0), |(all, bad), file| (all + file.puzzles, bad + file.rejects));
    assert_eq!(sums, (inspected.report.puzzles, inspected.report.rejected));
}
