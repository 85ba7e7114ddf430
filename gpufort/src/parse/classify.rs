//! One statement's tokens to what it is: a statement of its own, or the head, a middle or the end of a construct or unit.

use super::cursor::Parser;
use super::statement::{Line, Middle, Open, Parsed, Part, Word};
use crate::ast::{CppLine, Name, Span, StmtKind};
use crate::token::TokenKind;

impl Parser<'_> {
    /// Reads a statement.
    pub(super) fn line(&mut self) -> Option<Line> {
        while !self.at_file_end() && self.peek() == TokenKind::End {
            self.at += 1;
        }
        if self.at_file_end() {
            return None;
        }
        self.start_statement();
        let start = self.start();
        let mut line = match self.peek() {
            TokenKind::Cpp => self.whole(StmtKind::Cpp(self.cpp_line())),
            TokenKind::Directive => self.whole(self.directive()),
            TokenKind::CufDirective => {
                let kind = self.cuf_directive();
                self.whole(kind)
            }
            _ => self.marked(),
        };
        line.span = self.since(start);
        self.at += 1;
        Some(line)
    }

    /// A line that is one statement; its tokens are passed.
    fn whole(&mut self, kind: StmtKind) -> Line {
        self.skip_statement();
        Line { span: Span::default(), inner: 0, label: None, mark: None, name: None, parsed: Parsed::Simple(kind) }
    }

    fn cpp_line(&self) -> CppLine {
        let here = self.token().span();
        let unknown = CppLine { span: here, keyword: Default::default(), rest: Span::at(here.end) };
        self.lexed.cpp_at(here.start).cloned().unwrap_or(unknown)
    }

    fn directive(&self) -> StmtKind {
        let start = self.start();
        let found = self.lexed.directives.binary_search_by_key(&start, |directive| directive.span.start);
        match found {
            Ok(at) => {
                let directive = &self.lexed.directives[at];
                StmtKind::Directive(crate::ast::Directive {
                    span: directive.span,
                    sentinel: directive.sentinel.clone(),
                    text: directive.text.clone(),
                })
            }
            Err(_) => StmtKind::Opaque,
        }
    }

    /// A statement with its mark `!@cuf`, label and construct name.
    fn marked(&mut self) -> Line {
        let mark = (self.peek() == TokenKind::CufMark).then(|| self.bump().span());
        let inner = self.start();
        let label = if self.peek() == TokenKind::Integer && self.peek_nth(1) != TokenKind::End { self.label() } else { None };
        let name = self.construct_name();
        let parsed = self.understood_or_opaque();
        Line { span: Span::default(), inner, label, mark, name, parsed }
    }

    fn construct_name(&mut self) -> Option<Name> {
        let named = self.peek() == TokenKind::Name && self.peek_nth(1) == TokenKind::Colon && self.peek_nth(2) == TokenKind::Name;
        if !named {
            return None;
        }
        let name = self.name();
        self.bump();
        name
    }

    fn understood_or_opaque(&mut self) -> Parsed {
        let at = self.at;
        if let Some(parsed) = self.understood()
            && self.peek() == TokenKind::End
        {
            return parsed;
        }
        self.at = at;
        let first = self.word();
        let macro_like = self.is_macro_like();
        let span = self.skip_statement();
        if !macro_like && !is_left_alone(&first) {
            self.problem(span, "the statement is not understood");
        }
        Parsed::Simple(StmtKind::Opaque)
    }

    /// `NAME` or `NAME(...)`, which a macro may be.
    fn is_macro_like(&self) -> bool {
        if self.peek() != TokenKind::Name || is_keyword(&self.word()) {
            return false;
        }
        match self.peek_nth(1) {
            TokenKind::End => true,
            TokenKind::Open => self.after_parens(self.at + 1).is_some_and(|at| self.kind_at(at) == TokenKind::End),
            _ => false,
        }
    }

    fn understood(&mut self) -> Option<Parsed> {
        if self.peek() != TokenKind::Name {
            return None;
        }
        if self.is_assignment() {
            return self.assignment().map(Parsed::Simple);
        }
        let word = self.word();
        if let Some(part) = self.part(&word) {
            return part.map(Parsed::Part);
        }
        if word.starts_with("end") && word != "endfile" && !(word == "end" && self.word_nth(1) == "file") {
            return self.ending(&word).map(Parsed::Close);
        }
        if let Some(middle) = self.middle(&word) {
            return middle.map(Parsed::Middle);
        }
        if let Some(head) = self.head() {
            return Some(Parsed::Open(Open::Unit(Box::new(head))));
        }
        if let Some(open) = self.opening(&word) {
            return open.map(Parsed::Open);
        }
        self.simple(&word).map(Parsed::Simple)
    }

    /// `end`, `end do`, `enddo`, `end subroutine s`.
    fn ending(&mut self, word: &str) -> Option<Option<Word>> {
        self.bump();
        let mut rest = word[3..].to_owned();
        if rest.is_empty() {
            if self.peek() == TokenKind::End {
                return Some(None);
            }
            rest = self.name()?.key.to_string();
            if rest == "block" && self.word() == "data" {
                self.bump();
                rest = "blockdata".to_owned();
            }
        }
        let closed = Word::of(&rest)?;
        self.skip_statement();
        Some(Some(closed))
    }

    /// What stands between a construct's parts; the inner value is `None` where it is malformed.
    fn middle(&mut self, word: &str) -> Option<Option<Middle>> {
        let second = self.word_nth(1);
        Some(match (word, second.as_str()) {
            ("else", "if") => self.else_if(2),
            ("elseif", _) => self.else_if(1),
            ("else", "where") => self.else_where(2),
            ("elsewhere", _) => self.else_where(1),
            ("else", _) => self.rest(Middle::Else),
            ("contains", "") => self.rest(Middle::Contains),
            ("case", _) => self.case(),
            ("type" | "class", "is") | ("class", "default") => self.rest(Middle::TypeCase),
            ("rank", _) if self.inside(Word::Other) => self.rest(Middle::TypeCase),
            _ => return None,
        })
    }

    /// A middle whose further tokens (a construct's name) say nothing.
    fn rest(&mut self, middle: Middle) -> Option<Middle> {
        self.skip_statement();
        Some(middle)
    }

    fn else_if(&mut self, words: usize) -> Option<Middle> {
        for _ in 0..words {
            self.bump();
        }
        let condition = self.in_parens()?;
        self.eat_word("then").then_some(())?;
        self.name();
        Some(Middle::ElseIf(condition))
    }

    fn else_where(&mut self, words: usize) -> Option<Middle> {
        for _ in 0..words {
            self.bump();
        }
        let mask = if self.peek() == TokenKind::Open { Some(self.in_parens()?) } else { None };
        self.name();
        Some(Middle::ElseWhere(mask))
    }

    fn case(&mut self) -> Option<Middle> {
        self.bump();
        let mut values = Vec::new();
        if !self.eat_word("default") {
            self.expect(TokenKind::Open)?;
            values = self.list(Self::argument_value)?;
            self.expect(TokenKind::Close)?;
        }
        self.name();
        Some(Middle::Case(values))
    }

    /// Statements that only stand in a derived type or an interface.
    fn part(&mut self, word: &str) -> Option<Option<Part>> {
        let second = self.peek_nth(1);
        Some(match word {
            "sequence" if self.inside(Word::Type) => self.sequence(),
            "procedure" | "generic" | "final" if self.inside(Word::Type) && !self.is_procedure_component(second) => {
                self.bindings()
            }
            "procedure" | "moduleprocedure" if self.inside(Word::Interface) && second != TokenKind::Open => self.specifics(1),
            "module" if self.inside(Word::Interface) && self.word_nth(1) == "procedure" => self.specifics(2),
            _ => return None,
        })
    }

    fn sequence(&mut self) -> Option<Part> {
        self.bump();
        Some(Part::Sequence)
    }

    fn specifics(&mut self, words: usize) -> Option<Part> {
        for _ in 0..words {
            self.bump();
        }
        self.eat(TokenKind::Colons);
        self.list(Self::name).map(Part::Procedures)
    }

    pub(super) fn in_parens(&mut self) -> Option<crate::ast::Expr> {
        self.expect(TokenKind::Open)?;
        let inner = self.expression()?;
        self.expect(TokenKind::Close)?;
        Some(inner)
    }

    pub(super) fn inside(&self, word: Word) -> bool {
        self.open.last().is_some_and(|opened| opened.word == word)
    }
}

/// Statements that the tree has no node for.
fn is_left_alone(word: &str) -> bool {
    matches!(
        word,
        "format"
            | "data"
            | "common"
            | "namelist"
            | "equivalence"
            | "import"
            | "entry"
            | "include"
            | "assign"
            | "goto"
            | "go"
            | "sync"
            | "lock"
            | "unlock"
            | "fail"
            | "final"
            | "generic"
            | "if"
            | "pause"
            | "options"
            | "event"
            | "form"
            | "change"
            | "save"
            | "codimension"
            | "asynchronous"
    )
}

/// Words that begin statements, which a macro's name is not.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "call"
            | "if"
            | "do"
            | "use"
            | "allocate"
            | "deallocate"
            | "nullify"
            | "write"
            | "read"
            | "print"
            | "where"
            | "case"
            | "select"
            | "subroutine"
            | "function"
            | "module"
            | "end"
            | "elseif"
            | "parameter"
    )
}
