//! The document of a page: its head with the policy, and its body around the sections.

use base64::{Engine, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

use crate::reporter::{palette, svg::escaped};

/// The style of every page, besides the colours of pictures.
pub const STYLE: &str = include_str!("page.css");

pub struct Document {
    pub title: String,
    pub header: String,
    pub sections: Vec<&'static str>,
    /// The address of the summary, to skip to.
    pub summary: &'static str,
    pub main: String,
    pub footer: String,
    /// The data, as JSON that may stand in a script element.
    pub data: String,
    pub script: String,
}

impl Document {
    /// Renders the page. A content-security policy allows its own script and style, and nothing else.
    pub fn html(&self) -> String {
        let Document { header, summary, main, footer, data, script, .. } = self;
        let style = format!("{}{STYLE}", palette::page_style());
        let policy = format!(
            "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
            source(script),
            source(&style)
        );
        let title = escaped(&self.title);
        let link = |name: &&str| format!("<li><a href=\"#{name}\">{}</a></li>", name.replace('-', " "));
        let links: String = self.sections.iter().map(link).collect();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#{summary}\">Skip to the summary</a>\n\
             <header><h1>{title}</h1>{header}</header>\n\
             <nav aria-label=\"Views\"><ul>{links}</ul></nav>\n<main>\n{main}</main>\n<footer>{footer}</footer>\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n<script>{script}</script>\n</body>\n</html>\n"
        )
    }
}

/// Returns the source expression of a content-security policy for an inline script or style.
fn source(content: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(content)))
}
