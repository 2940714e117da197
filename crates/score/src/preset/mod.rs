//! Presets: the scores that existing code would print.
//!
//! To add a preset, add it to [`PRESETS`], with a function for each of its measures in the file of its kind.

mod cells;
mod measure;
mod python;
mod rules;
mod texts;

use measure::{Average, Measure};
pub use measure::{Part, Preset, Scored, Sum, Sums};

pub static PRESETS: &[Preset] = &[
    Preset {
        name: "hrm",
        about: "every cell, givens included; exact boards",
        source: "sapientinc/HRM, SamsungSAILMontreal/TinyRecursiveModels: models/losses.py",
        measures: &[Measure::new("accuracy", cells::all), Measure::new("exact_accuracy", cells::are_label)],
    },
    Preset {
        name: "rrn",
        about: "exact boards for each number of givens",
        source: "rasmusbergpalm/recurrent-relational-networks: tasks/sudoku/rrn.py, test.py",
        measures: &[Measure { average: Average::MacroByGivens, ..Measure::new("solved", cells::are_label) }],
    },
    Preset {
        name: "blank-cells",
        about: "blanks only; predicted givens are not looked at",
        source: "azreasoners/recurrent_transformer: network.py; jsboige/CoursIA: scripts/sudoku/core/evaluate.py",
        measures: &[
            Measure { average: Average::Micro, ..Measure::new("accuracy", cells::blanks) },
            Measure::new("solved", cells::all_blanks),
        ],
    },
    Preset {
        name: "d1",
        about: "right blanks in percent; an answer that is short or long is filled up or cut",
        source: "dllm-reasoning/d1: eval/parse_and_get_acc.py",
        measures: &[Measure { average: Average::Micro, scale: 100.0, ..Measure::new("accuracy", texts::d1) }],
    },
    Preset {
        name: "d1-reward",
        about: "the mean share of right blanks in the last answer",
        source: "dllm-reasoning/d1: diffu-grpo/reward_func.py",
        measures: &[Measure::new("reward", texts::d1_reward)],
    },
    Preset {
        name: "reasoning-gym",
        about: "1 for the label's text, else 0.9 times the share of right cells; less for a long text",
        source: "open-thought/reasoning-gym: reasoning_gym/games/sudoku.py, mini_sudoku.py",
        measures: &[Measure::new("score", texts::reasoning_gym)],
    },
    Preset {
        name: "sakana",
        about: "the last digits in the last <ANSWER> are the label",
        source: "SakanaAI/Sudoku-Bench: src/eval/run.py",
        measures: &[Measure::new("solved", texts::sakana)],
    },
    Preset {
        name: "satnet",
        about: "each row, column and box has 1, n and the right sum; neither label nor givens count",
        source: "locuslab/SATNet: exps/sudoku.py; locuslab/optnet: sudoku/train.py",
        // It averages over batches, of which all have the same size.
        measures: &[Measure::new("solved", cells::have_right_sums)],
    },
    Preset {
        name: "enigmata",
        about: "the last code block is a solution; the label does not count",
        source: "BytedTsinghua-SIA/Enigmata: verifiable_tasks/tasks/sudoku/verifier.py",
        measures: &[Measure::new("solved", rules::enigmata)],
    },
    Preset {
        name: "synlogic",
        about: "the list in the last block of Python, or the last tuple of tuples, is a solution; the label does not count",
        source: "MiniMax-AI/SynLogic: games/tasks/sudoku/scripts/sudoku_verifier.py",
        measures: &[Measure::new("solved", rules::synlogic)],
    },
    Preset {
        name: "dream",
        about: "the first rows of digits are a solution; the label does not count",
        source: "DreamLM/Dream: eval/sudoku_metric.py, eval/eval_planning.py",
        measures: &[Measure::new("solved", rules::dream)],
    },
    Preset {
        name: "shah",
        about: "triples of row, column and value: right values at the predicted places; boards without a missing value",
        // "Causal Language Modeling Can Elicit Search and Reasoning Capabilities on Logic Puzzles".
        source: "kulinshah98/llm-reasoning-logic-puzzles: sudoku-code/train/evaluater.py",
        measures: &[
            Measure { average: Average::Micro, ..Measure::new("cells", rules::shah_cells) },
            Measure::new("solved", rules::shah),
        ],
    },
    Preset {
        name: "mdm",
        about: "the text is the label's digits; what follows them after a space is cut off",
        source: "HKUNLP/diffusion-vs-ar: src/llmtuner/tuner/core/metric.py",
        measures: &[Measure::new("exact", texts::mdm)],
    },
];

pub fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

#[cfg(test)]
mod tests;
