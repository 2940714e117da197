//! Digits and white space of all scripts, as Python finds them.

/// The first of ten digits in succession: `str.isdecimal`, which is `\d` of a regular expression.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620,
    0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0,
    0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60,
    0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// Superscripts, digits in circles and the like, which `str.isdigit` finds too.
const OTHERS: &str = "²³¹፩፪፫፬፭፮፯፰፱᧚⁰⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉①②③④⑤⑥⑦⑧⑨⑴⑵⑶⑷⑸⑹⑺⑻⑼⒈⒉⒊⒋⒌⒍⒎⒏⒐⓪⓵⓶⓷⓸⓹⓺⓻\
    ⓼⓽⓿❶❷❸❹❺❻❼❽❾➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒𐩀𐩁𐩂𐩃𐹠𐹡𐹢𐹣𐹤𐹥𐹦𐹧𐹨𑁒𑁓𑁔𑁕𑁖𑁗𑁘𑁙𑁚🄀🄁🄂🄃🄄🄅🄆🄇🄈🄉🄊";

/// Returns the value of a digit, as `int` does.
pub fn value_of(character: char) -> Option<u8> {
    let code = u32::from(character);
    let zero = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code))?;
    Some((code - zero) as u8)
}

/// Returns true for `\d`.
pub fn is_decimal(character: char) -> bool {
    value_of(character).is_some()
}

/// Returns true for `\s`, and for what `str.strip` removes.
pub fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\x1c'..='\x1f').contains(&character)
}

/// Returns true for `str.isdigit`.
pub fn is_digit(character: char) -> bool {
    is_decimal(character) || OTHERS.contains(character)
}

/// Returns the characters for which `str.isdigit` is true.
pub fn digits(text: &str) -> Vec<char> {
    text.chars().filter(|&character| is_digit(character)).collect()
}
