//! `sudoku-bench history show`: what changed at which commit.

use std::path::PathBuf;

use benchmark::{
    compare::Rules,
    history::{History, Options, Order, Stored, Verdict},
    record::{Repository, Revision, json_name},
    reporter,
};
use corpus::{
    error::{Error, Result},
    fs::PartFile,
};

use super::store_args::{StoreArgs, repository};
use crate::{
    cli::{CountersArgs, Exit, TableArgs, heading, values::parse_percent},
    cmd::{self, files::check_outputs, github::GitHub},
};

/// Minimum of --min-change, in percent.
const MIN_CHANGE: f64 = 0.2;

const HELP: &str = "\
Examples:
  sudoku-bench history show
  sudoku-bench history show --branch main --fail-on open --markdown comment.md
  sudoku-bench history show --csv > history.csv

Exit codes: 0 nothing fails, 1 an error, 2 usage, 3 a change for the worse fails (see --fail-on),
4 nothing to judge, 5 two runs of one commit have different counts.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    #[command(flatten)]
    judged: JudgedArgs,

    /// Which changes for the worse fail: new ones, open ones (neither blessed nor undone), or none
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = FailOn::New, help_heading = heading::JUDGEMENT)]
    fail_on: FailOn,

    /// Fail unless N commits before the newest have runs, so that a lost history is noticed
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = heading::JUDGEMENT)]
    require: usize,

    /// Write the findings as Markdown, for a comment
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    markdown: Option<PathBuf>,

    /// Print JSON instead of text
    #[arg(long, help_heading = heading::OUTPUT)]
    json: bool,

    /// Print a row of CSV for each run instead of text
    #[arg(long, conflicts_with = "json", help_heading = heading::OUTPUT)]
    csv: bool,

    /// List minor changes too
    #[arg(long, help_heading = heading::OUTPUT)]
    all: bool,

    #[command(flatten)]
    table: TableArgs,
}

/// Which history is judged, and how.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = heading::JUDGEMENT)]
pub struct JudgedArgs {
    #[command(flatten)]
    pub store: StoreArgs,

    /// The branch whose commits are judged, along the first parents [default: HEAD]
    #[arg(long, value_name = "REF", conflicts_with = "order")]
    branch: Option<String>,

    /// Order the commits as they were recorded, without a repository
    #[arg(long, value_name = "ORDER", value_parser = ["recorded"])]
    order: Option<String>,

    /// Leave out the commits before this one, named by a branch, a tag or an id
    #[arg(long, value_name = "COMMIT")]
    since: Option<String>,

    /// Only this strategy
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,

    /// Only runs of the corpus with this name
    #[arg(long, value_name = "NAME")]
    corpus: Option<String>,

    /// The smallest change of a latency that is reported, at least 0.2%
    #[arg(long, value_name = "PERCENT", default_value = "2.5", value_parser = parse_percent)]
    min_change: f64,

    #[command(flatten)]
    counters: CountersArgs,

    /// A file of the history that cannot be used is an error
    #[arg(long)]
    strict: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum FailOn {
    New,
    Open,
    Never,
}

impl JudgedArgs {
    /// Reads and judges the history.
    pub fn judge(&self, fails_on_open: bool, required: usize) -> Result<History> {
        if self.min_change < MIN_CHANGE {
            return usage!("--min-change {}%: 0.2% is the minimum", self.min_change);
        }
        let repository = repository();
        let store = self.store.store(repository.as_ref());
        let stored = store.read()?;
        self.report_skipped(&stored)?;
        if stored.entries.is_empty() {
            let reason = "has no runs; `history add` adds finished runs, `history backfill` runs earlier commits";
            return Err(Error::NotComparable(format!("{}: {reason}", store.directory().display())));
        }
        let mut order = self.order(repository.as_ref(), &stored)?;
        if let Some(since) = &self.since {
            // A clone may lack a commit that has runs.
            let named = repository.as_ref().and_then(|repository| Revision::of(repository, since).ok());
            let id = named.map_or(since.clone(), |revision| revision.commit);
            order.begin_at(&id).map_err(|reason| Error::Usage(format!("--since {since}: {reason}")))?;
        }
        let rules = Rules { policy: self.counters.counters, limits: Vec::new() };
        let options = Options {
            fails_on_open,
            required,
            rules,
            min_change: self.min_change / 100.0,
            strategy: self.strategy.clone(),
            corpus: self.corpus.clone(),
        };
        History::judge(stored, order, &options, &|before, after| store.compare_counts(before, after))
    }

    fn report_skipped(&self, stored: &Stored) -> Result<()> {
        if let (true, [first, ..]) = (self.strict, &stored.skipped[..]) {
            return Err(Error::Changed(format!("{first} (--strict)")));
        }
        stored.skipped.iter().for_each(|skipped| message!("warning: left out: {skipped}"));
        Ok(())
    }

    fn order(&self, repository: Option<&Repository>, stored: &Stored) -> Result<Order> {
        match (&self.branch, repository) {
            _ if self.order.is_some() => Ok(Order::recorded(&stored.entries)),
            (Some(branch), None) => {
                usage!("--branch {branch} needs a git repository; --order recorded needs none")
            }
            (None, None) => {
                message!("note: no git repository, so the commits are in the order in which they were recorded");
                Ok(Order::recorded(&stored.entries))
            }
            (branch, Some(repository)) => {
                Order::of_branch(repository, branch.as_deref().unwrap_or("HEAD"), &stored.entries)
            }
        }
    }
}

pub fn run(args: Args) -> Result<Exit> {
    check_outputs(args.markdown.as_slice(), None, &[])?;
    let history = judged(&args)?;
    if args.json {
        cmd::print(&String::from_utf8_lossy(&reporter::history_json(&history)))?;
    } else if args.csv {
        cmd::print(&reporter::history_csv(&history))?;
    } else {
        cmd::print(&reporter::history_text(&history, cmd::table_width(args.table), args.all))?;
    }
    if let Some(path) = &args.markdown {
        PartFile::create_for_user(path)?.complete(reporter::history_markdown(&history).as_bytes())?;
    }
    if let Some(github) = GitHub::from_environment() {
        // They would be lines among the rows or the keys of another form.
        if !args.json && !args.csv {
            cmd::print(&reporter::history_annotations(&history))?;
        }
        github.append_summary(&reporter::history_markdown(&history))?;
        github.set_outputs(&json_name(&history.verdict()), args.markdown.as_deref())?;
    }
    Ok(exit(&args, &history))
}

/// Judges the history. If there is none, GitHub is told so.
fn judged(args: &Args) -> Result<History> {
    let history = args.judged.judge(args.fail_on == FailOn::Open, args.require);
    if let (Err(error), Some(github)) = (&history, GitHub::from_environment()) {
        github.append_summary(&reporter::failure_markdown(&error.to_string()))?;
        github.set_outputs("unjudged", None)?;
    }
    history
}

fn exit(args: &Args, history: &History) -> Exit {
    match history.verdict() {
        Verdict::Wrong => Exit::WrongAnswer,
        Verdict::Unjudged => Exit::NothingMeasured,
        Verdict::Regressed if args.fail_on != FailOn::Never => Exit::GateFailed,
        _ => Exit::Success,
    }
}
