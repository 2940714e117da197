//! The data that critcmp deserializes. It requires every estimate except the slope.

use super::*;

#[derive(Deserialize)]
struct Baseline {
    name: String,
    benchmarks: BTreeMap<String, Benchmark>,
}

#[derive(Deserialize)]
struct Benchmark {
    baseline: String,
    fullname: String,
    criterion_benchmark_v1: Identity,
    criterion_estimates_v1: Estimates,
}

#[derive(Deserialize)]
struct Identity {
    group_id: String,
    function_id: Option<String>,
    throughput: Option<Throughput>,
    full_id: String,
    directory_name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Throughput {
    bytes: Option<u64>,
    elements: Option<u64>,
}

#[derive(Deserialize)]
struct Estimates {
    mean: Estimate,
    median: Estimate,
    median_abs_dev: Estimate,
    slope: Option<Estimate>,
    std_dev: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    confidence_interval: Interval,
    point_estimate: f64,
    standard_error: f64,
}

#[derive(Deserialize)]
struct Interval {
    confidence_level: f64,
    lower_bound: f64,
    upper_bound: f64,
}

#[test]
fn critcmp_reads_the_same_benchmarks_in_two_baselines() {
    let scratch = Scratch::new();
    let base = run(&scratch);
    let corpus = scratch.path("my edges.csv");
    let other = scratch.path("other");
    let arguments = [corpus.to_str().unwrap(), "--strategy", "dlx,elimination,lanes", "-o", other.to_str().unwrap()];
    let current = Ran { out: other.clone(), ..scratch.run(&arguments).exits(0) };
    let parse = |ran: &Ran| serde_json::from_str::<Baseline>(&ran.read("export/critcmp.json")).unwrap();
    let (base_file, current_file) = (parse(&base), parse(&current));
    assert_eq!((&*base_file.name, &*current_file.name), ("out", "other"));
    assert!(base_file.benchmarks.keys().eq(current_file.benchmarks.keys()));
    for (name, benchmark) in &base_file.benchmarks {
        let id = &benchmark.criterion_benchmark_v1;
        assert_eq!((&benchmark.baseline, &benchmark.fullname), (&base_file.name, &format!("out/{name}")));
        assert_eq!((&id.full_id, &id.directory_name), (name, name));
        assert_eq!(*name, format!("{}/{}", id.group_id, id.function_id.as_ref().unwrap()));
        let latency = mean(&sums(&base, &id.group_id, "sum_ns")) / puzzles(&base);
        let estimates = &benchmark.criterion_estimates_v1;
        assert_same(estimates.mean.point_estimate, latency);
        // critcmp prints elements × 1e9 / mean.
        let throughput = id.throughput.as_ref().unwrap();
        assert_eq!((throughput.bytes, throughput.elements), (None, Some(1)));
        assert!(estimates.slope.is_none() && estimates.std_dev.point_estimate > 0.0);
        for estimate in [&estimates.mean, &estimates.median, &estimates.std_dev, &estimates.median_abs_dev] {
            let interval = &estimate.confidence_interval;
            assert_eq!(interval.confidence_level, 0.99);
            assert!(interval.lower_bound <= estimate.point_estimate && estimate.point_estimate <= interval.upper_bound);
            assert!(estimate.standard_error >= 0.0);
        }
    }
}
