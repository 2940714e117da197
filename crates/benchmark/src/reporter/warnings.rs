//! Warnings about a run whose latencies were disturbed, or whose corpus distorts counts, each a line that says what to do.

use crate::record::{CorpusForm, Disturbance, Manifest, Record, is_affected};

/// Returns the warnings about a run; empty if nothing disturbed it, and its corpus distorts no counts.
pub fn warnings(record: &Record) -> Vec<String> {
    record.disturbances().iter().map(warning).chain(form_warning(&record.manifest)).collect()
}

/// Returns the warning about a corpus whose form distorts the counts of strategies of the run. The figures are those of
/// METHODOLOGY.md.
fn form_warning(manifest: &Manifest) -> Option<String> {
    let form = manifest.corpus_form?;
    let names = manifest.strategies.iter().map(|strategy| &*strategy.name);
    let affected: Vec<&str> = names.filter(|name| is_affected(name)).collect();
    Some(form_text(form, &affected.join(" and ")))
}

fn form_text(form: CorpusForm, strategies: &str) -> String {
    let (what, effect) = match form {
        CorpusForm::FirstRow => ("have solutions that begin with 123456789", "500 times faster on such a list than"),
        CorpusForm::Minlex => ("are in minlex form", "1.3 to 2.2 times as slow on such lists as"),
    };
    format!(
        "the form of the corpus distorts the counts of {strategies}: the first puzzles {what}, and naive was {effect} on \
         isomorphic puzzles; `sudoku-bench dataset augment 1 --only-images` writes an isomorph of each puzzle"
    )
}

fn warning(disturbance: &Disturbance) -> String {
    match disturbance {
        Disturbance::Load { per_processor } => format!(
            "the machine was busy before the run began, with a load of {per_processor:.1} per processor; \
             end other programs for exact latencies"
        ),
        Disturbance::Waiting { cpu_share } => format!(
            "the searches had a processor for only {:.0} % of their time; use fewer threads, end other programs, \
             and do not suspend the run",
            100.0 * cpu_share
        ),
        Disturbance::Noise { strategy, noise } => format!(
            "the latency of {strategy} beside the control varies by {:.0} % within the run (interquartile range); measure \
             on an idle machine, with one thread or with more rounds",
            100.0 * noise
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_warning_says_what_was_found_and_what_to_do() {
        let noise = Disturbance::Noise { strategy: "dlx".into(), noise: 0.0712 };
        let all = [Disturbance::Load { per_processor: 2.345 }, Disturbance::Waiting { cpu_share: 0.517 }, noise];
        let forms = [CorpusForm::FirstRow, CorpusForm::Minlex].map(|form| form_text(form, "naive and fc-static"));
        insta::assert_snapshot!(all.iter().map(warning).chain(forms).collect::<Vec<_>>().join("\n"));
    }
}
