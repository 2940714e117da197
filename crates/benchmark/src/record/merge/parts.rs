//! The runs whose results are merged: every shard of a corpus, each as often as the others.

use std::collections::BTreeMap;

use corpus::{
    error::{Error, Result},
    reader::Shard,
};
use serde_json::{Map, Value};

use crate::record::{Conditions, Manifest, Results};

/// The options in which the runs to be merged may differ.
const OPTIONS_THAT_MAY_DIFFER: [&str; 3] = ["corpus", "--shard", "--rounds"];

/// Groups the runs by shard, in order. The runs of one shard are ordered by their start. Runs of a whole corpus are one shard.
/// Returns an error if the runs differ in what they did, if one is not complete, or if a shard is missing or occurs more often
/// than another.
pub fn arrange(mut runs: Vec<Results>) -> Result<Vec<Vec<Results>>> {
    let Some(first) = runs.first() else { return Err(Error::Usage("name the results to merge".into())) };
    for run in &runs {
        check_alike(first, run)?;
    }
    let identity =
        |run: &Results| (run.manifest.started.clone(), run.manifest.blocks_sha256.clone(), run.manifest.shard);
    for (index, run) in runs.iter().enumerate() {
        if let Some(same) = runs[..index].iter().find(|other| identity(other) == identity(run)) {
            let other = run.path().display();
            return Err(Error::NotComparable(format!("{} and {other} are the same run", same.path().display())));
        }
    }
    let mut shards: BTreeMap<Option<Shard>, Vec<Results>> = BTreeMap::new();
    runs.sort_by(|one, other| one.manifest.started.cmp(&other.manifest.started));
    runs.into_iter().for_each(|run| shards.entry(run.manifest.shard).or_default().push(run));
    check_shards(&shards)?;
    Ok(shards.into_values().collect())
}

/// Checks that a run is complete, and did the same work as the first, apart from the shard and the number of rounds.
fn check_alike(first: &Results, run: &Results) -> Result<()> {
    let tool = &first.manifest.tool;
    let now = &run.manifest;
    if now.interrupted {
        return refuse_run(
            run,
            format!("the run is not complete; `run --resume {}` goes on with it", run.path().display()),
        );
    }
    let other = first.path().display();
    let conditions = [&first.manifest, now].map(Conditions::of);
    if !conditions[0].has_same_content(&conditions[1]) || !conditions[0].has_same_names(&conditions[1]) {
        return refuse_run(run, format!("the corpus is not that of {other}"));
    }
    if (&tool.version, &tool.git_revision) != (&now.tool.version, &now.tool.git_revision) {
        return refuse_run(run, format!("the version of the program is not that of {other}"));
    }
    if first.manifest.control != now.control || first.manifest.block_size != now.block_size {
        return refuse_run(run, format!("the blocks or the control are not those of {other}"));
    }
    let before = fixed_options(&first.manifest);
    let now = fixed_options(now);
    match before.iter().find(|(name, value)| now.get(*name) != Some(value)) {
        Some((name, value)) => {
            let now = now.get(name).map_or("none".into(), ToString::to_string);
            refuse_run(run, format!("{name} is {now}, but {value} in {other}"))
        }
        None => Ok(()),
    }
}

fn refuse_run(run: &Results, reason: String) -> Result<()> {
    Err(Error::NotComparable(format!("{}: {reason}", run.path().display())))
}

fn fixed_options(manifest: &Manifest) -> Map<String, Value> {
    let mut options = manifest.options.clone();
    options.retain(|name, _| !OPTIONS_THAT_MAY_DIFFER.contains(&name.as_str()));
    options
}

fn check_shards(shards: &BTreeMap<Option<Shard>, Vec<Results>>) -> Result<()> {
    let Some((&first, runs)) = shards.first_key_value() else { return Ok(()) };
    let of = first.map_or(1, Shard::of);
    if let Some((&other, foreign)) = shards.iter().find(|(shard, _)| shard.map(Shard::of) != first.map(Shard::of)) {
        let describe = |shard: Option<Shard>| shard.map_or("the whole corpus".into(), |shard| format!("shard {shard}"));
        let [one, two] = [first, other].map(describe);
        let [path, other] = [runs, foreign].map(|runs| runs[0].path().display());
        return refuse(format!("{path} is of {one}, but {other} of {two}"));
    }
    let there = |number: u64| shards.keys().any(|shard| shard.is_none_or(|shard| shard.number() == number));
    let missing: Vec<_> = (1..=of).filter(|&number| !there(number)).map(|number| format!("{number}/{of}")).collect();
    if !missing.is_empty() {
        return refuse(format!("missing: shard {}", missing.join(", ")));
    }
    let rounds_of = |runs: &Vec<Results>| runs.iter().map(|run| run.manifest.rounds_complete).sum::<u32>();
    let fewest = shards.values().map(rounds_of).min().unwrap_or(0);
    match shards.iter().find(|(_, runs)| rounds_of(runs) > fewest) {
        Some((shard, runs)) => {
            let paths: Vec<_> = runs.iter().map(|run| run.path().display().to_string()).collect();
            let shard = shard.map_or("the corpus".into(), |shard| format!("shard {shard}"));
            let rounds = rounds_of(runs);
            refuse(format!("{shard} has {rounds} rounds, and another has {fewest}: {}", paths.join(", ")))
        }
        None => Ok(()),
    }
}

fn refuse(reason: String) -> Result<()> {
    Err(Error::NotComparable(reason))
}
