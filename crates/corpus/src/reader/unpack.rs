//! Decodes a compressed stream on a thread of its own.

use std::{
    io::{self, Cursor, Read},
    sync::mpsc::{self, Receiver, SyncSender, TryRecvError, TrySendError},
    thread,
};

use crate::{
    fs::{Decode, Stream},
    layout::copy_piece,
};

/// Pieces that may wait on either side of the thread.
const MAX_QUEUED_PIECES: usize = 16;

/// A stream that another thread decodes ahead of its reader. The reader reads the compressed bytes, so the source need not be
/// of a kind that threads can share.
pub struct Unpacked<'a> {
    source: Stream<'a>,
    /// Takes compressed bytes to the thread, up to the end of the source.
    sender: Option<SyncSender<io::Result<Vec<u8>>>>,
    /// Compressed bytes for which there was no room.
    rest: Option<io::Result<Vec<u8>>>,
    events: Receiver<Event>,
    /// Decoded bytes that are not read yet.
    piece: Cursor<Vec<u8>>,
    ended: bool,
}

enum Event {
    NeedsInput,
    Piece(Vec<u8>),
    End(io::Result<()>),
}

impl<'a> Unpacked<'a> {
    /// Begins to decode a stream; on this thread if the system has no other.
    pub fn begin(source: Stream<'a>, decode: Decode) -> io::Result<Stream<'a>> {
        let (sender, compressed) = mpsc::sync_channel(MAX_QUEUED_PIECES);
        let (of_thread, events) = mpsc::sync_channel(MAX_QUEUED_PIECES);
        let run =
            move || unpack(decode, Compressed { received: compressed, events: of_thread, bytes: Cursor::default() });
        if thread::Builder::new().name("unpack".into()).spawn(run).is_err() {
            return decode(source);
        }
        let piece = Cursor::default();
        Ok(Box::new(Unpacked { source, sender: Some(sender), rest: None, events, piece, ended: false }))
    }

    /// Sends compressed bytes to the thread, as long as it has room for more.
    fn feed(&mut self) {
        while let Some(sender) = &self.sender {
            let chunk = self.rest.take().unwrap_or_else(|| chunk(&mut self.source));
            let is_last = chunk.as_ref().map_or(true, Vec::is_empty);
            match sender.try_send(chunk) {
                Ok(()) if !is_last => {}
                Err(TrySendError::Full(chunk)) => {
                    self.rest = Some(chunk);
                    return;
                }
                Ok(()) | Err(TrySendError::Disconnected(_)) => self.sender = None,
            }
        }
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.piece.read(buffer)?;
            if read > 0 || buffer.is_empty() || self.ended {
                return Ok(read);
            }
            self.feed();
            match self.events.recv() {
                Ok(Event::NeedsInput) => {}
                Ok(Event::Piece(piece)) => self.piece = Cursor::new(piece),
                Ok(Event::End(end)) => {
                    self.ended = true;
                    end?;
                }
                Err(_) => return Err(io::Error::other("the decoder panicked")),
            }
        }
    }
}

/// Reads some bytes; none at the end.
fn chunk(source: &mut Stream<'_>) -> io::Result<Vec<u8>> {
    let mut chunk = Vec::new();
    copy_piece(source, &mut chunk)?;
    Ok(chunk)
}

/// Decodes a stream, until its reader is gone.
fn unpack(decode: Decode, compressed: Compressed) {
    let events = compressed.events.clone();
    let end = send_pieces(decode, compressed, &events);
    // The reader may be gone.
    let _ = events.send(Event::End(end));
}

fn send_pieces(decode: Decode, compressed: Compressed, events: &SyncSender<Event>) -> io::Result<()> {
    let mut decoded = decode(Box::new(compressed))?;
    loop {
        let piece = chunk(&mut decoded)?;
        if piece.is_empty() || events.send(Event::Piece(piece)).is_err() {
            return Ok(());
        }
    }
}

struct Compressed {
    received: Receiver<io::Result<Vec<u8>>>,
    events: SyncSender<Event>,
    bytes: Cursor<Vec<u8>>,
}

impl Read for Compressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        let next = match self.received.try_recv() {
            Err(TryRecvError::Empty) => {
                let _ = self.events.send(Event::NeedsInput);
                self.received.recv().ok()
            }
            next => next.ok(),
        };
        // After the end of the source, there is no sender.
        self.bytes = Cursor::new(next.transpose()?.unwrap_or_default());
        self.bytes.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::fs::{COMPRESSIONS, Decoding};

    /// A text that hardly compresses, so that no piece of it fits into what may wait.
    fn text() -> Vec<u8> {
        let mut random = grid::random::SplitMix64(1);
        (0..400_000).flat_map(|_| random.next_u64().to_le_bytes()).collect()
    }

    fn decode(extension: &str) -> Decode {
        let compression = COMPRESSIONS.iter().find(|compression| compression.extension == extension).unwrap();
        match compression.decoding {
            Decoding::Stream(decode) => decode,
            _ => unreachable!(),
        }
    }

    #[test]
    fn a_stream_is_decoded_as_without_the_thread() {
        let text = text();
        let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
        bzip2.write_all(&text).unwrap();
        let compressed = [("zst", zstd::encode_all(&text[..], 3).unwrap()), ("bz2", bzip2.finish().unwrap())];
        for (extension, bytes) in compressed {
            let mut read = Vec::new();
            Unpacked::begin(Box::new(Cursor::new(&bytes)), decode(extension)).unwrap().read_to_end(&mut read).unwrap();
            assert!(read == text, "{extension}");
            let outcome = |cut: usize| {
                let mut one = Vec::new();
                let mut other = Vec::new();
                let source = || -> Stream<'_> { Box::new(Cursor::new(&bytes[..cut])) };
                let here = decode(extension)(source()).unwrap().read_to_end(&mut one).map_err(|error| error.kind());
                let there = Unpacked::begin(source(), decode(extension)).unwrap().read_to_end(&mut other);
                assert_eq!(here.is_err(), there.is_err(), "{extension}, {cut}");
                (one.len(), other.len(), here.err(), there.err().map(|error| error.kind()))
            };
            for cut in [0, 3, 1000, bytes.len() - 1] {
                let (one, other, here, there) = outcome(cut);
                assert_eq!((one, here), (other, there), "{extension}, {cut}");
            }
        }
    }

    #[test]
    fn an_error_of_the_source_is_that_of_the_stream() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::new(io::ErrorKind::TimedOut, "broken"))
            }
        }
        let bytes = zstd::encode_all(&text()[..], 3).unwrap();
        let source = Cursor::new(&bytes[..1_000_000]).chain(Broken);
        let error = Unpacked::begin(Box::new(source), decode("zst")).unwrap().read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (io::ErrorKind::TimedOut, "broken"));
        // A stream that is not read to its end leaves nothing behind.
        let mut stream = Unpacked::begin(Box::new(Cursor::new(&bytes)), decode("zst")).unwrap();
        stream.read_exact(&mut [0; 10]).unwrap();
    }
}
