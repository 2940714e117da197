//! The tables of the page that say how far the strategies agree on what is hard.

use super::{escaped, html};
use crate::{
    figures::Report,
    reporter::{correlation::correlation_sentences, correlation_tables},
};

/// The name of the section in addresses.
pub const NAME: &str = "agreement";

/// Renders the section; empty if the costs of no two strategies can be ranked.
pub fn section(report: &Report) -> String {
    let strategies = &report.record.manifest.strategies;
    if report.correlations.iter().all(|correlation| correlation.agreement.rho.is_none()) {
        return String::new();
    }
    let sentences = correlation_sentences(&report.correlations, strategies);
    let sentences: String = sentences.iter().map(|sentence| format!("<p>{}</p>", escaped(sentence))).collect();
    let tables = correlation_tables(&report.correlations, strategies);
    let tables: String = tables.iter().map(|table| html::table(&table.names(), table.rows())).collect();
    format!("<section id=\"{NAME}\"><h2>Do the strategies agree on what is hard?</h2>\n{sentences}{tables}</section>\n")
}
