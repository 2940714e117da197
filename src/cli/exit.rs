//! The exit codes of every command.

use corpus::error::Error;

#[derive(Clone, Copy, Debug)]
pub enum Exit {
    Success = 0,
    Error = 1,
    Usage = 2,
    /// The command ran to its end, and its verdict is negative. Errors never have this code.
    GateFailed = 3,
    NothingMeasured = 4,
    WrongAnswer = 5,
    Interrupted = 130,
}

impl Exit {
    const ALL: [Exit; 7] = [
        Exit::Success,
        Exit::Error,
        Exit::Usage,
        Exit::GateFailed,
        Exit::NothingMeasured,
        Exit::WrongAnswer,
        Exit::Interrupted,
    ];

    fn meaning(self) -> &'static str {
        match self {
            Exit::Success => "success",
            Exit::Error => "error: a file cannot be read or written, an engine fails, or too many rows are rejected",
            Exit::Usage => "invalid arguments",
            Exit::GateFailed => "a gate failed: a regression, or corpora that overlap",
            Exit::NothingMeasured => "nothing was measured, checked, drawn or comparable",
            Exit::WrongAnswer => "a wrong answer",
            Exit::Interrupted => "interrupted; everything finished so far is on disk",
        }
    }

    /// Returns the list of exit codes for the end of the program's help.
    pub fn help() -> String {
        let lines = Exit::ALL.map(|exit| format!("\n  {:<3}  {}", exit as u8, exit.meaning()));
        format!("Exit codes:{}", lines.concat())
    }
}

impl From<&Error> for Exit {
    fn from(error: &Error) -> Exit {
        match error {
            Error::Usage(_) => Exit::Usage,
            Error::NotComparable(_) => Exit::NothingMeasured,
            _ => Exit::Error,
        }
    }
}
