//! Stages of a pipeline, each on a thread of its own: a [`Source`] produces items ahead of their use, and a [`Sink`]
//! consumes pieces after they are handed over. If the system has no thread left, the calling thread does the same work.

mod sink;
mod source;

use std::{
    panic::resume_unwind,
    sync::mpsc,
    thread::{Builder, JoinHandle},
};

pub use sink::{Consume, Sink};
pub use source::Source;

/// Starts a thread that works on `state`; returns the state if the system has no thread left.
fn start<S, T>(name: &str, state: S, work: impl FnOnce(S) -> T + Send + 'static) -> Result<JoinHandle<T>, S>
where
    S: Send + 'static,
    T: Send + 'static,
{
    // A thread that cannot start would drop the state, so the thread gets the state once it runs.
    let (sender, receiver) = mpsc::channel();
    let run = move || work(receiver.recv().expect("the state is sent once the thread runs"));
    let Ok(thread) = Builder::new().name(name.into()).spawn(run) else { return Err(state) };
    // The thread waits for the state, so it receives it.
    let _ = sender.send(state);
    Ok(thread)
}

/// Waits for the end of a thread. A panic of the thread becomes a panic of the caller.
fn join<T>(thread: JoinHandle<T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}
