//! The ratings of a puzzle: that of its hardest step, and those of its first steps.

use super::{technique::Technique, tenths::Tenths};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    pub end: End,
    /// The rating of the hardest step (ER).
    pub rating: Tenths,
    /// The rating of the hardest step up to the first one that fills a cell (EP); `None` if no cell was filled.
    pub pearl: Option<Tenths>,
    /// The rating of the first step (ED); `None` if there was none.
    pub diamond: Option<Tenths>,
    /// The technique of the first step with the highest rating.
    pub hardest: Option<Technique>,
    /// The number of steps of each technique, in the order of [`Technique::ALL`].
    pub counts: [u16; Technique::ALL.len()],
    /// True if a step depends on an order that Sudoku Explainer leaves to chance: chains with other techniques in them. Such a
    /// rating may differ by 0.1.
    pub depends_on_chance: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Solved,
    /// The next step is harder than the limit. The ratings are lower bounds.
    AboveLimit,
    /// There is no step, although cells are blank.
    Stuck,
    /// The rating was stopped. The ratings are lower bounds.
    Stopped,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating {
            end: End::Solved,
            rating: Tenths(0),
            pearl: None,
            diamond: None,
            hardest: None,
            counts: [0; Technique::ALL.len()],
            depends_on_chance: false,
        }
    }
}

impl Rating {
    /// Returns the rating as text: `7.5`, `>7.5` above the limit, or `~10.4` if it depends on an order that is left to chance.
    pub fn text(&self, limit: Option<Tenths>) -> String {
        match (self.end, limit) {
            (End::AboveLimit, Some(limit)) => format!(">{limit}"),
            _ if self.depends_on_chance => format!("~{}", self.rating),
            _ => self.rating.to_string(),
        }
    }

    /// Returns the steps of each technique as text: `hidden-single-box:31 pointing:2`.
    pub fn counts_text(&self) -> String {
        let used = Technique::ALL.iter().zip(&self.counts).filter(|(_, count)| **count > 0);
        used.map(|(technique, count)| format!("{}:{count}", technique.name())).collect::<Vec<_>>().join(" ")
    }

    pub fn steps(&self) -> u32 {
        self.counts.iter().copied().map(u32::from).sum()
    }

    /// Adds a step of a technique with its own rating; `places` is true if it fills a cell.
    pub(super) fn add(&mut self, technique: Technique, own: Tenths, places: bool) {
        if self.hardest.is_none() || own > self.rating {
            self.hardest = Some(technique);
        }
        self.rating = self.rating.max(own);
        self.diamond = self.diamond.or(Some(own));
        if places {
            self.pearl = self.pearl.or(Some(self.rating));
        }
        self.counts[technique as usize] += 1;
    }
}

/// Returns a rating as text; `>7.5` if the limit was reached before.
pub fn rating_text(rating: Option<Tenths>, limit: Option<Tenths>) -> String {
    match (rating, limit) {
        (Some(rating), _) => rating.to_string(),
        (None, Some(limit)) => format!(">{limit}"),
        (None, None) => String::new(),
    }
}
