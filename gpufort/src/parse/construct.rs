//! Statements that open constructs, and those that stand alone, by their first word.

use super::cursor::Parser;
use super::statement::{Open, Word};
use crate::ast::{Arm, DoControl, Expr, IndexRange, Name, Stmt, StmtKind};
use crate::token::TokenKind;

impl Parser<'_> {
    /// The head of a construct; the inner value is `None` where it is malformed.
    pub(super) fn opening(&mut self, word: &str) -> Option<Option<Open>> {
        let (next, second) = (self.peek_nth(1), self.word_nth(1));
        Some(match (word, second.as_str()) {
            ("if", _) if self.after_head_is_then() => self.if_then(),
            ("do", "while") if self.peek_nth(2) == TokenKind::Open => self.do_while(2),
            ("dowhile", _) => self.do_while(1),
            ("do", "concurrent") if self.peek_nth(2) == TokenKind::Open => self.do_concurrent(2),
            ("doconcurrent", _) => self.do_concurrent(1),
            ("do", _) => self.do_count(),
            ("select", "case") => self.select_case(2),
            ("selectcase", _) => self.select_case(1),
            ("select", "type" | "rank") | ("selecttype" | "selectrank" | "critical", _) | ("change", "team") => self.other(),
            ("where", _) if self.head_is_whole() => self.where_head(),
            ("forall", _) if self.head_is_whole() => self.forall_head(),
            ("associate", _) if next == TokenKind::Open => self.associate(),
            ("block", "") if next == TokenKind::End => self.alone(Open::Block),
            ("type", _) if next != TokenKind::Open => self.derived_type(),
            ("interface", _) => self.interface(),
            ("abstract", "interface") => self.other_interface(),
            ("enum", _) if next == TokenKind::Comma || next == TokenKind::End => self.enum_head(),
            _ => return None,
        })
    }

    fn alone(&mut self, open: Open) -> Option<Open> {
        self.bump();
        Some(open)
    }

    fn other(&mut self) -> Option<Open> {
        self.skip_statement();
        Some(Open::Other)
    }

    fn other_interface(&mut self) -> Option<Open> {
        self.skip_statement();
        Some(Open::Interface(None))
    }

    fn enum_head(&mut self) -> Option<Open> {
        self.skip_statement();
        Some(Open::Enum)
    }

    /// `if (...)` is followed by `then`.
    fn after_head_is_then(&self) -> bool {
        let after = self.after_parens(self.at + 1);
        after.is_some_and(|at| self.word_nth(at - self.at) == "then")
    }

    /// The first word's parentheses end the statement.
    fn head_is_whole(&self) -> bool {
        self.peek_nth(1) == TokenKind::Open && self.after_parens(self.at + 1).is_some_and(|at| self.kind_at(at) == TokenKind::End)
    }

    fn if_then(&mut self) -> Option<Open> {
        self.bump();
        let condition = self.in_parens()?;
        self.bump();
        Some(Open::If(condition))
    }

    fn do_while(&mut self, words: usize) -> Option<Open> {
        for _ in 0..words {
            self.bump();
        }
        let condition = self.in_parens()?;
        Some(repeats(DoControl::While(condition), None))
    }

    fn do_count(&mut self) -> Option<Open> {
        self.bump();
        let until = if self.peek() == TokenKind::Integer { self.label() } else { None };
        self.eat(TokenKind::Comma);
        if self.peek() == TokenKind::End {
            return Some(repeats(DoControl::Forever, until));
        }
        if self.word() == "while" && self.peek_nth(1) == TokenKind::Open {
            self.bump();
            let condition = self.in_parens()?;
            return Some(repeats(DoControl::While(condition), until));
        }
        let variable = self.name()?;
        self.expect(TokenKind::Equals)?;
        let from = self.expression()?;
        self.expect(TokenKind::Comma)?;
        let to = self.expression()?;
        let step = if self.eat(TokenKind::Comma) { Some(self.expression()?) } else { None };
        Some(repeats(DoControl::Count { variable, from, to, step }, until))
    }

    /// `do concurrent (i = 1:n, mask) local(x)`: what follows the parentheses is passed over.
    fn do_concurrent(&mut self, words: usize) -> Option<Open> {
        for _ in 0..words {
            self.bump();
        }
        let (indices, mask) = self.index_ranges()?;
        self.skip_statement();
        Some(repeats(DoControl::Concurrent { indices, mask }, None))
    }

    fn forall_head(&mut self) -> Option<Open> {
        self.bump();
        let (indices, mask) = self.index_ranges()?;
        Some(Open::Forall { indices, mask })
    }

    /// `(i = 1:n, j = 1:m, mask)`, of `do concurrent` and `forall`.
    fn index_ranges(&mut self) -> Option<(Vec<IndexRange>, Option<Expr>)> {
        self.expect(TokenKind::Open)?;
        if self.type_spec().is_some() {
            self.expect(TokenKind::Colons)?;
        }
        let (mut indices, mut mask) = (Vec::new(), None);
        loop {
            if self.peek() == TokenKind::Name && self.peek_nth(1) == TokenKind::Equals {
                indices.push(self.index_range()?);
            } else {
                mask = Some(self.expression()?);
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Close)?;
        Some((indices, mask))
    }

    fn index_range(&mut self) -> Option<IndexRange> {
        let name = self.name()?;
        self.bump();
        let from = self.expression()?;
        self.expect(TokenKind::Colon)?;
        let to = self.expression()?;
        let step = if self.eat(TokenKind::Colon) { Some(self.expression()?) } else { None };
        Some((name, from, to, step))
    }

    fn select_case(&mut self, words: usize) -> Option<Open> {
        for _ in 0..words {
            self.bump();
        }
        self.in_parens().map(Open::Select)
    }

    fn where_head(&mut self) -> Option<Open> {
        self.bump();
        self.in_parens().map(Open::Where)
    }

    fn associate(&mut self) -> Option<Open> {
        self.bump();
        self.expect(TokenKind::Open)?;
        let pairs = self.list(Self::association)?;
        self.expect(TokenKind::Close)?;
        Some(Open::Associate(pairs))
    }

    fn association(&mut self) -> Option<(Name, Expr)> {
        let name = self.name()?;
        self.expect(TokenKind::Arrow)?;
        Some((name, self.expression()?))
    }

    fn interface(&mut self) -> Option<Open> {
        self.bump();
        if self.peek() == TokenKind::End {
            return Some(Open::Interface(None));
        }
        let special = self.is_generic_spec();
        let name = self.generic_spec()?;
        Some(Open::Interface((!special).then_some(name)))
    }

    /// A statement that holds no lines of its own, by its first word.
    pub(super) fn simple(&mut self, word: &str) -> Option<StmtKind> {
        match word {
            "use" => self.use_statement(),
            "implicit" => self.implicit(),
            "parameter" => self.parameter(),
            "common" => self.common(),
            "include" => self.include(),
            "enumerator" => self.enumerators(),
            "call" => self.call(),
            "allocate" => self.allocate(),
            "deallocate" => self.deallocate(),
            "nullify" => self.nullify(),
            "if" => self.if_one(),
            "where" => self.where_one(),
            "forall" => self.forall_one(),
            "cycle" => self.jump(StmtKind::Cycle),
            "exit" => self.jump(StmtKind::Exit),
            "continue" => self.word_alone(StmtKind::Continue),
            "return" => self.returns(),
            "goto" | "go" => self.go_to(word),
            "stop" | "error" | "errorstop" => self.stops(word),
            "print" | "write" | "read" | "open" | "close" | "inquire" | "rewind" | "backspace" | "flush" | "wait" | "endfile" => {
                self.io()
            }
            _ if is_attribute_word(word) => self.attribute_statement(),
            _ => self.declare().map(StmtKind::Declare),
        }
    }

    fn word_alone(&mut self, kind: StmtKind) -> Option<StmtKind> {
        self.bump();
        Some(kind)
    }

    /// An alternate return's number is passed over.
    fn returns(&mut self) -> Option<StmtKind> {
        self.skip_statement();
        Some(StmtKind::Return)
    }

    fn go_to(&mut self, word: &str) -> Option<StmtKind> {
        self.bump();
        if word == "go" && !self.eat_word("to") {
            return None;
        }
        self.goto()
    }

    fn stops(&mut self, word: &str) -> Option<StmtKind> {
        self.bump();
        if word == "error" && !self.eat_word("stop") {
            return None;
        }
        self.stop(word != "stop")
    }

    fn if_one(&mut self) -> Option<StmtKind> {
        self.bump();
        let condition = self.in_parens()?;
        if self.peek() == TokenKind::Integer {
            let labels = self.list(Self::label)?.try_into().ok()?;
            return Some(StmtKind::ArithmeticIf { value: condition, labels });
        }
        let then = Box::new(self.inner_statement()?);
        Some(StmtKind::IfOne { condition, then })
    }

    fn where_one(&mut self) -> Option<StmtKind> {
        let start = self.bump().start;
        let mask = self.in_parens()?;
        let head = self.since(start);
        let body = vec![self.inner_statement()?];
        Some(StmtKind::Where { arms: vec![Arm { head, condition: Some(mask), body }] })
    }

    fn forall_one(&mut self) -> Option<StmtKind> {
        self.bump();
        let (indices, mask) = self.index_ranges()?;
        let body = vec![self.inner_statement()?];
        Some(StmtKind::Forall { indices, mask, body })
    }

    /// The statement of `if (c) statement`.
    fn inner_statement(&mut self) -> Option<Stmt> {
        self.deeper(|parser| {
            let start = parser.start();
            let kind = if parser.is_assignment() {
                parser.assignment()?
            } else {
                let word = parser.word();
                parser.inner_by_word(&word)?
            };
            Some(Stmt { span: parser.since(start), label: None, kind })
        })
    }

    /// A macro's call may stand after a condition too.
    fn inner_by_word(&mut self, word: &str) -> Option<StmtKind> {
        let at = self.at;
        let macro_like = match self.peek_nth(1) {
            TokenKind::End => true,
            TokenKind::Open => self.after_parens(self.at + 1).is_some_and(|at| self.kind_at(at) == TokenKind::End),
            _ => false,
        };
        match self.simple(word) {
            Some(kind) => Some(kind),
            None if macro_like && !word.is_empty() && Word::of(word).is_none() => {
                self.at = at;
                self.skip_statement();
                Some(StmtKind::Opaque)
            }
            None => None,
        }
    }
}

fn is_attribute_word(word: &str) -> bool {
    matches!(
        word,
        "attributes"
            | "save"
            | "target"
            | "dimension"
            | "allocatable"
            | "pointer"
            | "external"
            | "intrinsic"
            | "public"
            | "private"
            | "protected"
            | "volatile"
            | "optional"
            | "contiguous"
            | "value"
            | "intent"
            | "bind"
    )
}

fn repeats(control: DoControl, until: Option<u32>) -> Open {
    Open::Do { control: Box::new(control), until }
}
