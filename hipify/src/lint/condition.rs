//! The condition of one `#if`, for one target or for the host: true, false or not known.

use crate::code::Code;
use crate::lint::targets::has_no_images;
use crate::syntax::operators::OPERATORS;
use crate::syntax::value::Value;
use crate::token::Kind;
use hipify_rules::{Gfx, Version};

/// What is known of macros besides those of the compiler.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    pub(crate) cuda: Option<Version>,
    pub(crate) rocm: Option<Version>,
}

/// What compiles the code.
pub(crate) struct Pass {
    /// The GPU; `None` for the host.
    pub(crate) gfx: Option<&'static Gfx>,
    /// The branches ask for HIP: CUDA's macros are what they are there, undefined.
    pub(crate) hip: bool,
    pub(crate) known: Known,
}

/// A macro's state.
enum State {
    Undefined,
    Value(i64),
    Unknown,
}

/// Whether the condition of the directive holds, and whether the answer hangs on the pass.
pub(crate) fn holds(code: &Code<'_>, hash: usize, end: usize, pass: &Pass) -> (Option<bool>, bool) {
    let mut depends = false;
    let defined = |negated: bool, depends: &mut bool| {
        let name = (hash + 2 < end).then(|| code.text(hash + 2))?;
        is_defined(pass, name, depends).map(|is| is != negated)
    };
    let value = match code.text(hash + 1) {
        b"ifdef" | b"elifdef" => defined(false, &mut depends),
        b"ifndef" | b"elifndef" => defined(true, &mut depends),
        _ => Expression { code, at: hash + 2, end, pass, depends: &mut depends }.whole(),
    };
    (value, depends)
}

fn is_defined(pass: &Pass, name: &[u8], depends: &mut bool) -> Option<bool> {
    match state(pass, name, depends) {
        State::Undefined => Some(false),
        State::Value(_) => Some(true),
        State::Unknown => None,
    }
}

/// What a macro is. Sources: AMDGPU's getTargetDefines in clang, HIP's host_defines.h, and `passes/guard.rs` for CUDA's.
fn state(pass: &Pass, name: &[u8], depends: &mut bool) -> State {
    let cuda = |state: State| if pass.hip { State::Undefined } else { state };
    match name {
        b"__HIP_PLATFORM_AMD__"
        | b"__HIP_PLATFORM_HCC__"
        | b"__HIPCC__"
        | b"__HIP__"
        | b"__clang__"
        | b"USE_ROCM"
        | b"USE_HIP" => State::Value(1),
        b"__HIP_PLATFORM_NVIDIA__" | b"__HIP_PLATFORM_NVCC__" | b"__NVCOMPILER" | b"__PGI" => State::Undefined,
        b"__CUDACC__" | b"__NVCC__" | b"__CUDA__" => cuda(State::Value(1)),
        b"__CUDACC_RTC__" | b"__HIPCC_RTC__" => State::Unknown,
        b"CUDART_VERSION" | b"CUDA_VERSION" => cuda(State::Value(i64::from(pass.known.cuda.map_or(12_090, Version::cuda_macro)))),
        b"__CUDACC_VER_MAJOR__" => cuda(State::Value(12)),
        b"__CUDA_ARCH__" => {
            *depends = true;
            if pass.gfx.is_some() { cuda(State::Value(700)) } else { State::Undefined }
        }
        b"HIP_VERSION_MAJOR" => pass.known.rocm.map_or(State::Unknown, |rocm| State::Value(rocm.major().into())),
        b"HIP_VERSION_MINOR" => pass.known.rocm.map_or(State::Unknown, |rocm| State::Value(rocm.minor().into())),
        b"__HIP_DEVICE_COMPILE__" | b"__AMDGCN__" | b"__AMDGPU__" | b"__AMD__" => {
            *depends = true;
            if pass.gfx.is_some() { State::Value(1) } else { State::Undefined }
        }
        b"__HIP_NO_IMAGE_SUPPORT" | b"__HIP_NO_IMAGE_SUPPORT__" => {
            *depends = true;
            if pass.gfx.is_some_and(has_no_images) { State::Value(1) } else { State::Undefined }
        }
        _ if name.starts_with(b"__GFX") || name.starts_with(b"__gfx") || name.starts_with(b"__AMDGCN_WAVEFRONT_SIZE") => {
            *depends = true;
            pass.gfx.map_or(State::Undefined, |gfx| of_gpu(gfx, name))
        }
        _ => State::Unknown,
    }
}

/// `__gfx90a__`, `__GFX9__`, `__AMDGCN_WAVEFRONT_SIZE__`.
fn of_gpu(gfx: &Gfx, name: &[u8]) -> State {
    if name.starts_with(b"__AMDGCN_WAVEFRONT_SIZE") {
        return gfx.wave_sizes.first().map_or(State::Unknown, |size| State::Value((*size).into()));
    }
    let Some(inner) = name.strip_prefix(b"__").and_then(|rest| rest.strip_suffix(b"__")) else { return State::Undefined };
    let major = gfx.isa / 1000;
    let is_this = inner == gfx.name.replace('-', "_").as_bytes() || inner == format!("GFX{major}").as_bytes();
    if is_this { State::Value(1) } else { State::Undefined }
}

/// Deeper conditions count as not known, so that no file can exhaust the stack.
const DEEPEST: usize = 64;

struct Expression<'a, 'b> {
    code: &'a Code<'b>,
    at: usize,
    end: usize,
    pass: &'a Pass,
    depends: &'a mut bool,
}

/// What a part of a condition is: a number, or nothing known of it. `Err`: not understood.
type Part = Result<Option<i64>, ()>;

impl Expression<'_, '_> {
    fn whole(mut self) -> Option<bool> {
        match self.binary(0, 0) {
            Ok(value) if self.at == self.end => value.map(|number| number != 0),
            _ => None,
        }
    }

    fn operator(&self) -> Option<(&'static [u8], u8)> {
        let token = self.code.tokens.get(self.at).filter(|t| self.at < self.end && t.kind == Kind::Punctuation)?;
        OPERATORS.iter().find(|(o, _)| self.code.source[token.start as usize..].starts_with(o)).copied()
    }

    fn binary(&mut self, least: u8, depth: usize) -> Part {
        let mut left = self.unary(depth)?;
        while let Some((operator, precedence)) = self.operator().filter(|(_, p)| *p > least) {
            self.at += operator.len();
            let right = self.binary(precedence, depth + 1)?;
            left = join(operator, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self, depth: usize) -> Part {
        if self.at >= self.end || depth > DEEPEST {
            return Err(());
        }
        let at = self.at;
        self.at += 1;
        match self.code.kind(at) {
            Kind::Number => Ok(Value::literal(self.code.text(at)).and_then(|value| value.number.try_into().ok())),
            Kind::Identifier if self.code.text(at) == b"defined" => self.defined(),
            Kind::Identifier => self.word(at),
            Kind::Punctuation if self.code.is(at, b'!') => Ok(self.unary(depth + 1)?.map(|number| i64::from(number == 0))),
            Kind::Punctuation if self.code.is(at, b'-') => Ok(self.unary(depth + 1)?.and_then(i64::checked_neg)),
            Kind::Punctuation if self.code.is(at, b'(') => {
                let value = self.binary(0, depth + 1)?;
                let closed = self.at < self.end && self.code.is(self.at, b')');
                self.at += 1;
                if closed { Ok(value) } else { Err(()) }
            }
            _ => Err(()),
        }
    }

    fn defined(&mut self) -> Part {
        let parenthesised = self.at < self.end && self.code.is(self.at, b'(');
        let name = self.at + usize::from(parenthesised);
        self.at = name + 1 + usize::from(parenthesised);
        if self.at > self.end {
            return Err(());
        }
        Ok(is_defined(self.pass, self.code.text(name), self.depends).map(i64::from))
    }

    /// An identifier, or a call of a macro, of which nothing is known.
    fn word(&mut self, at: usize) -> Part {
        if self.at < self.end && self.code.is(self.at, b'(') {
            let close = self.code.close(self.at).filter(|&close| close < self.end).ok_or(())?;
            self.at = close + 1;
            return Ok(None);
        }
        Ok(match state(self.pass, self.code.text(at), self.depends) {
            State::Undefined => Some(0),
            State::Value(number) => Some(number),
            State::Unknown => None,
        })
    }
}

/// The operator's result; of `&&` and `||`, one side may decide alone.
fn join(operator: &[u8], a: Option<i64>, b: Option<i64>) -> Option<i64> {
    match (operator, a, b) {
        (b"&&", Some(0), _) | (b"&&", _, Some(0)) => Some(0),
        (b"||", Some(n), _) | (b"||", _, Some(n)) if n != 0 => Some(1),
        (_, Some(a), Some(b)) => {
            let long = |number: i64| Value { number: number.into(), bits: 64, signed: true };
            Value::binary(operator, long(a), long(b)).and_then(|value| value.number.try_into().ok())
        }
        _ => None,
    }
}
