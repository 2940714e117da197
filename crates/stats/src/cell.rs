//! A measurement of a block.

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    pub round: u32,
    pub block: u64,
    pub value: f64,
    /// The value of the control at the same time; 0 if the measurement needs none.
    pub control: f64,
    /// The number of samples that the value summarises.
    pub of: usize,
}
