//! Compresses to gzip on all processors.

use std::{
    collections::VecDeque,
    io::{self, Write},
    mem,
    sync::{
        LazyLock,
        mpsc::{self, Receiver},
    },
};

use flate2::{Compression, write::GzEncoder};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::codec::Encode;

/// Bytes of text in a member.
const PIECE: usize = 256 << 10;
/// Maximum number of members in work, to bound memory.
const MAX_MEMBERS_IN_WORK: usize = 16;

/// The threads that compress, one for each processor; `None` if the system has no threads left.
static THREADS: LazyLock<Option<ThreadPool>> =
    LazyLock::new(|| ThreadPoolBuilder::new().thread_name(|_| "pack".into()).build().ok());

/// Compresses a text in pieces, on several threads. Each piece becomes a member of the file, which is as valid as a
/// single member (RFC 1952, section 2.2). The pieces, and so the compressed bytes, depend on the text alone.
#[derive(Default)]
pub struct Gzip {
    /// The text that is not a whole piece yet.
    text: Vec<u8>,
    /// The members in work, in order.
    working: VecDeque<Receiver<Vec<u8>>>,
    /// The members that the caller has not taken yet.
    output: Vec<u8>,
    has_members: bool,
}

impl Gzip {
    /// Has another thread compress the text so far.
    fn begin_member(&mut self) {
        let text = mem::replace(&mut self.text, Vec::with_capacity(PIECE));
        let (sender, member) = mpsc::channel();
        // Nobody waits for the member if the output has failed.
        let pack = move || drop(sender.send(member_of(&text)));
        match &*THREADS {
            Some(threads) => threads.spawn(pack),
            None => pack(),
        }
        self.working.push_back(member);
        self.has_members = true;
        if self.working.len() > MAX_MEMBERS_IN_WORK {
            self.wait();
        }
    }

    fn wait(&mut self) {
        let member = self.working.pop_front().map(|member| member.recv().expect("compressing does not panic"));
        self.output.extend(member.unwrap_or_default());
    }
}

impl Write for Gzip {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PIECE - self.text.len());
        self.text.extend_from_slice(&bytes[..taken]);
        if self.text.len() == PIECE {
            self.begin_member();
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Encode for Gzip {
    fn take(&mut self) -> Vec<u8> {
        while let Some(member) = self.working.front().and_then(|member| member.try_recv().ok()) {
            self.output.extend(member);
            self.working.pop_front();
        }
        mem::take(&mut self.output)
    }

    fn finish(mut self: Box<Self>) -> io::Result<Vec<u8>> {
        while !self.working.is_empty() {
            self.wait();
        }
        // An empty text has a member too.
        if !self.text.is_empty() || !self.has_members {
            self.output.extend(member_of(&self.text));
        }
        Ok(self.output)
    }
}

fn member_of(text: &[u8]) -> Vec<u8> {
    let mut member = GzEncoder::new(Vec::new(), Compression::default());
    member.write_all(text).and_then(|()| member.finish()).expect("memory takes all bytes")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::bufread::MultiGzDecoder;

    use super::*;

    fn compressed(text: &[u8], at_a_time: usize) -> Vec<u8> {
        let mut gzip = Box::new(Gzip::default());
        let mut file = Vec::new();
        for bytes in text.chunks(at_a_time) {
            gzip.write_all(bytes).unwrap();
            file.extend(gzip.take());
        }
        file.extend(gzip.finish().unwrap());
        file
    }

    #[test]
    fn the_members_are_the_text_in_order() {
        let text: Vec<u8> = (0..50 * PIECE / 2).map(|i| (i / 7 % 251) as u8).collect();
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, text.len()] {
            let text = &text[..length];
            let file = compressed(text, 64 << 10);
            let mut read = Vec::new();
            MultiGzDecoder::new(&file[..]).read_to_end(&mut read).unwrap();
            assert!(read == text, "{length}");
            assert!(compressed(text, 1 << 20) == file, "{length}");
        }
    }
}
