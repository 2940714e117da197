//! d1's reward: the share of right blanks in the last answer.

use super::{Average, Measure, Part, Preset, python::is_digit};
use crate::score::extract::pairs;

pub const D1_REWARD: Preset = Preset {
    name: "d1-reward",
    about: "the mean share of right blanks in the last answer",
    source: "dllm-reasoning/d1: diffu-grpo/reward_func.py",
    measures: &[Measure {
        name: "reward",
        part: |row| {
            let last = pairs(row.raw, "<answer>", "</answer>").last();
            let answer: Vec<char> =
                row.raw[last.unwrap_or(0..0)].chars().filter(|&character| is_digit(character)).collect();
            let part = row.blanks_right_in(&answer)?;
            Some(if answer.is_empty() { Part { right: 0.0, ..part } } else { part })
        },
        average: Average::Macro,
        scale: 1.0,
    }],
};
