//! One overload of a device function, by CUDA's names of types; and its line in lists.

use crate::number::Number;

/// How an argument reaches a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    Value,
    /// A pointer to memory that the function reads.
    Read,
    /// A pointer to memory that the function may write.
    Written,
    /// A reference to memory that the function may write.
    Reference,
}

/// One parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// CUDA's name of the type, or of what is pointed to.
    pub name: String,
    pub number: Number,
    pub passing: Passing,
}

/// One overload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// CUDA's name of the type; `void` where there is none.
    pub result: String,
}

impl Parameter {
    /// A parameter of this type as C++ writes it; `None` for what is no number, or a pointer to none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches("const").trim_end();
        let (target, sign) = match text.chars().last()? {
            sign @ ('*' | '&') => (text[..text.len() - 1].trim(), Some(sign)),
            _ => (text, None),
        };
        let name = target.strip_prefix("const ").unwrap_or(target).replace("volatile ", "");
        let constant = target.starts_with("const ");
        let passing = match sign {
            Some('*') if constant => Passing::Read,
            Some('*') => Passing::Written,
            Some(_) if !constant => Passing::Reference,
            _ => Passing::Value,
        };
        Some(Self { number: Number::named(&name)?, name, passing })
    }
}

impl Function {
    /// A function of these types as C++ writes them; `None` where one is no number.
    #[must_use]
    pub fn parse<'a>(name: &str, parameters: impl IntoIterator<Item = &'a str>, result: &str) -> Option<Self> {
        let parameters = parameters.into_iter().map(Parameter::parse).collect::<Option<Vec<_>>>()?;
        let result = result.trim_end_matches('&').trim();
        let result = result.strip_prefix("const ").unwrap_or(result);
        (result == "void" || Number::named(result).is_some()).then(|| Self {
            name: name.to_owned(),
            parameters,
            result: result.to_owned(),
        })
    }

    /// `name(types) -> result`, the line that `from_line` reads.
    #[must_use]
    pub fn line(&self) -> String {
        let types: Vec<String> = self.parameters.iter().map(Parameter::written).collect();
        format!("{}({}) -> {}", self.name, types.join(", "), self.result)
    }

    /// The function of a line.
    #[must_use]
    pub fn from_line(line: &str) -> Option<Self> {
        let (head, result) = line.split_once(") -> ")?;
        let (name, types) = head.split_once('(')?;
        Self::parse(name, types.split(", "), result)
    }

    /// Whether a port has the function's name and the names of its types in HIP; whether there is such an overload is another matter.
    #[must_use]
    pub fn has_counterpart(&self) -> bool {
        self.has_names(|symbol| symbol.hip().is_some())
    }

    /// The same, or that builds supply what HIP lacks of them.
    #[must_use]
    pub fn is_to_be_had(&self) -> bool {
        let symbol = |name: &str| hipify_rules::symbol(name.as_bytes());
        // What takes a type that builds alone supply has a row if it is supplied too.
        let takes_ours =
            self.parameters.iter().any(|p| symbol(&p.name).is_some_and(|row| row.hip().is_none() && row.supplied().is_some()));
        let is_known = !takes_ours || symbol(&self.name).is_some_and(|row| row.supplied().is_some());
        is_known && self.has_names(|symbol| symbol.hip().is_some() || symbol.supplied().is_some())
    }

    fn has_names(&self, has: impl Fn(hipify_rules::Symbol) -> bool) -> bool {
        let known = |name: &str| match hipify_rules::symbol(name.as_bytes()) {
            Some(symbol) => has(symbol),
            None => !hipify_rules::is_cuda_like(name.as_bytes()),
        };
        known(&self.name) && self.parameters.iter().all(|p| known(&p.name))
    }

    /// The bytes of what one call leaves: the result, then what it may have written, in order.
    #[must_use]
    pub fn outputs(&self) -> Vec<Number> {
        let written = self.parameters.iter().filter(|p| matches!(p.passing, Passing::Written | Passing::Reference));
        Number::named(&self.result).into_iter().chain(written.map(|p| p.number)).collect()
    }
}

impl Parameter {
    fn written(&self) -> String {
        match self.passing {
            Passing::Value => self.name.clone(),
            Passing::Read => format!("const {} *", self.name),
            Passing::Written => format!("{} *", self.name),
            Passing::Reference => format!("{} &", self.name),
        }
    }
}
