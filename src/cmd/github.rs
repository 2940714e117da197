//! GitHub Actions: the summary and the outputs of a step, in files that environment variables name.

use std::{
    env,
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
};

use corpus::error::{Error, Result};

pub struct GitHub {
    summary: Option<PathBuf>,
    output: Option<PathBuf>,
}

impl GitHub {
    /// Reads the environment; `None` outside of GitHub Actions.
    pub fn from_environment() -> Option<GitHub> {
        let is_step = env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        is_step.then(|| GitHub { summary: path_in("GITHUB_STEP_SUMMARY"), output: path_in("GITHUB_OUTPUT") })
    }

    pub fn append_summary(&self, markdown: &str) -> Result<()> {
        self.summary.as_ref().map_or(Ok(()), |path| append(path, &format!("{markdown}\n")))
    }

    pub fn set_outputs(&self, verdict: &str, report: Option<&Path>) -> Result<()> {
        let report = report.map(|path| path.display().to_string()).unwrap_or_default();
        // A line break would end the value and begin another output.
        let report = report.replace(['\r', '\n'], " ");
        self.output.as_ref().map_or(Ok(()), |path| append(path, &format!("verdict={verdict}\nreport={report}\n")))
    }
}

fn path_in(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from)
}

fn append(path: &Path, text: &str) -> Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(Error::io(path, "open"))?;
    file.write_all(text.as_bytes()).map_err(Error::io(path, "write"))
}
