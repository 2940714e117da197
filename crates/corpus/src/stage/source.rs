//! Items that another thread produces ahead of their use.

use std::{
    mem,
    sync::mpsc::{self, Receiver, Sender, SyncSender},
    thread::JoinHandle,
};

use super::{join, start};

/// Replaces an item, whose memory it may reuse, by the next one. Returns false at the end.
type Produce<T, E> = Box<dyn FnMut(&mut T) -> Result<bool, E> + Send>;

/// Items that another thread produces ahead of their use, up to the first error. The thread of a source that is dropped
/// early ends after its current item.
pub struct Source<T, E>(Producer<T, E>);

enum Producer<T, E> {
    Thread {
        items: Receiver<Result<T, E>>,
        /// Takes back used items, to reuse their memory.
        used: Sender<T>,
        /// `None` once the thread has ended.
        thread: Option<JoinHandle<()>>,
    },
    /// The calling thread, if the system has no other.
    Here(Produce<T, E>),
}

impl<T: Default + Send + 'static, E: Send + 'static> Source<T, E> {
    /// Begins to produce items, of which at most `max_queued` wait for their use. `produce` replaces an item by the
    /// next one, and returns false at the end.
    pub fn begin(
        name: &str,
        max_queued: usize,
        produce: impl FnMut(&mut T) -> Result<bool, E> + Send + 'static,
    ) -> Source<T, E> {
        let produce: Produce<T, E> = Box::new(produce);
        let (sender, items) = mpsc::sync_channel(max_queued);
        let (used, spare) = mpsc::channel();
        Source(match start(name, produce, move |produce| produce_all(produce, &sender, &spare)) {
            Ok(thread) => Producer::Thread { items, used, thread: Some(thread) },
            Err(produce) => Producer::Here(produce),
        })
    }

    /// Replaces a used item by the next one. Returns false at the end.
    pub fn next(&mut self, item: &mut T) -> Result<bool, E> {
        match &mut self.0 {
            Producer::Here(produce) => produce(item),
            Producer::Thread { items, used, thread } => {
                let Ok(next) = items.recv() else {
                    thread.take().map(join);
                    return Ok(false);
                };
                // The thread may have ended.
                let _ = used.send(mem::replace(item, next?));
                Ok(true)
            }
        }
    }
}

/// Produces items to their end or an error, or until the source is dropped.
fn produce_all<T: Default, E>(mut produce: Produce<T, E>, items: &SyncSender<Result<T, E>>, spare: &Receiver<T>) {
    loop {
        let mut item = spare.try_recv().unwrap_or_default();
        let next = produce(&mut item).map(|is_there| is_there.then_some(item));
        let Some(next) = next.transpose() else { return };
        let is_error = next.is_err();
        if items.send(next).is_err() || is_error {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    const MAX_QUEUED: usize = 3;

    fn numbers(
        last: u32,
        end: fn() -> Result<bool, &'static str>,
    ) -> impl FnMut(&mut u32) -> Result<bool, &'static str> {
        let mut produced = 0;
        move |item| {
            if produced == last {
                return end();
            }
            produced += 1;
            *item = produced;
            Ok(true)
        }
    }

    fn all(mut source: Source<u32, &'static str>) -> (Vec<u32>, Option<&'static str>) {
        let mut items = Vec::new();
        let mut item = 0;
        loop {
            match source.next(&mut item) {
                Ok(true) => items.push(item),
                Ok(false) => {
                    assert_eq!(source.next(&mut item), Ok(false), "the end stays the end");
                    return (items, None);
                }
                Err(error) => return (items, Some(error)),
            }
        }
    }

    #[test]
    fn items_keep_their_order_up_to_the_end_or_an_error() {
        let ends: [fn() -> Result<bool, &'static str>; 2] = [|| Ok(false), || Err("broken")];
        for end in ends {
            for last in [0, 1, 100] {
                let expected = ((1..=last).collect(), end().err());
                assert_eq!(all(Source::begin("test", MAX_QUEUED, numbers(last, end))), expected);
                assert_eq!(all(Source(Producer::Here(Box::new(numbers(last, end))))), expected);
            }
        }
    }

    #[test]
    fn a_panic_reaches_the_caller_after_the_items_before() {
        let mut source = Source::begin("test", MAX_QUEUED, numbers(1, || panic!("a panic on purpose")));
        assert_eq!(source.next(&mut 0), Ok(true));
        assert!(catch_unwind(AssertUnwindSafe(|| source.next(&mut 0))).is_err());
    }

    #[test]
    fn a_source_that_is_dropped_early_leaves_nothing_behind() {
        let (alive, ended) = mpsc::channel::<()>();
        let produce = move |_: &mut u32| Ok::<_, ()>(mem::size_of_val(&alive) > 0);
        let mut source = Source::begin("test", MAX_QUEUED, produce);
        assert_eq!(source.next(&mut 0), Ok(true));
        drop(source);
        ended.recv().expect_err("the thread ends and drops what it has");
    }
}
