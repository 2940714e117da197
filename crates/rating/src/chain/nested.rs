//! The steps of static chains in the grids that assumptions left. The assumptions of the next steps leave many of these grids again.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{marks::Removed, step::Step};

/// The static chains of a search: of one part, or of several.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum StaticChains {
    Unary,
    Multiple,
}

type StepsOfGrids = HashMap<(StaticChains, Removed), Arc<[Step]>>;

#[derive(Default)]
pub struct NestedSteps(Mutex<StepsOfGrids>);

impl NestedSteps {
    pub fn clear(&mut self) {
        self.lock().clear();
    }

    /// Returns the steps of these chains in a grid with these candidates, which are searched once.
    pub fn of(&self, chains: StaticChains, candidates: Removed, search: impl FnOnce() -> Vec<Step>) -> Arc<[Step]> {
        let key = (chains, candidates);
        if let Some(steps) = self.lock().get(&key) {
            return steps.clone();
        }
        let steps: Arc<[Step]> = search().into();
        self.lock().insert(key, steps.clone());
        steps
    }

    fn lock(&self) -> MutexGuard<'_, StepsOfGrids> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
