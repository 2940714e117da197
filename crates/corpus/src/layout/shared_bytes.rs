//! Bytes that one writer appends, and another takes.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Bytes of a file that are not passed on yet.
#[derive(Clone, Default)]
pub struct SharedBytes(Arc<Mutex<Vec<u8>>>);

impl SharedBytes {
    pub fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for SharedBytes {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.bytes().write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
