use super::{document::STYLE, *};

#[test]
fn data_cannot_end_their_element() {
    let hostile = "</script><script>alert(1)</script><!-- &amp; \u{2028}\u{0}\"'";
    let json = json(&[hostile]);
    assert!(!json.contains(['<', '>', '&']), "{json}");
    assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [hostile]);
}

#[test]
fn the_page_names_no_address() {
    // A namespace is a name, and no address that is read.
    let page = [&SCRIPTS[..], &[STYLE]].concat().concat().replace("http://www.w3.org/2000/svg", "");
    assert!(!page.contains("http") && !page.contains("//cdn") && !page.contains("@import"));
}

/// Inline code would need a weaker policy.
#[test]
fn no_element_has_a_style_or_a_handler_as_an_attribute() {
    for script in SCRIPTS {
        assert!(!script.contains("innerHTML") && !script.contains("style:") && !script.contains("outerHTML"));
        assert!(!script.contains("insertAdjacentHTML") && !script.contains("document.write"));
    }
}
