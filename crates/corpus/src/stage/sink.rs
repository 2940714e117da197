//! Pieces, mostly of bytes, that another thread consumes.

use std::{
    io,
    sync::mpsc::{self, Receiver, Sender, SyncSender, TryIter},
    thread::JoinHandle,
};

use super::{join, start};

/// Consumes the pieces of a stream in their order.
pub trait Consume: Sized + Send + 'static {
    type Piece: Send + 'static;

    /// Consumes a piece. Returns a piece for the caller: a result, or the same one to reuse its memory.
    fn consume(&mut self, piece: Self::Piece) -> io::Result<Self::Piece>;
}

/// Hands pieces to a consumer, up to the first error. The thread of a sink that is dropped still consumes the pieces
/// that wait.
#[derive(Debug)]
pub struct Sink<C: Consume> {
    /// `None` after an error, and at the end.
    consumer: Option<Consumer<C>>,
    /// Takes what the consumer returns for each piece, on either thread.
    sender: Sender<C::Piece>,
    outputs: Receiver<C::Piece>,
}

#[derive(Debug)]
enum Consumer<C: Consume> {
    Here(C),
    Thread(SyncSender<C::Piece>, JoinHandle<io::Result<C>>),
}

impl<C: Consume> Sink<C> {
    pub fn new(consumer: C) -> Sink<C> {
        let (sender, outputs) = mpsc::channel();
        Sink { consumer: Some(Consumer::Here(consumer)), sender, outputs }
    }

    /// Has another thread consume the pieces from now on, unless the system has none left. At most `max_queued` pieces
    /// wait for the thread.
    pub fn start_thread(&mut self, name: &str, max_queued: usize) {
        let here = self.consumer.take_if(|consumer| matches!(consumer, Consumer::Here(_)));
        let Some(Consumer::Here(consumer)) = here else { return };
        let (pieces, queue) = mpsc::sync_channel(max_queued);
        let outputs = self.sender.clone();
        let thread = start(name, consumer, move |consumer| consume_all(consumer, queue, &outputs));
        self.consumer = Some(thread.map_or_else(Consumer::Here, |thread| Consumer::Thread(pieces, thread)));
    }

    /// Returns true if another thread consumes the pieces.
    #[cfg(test)]
    pub(crate) fn has_thread(&self) -> bool {
        matches!(self.consumer, Some(Consumer::Thread(..)))
    }

    /// Hands over a piece; waits as long as too many others wait for the thread. Returns an error if this piece or an
    /// earlier one cannot be consumed.
    pub fn put(&mut self, piece: C::Piece) -> io::Result<()> {
        self.consumer = Some(match self.consumer.take().ok_or_else(an_earlier_error)? {
            Consumer::Here(consumer) => Consumer::Here(consume_all(consumer, [piece], &self.sender)?),
            Consumer::Thread(pieces, thread) => match pieces.send(piece) {
                Ok(()) => Consumer::Thread(pieces, thread),
                // Only an error or a panic ends the thread while it may get pieces.
                Err(_) => Consumer::Here(join(thread)?),
            },
        });
        Ok(())
    }

    /// Returns what the consumer has returned so far, in order.
    pub fn outputs(&self) -> TryIter<'_, C::Piece> {
        self.outputs.try_iter()
    }

    /// Waits until all pieces are consumed, ends the thread, and lends the consumer. Returns an error if a piece could not be
    /// consumed.
    pub fn consumer(&mut self) -> io::Result<&mut C> {
        let consumer = self.finish()?;
        match self.consumer.insert(Consumer::Here(consumer)) {
            Consumer::Here(consumer) => Ok(consumer),
            Consumer::Thread(..) => unreachable!("the thread has ended"),
        }
    }

    /// Waits until all pieces are consumed, and returns the consumer. There is no consumer afterwards. Returns an error if
    /// a piece could not be consumed.
    pub fn finish(&mut self) -> io::Result<C> {
        match self.consumer.take().ok_or_else(an_earlier_error)? {
            Consumer::Here(consumer) => Ok(consumer),
            Consumer::Thread(pieces, thread) => {
                drop(pieces);
                join(thread)
            }
        }
    }
}

impl<C: Consume + Default> Default for Sink<C> {
    fn default() -> Sink<C> {
        Sink::new(C::default())
    }
}

fn consume_all<C: Consume>(
    mut consumer: C,
    pieces: impl IntoIterator<Item = C::Piece>,
    outputs: &Sender<C::Piece>,
) -> io::Result<C> {
    for piece in pieces {
        // The sink may be dropped while its last pieces are consumed.
        let _ = outputs.send(consumer.consume(piece)?);
    }
    Ok(consumer)
}

fn an_earlier_error() -> io::Error {
    io::Error::other("an earlier part could not be written")
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    const FAILING_PIECE: u8 = 254;
    const PANICKING_PIECE: u8 = 255;

    #[derive(Default)]
    struct Echo(usize);

    impl Consume for Echo {
        type Piece = Vec<u8>;

        fn consume(&mut self, piece: Vec<u8>) -> io::Result<Vec<u8>> {
            self.0 += 1;
            match piece[0] {
                FAILING_PIECE => Err(io::ErrorKind::StorageFull.into()),
                PANICKING_PIECE => panic!("a panic on purpose"),
                _ => Ok(piece),
            }
        }
    }

    fn sinks() -> [Sink<Echo>; 2] {
        let mut threaded = Sink::default();
        threaded.start_thread("test", 3);
        assert!(threaded.has_thread());
        [Sink::default(), threaded]
    }

    #[test]
    fn outputs_have_the_order_of_the_pieces() {
        for mut sink in sinks() {
            let mut outputs = Vec::new();
            for number in 0..100 {
                sink.put(vec![number]).unwrap();
                outputs.extend(sink.outputs().flatten());
                // A thread may also start later.
                if number == 50 {
                    sink.start_thread("test", 3);
                }
            }
            assert_eq!(sink.finish().unwrap().0, 100);
            outputs.extend(sink.outputs().flatten());
            assert_eq!(outputs, (0..100).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_is_reported_once_and_ends_the_sink() {
        for mut sink in sinks() {
            let mut pieces = [1, FAILING_PIECE].into_iter().chain([2; 20]).map(|byte| sink.put(vec![byte]));
            let error = pieces.find_map(Result::err).expect("the thread ends before there is no room for more pieces");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
            drop(pieces);
            assert_eq!(sink.outputs().collect::<Vec<_>>(), [[1]]);
            assert!(sink.put(vec![3]).is_err() && sink.finish().is_err());
        }
        let [_, mut sink] = sinks();
        sink.put(vec![FAILING_PIECE]).unwrap();
        assert_eq!(sink.finish().err().unwrap().kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        for mut sink in sinks() {
            let put_and_finish = || sink.put(vec![PANICKING_PIECE]).and_then(|()| sink.finish());
            assert!(catch_unwind(AssertUnwindSafe(put_and_finish)).is_err());
        }
    }
}
