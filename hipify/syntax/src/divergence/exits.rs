//! Lanes that leave a function or a loop before others do.

use super::{Divergence, Reason, Way};
use crate::control::{Control, ControlKind};
use crate::functions::Function;

impl Divergence<'_, '_> {
    /// The exit that some lanes take before others reach the token at `at`.
    pub(super) fn after_exit(&self, at: usize, function: &Function) -> Option<Reason> {
        let exits = &self.controls.exits;
        let from = exits.partition_point(|&exit| exit < function.body.start);
        let own = exits[from..].iter().take_while(|&&exit| exit < function.body.end);
        own.copied().filter(|&exit| self.keeps_away(exit, at)).find_map(|exit| self.exit(exit, function))
    }

    /// Whether a lane that takes the exit does not reach the token at `at` with the others.
    fn keeps_away(&self, exit: usize, at: usize) -> bool {
        let word = self.code.text(exit);
        let target = self.target(exit);
        if word != b"return" {
            return target.is_some_and(|target| {
                target.body.contains(&at) && (exit < at || target.kind == ControlKind::Loop && word == b"break")
            });
        }
        if self.controls.lambda(exit).is_some_and(|body| !body.contains(&at)) {
            return false;
        }
        let again = self.controls.around(exit).any(|control| control.kind == ControlKind::Loop && control.body.contains(&at));
        again || exit < at && !self.is_alternative(exit, at)
    }

    /// The loop or `switch` that a `break` or `continue` leaves.
    fn target(&self, exit: usize) -> Option<&Control> {
        let breaks = self.code.is_word(exit, b"break");
        self.controls
            .around(exit)
            .find(|control| control.kind == ControlKind::Loop || breaks && control.kind == ControlKind::Switch)
    }

    /// Whether the token at `at` stands in the `else` of an `if` in whose statement the exit stands.
    fn is_alternative(&self, exit: usize, at: usize) -> bool {
        let mut others = self.controls.around(at).filter(|control| control.kind == ControlKind::Else);
        others.any(|control| (control.keyword..control.body.start).contains(&exit))
    }

    /// Why only some lanes take the exit, where they do: a condition within what is left.
    fn exit(&self, exit: usize, function: &Function) -> Option<Reason> {
        if let Some(known) = self.memo.exits.borrow().get(&exit) {
            return known.clone();
        }
        // Until it is known, for conditions that depend on it.
        self.memo.exits.borrow_mut().insert(exit, None);
        let from = match self.code.text(exit) {
            b"return" => self.controls.lambda(exit).map_or(function.body.start, |body| body.start),
            _ => self.target(exit).map_or(function.body.start, |target| target.keyword),
        };
        let found = self.deeper(|| self.within(exit, from)).flatten();
        let found = found.map(|reason| Reason { way: Way::Exit(exit), ..reason });
        self.memo.exits.borrow_mut().insert(exit, found.clone());
        found
    }
}
