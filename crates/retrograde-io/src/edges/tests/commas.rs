//! Words between commas, names that hold commas, and what networkx writes after an edge.

use super::*;

fn in_words(text: &str) -> String {
    match read_both_ways(text.as_bytes(), Format::Edges) {
        Ok(arena) => format!("{}: {}", names_of(&arena).join(" "), edges_of(&arena).join("|")),
        Err(error) => error.to_string(),
    }
}

#[test]
fn commas_separate_where_there_are_no_blanks_to_do_it() {
    for (text, expected) in [
        ("a,b\nb,c\n", "a b c: a→b|b→c"),
        ("a,b,3\r\nb,a,-2\r\n", "a b: a→b 3|b→a -2"),
        (
            "# from, to\n\na, b\nb , a,\t7 # seven\nc\n,\n",
            "line 6, column 1: a name is missing beside this comma",
        ),
        ("# from, to\n\na, b\nb , a,\t7 # seven\nc\n", "a b c: a→b|b→a 7"),
        ("z\n1,2\n2,1,5.0\n", "z 1 2: 1→2|2→1 5"),
        ("a\tb\t3\nb\ta\n", "a b: a→b 3|b→a"),
        ("a,b,{'weight': 3}\nb,a,{}\n", "a b: a→b 3|b→a"),
        ("a,b\n# separator: blank\nc,d\n", "a b c d: a→b|c→d"),
    ] {
        assert_eq!(in_words(text), expected, "{text}");
    }
}

#[test]
fn names_hold_commas_where_blanks_separate() {
    for (text, expected) in [
        ("1,2 0,2\n0,2\n", "1,2 0,2: 1,2→0,2"),
        ("1,2 0,2 -5\n3,4\n", "1,2 0,2 3,4: 1,2→0,2 -5"),
        ("start 1,2\n1,2 start\n", "start 1,2: start→1,2|1,2→start"),
        ("# separator: blank\n1,2\n1,2 0,2\n", "1,2 0,2: 1,2→0,2"),
        ("# separator: blank\na, b\n", "a, b: a,→b"),
        ("{1,2} {2,3}\n{2,3} {1,2} {}\n", "{1,2} {2,3}: {1,2}→{2,3}|{2,3}→{1,2}"),
    ] {
        assert_eq!(in_words(text), expected, "{text}");
    }
}

#[test]
fn what_could_be_either_is_refused_with_the_remedy() {
    let both = "blanks and commas both stand between words here: if commas are part of the names, begin the file with the line '# separator: blank', if not, with '# separator: comma'";
    let blank = "holds a blank, and names hold none; if it is commas that are part of the names, begin the file with the line '# separator: blank'";
    let many = "is one word too many: a line is 'from,to' or 'from,to,weight'; if commas are part of the names, begin the file with the line '# separator: blank'";
    for (text, expected) in [
        ("a, b 3\n", format!("line 1, column 1: {both}")),
        ("1,2\n1,2 0,2\n", format!("line 2, column 3: '2 0' {blank}")),
        ("a,b\n1 2\n", format!("line 2, column 1: '1 2' {blank}")),
        ("# separator: comma\nnew york, boston\n", format!("line 2, column 1: 'new york' {blank}")),
        ("1,2,3,4\n", format!("line 1, column 7: '4' {many}")),
        ("a,b,\n", "line 1, column 5: a name is missing beside this comma".to_owned()),
        ("a,,b\n", "line 1, column 3: a name is missing beside this comma".to_owned()),
        (",a\n", "line 1, column 1: a name is missing beside this comma".to_owned()),
        ("a,b,c\n", "line 1, column 5: the weight 'c' is not a whole number of at most 64 bits".to_owned()),
        ("a,b,2.5\n", "line 1, column 5: the weight '2.5' is not a whole number of at most 64 bits".to_owned()),
        ("a,b\nc\x01,d\n", "line 2, column 2: the control character '\\u{1}' cannot be part of a name".to_owned()),
        ("a,b\nc,\x00\n", "line 2, column 3: a NUL byte: this is not a text file, or it is UTF-16; save it as UTF-8".to_owned()),
    ] {
        assert_eq!(in_words(text), expected, "{text}");
    }
    let long = format!("a,{}\n", "n".repeat(NAME_LIMIT + 1));
    assert!(in_words(&long).ends_with("…' is longer than 64 KiB"), "{}", in_words(&long));
    let error = read_both_ways(b"a,b\nc,\xe9\n", Format::Edges).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 3: the name '\\xe9' is not UTF-8: save the file as UTF-8"
    );
}

#[test]
fn files_of_networkx() {
    let plain = include_str!("../../../tests/data/nx-edgelist.txt");
    assert_eq!(in_words(plain), "1 0 2: 1→0 3|0→2 -4|2→1");
    let weighted = include_str!("../../../tests/data/nx-weighted-edgelist.txt");
    assert_eq!(in_words(weighted), "1 0: 1→0 3|0→1 -4");
}

#[test]
fn attributes_of_networkx() {
    for (text, expected) in [
        ("1 0 {}\n", "1 0: 1→0"),
        ("1 0 {'weight': 3}\n0 1 2\n", "1 0: 1→0 3|0→1 2"),
        ("1 0 {'color': 'red, or so', \"weight\": 3.0, 'x': None} # so\n", "1 0: 1→0 3"),
        ("1 0 {'weight': '3'}\n1 0 {'weight': None}\n", "1 0: 1→0 3|1→0"),
        (
            "a b {'weight': 2.5}",
            "line 1, column 16: the weight '2.5' is not a whole number of at most 64 bits",
        ),
        (
            "a b {'weight': [1]}",
            "line 1, column 16: the weight '[1]' is not a whole number of at most 64 bits",
        ),
        ("a b {'weight': 1", "line 1, column 5: the '{' that starts here never ends: add '}'"),
        (
            "a b {'weight': 'x#y'}",
            "line 1, column 16: the string that starts here never ends: close it",
        ),
        ("a b {'weight': 1} 7", "line 1, column 19: expected the end of the line after '}'"),
        (
            "é b {'player': 'left'}",
            "line 1, column 6: an edge list has no place for 'player': write another format, such as graphml (nx.write_graphml)",
        ),
    ] {
        assert_eq!(in_words(text), expected, "{text}");
    }
}

#[test]
fn the_writer_says_what_separates_where_the_first_line_does_not() {
    for (text, expected) in [
        ("1,2 0,2\n", "1,2 0,2\n"),
        ("# separator: blank\n1,2\n0,2 1,2\n", "# separator: blank\n1,2\n0,2 1,2\n"),
        ("a\nb\n1,2\n", "a\nb\n"),
        ("# separator: blank\na\nb\n1,2\n", "# separator: blank\na\nb\n1,2\n"),
    ] {
        let Ok(arena) = read_arena(text.as_bytes(), Format::Edges, &Control::ALONE) else {
            panic!("{text}");
        };
        let mut written = Vec::new();
        write_arena(&arena, Format::Edges, &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.starts_with(expected), "{written}");
        assert_eq!(read_both_ways(written.as_bytes(), Format::Edges).unwrap(), arena);
    }
}

#[test]
fn a_line_of_blanks_and_braces_takes_no_longer_than_it_must() {
    for filler in [" ", ",", "{", " {", ", "] {
        let text = format!("a{}}}\n", filler.repeat(200_000 / filler.len()));
        let _ = read_arena(text.as_bytes(), Format::Edges, &Control::ALONE);
    }
}
