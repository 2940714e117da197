//! Parallel work on a stream of items: results in order, a bounded number of items in flight.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::mpsc::{self, Receiver},
    thread,
};

use rayon::ThreadPool;

/// Runs `work` on every item on the threads of the pool, and `sink` on every result, on this thread and in order.
///
/// At most `ahead` items per thread are in flight. Returns the first error of `sink`, after the items in flight are
/// done; no more items are taken.
///
/// # Panics
///
/// Panics with the panic of `work`, after the items in flight are done.
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
            let number = taken;
            let sender = sender.clone();
            let work = &work;
            scope.spawn_fifo(move |_| {
                // A task always sends a message, even if `work` panics: the receiver waits for it.
                let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                // The receiver is gone after an error of the sink or a panic; then the result is not needed.
                let _ = sender.send((number, result));
            });
            taken += 1;
            while let Some(result) = order.next_result(taken - order.next >= ahead * pool.current_num_threads()) {
                sink(result)?;
            }
        }
        while order.next < taken {
            let Some(result) = order.next_result(true) else { break };
            sink(result)?;
        }
        Ok(())
    })
}

struct InOrder<R> {
    results: Receiver<(usize, thread::Result<R>)>,
    early: BTreeMap<usize, R>,
    next: usize,
}

impl<R> InOrder<R> {
    /// Returns the next result in order; without `wait`, `None` if it has not arrived.
    ///
    /// # Panics
    ///
    /// Resumes the panic of a task.
    fn next_result(&mut self, wait: bool) -> Option<R> {
        loop {
            if let Some(result) = self.early.remove(&self.next) {
                self.next += 1;
                return Some(result);
            }
            let (number, result) = if wait { self.results.recv().ok()? } else { self.results.try_recv().ok()? };
            self.early.insert(number, result.unwrap_or_else(|panic| resume_unwind(panic)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{
        AtomicBool, AtomicUsize,
        Ordering::{Relaxed, SeqCst},
    };

    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn results_come_in_order_and_the_queue_is_bounded() {
        for threads in [1, 3] {
            let in_flight = AtomicUsize::new(0);
            let most = AtomicUsize::new(0);
            let items = (0..200usize).inspect(|_| {
                most.fetch_max(in_flight.fetch_add(1, SeqCst) + 1, SeqCst);
            });
            let finished: Vec<AtomicBool> = (0..200).map(|_| AtomicBool::new(false)).collect();
            let work = |n: usize| {
                // Every seventh item finishes after the next one, if another thread can work on that one.
                while threads > 1 && n.is_multiple_of(7) && !finished[n + 1].load(SeqCst) {
                    thread::yield_now();
                }
                finished[n].store(true, SeqCst);
                n
            };
            let mut results = Vec::new();
            let sink = |n| {
                in_flight.fetch_sub(1, SeqCst);
                results.push(n);
                Ok::<(), ()>(())
            };
            run(&pool(threads), 16, items, work, sink).unwrap();
            assert!(results.iter().copied().eq(0..200));
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

    #[test]
    fn a_panic_of_the_items_the_work_or_the_sink_ends_the_run() {
        // At the first item, in the middle, and at the last item.
        for (threads, bad) in [1, 3].into_iter().flat_map(|threads| [0, 50, 99].map(|bad| (threads, bad))) {
            let pool = pool(threads);
            for place in ["items", "work", "sink"] {
                let check = |own: &str, n: usize| if own == place && n == bad { panic!("{place} {n}") } else { n };
                let items = (0..100).map(|n| check("items", n));
                let sunk = AtomicUsize::new(0);
                let sink = |n| {
                    check("sink", n);
                    sunk.fetch_add(1, Relaxed);
                    Ok::<(), ()>(())
                };
                let attempt = || run(&pool, 4, items, |n| check("work", n), sink);
                let panic = catch_unwind(AssertUnwindSafe(attempt)).unwrap_err();
                assert_eq!(panic.downcast_ref::<String>(), Some(&format!("{place} {bad}")));
                assert!(sunk.load(Relaxed) <= bad);
            }
            // The pool is usable afterwards.
            run(&pool, 4, 0..100, |n| n, |_| Ok::<(), ()>(())).unwrap();
        }
    }
}
