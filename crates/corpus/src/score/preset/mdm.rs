//! "Beyond Autoregression": the words of the prediction are those of the label.

use super::{Average, Measure, Part, Preset, python};

pub const MDM: Preset = Preset {
    name: "mdm",
    about: "the text is the label's digits; what follows them after a space is cut off",
    source: "HKUNLP/diffusion-vs-ar: src/llmtuner/tuner/core/metric.py",
    measures: &[Measure {
        name: "exact",
        part: |row| {
            let label = row.label_digits()?;
            Part::whole(row.text.trim_matches(python::is_space).split(' ').next() == Some(&label))
        },
        average: Average::Macro,
        scale: 1.0,
    }],
};
