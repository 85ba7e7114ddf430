//! Heads of program units: `attributes(global) subroutine k(a, n) bind(c)`, `module m`, `real(8) function f(x) result(r)`.

use super::cursor::Parser;
use super::statement::Head;
use crate::ast::{Expr, Name, Prefix, RunsOn, Span, UnitKind};
use crate::token::TokenKind;

impl Parser<'_> {
    /// The head at hand; `None`, and nothing read, where the statement is something else.
    pub(super) fn head(&mut self) -> Option<Head> {
        let at = self.at;
        let head = self.any_head();
        if head.is_none() {
            self.at = at;
        }
        head
    }

    fn any_head(&mut self) -> Option<Head> {
        match self.word().as_str() {
            "program" => self.named(UnitKind::Program, 1),
            "submodule" => self.submodule(),
            "blockdata" => self.block_data(1),
            "block" if self.word_nth(1) == "data" => self.block_data(2),
            "module" if !self.module_is_prefix() => self.named(UnitKind::Module, 1),
            _ => self.procedure(),
        }
    }

    /// `module` begins `module subroutine s`, `module procedure p`, ..., not `module m`.
    fn module_is_prefix(&self) -> bool {
        self.peek_nth(2) != TokenKind::End
    }

    /// A head that is `words` words and a name.
    fn named(&mut self, kind: UnitKind, words: usize) -> Option<Head> {
        for _ in 0..words {
            self.bump();
        }
        let name = self.name()?;
        self.at_end().map(|()| Head::new(kind, name))
    }

    fn at_end(&self) -> Option<()> {
        (self.peek() == TokenKind::End).then_some(())
    }

    fn block_data(&mut self, words: usize) -> Option<Head> {
        for _ in 0..words {
            self.bump();
        }
        let here = Span::at(self.last().end);
        let name = self.name().unwrap_or(Name { key: Default::default(), span: here });
        self.at_end().map(|()| Head::new(UnitKind::BlockData, name))
    }

    /// `submodule (parent) name`.
    fn submodule(&mut self) -> Option<Head> {
        self.bump();
        let open = self.at;
        self.expect(TokenKind::Open)?;
        let parent = self.name()?;
        self.at = self.after_parens(open)?;
        let name = self.name()?;
        self.at_end()?;
        let mut head = Head::new(UnitKind::Submodule, name);
        head.parent = Some(parent);
        Some(head)
    }

    fn procedure(&mut self) -> Option<Head> {
        let prefix = self.prefix()?;
        let kind = match self.word().as_str() {
            "subroutine" => UnitKind::Subroutine,
            "function" => UnitKind::Function,
            // `module procedure p` gives the body of a procedure whose interface is the parent's.
            "procedure" if prefix.words.iter().any(|word| word.key == "module") => UnitKind::Subroutine,
            _ => return None,
        };
        self.bump();
        let mut head = Head::new(kind, self.name()?);
        head.prefix = prefix;
        if self.peek() == TokenKind::Open {
            self.dummies(&mut head)?;
        }
        self.suffixes(&mut head)?;
        Some(head)
    }

    /// The dummies; where a macro makes the name (`subroutine NAME(x)(a, b)`), its arguments are passed over.
    fn dummies(&mut self, head: &mut Head) -> Option<()> {
        if let Some(after) = self.after_parens(self.at).filter(|after| self.kind_at(*after) == TokenKind::Open) {
            self.at = after;
        }
        let start = self.bump().start;
        if self.peek() != TokenKind::Close {
            head.dummies = self.list(Self::dummy)?;
        }
        self.expect(TokenKind::Close)?;
        head.dummies_span = Some(self.since(start));
        Some(())
    }

    fn dummy(&mut self) -> Option<Name> {
        if self.peek() == TokenKind::Binary(crate::ast::BinaryOp::Mul) {
            let star = self.bump();
            return Some(Name { key: "*".into(), span: star.span() });
        }
        self.name()
    }

    fn suffixes(&mut self, head: &mut Head) -> Option<()> {
        while self.peek() != TokenKind::End {
            match self.word().as_str() {
                "result" => {
                    self.bump();
                    self.expect(TokenKind::Open)?;
                    head.result = Some(self.name()?);
                    self.expect(TokenKind::Close)?;
                }
                "bind" => head.bind = Some(self.bind()?),
                _ => return None,
            }
        }
        Some(())
    }

    fn prefix(&mut self) -> Option<Prefix> {
        let mut prefix = Prefix::default();
        loop {
            let start = self.start();
            match self.word().as_str() {
                "subroutine" | "function" => return Some(prefix),
                "procedure" if self.peek_nth(1) == TokenKind::Name => return Some(prefix),
                "recursive" | "non_recursive" | "pure" | "elemental" | "impure" | "module" => prefix.words.push(self.name()?),
                "attributes" => {
                    let places = self.places()?;
                    prefix.attributes = Some((self.since(start), places));
                }
                "launch_bounds" => prefix.launch_bounds = Some(self.numbers()?),
                "cluster_dims" => prefix.cluster_dims = Some(self.numbers()?),
                _ => prefix.result = Some(self.result_type()?),
            }
        }
    }

    /// A type, or the name of a derived type's macro.
    fn result_type(&mut self) -> Option<crate::ast::TypeSpec> {
        self.type_spec()
    }

    fn places(&mut self) -> Option<Vec<RunsOn>> {
        self.bump();
        self.expect(TokenKind::Open)?;
        let places = self.list(Self::place)?;
        self.expect(TokenKind::Close)?;
        Some(places)
    }

    fn place(&mut self) -> Option<RunsOn> {
        Some(match self.name()?.key.as_str() {
            "host" => RunsOn::Host,
            "device" => RunsOn::Device,
            "global" => RunsOn::Global,
            "grid_global" => RunsOn::GridGlobal,
            _ => return None,
        })
    }

    fn numbers(&mut self) -> Option<(Span, Vec<Expr>)> {
        let start = self.bump().start;
        self.expect(TokenKind::Open)?;
        let numbers = self.list(Self::expression)?;
        self.expect(TokenKind::Close)?;
        Some((self.since(start), numbers))
    }
}
