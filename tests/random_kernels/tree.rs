//! Kernels made by chance as trees of texts, so that parts of them can be left out.

use std::collections::BTreeSet;

/// An expression of type `ty`, `$0`, `$1`... in its text being its parts. It has no side effects and is defined for all values.
#[derive(Clone)]
pub(crate) struct Expression {
    pub(crate) ty: &'static str,
    pub(crate) text: String,
    pub(crate) parts: Vec<Expression>,
}

/// A statement, `$0`... in its text being its expressions and `@0`... the statements in it.
#[derive(Clone, Default)]
pub(crate) struct Statement {
    pub(crate) text: String,
    pub(crate) parts: Vec<Expression>,
    pub(crate) blocks: Vec<Vec<Statement>>,
}

/// Something that is only printed where its name is used.
#[derive(Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) declaration: Statement,
}

/// A device function.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) head: String,
    pub(crate) variables: Vec<Variable>,
    pub(crate) body: Vec<Statement>,
    /// What it returns at its end.
    pub(crate) result: Expression,
}

#[derive(Clone)]
pub(crate) struct Kernel {
    /// Its number, counted from the first of the seed.
    pub(crate) number: usize,
    pub(crate) shape: Shape,
    pub(crate) functions: Vec<Function>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) body: Vec<Statement>,
}

impl Expression {
    pub(crate) fn leaf(ty: &'static str, text: impl Into<String>) -> Self {
        Self { ty, text: text.into(), parts: Vec::new() }
    }

    pub(crate) fn print(&self) -> String {
        fill(&self.text, &self.parts, &[], 0)
    }
}

impl Statement {
    pub(crate) fn new(text: impl Into<String>, parts: Vec<Expression>) -> Self {
        Self { text: text.into(), parts, blocks: Vec::new() }
    }

    pub(crate) fn with(text: impl Into<String>, parts: Vec<Expression>, blocks: Vec<Vec<Statement>>) -> Self {
        Self { text: text.into(), parts, blocks }
    }

    fn print(&self, indent: usize) -> String {
        fill(&self.text, &self.parts, &self.blocks, indent)
    }
}

/// Threads of a block, by dimension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape(pub(crate) [u32; 3]);

impl Shape {
    pub(crate) fn threads(self) -> u32 {
        self.0.iter().product()
    }

    /// The declarations of a thread's numbers: `t` of all, `tx` and `ty` of its row and its column.
    fn numbers(self) -> String {
        let [x, y, z] = self.0;
        let t = match (y, z) {
            (1, 1) => "tx".to_owned(),
            (_, 1) => format!("ty * {x}u + tx"),
            _ => format!("(threadIdx.z * {y}u + ty) * {x}u + tx"),
        };
        format!("tx = threadIdx.x, ty = threadIdx.y, t = {t}")
    }
}

/// Statements, one a line.
pub(crate) fn print(statements: &[Statement], indent: usize) -> String {
    let margin = "  ".repeat(indent);
    statements.iter().map(|statement| format!("{margin}{}\n", statement.print(indent))).collect()
}

fn fill(text: &str, parts: &[Expression], blocks: &[Vec<Statement>], indent: usize) -> String {
    let mut result = String::new();
    let mut marks = text.chars();
    while let Some(mark) = marks.next() {
        let mut number = || marks.next().and_then(|digit| digit.to_digit(10)).expect("a digit after the mark") as usize;
        match mark {
            '$' => result += &parts[number()].print(),
            '@' => result += &format!("{{\n{}{}}}", print(&blocks[number()], indent + 1), "  ".repeat(indent)),
            other => result.push(other),
        }
    }
    result
}

/// Identifiers in a text.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|mark: char| !mark.is_alphanumeric() && mark != '_').collect()
}

/// The declarations of what `body` uses, and of what these use.
fn declarations(variables: &[Variable], body: &str) -> String {
    let mut result = String::new();
    let mut used = body.to_owned();
    for variable in variables.iter().rev() {
        if words(&used).contains(variable.name.as_str()) {
            let line = print(std::slice::from_ref(&variable.declaration), 1);
            used += &line;
            result = line + &result;
        }
    }
    result
}

impl Function {
    fn print(&self) -> String {
        let body = print(&self.body, 1) + &format!("  return {};\n", self.result.print());
        format!("{} {{\n{}{body}}}\n", self.head, declarations(&self.variables, &body))
    }
}

impl Kernel {
    /// The kernel under the name `name`, with the functions that it calls.
    pub(crate) fn print(&self, name: &str) -> String {
        let body = print(&self.body, 1);
        let inside = declarations(&self.variables, &body) + &body;
        let mut functions = String::new();
        for function in self.functions.iter().rev() {
            if words(&(inside.clone() + &functions)).contains(function.name.as_str()) {
                functions = function.print() + &functions;
            }
        }
        let (numbers, threads) = (self.shape.numbers(), self.shape.threads());
        let text = format!(
            "{functions}__global__ void KERNEL(PARAMETERS) {{\n  const u32 {numbers}, g = blockIdx.x * {threads}u + t;\n{inside}}}\n"
        );
        // Functions and the kernel get names of their own in each program that has them.
        text.replace("FUNCTION", &format!("{name}_f")).replace("KERNEL", name)
    }
}
