//! `!$cuf kernel do(2) <<<*, (32, 4), stream=s>>> reduce(+:a)`.

use super::cursor::Parser;
use crate::ast::{CufKernel, Directive, Name, StmtKind};
use crate::token::{TokenKind, lower};
use smol_str::SmolStr;

impl Parser<'_> {
    /// The directive, whose loop is joined to it later.
    pub(super) fn cuf_directive(&mut self) -> StmtKind {
        let start = self.bump().start;
        let at = self.at;
        if let Some(kernel) = self.cuf_kernel(start).filter(|_| self.peek() == TokenKind::End) {
            return StmtKind::CufKernel(kernel);
        }
        self.at = at;
        let text = self.skip_statement();
        let span = self.since(start);
        self.problem(span, "the `!$cuf` directive is not understood");
        let text = lower(text.of(self.source)).to_string();
        StmtKind::Directive(Directive { span, sentinel: "cuf".into(), text })
    }

    fn cuf_kernel(&mut self, start: u32) -> Option<CufKernel> {
        self.eat_word("kernel").then_some(())?;
        if !self.eat_word("do") && !self.eat_word("loop") {
            return None;
        }
        let mut depth = None;
        if self.eat(TokenKind::Open) {
            depth = Some(self.expression()?);
            self.expect(TokenKind::Close)?;
        }
        let chevron = if self.peek() == TokenKind::LaunchOpen { Some(self.chevron(true)?) } else { None };
        let mut reduce = Vec::new();
        while self.peek() != TokenKind::End {
            self.eat(TokenKind::Comma);
            reduce.push(self.reduction()?);
        }
        Some(CufKernel { directive: self.since(start), depth, chevron, reduce, body: None })
    }

    /// `reduce(+:a, b)`, also spelt `reduction`.
    fn reduction(&mut self) -> Option<(SmolStr, Vec<Name>)> {
        matches!(self.word().as_str(), "reduce" | "reduction").then(|| self.bump())?;
        self.expect(TokenKind::Open)?;
        let operation = self.bump();
        self.expect(TokenKind::Colon)?;
        let names = self.list(Self::name)?;
        self.expect(TokenKind::Close)?;
        Some((self.key(operation), names))
    }
}
