//! A value of a description of engines that is one text or several words.

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "write a list of words, such as [\"cc\", \"--version\"], or one text")]
pub enum Words {
    One(String),
    List(Vec<String>),
}
