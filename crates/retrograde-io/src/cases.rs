//! Tables of what is wrong with texts and where, from files: a line with the text, in which `⏎` stands
//! for the end of a line and `␀` for a zero byte, and below it, set in, the message.

/// The texts of a file with their messages.
pub(crate) fn cases(file: &str) -> Vec<(String, &str)> {
    let lines: Vec<&str> = file.lines().collect();
    assert!(lines.len() > 20 && lines.len().is_multiple_of(2), "a message below each text");
    let case = |pair: &[&'_ str]| pair[0].replace('⏎', "\n").replace('␀', "\0");
    lines.chunks(2).map(|pair| (case(pair), pair[1].trim_start())).collect()
}
