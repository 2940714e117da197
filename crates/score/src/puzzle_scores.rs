//! The scores of all answers of a model to a puzzle: of each sample, of their votes, and of each step.

use super::{
    answer::Answer,
    extract::Extract,
    preset::Preset,
    problem::{PredictionScore, Problem, image},
    steps::StepGrade,
    verdict::Verdict,
    vote::VoteRule,
};

#[derive(Clone, Debug, Default)]
pub struct PuzzleScores {
    /// A score for each sample: that of its last step.
    pub samples: Vec<PredictionScore>,
    /// For each sample that has its place, what its answers are, in the order of the steps.
    pub steps: Vec<Vec<StepGrade>>,
    /// The cells of the samples that vote.
    ballots: Vec<Vec<u8>>,
}

impl PuzzleScores {
    /// Scores answers that are [in order](super::answer::arrange). If `votes` is set, their cells are kept.
    pub fn new(
        problem: &Problem,
        answers: &[Answer<'_>],
        votes: bool,
        extract: &Extract,
        presets: &[&Preset],
    ) -> PuzzleScores {
        let mut scores = PuzzleScores::default();
        for sample in answers.chunk_by(Answer::is_of_sample) {
            let mut steps = Vec::new();
            for (answer, left) in sample.iter().zip((0..sample.len()).rev()) {
                let presets = if left == 0 { presets } else { &[] };
                let (score, cells) = answer.problem(problem).score_cells(&answer.text, extract, presets);
                steps.extend(StepGrade::new(answer, &score.grade));
                if left == 0 {
                    scores.add_ballot(problem, answer, &score, cells, votes);
                    scores.samples.push(score);
                }
            }
            if sample[0].place.is_some() {
                scores.steps.push(steps);
            }
        }
        scores
    }

    /// Keeps the cells of a sample that votes, as those of an answer to the puzzle.
    fn add_ballot(
        &mut self,
        problem: &Problem,
        answer: &Answer<'_>,
        score: &PredictionScore,
        cells: Vec<u8>,
        votes: bool,
    ) {
        if !votes || [Verdict::Malformed, Verdict::Missing].contains(&score.grade.verdict) {
            return;
        }
        let original =
            answer.transform().and_then(|transform| image(&cells, &transform.inverse(), problem.notation.shape));
        self.ballots.push(original.unwrap_or(cells));
    }

    /// Returns the score of the vote by a rule.
    pub fn vote(&self, problem: &Problem, rule: VoteRule) -> PredictionScore {
        problem.scored(problem.grade(&rule.vote(&self.ballots)))
    }
}
