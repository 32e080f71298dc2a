//! Tables that are intact and wrong: built by other rules, they are found out.

use retrograde_core::{Control, Outcome};
use retrograde_games::{Game, ParseError};
use retrograde_table::{BuildOptions, Fault, Kind, Table, VerifyError, verify};

use crate::game::Hops;

fn fault(error: VerifyError) -> Fault {
    match error {
        VerifyError::Fault(fault) => *fault,
        error => panic!("{error}"),
    }
}

#[test]
fn a_single_different_verdict_is_found_out() {
    let game = Hops::new(5, 60, 2);
    for at in (0..120).step_by(3).filter(|&at| game.unrank(at.into()).is_some()) {
        for verdict in [None, Some(Outcome::Win), Some(Outcome::Lose), Some(Outcome::Draw)] {
            for kind in [Kind::Distance, Kind::Outcome] {
                let wrong = Hops { changed: Some((at, verdict)), ..game.clone() };
                let folder = tempfile::tempdir().unwrap();
                let control = Control::ALONE;
                let options = BuildOptions { kind, control, block_log: 6, ..Default::default() };
                let table = Table::build(&wrong, "hops", folder.path(), &options).unwrap();
                verify(&wrong, &table, &Control::default()).unwrap();
                let right = tempfile::tempdir().unwrap();
                let truth = Table::build(&game, "hops", right.path(), &options).unwrap();
                let differ = table.iter().zip(truth.iter()).any(|(a, b)| a.unwrap() != b.unwrap());
                assert_eq!(verify(&game, &table, &Control::default()).is_err(), differ);
            }
        }
    }
}

/// Moves along given edges; no verdicts but those given.
struct Tiny {
    moves: Vec<Vec<u32>>,
    verdicts: Vec<Option<Outcome>>,
}

impl Game for Tiny {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> Option<u32> {
        None
    }

    fn verdict(&self, &at: &u32) -> Option<Outcome> {
        self.verdicts[at as usize]
    }

    fn moves(&self, &at: &u32, moves: &mut Vec<u32>) {
        moves.extend(&self.moves[at as usize]);
    }

    fn play(&self, _: &u32, &to: &u32) -> u32 {
        to
    }

    fn show(&self, at: &u32) -> String {
        at.to_string()
    }

    fn parse(&self, _: &str) -> Result<u32, ParseError> {
        Err(ParseError::new("not needed"))
    }

    fn show_move(&self, _: &u32, to: &u32) -> String {
        to.to_string()
    }

    fn slots(&self) -> Option<u64> {
        Some(self.moves.len() as u64)
    }

    fn rank(&self, &at: &u32) -> u64 {
        at.into()
    }

    fn unrank(&self, slot: u64) -> Option<u32> {
        Some(slot as u32)
    }
}

/// Builds by some verdicts, verifies without any.
fn verify_round(verdicts: [Option<Outcome>; 2], kind: Kind) -> Result<(), VerifyError> {
    let there_and_back = vec![vec![1], vec![0]];
    let wrong = Tiny { moves: there_and_back.clone(), verdicts: verdicts.to_vec() };
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { kind, ..Default::default() };
    let table = Table::build(&wrong, "tiny", folder.path(), &options).unwrap();
    let right = Tiny { moves: there_and_back, verdicts: vec![None; 2] };
    verify(&right, &table, &Control::default()).map(drop)
}

#[test]
fn what_rests_only_on_itself_is_found_out() {
    verify_round([None, None], Kind::Distance).unwrap();
    // Two ties that lead to each other agree with their moves, and yet play would never end.
    let ties = [Some(Outcome::Draw); 2];
    let found = fault(verify_round(ties, Kind::Distance).unwrap_err());
    assert!(matches!(found, Fault::Circular { slot: 0, .. }), "{found}");
    // So do a win and a loss, if nobody asks how long they take.
    let decided = [Some(Outcome::Win), Some(Outcome::Lose)];
    let found = fault(verify_round(decided, Kind::Outcome).unwrap_err());
    assert!(matches!(found, Fault::Circular { slot: 0, .. }), "{found}");
    let found = fault(verify_round(decided, Kind::Distance).unwrap_err());
    assert!(matches!(found, Fault::Differs { slot: 0, .. }), "{found}");
    assert_eq!(
        found.to_string(),
        "slot 0 (0): the table says win in 0, and win in 1 follows from the moves"
    );
}
