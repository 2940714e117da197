//! Blocks in parallel, results in order, a bounded number in flight.

use std::{
    collections::BTreeMap,
    sync::mpsc::{self, Receiver},
};

use rayon::ThreadPool;

/// Feeds `items` to `work` on all threads of the pool and the results to `sink`, on this thread and in order.
///
/// Items are taken while fewer than `ahead` a thread are in flight. An error of `sink` ends the taking and is returned once
/// what is in flight is done.
pub fn run<T: Send, R: Send, E>(
    pool: &ThreadPool,
    ahead: usize,
    items: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let (sender, results) = mpsc::channel();
    pool.in_place_scope_fifo(|scope| {
        let mut order = InOrder { results, early: BTreeMap::new(), next: 0 };
        let mut taken = 0;
        for item in items {
            let (number, sender, work) = (taken, sender.clone(), &work);
            scope.spawn_fifo(move |_| {
                // The receiver is gone only after an error of the sink: then the result is not wanted.
                let _ = sender.send((number, work(item)));
            });
            taken += 1;
            while let Some(result) = order.ready(taken - order.next >= ahead * pool.current_num_threads()) {
                sink(result)?;
            }
        }
        while order.next < taken {
            let Some(result) = order.ready(true) else { break };
            sink(result)?;
        }
        Ok(())
    })
}

/// Puts results that come in any order back in order.
struct InOrder<R> {
    results: Receiver<(usize, R)>,
    early: BTreeMap<usize, R>,
    next: usize,
}

impl<R> InOrder<R> {
    /// The next result in order, if it is there; with `wait`, when it is there.
    fn ready(&mut self, wait: bool) -> Option<R> {
        loop {
            if let Some(result) = self.early.remove(&self.next) {
                self.next += 1;
                return Some(result);
            }
            let (number, result) = if wait { self.results.recv().ok()? } else { self.results.try_recv().ok()? };
            self.early.insert(number, result);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering::SeqCst},
        thread,
        time::Duration,
    };

    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn results_come_in_order_and_the_queue_is_bounded() {
        for threads in [1, 3] {
            let (flying, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let items = (0..200usize).inspect(|_| {
                most.fetch_max(flying.fetch_add(1, SeqCst) + 1, SeqCst);
            });
            let work = |n: usize| {
                thread::sleep(Duration::from_micros(if n.is_multiple_of(7) { 900 } else { 10 }));
                n
            };
            let mut seen = Vec::new();
            let sink = |n| {
                flying.fetch_sub(1, SeqCst);
                seen.push(n);
                Ok::<(), ()>(())
            };
            run(&pool(threads), 16, items, work, sink).unwrap();
            assert!(seen.iter().copied().eq(0..200));
            assert!(most.load(SeqCst) <= 16 * threads, "{most:?} in flight");
        }
    }

    #[test]
    fn an_error_of_the_sink_ends_the_run() {
        let taken = AtomicUsize::new(0);
        let items = (0..1_000_000).inspect(|_| {
            taken.fetch_add(1, SeqCst);
        });
        let error = run(&pool(2), 16, items, |n| n, |n| if n < 10 { Ok(()) } else { Err("full") }).unwrap_err();
        assert_eq!(error, "full");
        assert!(taken.load(SeqCst) < 100);
    }
}
