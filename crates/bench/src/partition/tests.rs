//! Partitions that are interrupted.

use std::{io, sync::atomic::AtomicBool, time::SystemTime};

use corpus::{
    pass::Options,
    reader::{Corpus, RandomSample},
};
use solver::strategy::{self};

use super::*;
use crate::record::RunOptions;

const EASY: &str = ".4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.";

#[test]
fn an_interrupt_is_no_error() {
    let options = Options { max_solutions: 2, ..Options::new(vec![strategy::find("dlx").unwrap()]) };
    let file = PlannedFile { path: "easy.txt".into(), lines: 1, head: vec![EASY.into()], ..PlannedFile::default() };
    let plan = Plan { started: SystemTime::now(), files: vec![file] };
    let all = Corpus::default();
    let line = format!("0\t1\t{EASY}\n");
    // The plan does not say which lines have no puzzle, so a sample is not solved.
    let sample = Corpus { sample: Some(RandomSample { size: 1, seed: 1 }), ..Corpus::default() };
    for stopped in [false, true] {
        let streams = || (line.as_bytes(), io::sink());
        let stop = AtomicBool::new(stopped);
        let run = |corpus: &Corpus| {
            let options = RunOptions::new(corpus.clone(), options.clone());
            run(&plan, &options, streams(), &stop).unwrap()
        };
        assert_eq!([run(&all), run(&sample)], [!stopped; 2]);
        assert_eq!(solve(&plan, &all, &options, streams(), &stop).unwrap(), !stopped);
    }
}
