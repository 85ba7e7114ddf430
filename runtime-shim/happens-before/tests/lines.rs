//! Random programs of lines that wait for each other's moments, whose order is what a search for paths finds.

mod support;

use hipify_happens_before::{Line, Lines, Moment, Piece};
use support::Random;

/// What each piece of a program comes after directly, and what each line's next piece does.
#[derive(Default)]
struct Graph {
    before: Vec<Vec<usize>>,
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn comes_after(&self, late: &[usize], early: usize) -> bool {
        let (mut open, mut seen) = (late.to_vec(), vec![false; self.before.len()]);
        while let Some(at) = open.pop() {
            if at == early {
                return true;
            }
            if !std::mem::replace(&mut seen[at], true) {
                open.extend(&self.before[at]);
            }
        }
        false
    }
}

#[test]
fn order_is_that_of_paths() {
    let mut random = Random(7);
    for program in 0..3000 {
        let count = 2 + random.below(4);
        let (mut lines, mut graph) = (Lines::default(), Graph { next: vec![Vec::new(); count as usize], ..Graph::default() });
        let mut pieces: Vec<Piece> = Vec::new();
        // Moments that somebody may wait for, with the pieces that they come right after.
        let mut moments: Vec<(Moment, Vec<usize>)> = Vec::new();
        for _ in 0..4 + random.below(30) {
            let line = random.below(count);
            let next = &mut graph.next[line as usize];
            match random.below(10) {
                0..5 => {
                    let (piece, _) = lines.add(Line(line));
                    graph.before.push(std::mem::replace(next, vec![pieces.len()]));
                    pieces.push(piece);
                }
                5..7 => moments.push((lines.now(Line(line)), next.clone())),
                7..9 if !moments.is_empty() => {
                    let (moment, after) = &moments[random.below(moments.len() as u32) as usize];
                    lines.wait(Line(line), moment);
                    next.extend(after);
                }
                9 => {
                    lines.wait_for_all(Line(line));
                    next.extend(0..pieces.len());
                }
                _ => {}
            }
            for (at, &piece) in pieces.iter().enumerate() {
                for (line, next) in (0..).zip(&graph.next) {
                    let found = lines.now(Line(line)).covers(piece);
                    assert_eq!(found, graph.comes_after(next, at), "program {program}, piece {at}, line {line}");
                }
            }
        }
        assert!(pieces.iter().all(|&piece| Moment::of_all().covers(piece)));
    }
}
