//! `sudoku-bench history backfill`: runs earlier commits, each built in a working tree of its own.

use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use benchmark::{
    history::{Entry, Store},
    record::{Repository, Results, Revision},
};
use corpus::{
    error::{Error, Result},
    numbers::plural,
    tool,
};
use pass::{external::ENGINE_PREFIX, process_group::ProcessGroup, stderr_tail::StderrTail};
use tempfile::TempDir;

use super::{add::KeepArgs, store_args::required_repository};
use crate::{
    cli::{self, Exit, values::parse_time},
    cmd::{interrupt, run},
};

/// Failures in a row at the start that end the command.
const MAX_FAILURES: usize = 3;
/// Repetitions of a run on a busy machine.
const MAX_REPETITIONS: usize = 4;
/// The file in the temporary directory that a running command locks.
const LOCK: &str = "backfill.lock";
/// The names of temporary directories begin with this.
const PREFIX: &str = "sudoku-bench-";
/// The time between two looks at a process.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

const HELP: &str = "\
Examples:
  sudoku-bench history backfill v1.0..main --run 'puzzles.csv -s engine:mine --rounds 16' -- make
  sudoku-bench history backfill main --every 10 --run 'puzzles.csv -s engine:mine' -- make

The commits are checked out in a temporary working tree, the newest first, and built with BUILD
there, without a shell. A commit that was run on this machine with the same corpus and limits is
skipped, so the command can be repeated after an interruption, or with a smaller --every. The corpus
is that of the working directory for all commits. Use this command only on a repository that you
trust: it runs the code of every commit.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// The commits after A up to B, along the first parents; `B` alone means all commits up to B
    #[arg(value_name = "A..B")]
    range: String,

    /// The arguments of `run`, as in a shell: the corpus, the strategies, rounds and limits, but not the output
    #[arg(long, value_name = "ARGUMENTS")]
    run: String,

    /// Take only every N-th commit, counted from the newest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = cli::number::parse_positive::<usize>)]
    every: usize,

    #[command(flatten)]
    keep: KeepArgs,

    /// The time after which a build is killed
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = parse_time)]
    timeout: Duration,

    /// The command that builds a commit, and its arguments
    #[arg(required = true, last = true, value_name = "BUILD")]
    build: Vec<String>,
}

pub fn run(args: Args) -> Result<Exit> {
    let repository = required_repository()?;
    let store = args.keep.store.store(Some(&repository));
    let commits = commits(&args, &repository)?;
    let stop =
        interrupt::catch_saying("interrupted: the commit under way is dropped; press Ctrl-C again to exit at once")?;
    remove_abandoned_trees(&repository);
    let tree = Tree::create(&repository, &commits[0])?;
    let words = run_words(&args.run, &tree)?;
    Backfill { args: &args, store: &store, words, tree: &tree, stop }.run_all(commits)
}

/// Returns the chosen commits, the newest first.
fn commits(args: &Args, repository: &Repository) -> Result<Vec<String>> {
    let (from, to) = match args.range.split_once("..") {
        Some((_, to)) if to.starts_with('.') => return usage!("{}: write the commits as A..B", args.range),
        Some((from, to)) => (Some(from), to),
        None => (None, &*args.range),
    };
    let id = |name: &str| {
        let revision = Revision::of(repository, if name.is_empty() { "HEAD" } else { name });
        revision.map(|revision| revision.commit).map_err(Error::Usage)
    };
    let list = repository.git(&["rev-list", "--first-parent", &id(to)?]).map_err(Error::NotComparable)?;
    let ids: Vec<String> = list.lines().map(String::from).collect();
    let from = from.map(id).transpose()?;
    let end = from.map_or(Some(ids.len()), |from| ids.iter().position(|id| *id == from));
    let Some(end) = end else {
        return usage!("{}: the first commit is not a first-parent ancestor of the second", args.range);
    };
    let chosen: Vec<String> = ids[..end].iter().step_by(args.every).cloned().collect();
    if chosen.is_empty() { usage!("{}: no commits", args.range) } else { Ok(chosen) }
}

/// Returns the words of the arguments of `run`. All commits solve the files of the working directory, with the engines of the `tree`.
fn run_words(text: &str, tree: &Tree<'_>) -> Result<Vec<String>> {
    let Some(words) = shlex::split(text) else { return usage!("--run: a quote is never closed") };
    let mut words: Vec<String> = ["run".to_string()].into_iter().chain(words).collect();
    let parsed = parse_run(&words).map_err(|reason| Error::Usage(format!("--run: {reason}")))?;
    if let Some(missing) = parsed.corpus.files.iter().find(|path| !path.is_file()) {
        return usage!("--run: {}: is not a file", missing.display());
    }
    if let Some(file) = parsed.corpus.files.iter().find(|path| !is_committed(path, tree.repository)) {
        message!("note: {} is not committed as it is, so these runs cannot be repeated elsewhere", file.display());
    }
    // Engines are those of the commit, even if there is another description beside the corpus.
    if words.iter().any(|word| word.contains(ENGINE_PREFIX)) {
        let description = take_engines(&mut words).unwrap_or("engines.toml".into());
        words.extend(["--engines".into(), tree.path().join(description).to_string_lossy().into_owned()]);
    }
    words.extend(["--quiet", "--no-report", "--force", "--output"].map(String::from));
    words.push(tree.results().to_string_lossy().into_owned());
    parse_run(&words)
        .map_err(|reason| Error::Usage(format!("--run: {reason}; leave out the options of the output")))?;
    Ok(words)
}

/// Takes the option `--engines` out of valid words. Returns its file.
fn take_engines(words: &mut Vec<String>) -> Option<String> {
    let at = words.iter().position(|word| word == "--engines" || word.starts_with("--engines="))?;
    match words.remove(at).split_once('=') {
        Some((_, file)) => Some(file.into()),
        None => Some(words.remove(at)),
    }
}

fn parse_run(words: &[String]) -> Result<run::Args, String> {
    cli::recorded("run", words)
        .map_err(|reason| reason.lines().next().unwrap_or_default().trim_start_matches("error: ").into())
}

/// Returns true if the repository has a file with this content.
fn is_committed(path: &Path, repository: &Repository) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    let path = path.to_string_lossy();
    let is_tracked = repository.git(&["ls-files", "--error-unmatch", "--", &path]).is_ok();
    is_tracked && repository.git(&["status", "--porcelain", "--", &path]).is_ok_and(|changes| changes.is_empty())
}

/// Removes the trees of commands that were killed: a running command has locked its directory.
fn remove_abandoned_trees(repository: &Repository) {
    let list = repository.git(&["worktree", "list", "--porcelain"]).unwrap_or_default();
    for tree in list.lines().filter_map(|line| line.strip_prefix("worktree ")) {
        let Some(directory) = Path::new(tree).parent() else { continue };
        // Trees of the user have no such directory around them, and no such file beside them.
        let is_temporary = directory.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
        let is_abandoned = || File::open(directory.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok());
        if is_temporary && is_abandoned() {
            let _ = repository.git(&["worktree", "remove", "--force", tree]);
            let _ = fs::remove_dir_all(directory);
        }
    }
}

/// A temporary working tree beside a directory for results. Dropping it removes both.
struct Tree<'a> {
    repository: &'a Repository,
    directory: TempDir,
    /// Shows that the command runs.
    _lock: File,
}

impl<'a> Tree<'a> {
    fn create(repository: &'a Repository, commit: &str) -> Result<Tree<'a>> {
        let create = || {
            let directory = TempDir::with_prefix(PREFIX)?;
            let lock = File::create(directory.path().join(LOCK))?;
            lock.lock()?;
            Ok(Tree { repository, directory, _lock: lock })
        };
        let tree = create().map_err(Error::io(env::temp_dir(), "create a directory in"))?;
        let path = tree.path().to_string_lossy().into_owned();
        let added = repository.git(&["worktree", "add", "--quiet", "--detach", "--force", &path, commit]);
        added.map_err(Error::NotComparable)?;
        Ok(tree)
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("tree")
    }

    fn results(&self) -> PathBuf {
        self.directory.path().join("results")
    }

    /// Checks a commit out. Files that git ignores stay, so that a build need not begin anew.
    fn check_out(&self, commit: &str) -> Result<(), String> {
        let tree = Repository::of(&self.path())?.ok_or("the temporary working tree is gone")?;
        tree.git(&["checkout", "--quiet", "--force", "--detach", commit])?;
        tree.git(&["clean", "--quiet", "--force", "-d"])?;
        Ok(())
    }
}

impl Drop for Tree<'_> {
    fn drop(&mut self) {
        let path = self.path().to_string_lossy().into_owned();
        let _ = self.repository.git(&["worktree", "remove", "--force", &path]);
    }
}

struct Backfill<'a> {
    args: &'a Args,
    store: &'a Store,
    /// The arguments of the program.
    words: Vec<String>,
    tree: &'a Tree<'a>,
    stop: &'a AtomicBool,
}

impl Backfill<'_> {
    fn run_all(&self, commits: Vec<String>) -> Result<Exit> {
        let mut known = self.store.read()?.entries;
        // The first commit without any run is run first: its entry shows the work and the class that a run of the others must have.
        let first = commits.iter().position(|commit| known.iter().all(|entry| entry.commit() != Some(commit)));
        let mut order = commits.clone();
        order.swap(0, first.unwrap_or(0));
        let mut like: Option<Entry> = None;
        let mut failed = 0;
        let mut added = 0;
        for commit in &order {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let is_same = |entry: &Entry| like.as_ref().is_some_and(|like| entry.covers(like));
            if known.iter().any(|entry| entry.commit() == Some(commit) && is_same(entry)) {
                continue;
            }
            match self.run_commit(commit, &mut known) {
                Ok(entry) => {
                    added += 1;
                    like.get_or_insert(entry);
                }
                Err(_) if self.stop.load(Ordering::Relaxed) => break,
                Err(reason) => {
                    failed += 1;
                    message!("{}: skipped: {reason}", &commit[..7]);
                    if added == 0 && failed == MAX_FAILURES {
                        return Err(Error::Changed(format!("none of the newest {failed} commits could be run")));
                    }
                }
            }
        }
        let skipped = if failed > 0 { format!(", {} skipped", plural(failed as u64, "commit")) } else { String::new() };
        message!("{} added{skipped}; `sudoku-bench history show` judges them", plural(added, "run"));
        Ok(match (self.stop.load(Ordering::Relaxed), added) {
            (true, _) => Exit::Interrupted,
            (false, 0) if failed > 0 => Exit::NothingMeasured,
            (false, _) => Exit::Success,
        })
    }

    /// Builds and runs a commit, and adds the run. On a busy machine, the run is repeated. Every run is added: the analysis leaves out
    /// busy ones.
    fn run_commit(&self, commit: &str, known: &mut Vec<Entry>) -> Result<Entry, String> {
        let revision = Revision::of(self.tree.repository, commit)?;
        self.tree.check_out(commit)?;
        let mut build = Command::new(&self.args.build[0]);
        build.args(&self.args.build[1..]).current_dir(self.tree.path());
        self.call(build, Some(self.args.timeout)).map_err(|reason| format!("the build {reason}"))?;
        let mut entry = self.measure(&revision, known)?;
        for _ in 0..MAX_REPETITIONS {
            if entry.busy_by(known).is_none() {
                break;
            }
            entry = self.measure(&revision, known)?;
        }
        Ok(entry)
    }

    /// Runs the program on the corpus, and adds the run.
    fn measure(&self, revision: &Revision, known: &mut Vec<Entry>) -> Result<Entry, String> {
        let mut command = Command::new(tool::path().map_err(|error| error.to_string())?);
        command.args(&self.words);
        self.call(command, None).map_err(|reason| format!("the run {reason}"))?;
        let results = Results::open(&self.tree.results());
        let added = results.and_then(|results| self.args.keep.add(&results, Some(revision.clone()), self.store, known));
        added.map_err(|error| error.to_string())
    }

    /// Runs a command. An error is the end of a sentence.
    fn call(&self, mut command: Command, timeout: Option<Duration>) -> Result<(), String> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let cannot = |error| format!("cannot be started: {error}");
        let mut process = ProcessGroup::start(&mut command).map_err(cannot)?;
        let stderr = StderrTail::of(process.stderr.take().expect("it is a pipe")).map_err(cannot)?;
        let begin = Instant::now();
        loop {
            if let Some(status) = process.try_wait().map_err(|error| error.to_string())? {
                return if status.success() { Ok(()) } else { Err(format!("failed ({status}){}", stderr.quote())) };
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err("was interrupted".into());
            }
            if timeout.is_some_and(|timeout| begin.elapsed() > timeout) {
                return Err(format!("did not end within --timeout{}", stderr.quote()));
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
}
