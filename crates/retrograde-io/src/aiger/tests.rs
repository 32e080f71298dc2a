//! Tests of reading and writing circuits.

use retrograde_core::{Control, Literal};

use super::*;

fn read(text: &str) -> Result<Circuit, ReadError> {
    read_circuit(text.as_bytes(), &Control::ALONE)
}

#[test]
fn circuits_are_read_whatever_the_order_and_the_numbers() {
    // The half adder of the format's description, with its gates and variables in another order.
    let text = "aag 9 2 1 2 3\n18\n4\n6 8 1\n12\n8\n12 9 7\n8 18 4\n10 6 3\ni1 y\ni0 x\nl0 carried\no0 s\no1 c\nc\nany text\n";
    let text = text.replace("10 6 3", "10 6 19");
    let circuit = read(&text).unwrap();
    assert_eq!(circuit.inputs(), ["x", "y"]);
    assert_eq!(circuit.gates().len(), 3);
    assert!(circuit.latches()[0].reset);
    assert_eq!(circuit.outputs()[1].name, "c");
    assert_eq!(circuit.latches()[0].next, circuit.outputs()[1].literal);
    let mut written = Vec::new();
    write_circuit(&circuit, &["a comment"], &mut written).unwrap();
    assert_eq!(read_circuit(&written[..], &Control::ALONE).unwrap(), circuit);
    assert!(String::from_utf8(written).unwrap().ends_with("c\na comment\n"));
}

#[test]
fn constants_may_be_outputs() {
    let circuit = read("aag 0 0 0 2 0\n0\n1\n").unwrap();
    let outputs: Vec<Literal> = circuit.outputs().iter().map(|output| output.literal).collect();
    assert_eq!(outputs, [Literal::FALSE, Literal::TRUE]);
}

#[test]
fn faults_are_named_where_they_stand() {
    for (text, message) in [
        ("", "the file is empty: a circuit starts with 'aag'"),
        (
            "aig 1 1 0 0 0\n",
            "line 1, column 1: this is the binary form of AIGER: turn it into the ASCII form, 'aag', first",
        ),
        ("digraph", "line 1, column 1: expected 'aag', found 'digraph'"),
        ("aag 1 1 0 0\n", "line 1, column 12: expected a number, found the end of the line"),
        (
            "aag 1 1 0 0 0 1\n",
            "line 1, column 15: bad states, constraints, justice and fairness are not read: circuits have inputs, latches, outputs and gates",
        ),
        ("aag 1 9999999999 0 0 0\n", "line 1, column 7: '9999999999' is too large"),
        (
            "aag 2000000000 2000000000 0 0 0\n",
            "line 2, column 1: expected a number, found the end of the file",
        ),
        (
            "aag 1 1 0 0 0\n3\n",
            "line 2, column 1: '3' cannot be defined here: variables are even numbers from 2",
        ),
        (
            "aag 2 2 0 0 0\n2\n2\n",
            "line 3, column 1: '2' is defined twice: number one of the two anew",
        ),
        ("aag 1 1 0 0 0\n2 4\n", "line 2, column 3: expected the end of the line, found '4'"),
        ("aag 2 1 0 1 0\n2\n4\n", "line 3, column 1: '4' is used and never defined"),
        (
            "aag 1 0 1 0 0\n2 2 2\n",
            "line 2, column 5: expected 0 or 1 as the latch's first value, found '2'",
        ),
        ("aag 2 0 0 0 2\n2 4 1\n4 2 1\n", "line 3, column 3: the gate '2' leads back to itself"),
        ("aag 1 0 0 0 1\n2 3 1\n", "line 2, column 3: the gate '2' leads back to itself"),
        (
            "aag 2 0 0 0 2\n2 1 1\n2 1 1\n",
            "line 3, column 1: '2' is defined twice: number one of the two anew",
        ),
        ("aag 1 1 0 0 0\n2\ni1 a\n", "line 3, column 1: there is no 'i1' to be named"),
        ("aag 1 1 0 0 0\n2\nx1 a\n", "line 3, column 1: expected 'i', 'l', 'o' or 'c', found 'x'"),
        (
            "aag 0 1 0 1 0\n2\n2\n",
            "line 1, column 5: the header allows variables up to 0, and 1 inputs, 0 latches and 0 gates need more",
        ),
        (
            "aag 1 1 0 1 0\n2\n400\n",
            "line 3, column 1: '400' is past the last variable, 1, that the header allows",
        ),
        ("aag 1 1 0 0 0\n2\ni0 a\ni0 b\n", "line 4, column 1: 'i0' has a name already, 'a'"),
        ("aag 1 1 0 0 0\nx\n", "line 2, column 1: expected a number, found 'x'"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn long_chains_of_gates_need_no_stack() {
    let count = 200_000;
    let mut text = format!("aag {} 1 0 1 {count}\n2\n{}\n", count + 1, 2 * count + 2);
    for gate in (0..count).rev() {
        text.push_str(&format!("{} {} 1\n", 2 * gate + 4, 2 * gate + 2));
    }
    assert_eq!(read(&text).unwrap().gates().len(), count);
}
