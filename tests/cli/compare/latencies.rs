//! Verdicts on synthetic latencies.

use serde_json::Value;

use super::*;

const ROUNDS: u32 = 5;
const RUN: [&str; 4] = ["--rounds", "5", "--block-size", "2"];

/// Returns results of a known processor. The latency of a block is the same in every round.
fn quiet(scratch: &Scratch, name: &str, strategies: &str) -> Edited {
    let corpus = corpus(scratch, "corpus.txt");
    let base = results(scratch, &format!("{name}-run"), &[&[&*corpus, "--strategy", strategies], &RUN[..]].concat());
    slower(scratch, &base, name, |_, _, _| 0.0).manifest(|manifest| {
        manifest["machine"]["cpu"] = "Some CPU".into();
        manifest["machine"]["cpu_id"] = "Some-6-1-2".into();
    })
}

/// Returns a copy with `by` added to the log latency of each strategy and of the control, round and block.
fn slower(scratch: &Scratch, from: &Path, name: &str, by: impl Fn(&str, u64, u64) -> f64) -> Edited {
    Edited::copy(from, scratch.path(name)).blocks(|row| {
        let round = row.number("round");
        let block = row.number("block");
        let more = by(row.get("strategy"), round, block);
        row.set("mean_ln_ns_trim10", 9.0 + block as f64 / 8.0 + more);
        row.set("control_mean_ln_ns_trim10", 8.0 + by("the control", round, block));
        true
    })
}

fn dlx(by: f64) -> impl Fn(&str, u64, u64) -> f64 {
    move |strategy, _, _| if strategy == "dlx" { by } else { 0.0 }
}

/// Returns a pseudo-random number between `-most` and `most` for each round and block.
fn jitter(most: f64, round: u64, block: u64) -> f64 {
    let mut n = (round << 32 | block).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    n = (n ^ n >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    most * ((n >> 40) as f64 / (1u64 << 23) as f64 - 1.0)
}

#[track_caller]
fn verdicts(ran: &Ran, wanted: [&str; 2]) -> Value {
    let json = ran.json("compare.json");
    let strategies = json["strategies"].as_array().unwrap();
    let found: Vec<_> = strategies.iter().map(|strategy| strategy["latency"]["verdict"].as_str().unwrap()).collect();
    assert_eq!(found, wanted, "{json:#}");
    strategies[0]["latency"].clone()
}

#[test]
fn changes_beyond_the_noise_floor_are_regressions_and_improvements() {
    let scratch = Scratch::new();
    let base = quiet(&scratch, "base", STRATEGIES).0;
    let ran = compare(&base, &slower(&scratch, &base, "slower", dlx(0.1)).0, &[], 3);
    let latency = verdicts(&ran, ["regressed", "unchanged"]);
    assert_eq!((&latency["ratio"], &latency["floor"]), (&1.10517.into(), &0.025.into()));
    assert!(ran.stdout().starts_with("regressed: dlx: slower (× 1.105)\n"), "{}", ran.stdout());
    assert!(ran.stdout().contains("× 1.105  1.105 – 1.105  2.5 %  regressed"), "{}", ran.stdout());
    let slow = ran.out;
    compare(&base, &slow, &["--advisory"], 0);
    compare(&base, &slow, &["--noise", "12"], 0);
    verdicts(&compare(&slow, &base, &["--out", base.to_str().unwrap()], 0).at(&base), ["improved", "unchanged"]);
    // If the control is slower too, the machine is slower.
    let machine = slower(&scratch, &base, "machine", |_, _, _| 0.04);
    let ran = compare(&base, &machine.0, &["--fail-on-inconclusive"], 0);
    assert_eq!(verdicts(&ran, ["unchanged", "unchanged"])["control_ratio"], 1.04081);
}

#[test]
fn uncertain_latencies_are_inconclusive() {
    let scratch = Scratch::new();
    let base = quiet(&scratch, "base", STRATEGIES).0;
    let noisy = |name: &str, by: f64| {
        slower(
            &scratch,
            &base,
            name,
            move |strategy, round, block| {
                if strategy == "dlx" { by + jitter(0.05, round, block) } else { 0.0 }
            },
        )
    };
    let close = noisy("close", 0.03).0;
    let ran = compare(&base, &close, &[], 0);
    let latency = verdicts(&ran, ["inconclusive", "unchanged"]);
    // Over ten times the rounds would be needed.
    assert!(latency["more_rounds"].is_null(), "{latency}");
    assert!(ran.stdout().starts_with("inconclusive: dlx: noise could hide a change of latency\n"), "{}", ran.stdout());
    says(&ran, "\ndlx: more rounds are unlikely to decide\n");
    says(&ran, "sudoku-bench ab");
    compare(&base, &close, &["--fail-on-inconclusive"], 3);
    compare(&base, &close, &["--fail-on-inconclusive", "--noise", "50"], 0);
    verdicts(&compare(&base, &noisy("far", 0.3).0, &[], 3), ["regressed", "unchanged"]);
}

#[test]
fn different_conditions_make_latencies_advisory() {
    let scratch = Scratch::new();
    let base = quiet(&scratch, "base", STRATEGIES).0;
    let mut number = 0;
    let mut advises = |edit: &dyn Fn(&mut Value), compared: bool, reason: &str| {
        number += 1;
        let name = format!("current-{number}");
        let current = slower(&scratch, &base, &name, dlx(0.5)).manifest(|manifest| edit(manifest)).0;
        for (base, current) in [(&base, &current), (&current, &base)] {
            let out = scratch.path(&format!("out-{number}"));
            let ran = compare(base, current, &["--fail-on-inconclusive", "--out", out.to_str().unwrap()], 0).at(&out);
            says(&ran, reason);
            assert!(ran.stdout().starts_with("pass: every count is the same, latencies "), "{}", ran.stdout());
            assert!(ran.read("compare.md").contains(reason));
            assert_eq!(ran.stdout().matches(reason).count(), 1, "{}", ran.stdout());
            assert_eq!(ran.json("compare.json")["strategies"][0]["latency"].is_object(), compared);
        }
    };
    advises(&|m| m["machine"]["cpu_id"] = "Other-6-1-2".into(), true, "latencies are advisory: different processors");
    advises(&|m| m["machine"]["cpu"] = "Other".into(), true, "Some CPU");
    advises(&|m| m["machine"]["cpu_id"] = Value::Null, true, "or unknown ones");
    advises(&|m| m["rounds_complete"] = 2.into(), true, "needs 3 rounds, and a run has 2");
    advises(&|m| m["threads"] = 9.into(), true, "different numbers of threads");
    advises(&|m| m["simd"] = "abacus".into(), true, "different instruction sets");
    advises(&|m| m["tool"]["profile"] = "debug-ish".into(), true, "different build profiles");
    advises(&|m| m["block_size"] = 3.into(), false, "latencies are not compared: the blocks are of different sizes");
    advises(&|m| m["control"] = 2.into(), false, "the controls differ");
}

/// Counts are comparable across machines, latencies are not.
#[test]
fn counts_decide_when_latencies_are_advisory() {
    let scratch = Scratch::new();
    let base = quiet(&scratch, "base", STRATEGIES).0;
    let other = slower(&scratch, &base, "other", dlx(0.5)).manifest(|m| m["machine"]["cpu_id"] = "Other".into());
    let ran = compare(&base, &copy(&scratch, &other.0, "worse", |row| row.add("nodes", 1)), &[], 3);
    assert!(!ran.stdout().lines().next().unwrap().contains("latency"), "{}", ran.stdout());
    // An interrupted round is ignored.
    let cut = slower(&scratch, &base, "cut", |_, round, _| if round == u64::from(ROUNDS) - 1 { 5.0 } else { 0.0 });
    let cut = cut.manifest(|m| (m["rounds_complete"], m["interrupted"]) = (4.into(), true.into()));
    verdicts(&compare(&base, &cut.0, &["--fail-on-inconclusive"], 0), ["unchanged", "unchanged"]);
}

impl Ran {
    fn at(self, out: &Path) -> Ran {
        Ran { out: out.into(), ..self }
    }
}
