//! The whole text.

use super::Rule;

pub const CELLS: Rule = Rule { name: "cells", about: "the whole text", extract: |text, _| Some(text) };
