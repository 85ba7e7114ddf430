//! The `#if`s that are open at a line, and for whom the branch that the line stands in is compiled.

/// For whom code is compiled: a set of targets, or `bool` where there is one compilation.
pub trait Audience: Copy + PartialEq {
    const NONE: Self;

    fn and(self, other: Self) -> Self;

    fn without(self, other: Self) -> Self;
}

impl Audience for bool {
    const NONE: Self = false;

    fn and(self, other: Self) -> Self {
        self && other
    }

    fn without(self, other: Self) -> Self {
        self && !other
    }
}

/// For whom a condition holds and for whom it does not; those in neither are the ones for whom it is unknown. To them the branch
/// is compiled, and so may be the ones after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth<A> {
    pub holds: A,
    pub fails: A,
}

impl From<bool> for Truth<bool> {
    fn from(holds: bool) -> Self {
        Self { holds, fails: !holds }
    }
}

/// What the keyword of a directive does to the open `#if`s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branching {
    /// `#if`, `#ifdef`, `#ifndef`.
    Opens,
    /// `#elif`, `#elifdef`, `#elifndef`.
    Continues,
    /// `#else`.
    Else,
    /// `#endif`.
    Closes,
}

impl Branching {
    /// `None`: the directive is none of a conditional.
    pub fn of(keyword: &[u8]) -> Option<Self> {
        match keyword {
            b"if" | b"ifdef" | b"ifndef" => Some(Self::Opens),
            b"elif" | b"elifdef" | b"elifndef" => Some(Self::Continues),
            b"else" => Some(Self::Else),
            b"endif" => Some(Self::Closes),
            _ => None,
        }
    }
}

/// The open `#if`s, outermost first. `T` is what a caller keeps of each.
#[derive(Debug)]
pub struct OpenIfs<A, T = ()> {
    everyone: A,
    open: Vec<OpenIf<A, T>>,
}

#[derive(Debug)]
struct OpenIf<A, T> {
    /// Who compiles the code around it.
    outer: A,
    /// For whom no earlier branch is known to be taken.
    remaining: A,
    /// Who compiles the present branch.
    present: A,
    kept: T,
}

impl<A: Audience, T> OpenIfs<A, T> {
    /// None is open; `everyone` compiles what stands in no `#if`.
    pub fn new(everyone: A) -> Self {
        Self { everyone, open: Vec::new() }
    }

    /// Who compiles the code at this line.
    pub fn present(&self) -> A {
        self.open.last().map_or(self.everyone, |innermost| innermost.present)
    }

    /// What is kept of the innermost one.
    pub fn innermost(&mut self) -> Option<&mut T> {
        self.open.last_mut().map(|innermost| &mut innermost.kept)
    }

    /// What is kept of each, outermost first.
    pub fn kept(&self) -> impl Iterator<Item = &T> {
        self.open.iter().map(|one| &one.kept)
    }

    /// An `#if`. `truth` is asked only where the answer matters, here as in [`OpenIfs::branch`].
    pub fn open(&mut self, kept: T, truth: impl FnOnce(&T) -> Truth<A>) {
        let outer = self.present();
        self.open.push(OpenIf { outer, remaining: self.everyone, present: outer, kept });
        self.branch(truth);
    }

    /// An `#elif`; nothing where no `#if` is open.
    pub fn branch(&mut self, truth: impl FnOnce(&T) -> Truth<A>) {
        let Some(innermost) = self.open.last_mut() else { return };
        innermost.present = innermost.outer.and(innermost.remaining);
        if innermost.present != A::NONE {
            let truth = truth(&innermost.kept);
            innermost.present = innermost.present.without(truth.fails);
            innermost.remaining = innermost.remaining.without(truth.holds);
        }
    }

    /// An `#else`, which is an `#elif` that holds.
    pub fn otherwise(&mut self) {
        let holds = self.everyone;
        self.branch(|_| Truth { holds, fails: A::NONE });
    }

    /// An `#endif`; what was kept of its `#if`, `None` where none is open.
    pub fn close(&mut self) -> Option<T> {
        self.open.pop().map(|closed| closed.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two targets, a bit each.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Two(u8);

    impl Audience for Two {
        const NONE: Self = Two(0);

        fn and(self, other: Self) -> Self {
            Two(self.0 & other.0)
        }

        fn without(self, other: Self) -> Self {
            Two(self.0 & !other.0)
        }
    }

    #[test]
    fn keywords_open_continue_and_close() {
        for (keyword, expected) in [
            ("if", Some(Branching::Opens)),
            ("ifndef", Some(Branching::Opens)),
            ("elifdef", Some(Branching::Continues)),
            ("else", Some(Branching::Else)),
            ("endif", Some(Branching::Closes)),
            ("define", None),
        ] {
            assert_eq!(Branching::of(keyword.as_bytes()), expected, "{keyword}");
        }
    }

    #[test]
    fn the_first_branch_that_holds_is_compiled_and_no_later_one() {
        let mut ifs = OpenIfs::new(true);
        ifs.open((), |()| false.into());
        assert!(!ifs.present());
        ifs.branch(|()| true.into());
        assert!(ifs.present());
        ifs.branch(|()| unreachable!("an earlier branch was taken"));
        assert!(!ifs.present());
        ifs.otherwise();
        assert!(!ifs.present());
        assert_eq!(ifs.close(), Some(()));
        assert!(ifs.present());
    }

    #[test]
    fn nothing_in_a_branch_that_is_not_compiled_is() {
        let mut ifs = OpenIfs::new(true);
        ifs.open(1, |_| false.into());
        ifs.open(2, |_| unreachable!("nothing around it is compiled"));
        ifs.otherwise();
        assert!(!ifs.present());
        assert_eq!(ifs.kept().collect::<Vec<_>>(), [&1, &2]);
    }

    #[test]
    fn an_unknown_condition_leaves_the_later_branches_to_the_same_targets() {
        let mut ifs = OpenIfs::new(Two(3));
        ifs.open((), |()| Truth { holds: Two(1), fails: Two::NONE });
        assert_eq!(ifs.present(), Two(3));
        ifs.otherwise();
        assert_eq!(ifs.present(), Two(2));
    }

    #[test]
    fn branches_and_ends_without_an_if_do_nothing() {
        let mut ifs: OpenIfs<bool> = OpenIfs::new(true);
        ifs.otherwise();
        assert_eq!((ifs.close(), ifs.present(), ifs.innermost().is_none()), (None, true, true));
    }
}
